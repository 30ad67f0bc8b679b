import CPostgreSQL
import DeviceHost

/// The rows that a statement returned, in PostgreSQL's binary format.
final class ResultRows {
    private let result: OpaquePointer
    /// How many rows there are.
    let count: Int

    /// Takes a result, and frees it at the end.
    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
    }

    deinit { PQclear(result) }

    /// A row.
    struct Row {
        fileprivate let rows: ResultRows
        fileprivate let index: Int32

        /// Returns a whole number, or nil for NULL.
        ///
        /// - Throws: `StoreDamage` if the column has another type.
        func optional(_ column: Int32) throws(StoreDamage) -> Int64? {
            guard let bytes = rows.bytes(index, column) else { return nil }
            guard [2, 4, 8].contains(bytes.count) else { throw StoreDamage("column \(column) is no number") }
            // The first byte contains the sign.
            let start: Int64 = bytes[0] >= 0x80 ? -1 : 0
            return bytes.reduce(start) { $0 << 8 | Int64($1) }
        }

        /// A column of whole numbers.
        func number(_ column: Int32) throws(StoreDamage) -> Int64 {
            guard let value = try optional(column) else { throw StoreDamage("column \(column) is empty") }
            return value
        }

        /// A column of bytes.
        func bytes(_ column: Int32) throws(StoreDamage) -> [UInt8] {
            guard let bytes = rows.bytes(index, column) else { throw StoreDamage("column \(column) is empty") }
            return Array(bytes)
        }

        /// A column of text.
        func text(_ column: Int32) throws(StoreDamage) -> String {
            String(decoding: try bytes(column), as: UTF8.self)
        }

        /// A column of text that may be NULL.
        func optionalText(_ column: Int32) throws(StoreDamage) -> String? {
            rows.bytes(index, column).map { String(decoding: $0, as: UTF8.self) }
        }

        /// A column of ids.
        func uuid(_ column: Int32) throws(StoreDamage) -> UInt128 {
            let bytes = try bytes(column)
            guard bytes.count == 16 else { throw StoreDamage("column \(column) is no id") }
            return bytes.reduce(0) { $0 << 8 | UInt128($1) }
        }

        /// A column of whole numbers within bounds.
        func number(_ column: Int32, in bounds: ClosedRange<Int64>) throws(StoreDamage) -> Int64 {
            let number = try number(column)
            guard bounds.contains(number) else { throw StoreDamage("it has an impossible number: \(number)") }
            return number
        }

        /// A column of lists of bytes, without NULLs.
        func byteLists(_ column: Int32) throws(StoreDamage) -> [[UInt8]] {
            var rest = try bytes(column)[...]
            func number() throws(StoreDamage) -> Int {
                guard rest.count >= 4 else { throw StoreDamage("column \(column) is no list") }
                defer { rest = rest.dropFirst(4) }
                return Int(rest.prefix(4).reduce(0) { $0 << 8 | Int32($1) })
            }
            // See `Parameter.array`.
            let dimensions = try number()
            _ = (try number(), try number())
            guard dimensions > 0 else { return [] }
            let count = try number()
            _ = try number()
            var list: [[UInt8]] = []
            for _ in 0..<max(count, 0) {
                let length = try number()
                guard dimensions == 1, 0...rest.count ~= length else {
                    throw StoreDamage("column \(column) is no list")
                }
                list.append(Array(rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
            return list
        }

        /// A column of booleans.
        func bool(_ column: Int32) throws(StoreDamage) -> Bool { try bytes(column).first != 0 }
    }

    /// The rows, in order.
    var all: [Row] { (0..<count).map { Row(rows: self, index: Int32($0)) } }

    /// The first row.
    var first: Row? { count > 0 ? Row(rows: self, index: 0) : nil }

    private func bytes(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
    }
}
