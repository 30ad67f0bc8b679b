import Foundation
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// Requires a configured bearer token (RFC 6750) of all requests, except for routes that are open. With the read-only token,
/// requests that may change something are refused.
///
/// Every path that is not a known open route needs the token, including unknown paths: the router treats `//v1/devices` as
/// `/v1/devices`, so comparing the text of a path would not be safe.
struct Authorization: Sendable {
    /// The bytes of the token; nil if none is configured, so that everything is open.
    private let token: [UInt8]?
    /// The bytes of the token with which nothing can be changed; nil if none is configured.
    private let readOnlyToken: [UInt8]?
    private let openPaths: Set<String>
    /// The paths that check for themselves what a client with the read-only token may do.
    private let selfCheckingPaths: Set<String>
    /// Whether the token may also be the password of Basic authentication (RFC 7617), which is what a client sends whose URL
    /// has a user name and a password.
    private let acceptsPassword: Bool

    init(
        token: String?,
        readOnlyToken: String? = nil,
        openPaths: Set<String>,
        selfCheckingPaths: Set<String> = [],
        acceptsPassword: Bool = false
    ) {
        self.token = token.map { Array($0.utf8) }
        self.readOnlyToken = readOnlyToken.map { Array($0.utf8) }
        self.openPaths = openPaths
        self.selfCheckingPaths = selfCheckingPaths
        self.acceptsPassword = acceptsPassword
    }

    /// Checks a request.
    ///
    /// - Returns: Whether the client may change something.
    /// - Throws: `unauthorized`, `read-only-token`.
    @discardableResult
    func check(_ request: Request, _ context: APIRequestContext) throws(Problem) -> Bool {
        let path = context.endpointPath ?? ""
        guard let token, !openPaths.contains(path) else { return true }
        guard let given = bearerToken(of: request) else {
            throw unauthorized("A header \"Authorization: Bearer ...\" is needed.", "Bearer realm=\"greenroom\"")
        }
        if Self.areEqual(given, token) { return true }
        guard let readOnlyToken, Self.areEqual(given, readOnlyToken) else {
            throw unauthorized(
                "The bearer token is not the right one.",
                "Bearer realm=\"greenroom\", error=\"invalid_token\""
            )
        }
        guard request.method == .get || request.method == .head || selfCheckingPaths.contains(path) else {
            throw .readOnlyToken
        }
        return false
    }

    private func unauthorized(_ detail: Sentence, _ challenge: String) -> Problem {
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

extension Problem {
    /// Something would be changed, and the token is the one that may only read.
    package static var readOnlyToken: Problem {
        Problem(
            .readOnlyToken,
            "This token can only read.",
            field: "Authorization",
            headers: [.wwwAuthenticate: "Bearer realm=\"greenroom\", error=\"insufficient_scope\""]
        )
    }
}
