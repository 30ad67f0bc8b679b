import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

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

    /// The parts that are the same for all rows of a table. They are made once.
    fileprivate struct Constants {
        /// The statement that inserts a row, and the one that puts it in the place of one with the same key.
        let insertion: String
        let replacement: String
        /// What the checksum of a row begins with.
        let hash: UInt64

        init(of table: StoreTable) {
            let row = "\(table.rawValue) VALUES (\(Array(repeating: "?", count: table.width).joined(separator: ", ")))"
            insertion = "INSERT INTO \(row)"
            replacement = "INSERT OR REPLACE INTO \(row)"
            hash = StateHash.of(Array(table.rawValue.utf8))
        }
    }

    private static let constants = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Constants(of: $0)) })

    fileprivate var constants: Constants { Self.constants[self]! }

    /// The checksum of a row: of the table, and of each column with its type.
    ///
    /// - Parameter values: The columns but the last.
    func checksum(_ values: some Sequence<DatabaseValue>) -> Int64 {
        var hash = constants.hash
        func fold(_ type: UInt64, _ word: UInt64) { hash = StateHash.fold(StateHash.fold(hash, type), word) }
        for value in values {
            switch value.storage {
            case .null: fold(0, 0)
            case .int64(let number): fold(1, UInt64(bitPattern: number))
            case .double(let number): fold(2, number.bitPattern)
            case .string(var text): fold(3, text.withUTF8 { StateHash.of(UnsafeRawBufferPointer($0)) })
            case .blob(let bytes): fold(4, bytes.withUnsafeBytes { StateHash.of($0) })
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
        let constants = table.constants
        let checksum = table.checksum(values.lazy.map { $0?.databaseValue ?? .null })
        try cachedStatement(sql: replacing ? constants.replacement : constants.insertion)
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
        guard bounds.contains(number) else { throw damage("has an impossible number: \(number)") }
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
