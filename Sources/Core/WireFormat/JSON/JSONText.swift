import LifecycleKernel

/// JSON text (RFC 8259) to kernel values and back.
package enum JSONText {
    /// Reads one JSON value.
    ///
    /// Refused are text that is not UTF-8, arrays and objects nested more than 64 deep, anything after the value, a
    /// name used twice in an object, half of a surrogate pair, a number that a `Double` cannot hold, and more combining
    /// marks in a row than `MarkRun.limit`. Names are the same only if their bytes are (RFC 8259, 8.3).
    ///
    /// - Throws: `malformed-body`, saying where and what was expected there.
    package static func parse(_ bytes: some Collection<UInt8>) throws(Rejection) -> Value {
        var parser = JSONParser(Array(bytes))
        return try parser.document()
    }

    package static func write(_ value: Value) -> [UInt8] {
        var output: [UInt8] = []
        output.appendJSON(value)
        return output
    }

    /// Writes an object from its fields, texts for people in a language.
    package static func write(_ object: some FieldWritable, in language: Language = .english) -> [UInt8] {
        var sink = JSONSink(in: language)
        object.write(to: &sink)
        return (consume sink).finish()
    }

    /// Writes an array of objects.
    ///
    /// - Parameter keepingSentences: Whether sentences are written with their parameters, and not in English.
    package static func write(
        all objects: some Collection<some FieldWritable>,
        keepingSentences: Bool = false
    ) -> [UInt8] {
        var sink = JSONSink(opening: UInt8(ascii: "["), keepingSentences: keepingSentences)
        for object in objects { sink.putElement { object.write(to: &$0) } }
        return (consume sink).finish(closing: UInt8(ascii: "]"))
    }
}

// JSON text at the end of bytes. Characters beyond ASCII are written as they are; only what RFC 8259 demands is escaped.
extension [UInt8] {
    mutating func appendJSON(_ value: Value) {
        switch value {
        case .null: append(contentsOf: "null".utf8)
        case .bool(let flag): appendJSON(flag)
        case .integer(let number): appendDigits(number)
        case .number(let number): appendJSON(number)
        case .string(let text): appendJSON(text)
        case .array(let elements): appendJSONArray(elements) { $0.appendJSON($1) }
        case .object(let members): appendJSONObject(members)
        }
    }

    /// Appends a boolean.
    mutating func appendJSON(_ flag: Bool) {
        append(contentsOf: flag ? "true".utf8 : "false".utf8)
    }

    /// Appends the shortest text that reads back as the same number. JSON has no text for what is not finite.
    mutating func appendJSON(_ number: Double) {
        append(contentsOf: number.isFinite ? number.description.utf8 : "null".utf8)
    }

    /// Appends a whole number.
    mutating func appendDigits(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude, atLeast: 1)
    }

    /// Appends a length of time in seconds, exactly: 12500 milliseconds as `12.5`, 5000 as `5`.
    mutating func appendSeconds(_ length: Milliseconds) {
        if length < 0 { append(UInt8(ascii: "-")) }
        let (seconds, fraction) = length.count.magnitude.quotientAndRemainder(dividingBy: 1_000)
        appendDigits(seconds, atLeast: 1)
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        appendDigits(fraction, atLeast: 3)
        while last == UInt8(ascii: "0") { removeLast() }
    }

    private mutating func appendDigits(_ number: UInt64, atLeast width: Int) {
        // The longest number has twenty digits. A block of the stack: written into the array itself, the JSON of a record
        // takes 6 % more instructions.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number
            var start = digits.endIndex
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0 || digits.endIndex - start < width
            append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends an array, its elements by a closure.
    mutating func appendJSONArray<Item>(_ elements: [Item], _ write: (inout [UInt8], Item) -> Void) {
        append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        append(UInt8(ascii: "]"))
    }

    private mutating func appendJSONObject(_ members: [Value.Member]) {
        append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendJSON(member.name)
            append(UInt8(ascii: ":"))
            appendJSON(member.value)
        }
        append(UInt8(ascii: "}"))
    }

    /// Appends a string in quotation marks.
    mutating func appendJSON(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            // Nearly every string needs no escape, and is then copied in one piece.
            if bytes.allSatisfy({ !Self.needsEscape($0) }) {
                append(contentsOf: bytes)
            } else {
                for byte in bytes { appendEscaped(byte) }
            }
        }
        append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        guard Self.needsEscape(byte) else { return append(byte) }
        guard byte < 0x20 else { return append(contentsOf: [UInt8(ascii: "\\"), byte]) }
        append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u001".utf8)
        let digit = byte & 0x0F
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
}
