import GRDB
import LifecycleKernel

/// The sequence of a record as a column. In a damaged file the number may be negative: it is read as 0.
extension SequenceNumber: DatabaseValueConvertible {
    /// The number as SQLite stores it.
    public var databaseValue: DatabaseValue { Int64(clamping: rawValue).databaseValue }

    /// Reads a whole number; nil for anything else.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> SequenceNumber? {
        Int64.fromDatabaseValue(value).map { SequenceNumber(rawValue: UInt64(clamping: $0)) }
    }
}
