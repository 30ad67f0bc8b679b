import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("The format of Moment.js") struct TimeFormatTests {
    private static let afternoon = Instant(iso8601: "2026-03-05T14:07:09.042Z")!

    @Test(
        "Parts",
        arguments: [
            (TimeFormat.usual, "2026-03-05T14:07:09+00:00"), ("YYYY-MM-DD HH:mm:ss", "2026-03-05 14:07:09"),
            ("YY M D H h m s SSS", "26 3 5 14 2 7 9 042"), ("hh A a", "02 PM pm"), ("MMMM MMM", "March Mar"),
            ("dddd ddd dd d", "Thursday Thu Th 4"), ("Z ZZ", "+00:00 +0000"), ("X x", "1772719629 1772719629042"),
            ("[YYYY] [at] HH", "YYYY at 14"), ("Do MMM", "5th Mar"), ("YYYY-[W]WW-E", "2026-W10-4"),
            ("LLLL", "Thursday, March 5, 2026 2:07 PM"), ("LT ll", "2:07 PM Mar 5, 2026"),
            ("Q Qo w gggg", "1 1st 10 2026"), ("y N, NNNN YYYYY", "2026 AD, Anno Domini 02026"),
            ("DDDD DDD k S SSSS z", "064 64 14 0 0420 UTC"), ("[open", "[op4n"), ("", ""), ("é:mm", "é:07"),
        ]
    ) func parts(format: String, text: String) {
        #expect(TimeFormat.text(Self.afternoon, format) == text)
    }

    @Test(
        "Weeks at the ends of years",
        arguments: [
            ("2024-12-30T00:00:00Z", "2025-W01", "2025 1"), ("2027-01-01T00:00:00Z", "2026-W53", "2027 1"),
            ("2023-01-01T00:00:00Z", "2022-W52", "2023 1"), ("2026-01-01T00:00:00Z", "2026-W01", "2026 1"),
            ("2028-12-31T00:00:00Z", "2028-W52", "2029 1"),
        ]
    ) func weeks(instant: String, iso: String, local: String) throws {
        let instant = try #require(Instant(iso8601: instant))
        #expect(TimeFormat.text(instant, "GGGG-[W]WW") == iso)
        #expect(TimeFormat.text(instant, "gggg w") == local)
    }

    @Test("Midnight, noon, and days before 1970") func edges() {
        #expect(TimeFormat.text(Instant(iso8601: "2026-01-01T00:00:00Z")!, "h A") == "12 AM")
        #expect(TimeFormat.text(Instant(iso8601: "2026-01-01T12:00:00Z")!, "h a") == "12 pm")
        #expect(TimeFormat.text(Instant(iso8601: "1969-12-31T23:00:00Z")!, "ddd") == "Wed")
        #expect(TimeFormat.text(.earliest, "ddd") == "Mon")
    }
}
