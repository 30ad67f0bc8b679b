import LifecycleKernel

/// Encodes the state of a device, by the `Codable` conformances of the types that it is made of.
///
/// What a type opens is closed when its `encode(to:)` has returned; so the encoder only counts how deep it is.
final class StateEncoder: Encoder {
    // Without checks of exclusive access a state is encoded in 0.74 of the time; nothing here is used while it changes.
    @exclusivity(unchecked) fileprivate var writer = StateWriter()
    @exclusivity(unchecked) private var depth = 0

    /// The bytes of a state: the number of the form, the state, and the hash of both.
    static func encode(_ state: some Encodable) -> [UInt8] {
        let encoder = StateEncoder()
        encoder.writer.put(integer: StateFormat.current)
        do {
            try encoder.write(state)
        } catch {
            preconditionFailure("a state that cannot be encoded: \(error)")
        }
        encoder.writer.putHash()
        return encoder.writer.bytes
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(openMap())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { openArray() }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    fileprivate func openMap<Key>() -> KeyedStateWriter<Key> {
        writer.put(StateFormat.indefiniteMap)
        depth += 1
        return KeyedStateWriter(encoder: self, depth: depth)
    }

    fileprivate func openArray() -> UnkeyedStateWriter {
        writer.put(StateFormat.indefiniteArray)
        depth += 1
        return UnkeyedStateWriter(encoder: self, depth: depth)
    }

    /// Ends what was opened deeper than this.
    fileprivate func close(to outer: Int) {
        while depth > outer {
            writer.put(StateFormat.end)
            depth -= 1
        }
    }

    fileprivate func write(_ value: some Encodable) throws {
        let outer = depth
        try value.encode(to: self)
        close(to: outer)
    }
}

extension StateEncoder: ValueEncoder {
    func encodeValue(_ value: Value) { writer.put(value) }
}

extension StateEncoder: SingleValueEncodingContainer {
    func encodeNil() { writer.put(StateFormat.null) }
    func encode(_ value: Bool) { writer.put(value) }
    func encode(_ value: String) { writer.put(value) }
    func encode(_ value: Double) { writer.put(value) }
    func encode(_ value: Float) { writer.put(Double(value)) }
    func encode(_ value: some FixedWidthInteger & Encodable) { writer.put(integer: value) }
    func encode(_ value: some Encodable) throws { try write(value) }
}

/// Writes a structure. Fields that are nil are written too, so that all are found in their order.
private struct KeyedStateWriter<Key: CodingKey>: OptionalFieldWriter {
    let encoder: StateEncoder
    let depth: Int
    /// What the next key is expected to follow.
    private var position: StateWriter.KeyPosition

    init(encoder: StateEncoder, depth: Int) {
        self.encoder = encoder
        self.depth = depth
        self.position = encoder.writer.firstPosition
    }

    var codingPath: [any CodingKey] { [] }

    private mutating func begin(_ key: Key) { begin(key.stringValue) }

    private mutating func begin(_ name: String) {
        encoder.close(to: depth)
        position = encoder.writer.put(key: name, at: position)
    }

    mutating func encodeNil(forKey key: Key) {
        begin(key)
        encoder.encodeNil()
    }

    mutating func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        encoder.encode(value)
    }

    mutating func encode(_ value: String, forKey key: Key) {
        begin(key)
        encoder.encode(value)
    }

    mutating func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
        begin(key)
        encoder.encode(value)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        begin(key)
        try encoder.write(value)
    }

    mutating func put(_ value: (some Encodable)?, _ key: Key) throws {
        begin(key)
        if let value { try encoder.write(value) } else { encoder.encodeNil() }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key)
        return KeyedEncodingContainer(encoder.openMap())
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        return encoder.openArray()
    }

    mutating func superEncoder() -> any Encoder {
        begin(StateFormat.superclass)
        return encoder
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return encoder
    }
}

private struct UnkeyedStateWriter: UnkeyedEncodingContainer {
    let encoder: StateEncoder
    let depth: Int
    private(set) var count = 0

    init(encoder: StateEncoder, depth: Int) {
        self.encoder = encoder
        self.depth = depth
    }

    var codingPath: [any CodingKey] { [] }

    private mutating func begin() {
        encoder.close(to: depth)
        count += 1
    }

    mutating func encodeNil() {
        begin()
        encoder.encodeNil()
    }

    mutating func encode(_ value: some Encodable) throws {
        begin()
        try encoder.write(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        begin()
        return KeyedEncodingContainer(encoder.openMap())
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        return encoder.openArray()
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        return encoder
    }
}

/// Writes the fields of a structure, those too that are nil.
protocol OptionalFieldWriter: KeyedEncodingContainerProtocol {
    /// Writes a field that may be nil.
    mutating func put(_ value: (some Encodable)?, _ key: Key) throws
}

// One overload for each type: otherwise the defaults of the standard library are chosen, which omit nil.
extension OptionalFieldWriter {
    mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }
}
