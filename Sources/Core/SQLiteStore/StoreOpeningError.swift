import GRDB

/// Why a store could not be opened. Nothing in the directory has been changed.
package enum StoreOpeningError: Error, Hashable, Sendable {
    /// The directory cannot be used; what the system says.
    case unusable(String, String)
    /// Another process uses the directory.
    case inUse(String)
    /// There is no store in the directory, and none was to be created.
    case noStore(String)
    /// The file is a database, but not a store.
    case notAStore(String)
    /// The store was written by a later version, with tables that this one does not know.
    case newer(String)
    /// The store was written by a version before the first that was released.
    case older(String)
    /// The file is damaged, or no database at all; what SQLite says.
    case damaged(String, String)

    init(_ error: DatabaseError, _ directory: String) {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(directory, StoreFailure(error).description)
        default: self = .unusable(directory, StoreFailure(error).description)
        }
    }
}

extension StoreOpeningError: CustomStringConvertible {
    /// The error as one line.
    package var description: String {
        switch self {
        case .unusable(let directory, let reason): "the data directory \(directory) cannot be used: \(reason)"
        case .inUse(let directory): "the data directory \(directory) is used by another process"
        case .noStore(let directory): "there is no store in \(directory)"
        case .notAStore(let directory): "\(SQLiteStore.fileName) in \(directory) is not a store"
        case .newer(let directory):
            "the store in \(directory) was written by a later version of greenroom; use that one"
        case .older(let directory):
            "the store in \(directory) was written by a version of greenroom before its first release, which this one does not read"
        case .damaged(let directory, let reason): "the store in \(directory) is damaged: \(reason)"
        }
    }
}

/// An error of the database, without the statement and its values.
struct StoreFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    init(_ error: any Error) {
        if let error = error as? DatabaseError {
            description = Self.message(of: error)
        } else {
            description = "\(error)"
        }
    }

    /// What SQLite says of an error. When a step of a backup fails, the connection has no message, and only the code
    /// says why.
    private static func message(of error: DatabaseError) -> String {
        let general = DatabaseError(resultCode: error.resultCode).message
        let nothing = DatabaseError(resultCode: .SQLITE_OK).message
        return (error.message == nothing ? general : error.message) ?? "\(error.resultCode)"
    }
}
