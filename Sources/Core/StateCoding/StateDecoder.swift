import LifecycleKernel

/// Decodes the state of a device, by the `Codable` conformances of the types that it is made of.
///
/// Keys are looked for where the last one ended, and only then elsewhere: what the same version has written is read
/// from front to back.
final class StateDecoder: Decoder {
    fileprivate let reader: StateReader
    // Without checks of exclusive access a state is decoded in 0.88 of the time.
    /// Where the next item is.
    @exclusivity(unchecked) fileprivate var position = StateReader.start
    /// The structures and lists that are being read, the outermost first.
    @exclusivity(unchecked) fileprivate var open: [Open] = []

    /// A structure or a list that is being read.
    fileprivate struct Open {
        /// Where its first entry is.
        let start: Int
        /// Where the entry after the one read last is.
        var next: Int
    }

    private init(_ bytes: [UInt8]) throws(StateCodingError) {
        reader = try StateReader(bytes)
    }

    /// Makes the state that was encoded.
    static func decode<State: Decodable>(
        _ type: State.Type,
        from bytes: [UInt8]
    ) throws(StateCodingError) -> State {
        let decoder = try StateDecoder(bytes)
        do {
            return try State(from: decoder)
        } catch let error as StateCodingError {
            throw error
        } catch {
            throw .notUnderstood(reason: String(describing: error), offset: decoder.position)
        }
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try openMap())
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try openArray() }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func openMap<Key>() throws(StateCodingError) -> KeyedStateReader<Key> {
        try open(StateFormat.indefiniteMap)
        return KeyedStateReader(decoder: self, level: open.count - 1)
    }

    fileprivate func openArray() throws(StateCodingError) -> UnkeyedStateReader {
        try open(StateFormat.indefiniteArray)
        return UnkeyedStateReader(decoder: self, level: open.count - 1)
    }

    private func open(_ first: UInt8) throws(StateCodingError) {
        guard reader.bytes[position] == first else { throw reader.unexpected(at: position) }
        open.append(Open(start: position + 1, next: position + 1))
    }

    /// Goes behind everything that was opened deeper than this.
    fileprivate func close(to level: Int) throws(StateCodingError) {
        while open.count > level {
            position = open.removeLast().next
            while !reader.isEnd(at: position) { position = try reader.skip(at: position) }
            position += 1
            if !open.isEmpty { open[open.count - 1].next = position }
        }
    }

    /// Reads the item at the position as a part of what is open at a level.
    fileprivate func read<Part: Decodable>(_ type: Part.Type, level: Int) throws -> Part {
        let start = position
        let part = try Part(from: self)
        try close(to: level + 1)
        if position == start { position = try reader.skip(at: start) }
        open[level].next = position
        return part
    }

    private func readValue() throws(StateCodingError) -> Value {
        let start = position
        let head = try reader.head(at: start)
        position = head.next
        switch head.first {
        case StateFormat.null: return .null
        case StateFormat.no: return .bool(false)
        case StateFormat.yes: return .bool(true)
        case StateFormat.double: return .number(try finite(head, at: start))
        case StateFormat.indefiniteArray, StateFormat.indefiniteMap, StateFormat.end:
            throw reader.unexpected(at: start)
        default: break
        }
        switch head.major {
        case .unsigned, .negative: return .integer(try integer(head, at: start))
        case .text:
            position = start
            return .string(try readText())
        case .array:
            var elements: [Value] = []
            for _ in 0..<head.argument { elements.append(try readValue()) }
            return .array(elements)
        case .map:
            var members: [Value.Member] = []
            for _ in 0..<head.argument { members.append(Value.Member(try readText(), try readValue())) }
            return .object(members)
        case nil: throw reader.unexpected(at: start)
        }
    }

    private func readText() throws(StateCodingError) -> String {
        let (text, next) = try reader.text(at: position)
        position = next
        return text
    }

    private func finite(_ head: StateReader.Head, at start: Int) throws(StateCodingError) -> Double {
        let number = Double(bitPattern: head.argument)
        guard number.isFinite else { throw .notUnderstood(reason: "no finite number", offset: start) }
        return number
    }

    private func integer<Number: FixedWidthInteger>(
        _ head: StateReader.Head,
        at start: Int
    ) throws(StateCodingError) -> Number {
        let number: Number? =
            switch head.major {
            case .unsigned: Number(exactly: head.argument)
            case .negative: Int64(exactly: head.argument).flatMap { Number(exactly: ~$0) }
            case .text, .array, .map, nil: throw reader.unexpected(at: start)
            }
        guard let number else { throw .notUnderstood(reason: "no \(Number.self)", offset: start) }
        return number
    }
}

extension StateDecoder: ValueDecoder {
    func decodeValue() throws -> Value { try readValue() }
}

