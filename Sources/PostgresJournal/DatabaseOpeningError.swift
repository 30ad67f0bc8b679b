#if PostgreSQL
/// Why a journal in PostgreSQL could not be opened, as one line without the URL.
package enum DatabaseOpeningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database refuses the server: a wrong password, no such database, no right to make tables; what it says.
    case refused(String)
    /// A pooler between the server and the database gives a connection to others after each transaction.
    case pooled
    /// The tables were made by a later version.
    case newer

    package var description: String {
        switch self {
        case .refused(let reason): "the database of the journal cannot be used: \(reason)"
        case .pooled:
            "the database of the journal is reached through a pooler that shares connections between transactions; "
                + "give the address of PostgreSQL itself, or of a pool of whole connections"
        case .newer: "the journal in the database was written by a later version of greenroom; use that one"
        }
    }
}
#endif
