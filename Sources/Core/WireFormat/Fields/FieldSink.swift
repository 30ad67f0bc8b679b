import LifecycleKernel

/// Receives the fields of something, one after another: a value tree, JSON bytes, a hash.
///
/// Names are literals, so that a writer of text need not look inside them. Fields arrive in the order in which they are
/// to be shown, and each name once in an object.
package protocol FieldSink {
    /// The language in which texts for people are written.
    var language: Language { get }
    /// Whether a sentence is written with its parameters, to be told later, and not in a language. Stores need it.
    var keepsSentences: Bool { get }
    mutating func put(_ name: StaticString, _ value: String)
    /// Takes a whole number.
    mutating func put(_ name: StaticString, _ value: Int64)
    /// Takes a boolean.
    mutating func put(_ name: StaticString, _ value: Bool)
    /// Takes a length of time, shown in seconds: 12500 as 12.5, 5000 as 5.
    mutating func put(_ name: StaticString, seconds: Milliseconds)
    /// Takes an instant, shown in ISO 8601.
    mutating func put(_ name: StaticString, instant: Instant)
    /// Takes a value of any kind.
    mutating func put(_ name: StaticString, value: Value)
    /// Takes a value that has been written as JSON text.
    mutating func put(_ name: StaticString, json: [UInt8])
    /// Takes the absence of something.
    mutating func putNull(_ name: StaticString)
    /// Takes an array of strings.
    mutating func put(_ name: StaticString, strings: [String])
    /// Takes an object, whose fields the closure puts.
    mutating func put(_ name: StaticString, object write: (inout Self) -> Void)
    /// Takes an array of so many objects; the closure puts the fields of the one at an index.
    mutating func put(_ name: StaticString, count: Int, _ write: (Int, inout Self) -> Void)
}

/// Something that can be written as the fields of one object.
package protocol FieldWritable {
    /// Puts every field, in the order in which they are shown.
    func write(to sink: inout some FieldSink)
}

// Functions generic over the elements are inlinable, so that callers specialize them.
extension FieldSink {
    package var keepsSentences: Bool { false }

    /// Takes an object that knows its fields.
    package mutating func put(_ name: StaticString, _ object: some FieldWritable) {
        put(name, object: { object.write(to: &$0) })
    }

    /// Takes an array of objects; the closure puts the fields of one of them.
    package mutating func put<Element>(
        _ name: StaticString,
        list: [Element],
        _ write: (Element, inout Self) -> Void
    ) {
        put(name, count: list.count) { index, sink in write(list[index], &sink) }
    }

    /// Takes an array of objects that know their fields.
    package mutating func put(_ name: StaticString, list: [some FieldWritable]) {
        put(name, count: list.count) { index, sink in list[index].write(to: &sink) }
    }

    /// Takes an amount of memory or data, shown in bytes.
    package mutating func put(_ name: StaticString, _ bytes: ByteCount) { put(name, bytes.count) }

    /// Takes the sequence of a record.
    package mutating func put(_ name: StaticString, _ sequence: SequenceNumber) {
        put(name, Int64(clamping: sequence.rawValue))
    }

    /// Takes the sequences of records.
    package mutating func put(_ name: StaticString, sequences: [SequenceNumber]) {
        put(name, value: .array(sequences.map(Value.init)))
    }

    /// Takes the identifier of an app.
    package mutating func put(_ name: StaticString, _ app: BundleID) { put(name, app.rawValue) }

    /// Takes the id of a process.
    package mutating func put(_ name: StaticString, _ pid: ProcessID) { put(name, Int64(pid.rawValue)) }

    /// Takes the number of a scene's session, written as text.
    package mutating func put(_ name: StaticString, scene: SceneID?) {
        if let scene { put(name, String(scene)) }
    }
}

/// Collects fields as an object in the form of a `Value`.
package struct ValueSink: FieldSink {
    /// The language in which texts for people are written.
    package let language: Language
    private var members: [Value.Member] = []

    /// Makes a sink without fields.
    package init(in language: Language = .english) { self.language = language }

    /// The object made of the fields so far.
    package var value: Value { .object(members) }

    package mutating func put(_ name: StaticString, _ value: String) { put(name, value: .string(value)) }

    /// Keeps a whole number.
    package mutating func put(_ name: StaticString, _ value: Int64) { put(name, value: .integer(value)) }

    /// Keeps a boolean.
    package mutating func put(_ name: StaticString, _ value: Bool) { put(name, value: .bool(value)) }

    /// Keeps a length of time, in seconds.
    package mutating func put(_ name: StaticString, seconds: Milliseconds) { put(name, value: Value(seconds: seconds)) }

    /// Keeps an instant, in ISO 8601.
    package mutating func put(_ name: StaticString, instant: Instant) {
        put(name, value: .string(instant.description))
    }

    /// Keeps a value of any kind.
    package mutating func put(_ name: StaticString, value: Value) {
        members.append(Value.Member(name.description, value))
    }

    /// Keeps the value of a JSON text; null for text that is none.
    package mutating func put(_ name: StaticString, json: [UInt8]) {
        put(name, value: (try? JSONText.parse(json)) ?? .null)
    }

    package mutating func putNull(_ name: StaticString) { put(name, value: .null) }

    /// Keeps an array of strings.
    package mutating func put(_ name: StaticString, strings: [String]) {
        put(name, value: .array(strings.map { .string($0) }))
    }

    /// Keeps an object, whose fields the closure puts.
    package mutating func put(_ name: StaticString, object write: (inout ValueSink) -> Void) {
        var inner = ValueSink(in: language)
        write(&inner)
        put(name, value: inner.value)
    }

    /// Keeps an array of objects, whose fields the closure puts.
    package mutating func put(_ name: StaticString, count: Int, _ write: (Int, inout ValueSink) -> Void) {
        let elements = (0..<count).map { index in
            var inner = ValueSink(in: language)
            write(index, &inner)
            return inner.value
        }
        put(name, value: .array(elements))
    }
}

extension FieldWritable {
    /// The object that the fields make.
    package var value: Value {
        var sink = ValueSink()
        write(to: &sink)
        return sink.value
    }
}
