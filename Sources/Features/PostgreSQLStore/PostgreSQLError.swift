/// An error of PostgreSQL, or of the connection to it. Its text contains no values of statements and no password.
struct PostgreSQLError: Error, Hashable, CustomStringConvertible {
    /// The SQLSTATE of the error, five letters and digits; nil if the connection failed.
    let state: String?
    /// What is wrong, on one line.
    let description: String

    /// The database did not answer in time.
    static let noAnswer = PostgreSQLError(connection: "the database does not answer")

    /// The connection failed.
    ///
    /// - Parameter message: What libpq says.
    init(connection message: String) { self.init(state: nil, message: message) }

    init(state: String?, message: String) {
        self.state = state
        description = message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0.isWhitespace } }
            .joined(separator: " ")
    }

    /// Whether the connection can no longer be used: it has ended, the database is stopping or starting, or the database has become
    /// a standby, to which nobody can write.
    var endsConnection: Bool {
        guard let state else { return true }
        return ["08", "57P0"].contains { state.hasPrefix($0) } || state == "25006" || state == "25P03"
    }

    /// Whether the same transaction may succeed when it is tried again at once.
    var isTransient: Bool { state == "40001" || state == "40P01" }

    /// Whether it took longer than it may: a lock was not granted in time, or the statement was canceled.
    var isTimeout: Bool { state == "55P03" || state == "57014" }

    /// Whether the database is a standby, or has told libpq so, which then looks for another host.
    var isOfStandby: Bool { state == "25006" || state == nil && description.contains("session is read-only") }

    /// Whether PostgreSQL will always refuse what was written, because of the data or its size.
    var isRefusal: Bool {
        guard let state else { return false }
        return ["22", "23", "54"].contains { state.hasPrefix($0) }
    }
}
