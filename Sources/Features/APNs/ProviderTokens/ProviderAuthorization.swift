import DeviceHost
import HTTPAPI
import LifecycleKernel
import Synchronization

/// How provider tokens are looked at.
public enum ProviderTokenCheck: String, CaseIterable, Sendable {
    /// Not at all.
    case none
    /// They must look like one; the signature of a registered key is verified.
    case shape
    /// They must be signed with a registered key.
    case verify
}

/// Checks the provider tokens of requests, and the certificates of clients.
struct ProviderAuthorization: Sendable {
    let check: ProviderTokenCheck
    let keys: ProviderKeys
    /// Refuses new tokens that come too soon; nil where they may come at any time.
    let updates: TokenUpdates?
    let wall: any WallClock

    /// How old a token may be, and how far ahead of the clock, in seconds. Source: Apple, "Establishing a token-based
    /// connection to APNs"; how far ahead is a choice.
    private static let lifetime = 3_600.0
    private static let clockSkew = 300.0

    /// Whether clients may present a certificate in place of tokens. Its issuer is not checked, so that whoever makes one for
    /// a test would come past registered keys.
    var takesCertificates: Bool { check != .verify }

    /// Finds out whether another server has registered the key of a request's token, if this one does not know it.
    ///
    /// - Parameter authorization: The header.
    func lookForKey(of authorization: String?) async {
        guard check != .none, keys.areShared, let token = try? ProviderToken(authorization: authorization),
            keys.key(token.keyID) == nil
        else { return }
        // Without an answer the keys that are known count.
        try? await keys.refresh()
    }

    /// Checks the token of a request, or the certificate of its connection: then APNs ignores the token.
    ///
    /// - Parameters:
    ///   - authorization: The header.
    ///   - connection: What the connection has sent before.
    /// - Returns: Who sends it; nil if that is not looked at.
    /// - Throws: `BadCertificate`, `MissingProviderToken`, `InvalidProviderToken`, `ExpiredProviderToken`, `UnrelatedKeyIdInToken`,
    ///   `TooManyProviderTokenUpdates`.
    func authorize(
        _ authorization: String?,
        on connection: ProviderConnection
    ) throws(PushRefusal) -> AuthorizedProvider? {
        guard check != .none else { return nil }
        if let certificate = connection.certificate {
            return .certificate(try certificate.get().checked(at: wall.date))
        }
        let token = try ProviderToken(authorization: authorization)
        let key = keys.key(token.keyID)
        if let key {
            guard key.teamID.map({ $0 == token.teamID }) ?? true else {
                throw .invalidToken(
                    "has the team \"\(token.teamID)\" in iss, and its key is registered for another team"
                )
            }
            guard token.isSigned(by: key.publicKey) else {
                throw .invalidToken("was not signed with the registered key \"\(token.keyID)\"")
            }
        } else if check == .verify {
            throw .invalidToken(
                "names the key \"\(token.keyID)\", which is not registered, as --apns-auth verify needs it to be"
            )
        }
        try checkAge(of: token)
        if check == .verify { try connection.check(token) }
        try updates?.check(token)
        return .token(keyID: token.keyID, teamID: token.teamID, topics: key?.topics)
    }

    private func checkAge(of token: ProviderToken) throws(PushRefusal) {
        let age = Double(wall.date.milliseconds) / 1_000 - token.issuedAt
        // A number that a client made up may be any.
        let seconds = Int64(min(abs(age), 1e15))
        guard age >= -Self.clockSkew else {
            throw .invalidToken(
                "was issued \(seconds) seconds in the future: iat is a number of seconds since 1970, and at most"
                    + " \(Int(Self.clockSkew)) ahead of the server's clock"
            )
        }
        guard age <= Self.lifetime else {
            throw PushRefusal(
                .expiredProviderToken,
                "The provider token was issued \(seconds) seconds ago, and is valid for \(Int(Self.lifetime))."
            )
        }
    }
}

/// Who sends a push.
enum AuthorizedProvider: Hashable, Sendable {
    /// Who has a key: its identifier, its team, and the apps that it may send to; nil for all.
    case token(keyID: String, teamID: String, topics: [BundleID]?)
    /// Who has presented a certificate on the connection.
    case certificate(ClientCertificate)

