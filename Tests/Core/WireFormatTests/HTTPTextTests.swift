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

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "What is percent-encoded UTF-8 is decoded",
        arguments: [
            ("plain", "plain"), ("", ""), ("a%20b", "a b"), ("%C3%A4", "ä"), ("%c3%a4", "ä"), ("100%25", "100%"),
            ("a+b", "a+b"), ("%2F", "/"),
        ]
    )
    func decodes(encoded: String, decoded: String) {
        #expect(PercentEncoding.decode(encoded) == decoded)
    }

    @Test("What is not is refused", arguments: ["%", "%2", "%zz", "%C3", "%FF%FE", "a%2", "%+1"])
    func refuses(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test("A plus is a space in a query")
    func plusIsSpace() {
        #expect(PercentEncoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
    }

    @Test(
        "Everything but the unreserved characters is encoded",
        arguments: [("aZ0-._~", "aZ0-._~"), ("a b/ä", "a%20b%2F%C3%A4")]
    )
    func encodes(text: String, encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
    }
}
