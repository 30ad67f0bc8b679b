import DeviceHost
import Logging
import Synchronization

// Several servers that share a store.
extension WebhookService {
    /// The webhooks as the store has them.
    private struct Kept: Sendable {
        var webhooks: [Webhook]
        var positions: [String: Int64]
        /// How many webhooks this server had stopped before.
        var stops: Int
    }

    /// Reads the webhooks again if other servers have changed any. Without other servers it does nothing.
    ///
    /// - Parameter revisions: The revisions of items that the store had lately; nil to ask for them.
    /// - Throws: `storeUnreadable`, `overloaded`.
    package func refresh(to revisions: ItemRevisions? = nil) async throws(HostError) {
        try await copies?.refresh(to: revisions, readKept, replace: replace)
    }

    @Sendable private func readKept() async throws -> Kept {
        let stops = state.withLock(\.stops)
        // Otherwise a webhook would be started again that has stopped here.
        for stop in stops { try? await stop.whenDurable() }
        // The positions first: one that is too early only repeats something.
        let positions = try await registry.itemPositions(.webhook)
        return Kept(webhooks: try await kept(), positions: positions, stops: stops.count)
    }

    private func replace(by kept: Kept) -> Bool {
        let now = wall.now
        return state.withLock { state in
            guard state.stops.count == kept.stops else { return false }
            state.stops = []
            state.written = kept.positions
            let webhooks = Dictionary(kept.webhooks.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            for id in Set(state.webhooks.keys).union(webhooks.keys) { set(id, to: webhooks[id], in: &state, at: now) }
            // One that is refused is tried again every second.
            try? updateSubscription(&state)
            show(state)
            return true
        }
    }

    // MARK: The role

    /// Receives records as `listen` does; with other servers, while this one has the role.
    func listenWithRole() async {
        guard copies != nil else { return await listen() }
        guard isOn, let role = ServerRole(.webhooks, in: registry, logger: logger) else { return }
        await role.perform(listen(from:), reached: reached)
    }

    /// Receives records from what another server has reached.
    ///
    /// - Returns: What this one has reached.
    @Sendable private func listen(from start: String) async -> String {
        do throws(HostError) {
            try await refresh()
            try begin(WebhookPositions(start))
        } catch {
            logger.warning("webhooks cannot begin to receive records", metadata: ["why": "\(error)"])
            return end() ?? start
        }
        await registry.lookAtLog()
        await listen()
        return end() ?? start
    }

    /// Begins to make and send messages.
    private func begin(_ kept: WebhookPositions?) throws(HostError) {
        let first = registry.firstEventID
        try state.withLock { state throws(HostError) in
            state.read = kept?.read ?? first
            for id in Array(state.webhooks.keys) {
                // One that is not kept was registered since. The first time, nothing is sent that is older than the server.
                let registered = written(id, state)
                let position = kept.map { $0.webhooks[id] ?? registered } ?? max(first.position, registered)
                state.webhooks[id]?.hosted.begin(at: position)
            }
            try updateSubscription(&state)
        }
    }

    /// Leaves messages to another server.
    ///
    /// - Returns: What this one has reached; nil if it has not begun.
    private func end() -> String? {
        state.withLock { state in
            defer {
                state.read = nil
                state.subscription.take()?.cancel()
                for id in Array(state.webhooks.keys) { state.webhooks[id]?.hosted.end() }
                show(state)
            }
            return positions(state)?.description
        }
    }

    /// What this server has reached; nil if it has not begun.
    @Sendable private func reached() -> String? {
        state.withLock { state in
            try? updateSubscription(&state)
            return positions(state)?.description
        }
    }

    private func positions(_ state: State) -> WebhookPositions? {
        state.read.map { read in
            let hosted = state.webhooks.mapValues(\.hosted).filter { $1.webhook.hears }
            return WebhookPositions(read: read, webhooks: hosted.compactMapValues(\.reached))
        }
    }

    // MARK: In the lock

    /// Whether this server makes messages, and sends them.
    func makesMessages(_ state: State) -> Bool { copies == nil || state.read != nil }

    /// The position at which a webhook was written: it hears what is recorded from then on.
    func written(_ id: String, _ state: State) -> StreamPosition {
        StreamPosition(UInt64(max(0, state.written[id] ?? 0)))
    }

    /// From where records have to be received, so that every webhook gets what it has not; nil without other servers.
    func start(_ state: State) -> StreamEventID? {
        guard let read = state.read else { return nil }
        let heard = state.webhooks.values.filter { $0.hosted.webhook.hears }.compactMap(\.hosted.heard)
        return StreamEventID(scope: read.scope, position: heard.min() ?? read.position)
    }

    /// Whether a start is before what is received next.
    func isBehind(_ start: StreamEventID?, _ state: State) -> Bool {
        guard let start, let read = state.read else { return false }
        return start.position < read.position
    }
}
