/// Rows of words in aligned columns.
struct TextTable {
    private var rows: [[String]]

    /// A table with a head.
    init(_ head: String...) {
        rows = [head.map { $0.uppercased() }]
    }

    /// Adds a row.
    mutating func add(_ words: String...) { rows.append(words) }

    /// The lines, each column as wide as its widest word.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, word) in row.enumerated() {
                line += word
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - word.count + 2) }
            }
            return line
        }
        .joined(separator: "\n")
    }
}
