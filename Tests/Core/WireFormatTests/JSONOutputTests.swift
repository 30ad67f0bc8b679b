import LifecycleKernel
import Testing
import WireFormat

/// Values as JSON text.
@Suite struct JSONOutputTests {
    static let texts: [(Value, String)] = [
        (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"),
        (.integer(.min), "-9223372036854775808"),
        (.integer(.max), "9223372036854775807"), (.number(0.1), "0.1"), (.number(12.5), "12.5"),
        (.number(1e21), "1e+21"), (.number(.leastNonzeroMagnitude), "5e-324"), (.number(.nan), "null"),
        (.number(-.infinity), "null"),
        ("", #""""#), ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\u{0}\n\u{1f}", #""\u0000\u000a\u001f""#),
        ("ä€😀\u{7f}", "\"ä€😀\u{7f}\""), ([], "[]"), ([1, "b", []], #"[1,"b",[]]"#), ([:], "{}"),
        (["z": 1, "a\n": ["b": .null]], #"{"z":1,"a\u000a":{"b":null}}"#),
    ]

    @Test(arguments: texts) func aValueIsWritten(_ value: Value, _ text: String) {
        #expect(String(decoding: JSONText.write(value), as: UTF8.self) == text)
    }

    static let numbers: [Double] = [
        0.1, 0.2, 0.1 + 0.2, 1 / 3, 1e15, 1e16, 123_456_789.123, 2.5e-8, .pi, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude, .ulpOfOne,
    ]

    @Test(arguments: numbers) func aNumberReadsBackAsItself(_ number: Double) throws {
        #expect(try JSONText.parse(JSONText.write(.number(number))) == .number(number))
    }

    /// One field of every kind that a sink takes.
    struct Everything: FieldWritable {
        var length: Milliseconds = 0
        var text = ""

        func write(to sink: inout some FieldSink) {
            sink.put("text", text)
            sink.put("integer", Int64.min)
            sink.put("flag", false)
            sink.put("length", seconds: length)
            sink.put("instant", instant: .manualStart)
            sink.put("value", value: ["a": [1, .number(0.5)]])
            sink.putNull("nothing")
            sink.put("strings", strings: ["a", text])
            sink.put("none", strings: [])
            sink.put(
                "object",
                object: { inner in
                    inner.put("a", 1)
                    inner.put("empty", object: { _ in })
                    inner.put("b", 2)
                }
            )
            sink.put("list", list: [1, 2] as [Int64]) { number, inner in inner.put("number", number) }
            sink.put("noList", list: [] as [Int64]) { number, inner in inner.put("number", number) }
            sink.put("emptyObjects", list: [1, 2] as [Int64]) { _, _ in }
            sink.put("last", true)
        }
    }

    @Test(arguments: ["", "plain", "\"quoted\\\u{1}", "grün 😀"]) func bothSinksTakeEveryField(_ text: String) throws {
        let everything = Everything(text: text)
        let parsed = try JSONText.parse(JSONText.write(everything))
        #expect(parsed == everything.value)
        #expect(JSONText.write(everything.value) == JSONText.write(everything), "byte for byte, order included")
    }

    static let lengths: [(Milliseconds, String)] = [
        (0, "0"), (1, "0.001"), (10, "0.01"), (100, "0.1"), (1_000, "1"), (1_001, "1.001"), (5_000, "5"),
        (12_500, "12.5"), (10_000_000, "10000"), (-1, "-0.001"), (-2_500, "-2.5"), (3_155_760_000_000, "3155760000"),
        (3_155_759_999_999, "3155759999.999"), (Milliseconds(.max), "9223372036854775.807"),
        (Milliseconds(.min), "-9223372036854775.808"),
    ]

    @Test(arguments: lengths) func aLengthOfTimeIsWrittenInSecondsExactly(_ length: Milliseconds, _ text: String) throws
    {
        struct Length: FieldWritable {
            var length: Milliseconds
            func write(to sink: inout some FieldSink) { sink.put("s", seconds: length) }
        }
        let bytes = JSONText.write(Length(length: length))
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"s\":\(text)}")
        #expect(try JSONText.parse(bytes) == Length(length: length).value)
    }

    @Test func aSinkWritesOneObject() {
        var sink = JSONSink()
        #expect(String(decoding: sink.finish(), as: UTF8.self) == "{}")
        sink.put("a", 1)
        #expect(String(decoding: sink.finish(), as: UTF8.self) == #"{"a":1}"#)
        sink.put("b", instant: .latest)
        #expect(String(decoding: sink.finish(), as: UTF8.self) == #"{"a":1,"b":"9999-12-31T23:59:59.999Z"}"#)
    }

    @Test(arguments: [([], "[]"), ([7], #"[{"n":7}]"#), ([7, -80, 0], #"[{"n":7},{"n":-80},{"n":0}]"#)])
    func objectsAreWrittenAsAnArray(_ numbers: [Int64], _ text: String) {
        struct Number: FieldWritable {
            var number: Int64
            func write(to sink: inout some FieldSink) { sink.put("n", number) }
        }
        let bytes = JSONText.write(all: numbers.map(Number.init))
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
