#if PostgreSQL
import DeviceHost
import LifecycleKernel
import WireFormat

/// The columns that are JSON text: an array of names and values.
enum ColumnText {
    static func write(labels: [Label]) -> String { write(labels.map { ($0.key, $0.value) }) }

    static func labels(_ text: String) throws(JournalDamage) -> [Label] {
        try read(text).map { Label(key: $0.0, value: $0.1) }
    }

    static func write(fields: [StoredAnswer.Field]) -> String { write(fields.map { ($0.name, $0.value) }) }

    static func fields(_ text: String) throws(JournalDamage) -> [StoredAnswer.Field] {
        try read(text).map { StoredAnswer.Field(name: $0.0, value: $0.1) }
    }

    private static func write(_ pairs: [(String, String)]) -> String {
        let value = Value.array(pairs.map { .array([.string($0.0), .string($0.1)]) })
        return String(decoding: JSONText.write(value), as: UTF8.self)
    }

    private static func read(_ text: String) throws(JournalDamage) -> [(String, String)] {
        guard case .array(let pairs)? = try? JSONText.parse(Array(text.utf8)) else {
            throw JournalDamage("a column has no list of names and values")
        }
        var found: [(String, String)] = []
        for pair in pairs {
            guard case .array(let texts) = pair, texts.count == 2, case .string(let name) = texts[0],
                case .string(let value) = texts[1]
            else { throw JournalDamage("a name stands without a value") }
            found.append((name, value))
        }
        return found
    }
}
#endif
