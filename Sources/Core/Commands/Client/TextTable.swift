import LifecycleKernel
import WireFormat

/// Elements of a list as rows of text in aligned columns.
struct TextTable {
    /// A column: its header, and what it shows of an element.
    struct Column {
        let header: String
        let cell: (Value) -> String
        /// Whether it is left out where no element has anything to show in it.
        var isLeftOutWhenEmpty = false

        /// A column with a field of the elements.
        ///
        /// - Parameter path: The names that lead to the field.
        init(_ header: String, _ path: String..., leftOutWhenEmpty: Bool = false) {
            self.init(header) { element in path.reduce(element) { $0[$1] ?? .null }.cellText }
            isLeftOutWhenEmpty = leftOutWhenEmpty
        }

        /// A column with something that is made of an element.
        init(_ header: String, cell: @escaping (Value) -> String) {
            self.header = header
            self.cell = cell
        }
    }

    private let rows: [[String]]

    /// A table with a header row and a row for each element.
    init(of elements: [Value], columns: [Column]) {
        let shown = columns.filter { column in
            !column.isLeftOutWhenEmpty || elements.contains { !column.cell($0).isEmpty }
        }
        rows = [shown.map { $0.header.uppercased() }] + elements.map { element in shown.map { $0.cell(element) } }
    }

    /// The lines, each column as wide as its widest cell.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return (padded.dropLast() + row.suffix(1)).joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}
