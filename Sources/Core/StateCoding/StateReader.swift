import LifecycleKernel

/// Reads items of CBOR out of an encoded state.
///
/// Everything is gone over once at the start: lengths, nesting, texts and keys. What is read after that cannot run out
/// of bytes, and nothing is ever allocated for a length that the bytes only claim.
struct StateReader {
    let bytes: [UInt8]
    /// Where the hash begins.
    private let end: Int
    /// The keys in the order in which they first appear.
    private(set) var keys: [String] = []
    /// Where the device begins.
    static let start = 1

    /// Takes bytes that `Device.encodedState` returned.
    init(_ bytes: [UInt8]) throws(StateCodingError) {
        self.bytes = bytes
        guard let format = bytes.first else { throw .damaged }
        guard format == StateFormat.current else { throw .unknownFormat(format) }
        end = bytes.count - 9
        guard end > Self.start, bytes[end] == StateFormat.eightBytes else { throw .damaged }
        var hash: UInt64 = 0
        for byte in bytes[(end + 1)...].reversed() { hash = hash << 8 | UInt64(byte) }
        guard hash == StateHash.of(bytes[..<end]) else { throw .damaged }
        var keys: [String]? = []
        let after = try go(over: Self.start, depth: 0, collecting: &keys)
        guard after == end else { throw .notUnderstood(reason: "more than one item", offset: after) }
        self.keys = keys ?? []
    }

    // MARK: Items

    /// The first byte and the number that belongs to it, and where the item goes on after both.
    struct Head {
        var first: UInt8
        var argument: UInt64 = 0
        var next: Int

        var major: StateFormat.Major? { StateFormat.Major(rawValue: first >> 5) }
    }

    func head(at position: Int) throws(StateCodingError) -> Head {
        guard position < end else { throw .notUnderstood(reason: "the end is missing", offset: position) }
        let first = bytes[position]
        var head = Head(first: first, next: position + 1)
        if first < 24 {
            head.argument = UInt64(first)
            return head
        }
        switch first {
        case StateFormat.indefiniteArray, StateFormat.indefiniteMap, StateFormat.end, StateFormat.no, StateFormat.yes,
            StateFormat.null:
            return head
        case StateFormat.double:
            head.argument = try integer(of: 8, at: &head.next)
            return head
        default: break
        }
        guard head.major != nil else { throw unexpected(at: position) }
        switch first & 0x1f {
        case let short where short < 24: head.argument = UInt64(short)
        case 24: head.argument = try integer(of: 1, at: &head.next)
        case 25: head.argument = try integer(of: 2, at: &head.next)
        case 26: head.argument = try integer(of: 4, at: &head.next)
        case 27: head.argument = try integer(of: 8, at: &head.next)
        default: throw unexpected(at: position)
        }
        return head
    }

    private func integer(of count: Int, at position: inout Int) throws(StateCodingError) -> UInt64 {
        guard end - position >= count else { throw .notUnderstood(reason: "the end is missing", offset: position) }
        var value: UInt64 = 0
        for index in position..<position + count { value = value << 8 | UInt64(bytes[index]) }
        position += count
        return value
    }

    func unexpected(at position: Int) -> StateCodingError {
        .notUnderstood(
            reason: "there is no item like 0x" + String(bytes[position], radix: 16) + " here",
            offset: position
        )
    }

    func isEnd(at position: Int) -> Bool { bytes[position] == StateFormat.end }

    /// The text at a position, and where the next item is.
    func text(at position: Int) throws(StateCodingError) -> (text: String, next: Int) {
        let head = try head(at: position)
        guard head.major == .text else { throw unexpected(at: position) }
        let next = try after(text: head)
        guard let text = String(validating: bytes[head.next..<next], as: UTF8.self) else {
            throw .notUnderstood(reason: "no UTF-8", offset: position)
        }
        return (text, next)
    }

    private func after(text head: Head) throws(StateCodingError) -> Int {
        guard let count = Int(exactly: head.argument), count <= end - head.next else {
            throw .notUnderstood(reason: "the end is missing", offset: head.next)
        }
        return head.next + count
    }

    /// The key of a structure, and where its value is.
    func key(at position: Int) throws(StateCodingError) -> (text: String, next: Int) {
        let head = try head(at: position)
        guard head.major == .unsigned else { return try text(at: position) }
        guard let number = Int(exactly: head.argument), number < keys.count else {
            throw .notUnderstood(reason: "no such key", offset: position)
        }
        return (keys[number], head.next)
    }

    // MARK: Going over

    /// Where the item after this one is.
    func skip(at position: Int) throws(StateCodingError) -> Int {
        var noKeys: [String]?
        return try go(over: position, depth: 0, collecting: &noKeys)
    }

    /// Goes over an item with all that is in it.
    ///
    /// - Parameter keys: When the item is checked, the keys that appeared before it, and then also those in it.
    private func go(
        over position: Int,
        depth: Int,
        collecting keys: inout [String]?
    ) throws(StateCodingError) -> Int {
        guard depth <= StateFormat.maximumDepth else {
            throw .notUnderstood(reason: "nested too deeply", offset: position)
        }
        let head = try head(at: position)
        var next = head.next
        switch head.first {
        case StateFormat.indefiniteArray, StateFormat.indefiniteMap:
            while try self.head(at: next).first != StateFormat.end {
                if head.first == StateFormat.indefiniteMap { next = try go(overKey: next, collecting: &keys) }
                next = try go(over: next, depth: depth + 1, collecting: &keys)
            }
            return next + 1
        case StateFormat.end: throw unexpected(at: position)
        default: break
        }
        switch head.major {
        case .text: return keys == nil ? try after(text: head) : try text(at: position).next
        case .array, .map:
            var left = head.argument
            while left > 0 {
                if head.major == .map { next = try text(at: next).next }
                next = try go(over: next, depth: depth + 1, collecting: &keys)
                left -= 1
            }
            return next
        case .unsigned, .negative, nil: return next
        }
    }

    private func go(overKey position: Int, collecting keys: inout [String]?) throws(StateCodingError) -> Int {
        let head = try head(at: position)
        switch head.major {
        case .text:
            guard keys != nil else { return try after(text: head) }
            let (name, next) = try text(at: position)
            keys?.append(name)
            return next
        case .unsigned:
            if let keys, head.argument >= UInt64(keys.count) {
                throw .notUnderstood(reason: "no such key", offset: position)
            }
            return head.next
        case .negative, .array, .map, nil: throw unexpected(at: position)
        }
    }
}
