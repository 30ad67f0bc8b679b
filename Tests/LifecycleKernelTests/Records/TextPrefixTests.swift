import LifecycleKernel
import Testing

@Suite("The beginning of a text") struct TextPrefixTests {
    @Test(
        "has so many bytes at most, and whole scalars",
        arguments: [
            ("", 0, ""), ("abc", 3, "abc"), ("abc", 2, "ab"), ("abc", 0, ""), ("aé", 3, "aé"), ("aé", 2, "a"),
            ("😀x", 4, "😀"), ("😀x", 3, ""), ("e\u{301}x", 3, "e\u{301}"), ("e\u{301}x", 2, "e"),
        ]
    ) func cut(text: String, limit: Int, beginning: String) {
        let found = text.prefix(bytes: limit)
        #expect(found.utf8.elementsEqual(beginning.utf8))
        #expect(("-" + text).dropFirst().prefix(bytes: limit).utf8.elementsEqual(beginning.utf8))
    }

    @Test("is short however many marks a letter has") func marks() {
        let text = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(text.count == 1)
        #expect(text.prefix(bytes: 60).utf8.count == 59)
    }
}
