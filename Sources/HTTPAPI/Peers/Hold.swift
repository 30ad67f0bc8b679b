import DeviceHost
import Fleet
import HTTPTypes

/// The time for which one request waits until somebody answers for its device.
///
/// It begins with the first attempt that fails.
struct Hold: ~Copyable {
    private let routing: PeerRouting
    private var end: ContinuousClock.Instant?
    private var attempts = 0

    /// From the second attempt on.
    private static let shortestPause = Duration.milliseconds(20)

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
                    "\(routing.held.limit) requests wait for the owners of their devices, which is the most.",
                    headers: [.retryAfter: "1"]
                )
            }
            routing.metrics.held(1)
            end = now + routing.peers.hold
        }
        guard let end, now < end else { return false }
        attempts += 1
        // Unless the owners change before.
        let length = min(Backoff.untilPeerIsDone.pause(after: attempts), end - now)
        let peers = routing.peers
        // An attempt may itself be what has something change: its answer has the owners read again.
        if attempts > 1 { try await Task.sleep(for: min(Self.shortestPause, length)) }
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
