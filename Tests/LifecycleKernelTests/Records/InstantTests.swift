import LifecycleKernel
import Testing

/// How instants are written and read.
@Suite struct InstantTests {
    @Test(arguments: [
        ("2026-01-01T00:00:12Z", "2026-01-01T00:00:12.000Z"),
        ("2026-01-01T00:00:12.5Z", "2026-01-01T00:00:12.500Z"),
        ("2026-01-01T00:00:12.05Z", "2026-01-01T00:00:12.050Z"),
        ("2026-01-01T00:00:12.0059Z", "2026-01-01T00:00:12.005Z"),
        ("0277-09-27T22:45:26.508547Z", "0277-09-27T22:45:26.508Z"),
        ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00.000000001Z", "0001-01-01T00:00:00.000Z"),
        ("2024-02-29T00:00:00.1Z", "2024-02-29T00:00:00.100Z"),
    ])
    func fractionsHaveUpToNineDigits(written: String, read: String) throws {
        #expect(try #require(Instant(iso8601: written)).description == read)
    }

    @Test(arguments: [
        "2026-01-01T00:00:12.Z", "2026-01-01T00:00:12.0000000001Z", "2026-01-01T00:00:12.00000000xZ",
        "2026-01-01T00:00:12,5Z", "2026-01-01T00:00:12.5", "2026-01-01T00:00:12.5+00:00", "2025-02-29T00:00:00Z",
        "0000-01-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-13-01T00:00:00Z", "",
    ])
    func whatIsNoInstantInUTCIsRefused(text: String) {
        #expect(Instant(iso8601: text) == nil)
    }
}
