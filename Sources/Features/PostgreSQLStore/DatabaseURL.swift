import CPostgreSQL
import Foundation

/// The URL of a database, as libpq takes it: `postgres://user:password@host:port/database?sslmode=require`.
///
/// It may contain a password, so it has no description.
package struct DatabaseURL: Sendable {
    private let text: String
    /// Whether a password is in it.
    package let hasPassword: Bool
    /// The hosts other than this machine, if the URL does not require encryption.
    package let unprotectedHosts: [String]

    /// Reads a URL; nil when libpq does not accept it.
    package init?(_ text: String) {
        guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix),
            let options = PQconninfoParse(text, nil)
        else { return nil }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = text
        hasPassword = values["password"] != nil
        let isProtected = ["require", "verify-ca", "verify-full"].contains(values["sslmode"] ?? "")
        let hosts = (values["host"] ?? values["hostaddr"] ?? "").split(separator: ",").map(String.init)
        unprotectedHosts = isProtected ? [] : hosts.filter { !Self.isThisMachine($0) }
    }

    /// Whether a host is this machine, so that nobody can listen in between: a loopback address, or the folder of a socket.
    private static func isThisMachine(_ host: String) -> Bool {
        host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// Connects. Returns nil if there is no memory.
    func connect() -> OpaquePointer? { withParameters { PQconnectdbParams($0, $1, 1) } }

    /// Whether the database answers, and is not just being started.
    var isRefused: Bool { withParameters { PQpingParams($0, $1, 1) } == PQPING_OK }

    private func withParameters<Result>(
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        // The URL can override settings before it, but not those after it.
        let settings: [(String, String)] = [
            ("connect_timeout", "2"), ("tcp_user_timeout", "5000"),
            ("keepalives_idle", "2"), ("keepalives_interval", "1"), ("keepalives_count", "3"),
            ("dbname", text),
            ("application_name", "greenroom"), ("client_encoding", "UTF8"), ("target_session_attrs", "read-write"),
        ]
        // libpq reads them only during the call.
        let keywords = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { for text in keywords + values { free(text) } }
        return body(keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
    }
}
