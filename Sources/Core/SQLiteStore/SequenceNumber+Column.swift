import GRDB
import LifecycleKernel

/// The sequence of a record as a column.
extension SequenceNumber: DatabaseValueConvertible {
    /// The number as SQLite stores it.
    public var databaseValue: DatabaseValue { Int64(clamping: rawValue).databaseValue }

    /// Reads a whole number that is not negative; nil for anything else.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> SequenceNumber? {
        Int64.fromDatabaseValue(value).flatMap { UInt64(exactly: $0) }.map { SequenceNumber(rawValue: $0) }
    }
}
