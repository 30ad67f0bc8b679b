/// An error of PostgreSQL, or of the connection to it. Its text has no values of statements and no password.
struct PostgreSQLError: Error, Hashable, CustomStringConvertible {
    /// The five letters and digits with which PostgreSQL says what is wrong; nil if the connection failed.
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

    /// Whether the connection is of no use any more: it ended, the database is being stopped or started, or it cannot be
    /// written because it has become a standby.
    var endsConnection: Bool {
        guard let state else { return true }
        return ["08", "57P0"].contains { state.hasPrefix($0) } || state == "25006" || state == "25P03"
    }

    /// Whether the same transaction may succeed when it is tried again at once.
    var isTransient: Bool { state == "40001" || state == "40P01" }

    /// Whether it took longer than it may: a lock was not granted in time, or the statement was canceled.
    var isTimeout: Bool { state == "55P03" || state == "57014" }

    /// Whether the database is a standby, or says so to libpq, which looks for another.
    var isOfStandby: Bool { state == "25006" || state == nil && description.contains("session is read-only") }

    /// Whether PostgreSQL refuses what was written, whenever it is tried: the data, or its size.
    var isRefusal: Bool {
        guard let state else { return false }
        return ["22", "23", "54"].contains { state.hasPrefix($0) }
    }
}
