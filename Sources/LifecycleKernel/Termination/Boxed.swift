/// A value kept out of line, for what is large and rarely there: `Boxed<Value>?` takes a word while it is nil.
indirect enum Boxed<Value> {
    case value(Value)

    init(_ value: Value) { self = .value(value) }

    /// What is in the box.
    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}

/// A box is encoded as what is in it.
extension Boxed: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Boxed: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
}
