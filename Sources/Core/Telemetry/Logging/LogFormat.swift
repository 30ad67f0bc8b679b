import LifecycleKernel
import Logging

/// What the line of a message looks like.
public enum LogFormat: String, CaseIterable, Sendable {
    /// A short line for people: the time of day in UTC, the level, the label, the message, and the metadata as `key=value`.
    case text
    /// A JSON object on one line, for programs that collect logs.
    ///
    /// Its members are `time` (ISO 8601 in UTC, milliseconds), `level`, `label`, `message`, `error` where there is one, and the
    /// metadata, sorted by key: what is logged as a number (`.stringConvertible`) is a number, dictionaries are flattened with
    /// dots, and a key with the name of one of the members before it is written as `metadata.<key>`.
    case json

    /// The line, which ends in a line feed and contains no other.
    ///
    /// - Parameter metadata: That of all origins, sorted by key.
    func line(
        _ event: LogEvent,
        at time: Instant,
        label: String,
        metadata: [(key: String, value: LogMetadata.Flat)]
    ) -> String {
        let error = event.error.map { String(describing: $0) }
        switch self {
        case .text:
            let level = event.level.rawValue
            let padding = String(repeating: " ", count: Self.levelWidth - level.count)
            let timeOfDay = time.description.dropFirst("2026-01-01T".count).dropLast()
            var words = ["\(timeOfDay) \(level)\(padding) \(label.escaped()): \(event.message.description.escaped())"]
            words += metadata.map { "\($0.key.escaped())=\($0.value.description.word)" }
            if let error { words.append("error=\(error.word)") }
            return words.joined(separator: " ") + "\n"
        case .json:
            let message = event.message.description
            var members: [(name: String, value: LogMetadata.Flat)] = [
                ("time", .text(time.description)), ("level", .text(event.level.rawValue)), ("label", .text(label)),
                ("message", .text(message)),
            ]
            if let error { members.append(("error", .text(error))) }
            members += metadata.map { (Self.reserved.contains($0.key) ? "metadata.\($0.key)" : $0.key, $0.value) }
            return "{" + members.map { "\($0.name.quoted):\($0.value.json)" }.joined(separator: ",") + "}\n"
        }
    }

    private static let levelWidth = Logger.Level.allCases.map(\.rawValue.count).max() ?? 0
    private static let reserved: Set<String> = ["time", "level", "label", "message", "error"]
}

/// Metadata in the form in which it is written.
enum LogMetadata {
    /// A value without dictionaries.
    indirect enum Flat {
        case text(String)
        /// A number, as JSON writes it.
        case number(String)
        case list([Flat])

        var description: String {
            switch self {
            case .text(let text), .number(let text): text
            case .list(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
            }
        }

        var json: String {
            switch self {
            case .text(let text): text.quoted
            case .number(let digits): digits
            case .list(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
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

extension String {
    /// The text as a JSON string.
    fileprivate var quoted: String { "\"" + escaped(quotes: true) + "\"" }

    /// The text, as a JSON string where it would not read as one word.
    fileprivate var word: String {
        isEmpty || unicodeScalars.contains { $0 == " " || $0 == "\"" || $0 == "=" } ? quoted : escaped()
    }

    /// The text without what would break the line or steer the terminal. Line separators are escaped, too: some readers
    /// take them for the end of the line.
    ///
    /// - Parameter quotes: Whether quotation marks and backslashes are escaped, too.
    fileprivate func escaped(quotes: Bool = false) -> String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += #"\n"#
            case "\r": result += #"\r"#
            case "\t": result += #"\t"#
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                result += #"\u"# + UInt64(scalar.value).hexadecimal.suffix(4)
            case "\"" where quotes: result += #"\""#
            case "\\" where quotes: result += #"\\"#
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
