/// Rows of text in aligned columns.
struct TextTable {
    private var rows: [[String]]

    /// A table with a header row.
    init(_ header: String...) {
        rows = [header.map { $0.uppercased() }]
    }

    /// Adds a row.
    mutating func add(_ cells: String...) { rows.append(cells) }

    /// The lines, each column as wide as its widest cell.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
            }
            return line
        }
        .joined(separator: "\n")
    }
}
