/// A value stored out of line, for what is large and rarely present: `Box<Value>?` takes a word while it is nil.
indirect enum Box<Value> {
    case value(Value)

    init(_ value: Value) { self = .value(value) }

    /// The value.
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
