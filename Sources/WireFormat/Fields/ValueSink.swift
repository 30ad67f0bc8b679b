import LifecycleKernel

/// Collects fields as an object in the form of a `Value`.
package struct ValueSink: FieldSink {
    private var members: [Value.Member] = []

    /// Makes a sink without fields.
    package init() {}

    /// The object made of the fields so far.
    package var value: Value { .object(members) }

    /// Keeps a string.
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

    /// Keeps null.
    package mutating func putNull(_ name: StaticString) { put(name, value: .null) }

    /// Keeps an array of strings.
    package mutating func put(_ name: StaticString, strings: [String]) {
        put(name, value: .array(strings.map { .string($0) }))
    }

    /// Keeps an object, whose fields the closure puts.
    package mutating func put(_ name: StaticString, object write: (inout ValueSink) -> Void) {
        var inner = ValueSink()
        write(&inner)
        put(name, value: inner.value)
    }

    /// Keeps an array of objects, whose fields the closure puts.
    package mutating func put(_ name: StaticString, count: Int, _ write: (Int, inout ValueSink) -> Void) {
        let elements = (0..<count).map { index in
            var inner = ValueSink()
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
