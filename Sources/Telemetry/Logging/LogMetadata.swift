import Logging

/// Metadata in the form in which it is written.
enum LogMetadata {
    /// A value without dictionaries.
    indirect enum Flat: Equatable {
        case text(String)
        /// A number, as JSON writes it.
        case number(String)
        case list([Flat])

        /// The value as text.
        var description: String {
            switch self {
            case .text(let text), .number(let text): text
            case .list(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
            }
        }
    }

    /// How deep dictionaries and lists are followed; what is deeper is written as Swift describes it.
    private static let depthLimit = 8

    /// The metadata of a message: the handler's, over it what the provider gives, over it the message's own; flattened,
    /// and sorted by key.
    static func flattened(
        _ base: Logger.Metadata,
        _ provider: Logger.MetadataProvider?,
        _ own: Logger.Metadata?
    ) -> [(key: String, value: Flat)] {
        var merged = base
        if let provider { merged.merge(provider.get()) { _, new in new } }
        if let own { merged.merge(own) { _, new in new } }
        guard !merged.isEmpty else { return [] }
        var flat: [String: Flat] = [:]
        flatten(merged, prefix: "", depth: 0, into: &flat)
        return flat.sorted { $0.key < $1.key }
    }

    /// A control character as JSON escapes it.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func flatten(
        _ metadata: Logger.Metadata,
        prefix: String,
        depth: Int,
        into flat: inout [String: Flat]
    ) {
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            if case .dictionary(let inner) = value, depth < depthLimit {
                flatten(inner, prefix: "\(prefix)\(key).", depth: depth + 1, into: &flat)
            } else {
                flat[prefix + key] = self.flat(value, depth: depth)
            }
        }
    }

    private static func flat(_ value: Logger.Metadata.Value, depth: Int) -> Flat {
        guard depth < depthLimit else { return .text(String(describing: value)) }
        switch value {
        case .string(let text): return .text(text)
        case .stringConvertible(let value): return number(value) ?? .text(value.description)
        case .array(let elements): return .list(elements.map { flat($0, depth: depth + 1) })
        case .dictionary(let members):
            let pairs = members.sorted { $0.key < $1.key }
            return .list(pairs.map { .text("\($0.key)=\(flat($0.value, depth: depth + 1).description)") })
        }
    }

    /// A number; nil for other values, and for numbers that JSON does not have.
    private static func number(_ value: any CustomStringConvertible) -> Flat? {
        switch value {
        case let value as any BinaryInteger: .number("\(value)")
        case let value as Double where value.isFinite: .number(value.description)
        case let value as Float where value.isFinite: .number(value.description)
        default: nil
        }
    }
}
