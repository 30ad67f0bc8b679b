import Foundation

/// The columns of stores that are JSON text.
package enum ColumnText {
    package static func write(labels: [Label]) throws -> String {
        try write(labels.map { [$0.key, $0.value] })
    }

    package static func labels(_ text: String) throws(StoreDamage) -> [Label] {
        try read(text).map { Label(key: $0.0, value: $0.1) }
    }

    package static func write(fields: [StoredAnswer.Field]) throws -> String {
        try write(fields.map { [$0.name, $0.value] })
    }

    package static func fields(_ text: String) throws(StoreDamage) -> [StoredAnswer.Field] {
        try read(text).map { StoredAnswer.Field(name: $0.0, value: $0.1) }
    }

    private static func write(_ pairs: [[String]]) throws -> String {
        String(decoding: try JSONEncoder().encode(pairs), as: UTF8.self)
    }

    private static func read(_ text: String) throws(StoreDamage) -> [(String, String)] {
        // Most devices have no labels, and a decoder is slow to make.
        if text == "[]" { return [] }
        guard let pairs = try? JSONDecoder().decode([[String]].self, from: Data(text.utf8)),
            pairs.allSatisfy({ $0.count == 2 })
        else { throw StoreDamage("there is no list of names and values where one should be") }
        return pairs.map { ($0[0], $0[1]) }
    }
}
