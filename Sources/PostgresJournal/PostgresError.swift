#if PostgreSQL
/// An error of PostgreSQL, or of the connection to it. Its text has no values of statements and no password.
struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// The five letters and digits with which PostgreSQL says what is wrong; nil if the connection failed.
    let state: String?
    /// What is wrong, on one line.
    let description: String

    /// The connection failed.
    ///
    /// - Parameter message: What libpq says.
    init(connection message: String) {
        state = nil
        description = Self.line(message)
    }

    init(state: String?, message: String) {
        self.state = state
        description = Self.line(message)
    }

    /// Whether the connection is of no use any more: it ended, the database is being stopped or started, or it cannot be
    /// written because it has become a standby.
    var endsConnection: Bool {
        guard let state else { return true }
        return ["08", "57P0"].contains { state.hasPrefix($0) } || state == "25006"
    }

    /// Whether the same transaction may succeed when it is tried again.
    var isTransient: Bool { state == "40001" || state == "40P01" }

    /// Whether PostgreSQL refuses what was written: the data, or what the tables demand of it.
    var isRefusal: Bool {
        guard let state else { return false }
        return ["22", "23"].contains { state.hasPrefix($0) }
    }

    /// Whether a statement that was prepared is not there, or was prepared by somebody else.
    var isOfOtherConnection: Bool { state == "26000" || state == "42P05" }

    /// Whether a lock was not granted in time.
    var isLockTimeout: Bool { state == "55P03" }

    /// Whether the server has lost its place: it has no row in the table `member`, or a newer connection writes.
    var isFenced: Bool { state == Self.fenced }

    /// The numbers of the partitions that the server does not own; nil if that is not what is wrong.
    var partitionsNotOwned: [Int]? {
        state == Self.notOwned ? description.split { !$0.isNumber }.compactMap { Int($0) } : nil
    }

    /// The error for those who send requests: where the database is stands only in the log.
    var withoutAddress: PostgresError {
        state == nil ? PostgresError(connection: "the database cannot be reached") : self
    }

    /// What the function `fence` raises when the server has lost its place.
    static let fenced = "GR001"
    /// What the function `fence` raises, with the numbers of the partitions, when others own them.
    static let notOwned = "GR002"

    private static func line(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0.isWhitespace } }
            .joined(separator: " ")
    }
}
#endif
