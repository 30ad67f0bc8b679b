import GRDB

extension Database {
    /// How many flaws are told of the file, or of each table.
    private static let flawsTold = 10

    /// What SQLite finds wrong with the pages, tables and indexes; nothing if all are whole.
    ///
    /// Reads every page, about a gigabyte a second where the file is in memory. After damage was found the transaction may not
    /// be committed any more.
    func integrityFlaws() -> [String] {
        let flaws = integrityFlaws(of: nil)
        guard !flaws.isEmpty else { return [] }
        // The check of the whole file names pages; that of each table says what is on them.
        let tables = (try? String.fetchAll(self, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")) ?? []
        let byTable = tables.flatMap { table in integrityFlaws(of: table).map { "the table \(table): \($0)" } }
        return byTable.isEmpty ? flaws : byTable
    }

    /// Checks a table with its indexes; nil for the whole file.
    private func integrityFlaws(of table: String?) -> [String] {
        var flaws: [String] = []
        do {
            let scope = table.map { "'\($0)'" } ?? "\(Self.flawsTold)"
            let rows = try String.fetchCursor(self, sql: "PRAGMA integrity_check(\(scope))")
            while flaws.count < Self.flawsTold, let row = try rows.next() { flaws += Self.flaws(in: row) }
        } catch {
            // SQLite tells what it has found so far before it fails.
            if flaws.isEmpty { flaws = [JournalFailure(error).description] }
        }
        return flaws
    }

    /// The flaws of a row, which may have several after a headline.
    private static func flaws(in row: String) -> [String] {
        row.split(separator: "\n").filter { $0 != "ok" && !$0.hasPrefix("***") }.map(String.init)
    }
}
