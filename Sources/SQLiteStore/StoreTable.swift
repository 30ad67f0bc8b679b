import DeviceHost
import GRDB
import StateCoding

/// A table of the store. The last column of each is a checksum of the row's other columns.
///
/// The checksum finds damage, and rows that anything but the store has changed, moved or copied. It does not stop
/// somebody who computes it anew, so the bounds of numbers are checked as well.
enum StoreTable: String, CaseIterable {
    case counter, device, step, snapshot, answer, item, chainEnd

    /// How many columns it has.
    private var width: Int {
        switch self {
        case .counter, .chainEnd: 3
        case .device, .item: 5
        case .snapshot: 8
        case .answer: 10
        case .step: 14
        }
    }

    /// The statement that inserts a row.
    ///
    /// - Parameter replacing: Whether the row replaces one with the same key.
    fileprivate func insertion(replacing: Bool) -> String {
        let values = Array(repeating: "?", count: width).joined(separator: ", ")
        return "INSERT \(replacing ? "OR REPLACE " : "")INTO \(rawValue) VALUES (\(values))"
    }

    /// The checksum of a row: of the table, and of each column with its type.
    ///
    /// - Parameter values: The columns but the last.
    func checksum(_ values: some Sequence<DatabaseValue>) -> Int64 {
        var hash = StateHash.of(Array(rawValue.utf8))
        func fold(_ type: UInt64, _ word: UInt64) { hash = StateHash.fold(StateHash.fold(hash, type), word) }
        for value in values {
            switch value.storage {
            case .null: fold(0, 0)
            case .int64(let number): fold(1, UInt64(bitPattern: number))
            case .double(let number): fold(2, number.bitPattern)
            case .string(let text): fold(3, StateHash.of(Array(text.utf8)))
            case .blob(let bytes): fold(4, StateHash.of(Array(bytes)))
            }
        }
        return Int64(bitPattern: hash)
    }
}

extension Database {
    /// Inserts a row with its checksum.
    ///
    /// - Parameters:
    ///   - values: The columns but the last.
    ///   - replacing: Whether the row replaces one with the same key.
    func insert(
        _ values: [(any DatabaseValueConvertible)?],
        into table: StoreTable,
        replacing: Bool = false
    ) throws {
        let values = values.map { $0?.databaseValue ?? .null }
        let checksum = table.checksum(values).databaseValue
        try cachedStatement(sql: table.insertion(replacing: replacing))
            .execute(arguments: StatementArguments(values + [checksum]))
    }
}

/// A row of the store that is as it was written, whose columns are read in their order.
///
/// In a damaged file a column may have any type.
struct StoreRow {
    private let table: StoreTable
    private let values: [DatabaseValue]
    private var column = 0

    /// Reads a row with all its columns.
    ///
    /// - Throws: `StoreDamage` if it is not as it was written.
    init(_ row: Row, of table: StoreTable) throws(StoreDamage) {
        self.table = table
        values = Array(row.databaseValues)
        guard values.last?.storage == .int64(table.checksum(values.dropLast())) else {
            throw damage("is not as it was written")
        }
    }

    /// The error that something is wrong with the row, which it names by the first column.
    func damage(_ what: String) -> StoreDamage {
        let key = values.first.map { "\($0)".prefix(40) } ?? "without columns"
        return StoreDamage("the row \(key) of the table \(table.rawValue) \(what)")
    }

    /// The next column, a whole number.
    mutating func number() throws(StoreDamage) -> Int64 {
        guard case .int64(let number) = next() else { throw wrongType() }
        return number
    }

    /// The next column, a whole number within bounds.
    mutating func number(in bounds: ClosedRange<Int64>) throws(StoreDamage) -> Int64 {
        let number = try number()
        guard bounds.contains(number) else { throw damage("has a number that cannot be: \(number)") }
        return number
    }

    /// The next column, a whole number or nothing.
    mutating func optionalNumber() throws(StoreDamage) -> Int64? {
        switch next() {
        case .int64(let number): return number
        case .null: return nil
        default: throw wrongType()
        }
    }

    /// The next column, the bits of a hash.
    mutating func bits() throws(StoreDamage) -> UInt64 { UInt64(bitPattern: try number()) }

    /// The next column, a text.
    mutating func text() throws(StoreDamage) -> String {
        guard case .string(let text) = next() else { throw wrongType() }
        return text
    }

    /// The next column, bytes.
    mutating func bytes() throws(StoreDamage) -> [UInt8] {
        switch next() {
        case .blob(let data): return Array(data)
        default: throw wrongType()
        }
    }

    private mutating func next() -> DatabaseValue.Storage? {
        defer { column += 1 }
        return column < values.count ? values[column].storage : nil
    }

    private func wrongType() -> StoreDamage { damage("has a column of another type") }
}
