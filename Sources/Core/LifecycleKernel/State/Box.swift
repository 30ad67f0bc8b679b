/// A value stored out of line, for what is large and rarely present: `Box<Value>?` takes a word while it is nil.
indirect enum Box<Value> {
    case value(Value)

    init(_ value: Value) { self = .value(value) }

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}

extension Box: Sendable where Value: Sendable {}
extension Box: Equatable where Value: Equatable {}
extension Box: Hashable where Value: Hashable {}

/// A box is encoded as its value.
extension Box: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Box: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
}

/// Storage for state that most values of a type never have: eight bytes until it is changed for the first time.
///
/// Its parts are read and changed as if they were its own.
@dynamicMemberLookup
struct LazyBox<Value: Blank>: Sendable {
    /// Empty until the first change, then one value. An array because its storage is out of line and copied only on
    /// write.
    private var kept: [Value] = []

    /// Blank state.
    init() {}

    /// Whether nothing has been changed yet.
    var isBlank: Bool { kept.isEmpty }

    /// The state. Requires that it is not blank.
    var value: Value {
        // Inlining these accessors and those of `TinyArray` saves 31 % of the instructions of a timed event.
        @inline(__always) get { kept[0] }
    }

    /// Changes the state in place. Requires that it is not blank. Faster than a change of one part by its key path.
    mutating func change(_ change: (inout Value) -> Void) { change(&kept[0]) }

    subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
        // Inlined, so that reading one part copies only that part. A blank value is made and not read from a global, since
        // access to a global would force the compiler to copy the enclosing value.
        @inline(__always) get { kept.isEmpty ? Value()[keyPath: part] : kept[0][keyPath: part] }
        _modify {
            if kept.isEmpty { kept = [Value()] }
            yield &kept[0][keyPath: part]
        }
    }
}

/// State with a blank initial value.
protocol Blank: Hashable, Codable, Sendable {
    init()
}

/// Encoded as its value, or as nil if that is blank, whether it was changed before or not.
extension LazyBox: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if !container.decodeNil() { kept = [try container.decode(Value.self)] }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isBlank || kept[0] == Value() {
            try container.encodeNil()
        } else {
            try container.encode(kept[0])
        }
    }
}
