import Foundation
import HTTPTypes
import Hummingbird

/// Requires the configured bearer token (RFC 6750) of all requests, except for routes that are open.
///
/// Every path that is not a known open route needs the token, including unknown paths: the router treats `//v1/devices` as
/// `/v1/devices`, so comparing the text of a path would not be safe.
struct Authorization: Sendable {
    /// The bytes of the token; nil if none is configured, so that everything is open.
    private let token: [UInt8]?
    private let openPaths: Set<String>
    /// Whether the token may also be the password of Basic authentication (RFC 7617), which is what a client sends whose URL
    /// has a user name and a password.
    private let acceptsPassword: Bool

    init(token: String?, openPaths: Set<String>, acceptsPassword: Bool = false) {
        self.token = token.map { Array($0.utf8) }
        self.openPaths = openPaths
        self.acceptsPassword = acceptsPassword
    }

    /// Checks a request.
    ///
    /// - Throws: `unauthorized`.
    func check(_ request: Request, _ context: APIRequestContext) throws(Problem) {
        guard let token, !openPaths.contains(context.endpointPath ?? "") else { return }
        guard let given = bearerToken(of: request) else {
            throw unauthorized("A header \"Authorization: Bearer ...\" is needed.", "Bearer realm=\"greenroom\"")
        }
        guard Self.areEqual(given, token) else {
            throw unauthorized(
                "The bearer token is not the right one.",
                "Bearer realm=\"greenroom\", error=\"invalid_token\""
            )
        }
    }

    private func unauthorized(_ detail: String, _ challenge: String) -> Problem {
        Problem(.unauthorized, detail, field: "Authorization", headers: [.wwwAuthenticate: challenge])
    }

    private func bearerToken(of request: Request) -> [UInt8]? {
        guard let header = request.header(.authorization) else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return Array(parts[1].utf8)
        case "basic" where acceptsPassword: return Self.password(inCredentials: String(parts[1]))
        default: return nil
        }
    }

    /// The password in the credentials of Basic authentication: what follows the first colon.
    static func password(inCredentials text: String) -> [UInt8]? {
        guard let credentials = Data(base64Encoded: text), let colon = credentials.firstIndex(of: UInt8(ascii: ":"))
        else {
            return nil
        }
        return Array(credentials[(colon + 1)...])
    }

    /// Compares in a time that depends only on the length of the given bytes.
    static func areEqual(_ given: [UInt8], _ token: [UInt8]) -> Bool {
        guard !token.isEmpty else { return false }
        var difference = given.count ^ token.count
        for (index, byte) in given.enumerated() { difference |= Int(byte ^ token[index % token.count]) }
        return difference == 0
    }
}