extension StateDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        guard reader.bytes[position] == StateFormat.null else { return false }
        position += 1
        return true
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        let first = reader.bytes[position]
        guard first == StateFormat.yes || first == StateFormat.no else { throw reader.unexpected(at: position) }
        position += 1
        return first == StateFormat.yes
    }

    func decode(_ type: String.Type) throws -> String { try readText() }

    func decode(_ type: Double.Type) throws -> Double {
        let start = position
        let head = try reader.head(at: start)
        guard head.first == StateFormat.double else { throw reader.unexpected(at: start) }
        position = head.next
        return try finite(head, at: start)
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        let start = position
        let head = try reader.head(at: start)
        guard head.first < StateFormat.null else { throw reader.unexpected(at: start) }
        position = head.next
        return try integer(head, at: start)
    }

    func decode<Part: Decodable>(_ type: Part.Type) throws -> Part { try Part(from: self) }
}

private struct KeyedStateReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: StateDecoder
    /// Its index in the open containers.
    let level: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        var keys: [Key] = []
        var position = decoder.open[level].start
        while !decoder.reader.isEnd(at: position), let entry = try? decoder.reader.key(at: position) {
            if let key = Key(stringValue: entry.text) { keys.append(key) }
            guard let next = try? decoder.reader.skip(at: entry.next) else { break }
            position = next
        }
        return keys
    }

    /// Where the value of a key is: first where the last one ended, then to the end, then from the start.
    private func find(_ name: String) throws(StateCodingError) -> Int? {
        try decoder.close(to: level + 1)
        let entries = decoder.open[level]
        if let found = try find(name, from: entries.next, upTo: nil) { return found }
        return try find(name, from: entries.start, upTo: entries.next)
    }

    private func find(_ name: String, from start: Int, upTo end: Int?) throws(StateCodingError) -> Int? {
        var position = start
        while position != end, !decoder.reader.isEnd(at: position) {
            let entry = try decoder.reader.key(at: position)
            if entry.text == name { return entry.next }
            position = try decoder.reader.skip(at: entry.next)
        }
        return nil
    }

    private func go(to key: Key) throws(StateCodingError) { try go(to: key.stringValue) }

    private func go(to name: String) throws(StateCodingError) {
        guard let found = try find(name) else {
            throw .notUnderstood(reason: "there is no \(name)", offset: decoder.position)
        }
        decoder.position = found
    }

    private func advance() { decoder.open[level].next = decoder.position }

    func contains(_ key: Key) -> Bool { (try? find(key.stringValue)) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        try go(to: key)
        guard decoder.decodeNil() else { return false }
        advance()
        return true
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try go(to: key)
        defer { advance() }
        return try decoder.decode(type)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try go(to: key)
        defer { advance() }
        return try decoder.decode(type)
    }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, forKey key: Key) throws -> Number {
        try go(to: key)
        defer { advance() }
        return try decoder.decode(type)
    }

    func decode<Part: Decodable>(_ type: Part.Type, forKey key: Key) throws -> Part {
        try go(to: key)
        return try decoder.read(type, level: level)
    }

    func decodeIfPresent<Part: Decodable>(_ type: Part.Type, forKey key: Key) throws -> Part? {
        guard let found = try find(key.stringValue) else { return nil }
        decoder.position = found
        guard decoder.decodeNil() else { return try decoder.read(type, level: level) }
        advance()
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try go(to: key)
        return KeyedDecodingContainer(try decoder.openMap())
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try go(to: key)
        return try decoder.openArray()
    }

    func superDecoder() throws -> any Decoder {
        try go(to: StateFormat.superclass)
        return decoder
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try go(to: key)
        return decoder
    }
}

private struct UnkeyedStateReader: UnkeyedDecodingContainer {
    let decoder: StateDecoder
    /// Its index in the open containers.
    let level: Int
    private(set) var currentIndex = 0

    init(decoder: StateDecoder, level: Int) {
        self.decoder = decoder
        self.level = level
    }

    var codingPath: [any CodingKey] { [] }
    /// Not known before the end is reached.
    var count: Int? { nil }
    var isAtEnd: Bool { decoder.reader.isEnd(at: decoder.open[level].next) }

    private mutating func goToNext() throws(StateCodingError) {
        try decoder.close(to: level + 1)
        decoder.position = decoder.open[level].next
        guard !isAtEnd else { throw .notUnderstood(reason: "the list is too short", offset: decoder.position) }
        currentIndex += 1
    }

    mutating func decodeNil() throws -> Bool {
        try goToNext()
        guard decoder.decodeNil() else {
            currentIndex -= 1
            return false
        }
        decoder.open[level].next = decoder.position
        return true
    }

    mutating func decode<Part: Decodable>(_ type: Part.Type) throws -> Part {
        try goToNext()
        return try decoder.read(type, level: level)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try goToNext()
        return KeyedDecodingContainer(try decoder.openMap())
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try goToNext()
        return try decoder.openArray()
    }

    mutating func superDecoder() throws -> any Decoder {
        try goToNext()
        return decoder
    }
}
