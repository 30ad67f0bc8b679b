import LifecycleKernel
import Testing

/// Which texts can be compared in a time that grows with their length.
@Suite struct StreamSafeTextTests {
    /// So many of these scalars in turn.
    private static func run(_ scalars: String, _ count: Int) -> String {
        let scalars = Array(scalars.unicodeScalars)
        var text = String.UnicodeScalarView()
        for index in 0..<count { text.append(scalars[index % scalars.count]) }
        return String(text)
    }

    /// Alternating marks of the classes 230 and 220, which have to be sorted.
    private static let marks = "\u{301}\u{316}"

    static let texts: [(name: String, text: String, isSafe: Bool)] = [
        ("nothing", "", true),
        ("ASCII", String(repeating: "abc", count: 1_000), true),
        ("30 marks", "a" + run(marks, 30), true),
        ("31 marks", "a" + run(marks, 31), false),
        ("31 of the shortest marks, and nothing else", run("\u{300}", 31), false),
        ("30 marks after no letter", run(marks, 30) + "a" + run(marks, 30), true),
        ("letters with 30 marks each", String(repeating: "e" + run(marks, 30), count: 100), true),
        ("31 marks far behind", String(repeating: "b", count: 10_000) + run(marks, 31) + "c", false),
        ("marks of a third class", "a" + run("\u{301}\u{316}\u{5b0}", 31), false),
        ("marks beyond the basic plane", "a" + run("\u{1d165}\u{1d16d}", 31), false),
        ("vowels that are made of marks", "\u{f40}" + run("\u{f73}", 31), false),
        ("vowels that are made of marks, between marks", "\u{f40}" + run("\u{f73}\u{f75}\u{f81}\u{344}", 31), false),
        ("letters with accents", String(repeating: "\u{e9}\u{1e69}", count: 100), true),
        ("a joiner ends a run", run(marks, 30) + "\u{34f}" + run(marks, 30), true),
        ("flags", run("\u{1f1e6}\u{1f1e7}", 1_000), true),
        ("Hangul in parts", run("\u{1100}\u{1161}\u{11a8}", 1_000), true),
        ("Hangul vowels", run("\u{1161}", 1_000), true),
        ("conjuncts", run("\u{915}\u{94d}", 1_000), true),
        ("a family", run("\u{1f468}\u{200d}", 1_000), true),
        ("Vietnamese", String(repeating: "Tiếng Việt ", count: 100), true),
        ("Thai", String(repeating: "น้ำแข็ง", count: 100), true),
    ]

    @Test("A text has at most 30 marks in a row", arguments: texts.indices)
    func limit(index: Int) {
        let (name, text, isSafe) = Self.texts[index]
        #expect(text.isStreamSafe == isSafe, "\(name)")
    }

    @Test("Texts that are canonically equivalent are different ones, with different hashes")
    func exact() {
        let pairs = [
            ("\u{e9}", "e\u{301}"), ("K", "\u{212a}"), ("a\u{301}\u{316}", "a\u{316}\u{301}"), (";", "\u{37e}"),
        ]
        for (one, other) in pairs {
            #expect(one == other, "they are equal to Swift")
            #expect(!one.hasSameBytes(as: other) && one.hasSameBytes(as: one))
            #expect(ExactText(one) != ExactText(other))
            #expect(Set([one, other, one].map(ExactText.init)).count == 2)
        }
    }

    private enum Letter: String { case kelvin = "K" }

    @Test("A case is found only by the bytes of its name")
    func cases() {
        #expect(Letter(exactly: "K") == .kelvin)
        #expect(Letter(exactly: "\u{212a}") == nil)
        #expect(Letter(exactly: "k") == nil)
    }
}

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
