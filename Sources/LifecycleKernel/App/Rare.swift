/// State that most values of a kind never have: it takes eight bytes until it is changed for the first time.
///
/// Its parts are read and changed as if they were its own.
@dynamicMemberLookup
struct Rare<Value: Blank>: Sendable {
    /// Empty while nothing has been changed, then one value. An array because it is kept elsewhere, and copied only
    /// when it is changed while somebody else has it too.
    private var kept: [Value] = []

    /// Blank state.
    init() {}

    /// Whether nothing has been changed so far.
    var isBlank: Bool { kept.isEmpty }

    subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
        // Inlined, and without a choice between two arrays: that would retain one of them for every field read.
        @inline(__always) get { kept.isEmpty ? Value.blank[0][keyPath: part] : kept[0][keyPath: part] }
        _modify {
            if kept.isEmpty { kept = Value.blank }
            yield &kept[0][keyPath: part]
        }
    }
}

/// State that begins with nothing.
protocol Blank: Hashable, Codable, Sendable {
    /// One value, as it begins.
    static var blank: [Self] { get }
}

/// What is kept is encoded as itself, and blank state as nothing, whether it was changed before or not.
extension Rare: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if !container.decodeNil() { kept = [try container.decode(Value.self)] }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isBlank || kept == Value.blank {
            try container.encodeNil()
        } else {
            try container.encode(kept[0])
        }
    }
}
