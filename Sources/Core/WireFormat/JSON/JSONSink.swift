import LifecycleKernel

/// Writes fields as the JSON text of one object, or objects as that of an array, directly as bytes.
///
/// Most of what the service writes are records, and a tree of values for each of them would cost several times the writing
/// itself.
package struct JSONSink: FieldSink {
    /// The language in which texts for people are written.
    package let language: Language
    package let keepsSentences: Bool
    private var output: [UInt8] = []
    /// Whether the next field is the first of its object, and needs no comma before it.
    private var isFirst = true

    /// Makes a sink without fields.
    package init(in language: Language = .english) {
        self.init(opening: UInt8(ascii: "{"), in: language)
    }

    /// Makes a sink for the elements of an array.
    init(opening bracket: UInt8, in language: Language = .english, keepingSentences: Bool = false) {
        self.language = language
        keepsSentences = keepingSentences
        output.reserveCapacity(512)
        output.append(bracket)
    }

    /// Ends the object and returns it without a copy.
    package consuming func finish() -> [UInt8] { finish(closing: UInt8(ascii: "}")) }

    /// Ends the object or array and returns it without a copy.
    consuming func finish(closing bracket: UInt8) -> [UInt8] {
        output.append(bracket)
        return output
    }

    /// Writes an element of the array, whose fields the closure puts.
    mutating func putElement(_ write: (inout JSONSink) -> Void) {
        if output.count > 1 { output.append(UInt8(ascii: ",")) }
        putObject(write)
    }

    package mutating func put(_ name: StaticString, _ value: String) {
        putName(name)
        output.appendJSON(value)
    }

    /// Writes a whole number.
    package mutating func put(_ name: StaticString, _ value: Int64) {
        putName(name)
        output.appendDigits(value)
    }

    package mutating func put(_ name: StaticString, _ value: Bool) {
        putName(name)
        output.appendJSON(value)
    }

    /// Writes a length of time, in seconds.
    package mutating func put(_ name: StaticString, seconds: Milliseconds) {
        putName(name)
        output.appendSeconds(seconds)
    }

    /// Writes an instant, in ISO 8601.
    package mutating func put(_ name: StaticString, instant: Instant) {
        putName(name)
        output.append(UInt8(ascii: "\""))
        // A block of the stack: written into the output itself, the JSON of a record takes 4 % more instructions.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            var rest = buffer
            instant.writeISO8601(into: &rest)
            output.append(contentsOf: buffer)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Writes a value of any kind.
    package mutating func put(_ name: StaticString, value: Value) {
        putName(name)
        output.appendJSON(value)
    }

    /// Writes a value that is JSON text already.
    package mutating func put(_ name: StaticString, json: [UInt8]) {
        putName(name)
        output.append(contentsOf: json)
    }

    package mutating func putNull(_ name: StaticString) {
        put(name, value: .null)
    }

    package mutating func put(_ name: StaticString, strings: [String]) {
        putName(name)
        output.appendJSONArray(strings) { $0.appendJSON($1) }
    }

    /// Writes an object, whose fields the closure puts.
    package mutating func put(_ name: StaticString, object write: (inout JSONSink) -> Void) {
        putName(name)
        putObject(write)
    }

    /// Writes an array of objects, whose fields the closure puts.
    package mutating func put(_ name: StaticString, count: Int, _ write: (Int, inout JSONSink) -> Void) {
        putName(name)
        output.append(UInt8(ascii: "["))
        for index in 0..<count {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            putObject { write(index, &$0) }
        }
        output.append(UInt8(ascii: "]"))
    }

    private mutating func putObject(_ write: (inout JSONSink) -> Void) {
        output.append(UInt8(ascii: "{"))
        isFirst = true
        write(&self)
        isFirst = false
        output.append(UInt8(ascii: "}"))
    }

    /// Writes a name and its colon. Names are literals of ours: nothing in them needs an escape.
    private mutating func putName(_ name: StaticString) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        output.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { output.append(contentsOf: $0) }
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }
}
