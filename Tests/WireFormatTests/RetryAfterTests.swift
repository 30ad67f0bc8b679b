import LifecycleKernel
import Testing
import WireFormat

@Suite("The header field Retry-After") struct RetryAfterTests {
    @Test(
        "Retry-After is seconds or a date",
        arguments: [
            ("0", 0), ("120", 120), ("99999999999999999999", Int64(Int32.max)), ("", nil), ("-1", nil), ("1.5", nil),
            ("soon", nil), ("Thu, 01 Jan 2026 00:01:00 GMT", 60), ("Wed, 31 Dec 2025 23:00:00 GMT", 0),
            ("Thu, 01 Jan 2026 00:01:00 UTC", nil), ("Thu, 01 Foo 2026 00:01:00 GMT", nil),
        ] as [(String, Int64?)]
    )
    func retryAfter(text: String, seconds: Int64?) {
        #expect(RetryAfter.duration(text, at: .manualStart) == seconds.map { .seconds($0) })
    }
}
