import GRDB

extension Database {
    /// How many errors of the file, or of each table, are reported.
    private static let errorsTold = 10

    /// What SQLite finds wrong with the pages, tables and indexes; nothing if all are whole.
    ///
    /// Reads every page, about a gigabyte a second if the file is in memory. If it has found damage, SQLite may refuse to
    /// commit the transaction.
    func integrityErrors() -> [String] {
        let errors = integrityErrors(of: nil)
        guard !errors.isEmpty else { return [] }
        // The check of the whole file names pages; that of each table says what is on them.
        let tables = (try? String.fetchAll(self, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")) ?? []
        let byTable = tables.flatMap { table in integrityErrors(of: table).map { "the table \(table): \($0)" } }
        return byTable.isEmpty ? errors : byTable
    }

    /// Checks a table with its indexes, or the whole file if `table` is nil.
    private func integrityErrors(of table: String?) -> [String] {
        var errors: [String] = []
        do {
            let scope = table.map { "'\($0)'" } ?? "\(Self.errorsTold)"
            let rows = try String.fetchCursor(self, sql: "PRAGMA integrity_check(\(scope))")
            while errors.count < Self.errorsTold, let row = try rows.next() { errors += Self.errors(in: row) }
        } catch {
            // SQLite has returned what it found before it failed.
            if errors.isEmpty { errors = [StoreFailure(error).description] }
        }
        return errors
    }

    /// The errors in a row, which may have several after a headline.
    private static func errors(in row: String) -> [String] {
        row.split(separator: "\n").filter { $0 != "ok" && !$0.hasPrefix("***") }.map(String.init)
    }
}
