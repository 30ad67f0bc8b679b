import Fleet
import HTTPTypes

/// The time for which one request waits until somebody answers for its device.
///
/// It begins with the first attempt that fails.
struct Hold: ~Copyable {
    private let routing: PeerRouting
    private var end: ContinuousClock.Instant?
    private var pause = Self.shortestPause

    /// How long a request waits before it looks again, unless the owners change.
    private static let shortestPause = Duration.milliseconds(25)
    private static let longestPause = Duration.milliseconds(250)

    init(_ routing: PeerRouting) { self.routing = routing }

    deinit {
        guard end != nil else { return }
        routing.held.leave()
        routing.metrics.held(-1)
    }

    /// Waits until it is worth another look.
    ///
    /// - Parameter version: The version of what is known of the owners.
    /// - Returns: Whether there is time for another look.
    /// - Throws: `overloaded` if too many requests wait; `CancellationError`.
    mutating func look(after version: UInt64) async throws -> Bool {
        let now = ContinuousClock.now
        if end == nil {
            guard routing.held.enter() else {
                throw Problem(
                    .overloaded,
                    "\(HeldRequests.limit) requests wait for the owners of their devices, which is the most.",
                    headers: [.retryAfter: "1"]
                )
            }
            routing.metrics.held(1)
            end = now + routing.peers.hold
        }
        guard let end, now < end else { return false }
        // With some chance in it, so that requests that were refused together do not come back together.
        let length = min(pause * Double.random(in: 0.75...1.25), end - now)
        pause = min(pause * 2, Self.longestPause)
        let peers = routing.peers
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: length) }
            group.addTask { await peers.waitForChange(after: version) }
            await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
        return true
    }
}
