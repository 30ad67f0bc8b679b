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

    /// Writes a value.
    package static func write(_ value: Value) -> [UInt8] {
        var output: [UInt8] = []
        output.appendJSON(value)
        return output
    }

    /// Writes an object from its fields. Inlinable, so that callers specialize it.
    @inlinable
    package static func write(_ object: some FieldWritable) -> [UInt8] {
        var sink = JSONSink()
        object.write(to: &sink)
        return (consume sink).finish()
    }

    /// Writes an array of objects.
    @inlinable
    package static func write(all objects: some Collection<some FieldWritable>) -> [UInt8] {
        var sink = JSONSink(opening: UInt8(ascii: "["))
        for object in objects { sink.putElement { object.write(to: &$0) } }
        return (consume sink).finish(closing: UInt8(ascii: "]"))
    }
}
