import DeviceHost
import LifecycleKernel
import Synchronization

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
