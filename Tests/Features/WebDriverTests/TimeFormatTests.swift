import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("The format of Day.js") struct TimeFormatTests {
    private static let afternoon = Instant(iso8601: "2026-03-05T14:07:09.042Z")!

    @Test(
        "Parts",
        arguments: [
            (TimeFormat.usual, "2026-03-05T14:07:09+00:00"), ("YYYY-MM-DD HH:mm:ss", "2026-03-05 14:07:09"),
            ("YY M D H h m s SSS", "26 3 5 14 2 7 9 042"), ("hh A a", "02 PM pm"), ("MMMM MMM", "March Mar"),
            ("dddd ddd dd d", "Thursday Thu Th 4"), ("Z ZZ", "+00:00 +0000"), ("X x", "1772719629 1772719629042"),
            ("[YYYY] [at] HH", "YYYY at 14"), ("[open", "[open"), ("", ""), ("é:mm", "é:07"),
        ]
    ) func parts(format: String, text: String) {
        #expect(TimeFormat.text(Self.afternoon, format) == text)
    }

    @Test("Midnight, noon, and days before 1970") func edges() {
        #expect(TimeFormat.text(Instant(iso8601: "2026-01-01T00:00:00Z")!, "h A") == "12 AM")
        #expect(TimeFormat.text(Instant(iso8601: "2026-01-01T12:00:00Z")!, "h a") == "12 pm")
        #expect(TimeFormat.text(Instant(iso8601: "1969-12-31T23:00:00Z")!, "ddd") == "Wed")
        #expect(TimeFormat.text(.earliest, "ddd") == "Mon")
    }
}