    /// The topic of a request that names none. Source: Apple, "Sending notification requests to APNs".
    var standardTopic: PushTopic? {
        if case .certificate(let certificate) = self { certificate.standardTopic } else { nil }
    }

    /// Checks whether it may send to a topic.
    ///
    /// - Throws: `TopicDisallowed`, `BadTopic`.
    func check(_ topic: PushTopic) throws(PushRefusal) {
        switch self {
        case .certificate(let certificate):
            guard certificate.mayPush(to: topic) else {
                throw PushRefusal(
                    .badTopic,
                    "The topic \(topic.text) is none of the certificate: \(certificate.topics.joined(separator: ", "))."
                )
            }
        case .token(let keyID, _, let topics):
            guard !topic.isOfManagement else {
                throw PushRefusal(
                    .topicDisallowed,
                    "Pushes for device management need a certificate with this topic in its subject, not a token."
                )
            }
            guard topics?.contains(topic.bundleID) ?? true else {
                throw PushRefusal(
                    .topicDisallowed,
                    "The key \"\(keyID)\" is registered for other apps than \(topic.bundleID)."
                )
            }
        }
    }
}

/// What a connection has sent: the team and the key of its first accepted push are those of all that follow.
final class ProviderConnection: Sendable {
    private struct State {
        var first: (keyID: String, teamID: String)?
        var certificate: Result<ClientCertificate, PushRefusal>?
    }

    private let state = Mutex(State())

    /// The certificate that the client has presented, or why it cannot be read; nil if it has presented none.
    var certificate: Result<ClientCertificate, PushRefusal>? { state.withLock(\.certificate) }

    /// The client has presented a certificate.
    func present(_ certificate: Result<ClientCertificate, PushRefusal>) {
        state.withLock { $0.certificate = certificate }
    }

    /// Compares a token with that of the first accepted push.
    fileprivate func check(_ token: ProviderToken) throws(PushRefusal) {
        guard let first = state.withLock({ $0.first }) else { return }
        guard first.teamID == token.teamID else {
            throw .invalidToken(
                "is of the team \"\(token.teamID)\", but the connection belongs to the team \"\(first.teamID)\""
            )
        }
        guard first.keyID == token.keyID else {
            throw PushRefusal(
                .unrelatedKeyID,
                "The provider token names the key \"\(token.keyID)\", and the connection began with \"\(first.keyID)\"."
            )
        }
    }

    /// A push was accepted.
    func accepted(from provider: AuthorizedProvider?) {
        guard case .token(let keyID, let teamID, _)? = provider else { return }
        state.withLock { $0.first = $0.first ?? (keyID, teamID) }
    }
}

/// Refuses provider tokens that a team renews too often. Source: forum 675879, 702056; Apple, "Establishing a token-based
/// connection to APNs": no more than once every 20 minutes.
final class TokenUpdates: Sendable {
    private struct Update {
        var issuedAt: Double
        var at: WallInstant
    }

    /// How long a token must be used, and how many teams are remembered.
    private static let interval = Duration.seconds(1_200)
    private static let teamLimit = 10_000

    private let wall: any WallClock
    private let newest = Mutex<[String: Update]>([:])

    init(wall: any WallClock) {
        self.wall = wall
    }

    /// Checks when the team of a token has last had a new one.
    ///
    /// - Throws: `TooManyProviderTokenUpdates`.
    func check(_ token: ProviderToken) throws(PushRefusal) {
        let now = wall.now
        let isTooSoon = newest.withLock { newest in
            if let last = newest[token.teamID], last.issuedAt >= token.issuedAt { return false }
            if let last = newest[token.teamID], now < last.at + Self.interval { return true }
            if newest.count >= Self.teamLimit { newest = newest.filter { now < $0.value.at + Self.interval } }
            if newest.count < Self.teamLimit { newest[token.teamID] = Update(issuedAt: token.issuedAt, at: now) }
            return false
        }
        if isTooSoon {
            throw PushRefusal(
                .tooManyProviderTokenUpdates,
                "The team \"\(token.teamID)\" had a new token less than 20 minutes ago, which --apns-token-updates refuses."
            )
        }
    }
}
