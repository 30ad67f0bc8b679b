import DeviceHost
import Synchronization

/// Counts the pushes for each device token within a minute.
final class PushRate: Sendable {
    private struct State {
        var minute = WallInstant(nanoseconds: 0)
        var counts: [DeviceTokenKey: Int] = [:]
    }

    /// How many a token may get in a minute; nil for any number.
    let limit: Int?
    private let wall: any WallClock
    private let state: Mutex<State>

    init(limit: Int?, wall: any WallClock) {
        self.limit = limit
        self.wall = wall
        state = Mutex(State(minute: wall.now))
    }

    /// Counts a push.
    ///
    /// - Throws: `TooManyRequests`.
    func count(_ token: DeviceTokenKey) throws(PushRefusal) {
        guard let limit else { return }
        let now = wall.now
        let isTooMany = state.withLock { state in
            if state.minute + .seconds(60) <= now { state = State(minute: now) }
            state.counts[token, default: 0] += 1
            return state.counts[token]! > limit
        }
        if isTooMany { throw PushRefusal(.tooManyRequests) }
    }
}
