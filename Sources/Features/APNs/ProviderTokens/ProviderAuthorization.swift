import DeviceHost
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

/// Checks the provider tokens of requests.
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

    /// Checks the token of a request.
    ///
    /// - Parameters:
    ///   - authorization: The header.
    ///   - connection: What the connection has sent before.
    /// - Returns: What it was signed with; nil if tokens are not looked at.
    /// - Throws: `MissingProviderToken`, `InvalidProviderToken`, `ExpiredProviderToken`, `UnrelatedKeyIdInToken`,
    ///   `TooManyProviderTokenUpdates`.
    func authorize(
        _ authorization: String?,
        on connection: ProviderConnection
    ) throws(PushRefusal) -> AuthorizedProvider? {
        guard check != .none else { return nil }
        let token = try ProviderToken(authorization: authorization)
        let key = keys.key(token.keyID)
        if let key {
            guard key.teamID.map({ $0 == token.teamID }) ?? true, token.isSigned(by: key.publicKey) else {
                throw PushRefusal(.invalidProviderToken)
            }
        } else if check == .verify {
            throw PushRefusal(.invalidProviderToken)
        }
        let age = Double(wall.date.milliseconds) / 1_000 - token.issuedAt
        guard age >= -Self.clockSkew else { throw PushRefusal(.invalidProviderToken) }
        guard age <= Self.lifetime else { throw PushRefusal(.expiredProviderToken) }
        if check == .verify { try connection.check(token) }
        try updates?.check(token)
        return AuthorizedProvider(keyID: token.keyID, teamID: token.teamID, topics: key?.topics)
    }
}

/// Who sends a push.
struct AuthorizedProvider: Hashable, Sendable {
    var keyID: String
    var teamID: String
    /// The apps that its key may send to; nil for all.
    var topics: [BundleID]?
}

/// What a connection has sent: the team and the key of its first accepted push are those of all that follow.
final class ProviderConnection: Sendable {
    private let first = Mutex<AuthorizedProvider?>(nil)

    /// Compares a token with that of the first accepted push.
    fileprivate func check(_ token: ProviderToken) throws(PushRefusal) {
        guard let first = first.withLock({ $0 }) else { return }
        guard first.teamID == token.teamID else { throw PushRefusal(.invalidProviderToken) }
        guard first.keyID == token.keyID else { throw PushRefusal(.unrelatedKeyID) }
    }

    /// A push was accepted.
    func accepted(from provider: AuthorizedProvider?) {
        guard let provider else { return }
        first.withLock { $0 = $0 ?? provider }
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
        if isTooSoon { throw PushRefusal(.tooManyProviderTokenUpdates) }
    }
}
