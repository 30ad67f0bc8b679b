import LifecycleKernel
import Testing
import WireFormat

/// What is JSON text is read, and what is not is refused.
@Suite struct JSONParserTests {
    static let accepted: [(String, Value)] = [
        ("null", .null), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0), ("-0", 0), ("12", 12), ("-7", -7),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("1.0", .number(1)), ("1.5e3", .number(1_500)), ("1E+2", .number(100)), ("25e-1", .number(2.5)),
        ("-0.0", .number(0)), ("0.1", .number(0.1)), ("1e-400", .number(0)),
        ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
        (#""""#, ""), (#""a b""#, "a b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u0041\u00e4\u20AC""#, "Aä€"), (#""\ud83d\uDE00!""#, "\u{1F600}!"), (#""\u0000""#, "\u{0}"),
        (#""grün \u2713 ✓ 😀""#, "grün ✓ ✓ 😀"), ("\"\u{7f}\"", "\u{7f}"), (#""\u2028""#, "\u{2028}"),
        ("[]", []), ("[ ]", []), ("[1,[2,[]],\"x\"]", [1, [2, []], "x"]), ("{}", [:]), ("{ }", [:]),
        (#"{"a":1,"b":{"a":[true,null]}}"#, ["a": 1, "b": ["a": [true, .null]]]),
        (" { \"a\" : 1 , \"b\" : 2 } ", ["a": 1, "b": 2]), (#"{"":0}"#, ["": 0]),
    ]

    @Test(arguments: accepted) func aJSONTextIsRead(_ text: String, _ value: Value) throws {
        #expect(try JSONText.parse(Array(text.utf8)) == value)
        // Through a collection that is no array, too.
        #expect(try JSONText.parse(text.utf8) == value)
    }

    @Test func aNumberIsAnIntegerWhenItIsWrittenAsOneAndFits() throws {
        func isInteger(_ text: String) throws -> Bool {
            if case .integer = try JSONText.parse(text.utf8) { true } else { false }
        }
        #expect(try isInteger("5"))
        #expect(try !isInteger("5.0"))
        #expect(try !isInteger("5e0"))
        #expect(try !isInteger("9223372036854775808"))
    }

    @Test func membersKeepTheirOrder() throws {
        guard case .object(let members) = try JSONText.parse(#"{"z":1,"a":2,"m":3}"#.utf8) else {
            Issue.record("this is an object")
            return
        }
        #expect(members.map(\.name) == ["z", "a", "m"])
    }

    @Test("Names are the same only if their bytes are")
    func names() throws {
        let value = try JSONText.parse(#"{"\u00e9":1,"e\u0301":2}"#.utf8)
        #expect(value["\u{e9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        // From sixteen members on, another way is taken.
        let members = (0..<20).map { "\"n\($0)\":0" }.joined(separator: ",")
        #expect(try JSONText.parse("{\(members),\"\u{e9}\":1,\"e\u{301}\":2}".utf8)["e\u{301}"] == 2)
        #expect(throws: Rejection.self) { try JSONText.parse("{\(members),\"\u{e9}\":1,\"\u{e9}\":2}".utf8) }
    }

    @Test(
        "A text with a long run of combining marks is refused, however it is written",
        arguments: ["\u{301}\u{316}", #"\u0301\u0316"#]
    )
    func marks(pair: String) throws {
        for text in ["\"a%\"", "{\"a%\":1}", "[{\"b\":[\"a%\"]}]"] {
            let few = text.replacing("%", with: String(repeating: pair, count: 15))
            #expect(throws: Never.self) { try JSONText.parse(few.utf8) }
            let many = text.replacing("%", with: String(repeating: pair, count: 16))
            let rejection = #expect(throws: Rejection.self) { try JSONText.parse(many.utf8) }
            #expect(rejection?.code == .malformedBody)
            #expect(rejection?.detail.description.contains("at most 30 combining marks in a row") == true)
        }
    }

    static let refused: [String] = [
        "", " ", "\u{FEFF}{}", "nul", "nulll", "True", "NaN", "Infinity", "-", "+1", "01", "-01", "1.", ".5", "1e",
        "1e+",
        "0x10", "1_000", "1e400", "-1e400", "--1", "1 2", "{} {}", "[1,]", "[,1]", "[1 2]", "[", "]", "{", "}", "[1",
        "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1"#, #"{a:1}"#, "{'a':1}", #"{"a":1 "b":2}"#, #"{1:2}"#,
        #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"[{"b":{"x":0,"x":0}}]"#, #"""#, #""abc"#, #""\x""#, #""\u12""#,
        #""\u12g4""#, #""\"#, #""\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ude00""#,
        #""\ude00\ud83d""#, "\"a\nb\"", "\"\u{0}\"", "\"\t\"", "'a'", "// x\n1", "/* x */ 1", "1;", "\u{a0}1",
    ]

    @Test(arguments: refused) func whatIsNoJSONTextIsRefused(_ text: String) {
        let rejection = #expect(throws: Rejection.self) { try JSONText.parse(text.utf8) }
        #expect(rejection?.code == .malformedBody)
        #expect(rejection?.field == nil)
    }

    static let notUTF8: [[UInt8]] = [
        [0xFF], [0xC3, 0x28], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
        [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]

    @Test(arguments: notUTF8) func whatIsNotUTF8IsRefused(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let escape = Array(#"\n"#.utf8)
        for text in [bytes, [quote] + bytes + [quote], [quote] + escape + bytes + [quote]] {
            let rejection = #expect(throws: Rejection.self) { try JSONText.parse(text) }
            #expect(rejection?.code == .malformedBody)
        }
    }

    @Test func valuesAreNestedSixtyFourDeepAndNoDeeper() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONText.parse(nested(64).utf8)
        #expect(throws: Rejection.self) { try JSONText.parse(nested(65).utf8) }
        #expect(throws: Rejection.self) { try JSONText.parse(String(repeating: "[", count: 1_000_000).utf8) }
        let objects = String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65)
        #expect(throws: Rejection.self) { try JSONText.parse(objects.utf8) }
        // Depth is how deep, not how often.
        _ = try JSONText.parse(("[" + Array(repeating: nested(3), count: 100).joined(separator: ",") + "]").utf8)
    }

    @Test func aNameUsedTwiceIsFoundInALargeObject() throws {
        let members = (0..<20_000).map { "\"n\($0)\":0" }
        let value = try JSONText.parse(("{" + members.joined(separator: ",") + "}").utf8)
        #expect(value["n19999"] == 0)
        for twice in ["n0", "n15", "n16", "n19999"] {
            let text = "{" + members.joined(separator: ",") + ",\"\(twice)\":1}"
            #expect(throws: Rejection.self) { try JSONText.parse(text.utf8) }
        }
    }

    @Test func theMessageSaysWhereAndWhatWasExpectedAndRepeatsNothing() {
        let secret = String(repeating: "secret", count: 1_000)
        let rejection = #expect(throws: Rejection.self) { try JSONText.parse("{\"\(secret)\": 1,\n  \"b\" 2}".utf8) }
        let detail = rejection?.detail.description ?? ""
        #expect(detail.contains("line 2, column 7 (byte 6014)"), "\(detail)")
        #expect(detail.contains("a colon"))
        #expect(!detail.contains("secret"))
    }

    /// Every text with one byte changed, left out or cut off is read or refused.
    @Test(arguments: accepted.map(\.0)) func aDamagedTextIsReadOrRefused(_ text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            _ = try? JSONText.parse(bytes[..<index])
            _ = try? JSONText.parse(bytes[..<index] + bytes[(index + 1)...])
            for byte in [0, 0x22, 0x5C, 0x7B, 0x5D, 0x2C, 0x75, 0x80, 0xC3, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] = byte
                if let value = try? JSONText.parse(damaged) {
                    #expect((try? JSONText.parse(JSONText.write(value))) == value)
                }
            }
        }
    }
}
