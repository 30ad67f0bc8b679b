import DeviceHost
import LifecycleKernel
import Synchronization
import WireFormat

// What the interface does with webhooks.
extension WebhookService {
    /// All webhooks, in the order in which they were registered.
    package var all: [WebhookStatus] {
        state.withLock { $0.webhooks.values.map { $0.hosted.status() } }
            .sorted { $0.webhook.createdAt < $1.webhook.createdAt }
    }

    /// A webhook; nil if there is none of this id.
    package func webhook(_ id: String) -> WebhookStatus? { state.withLock { $0.webhooks[id]?.hosted.status() } }

    /// The newest attempts of a webhook, the newest first; nil if there is none of this id.
    package func deliveries(of id: String) -> [Delivery]? {
        state.withLock { $0.webhooks[id]?.hosted.log.newestFirst }
    }

    /// Registers a webhook. It hears what is recorded from then on.
    ///
    /// - Returns: The webhook with its secret.
    /// - Throws: `rejected` if webhooks are off, there are too many, or its host is not named; `overloaded` or
    ///   `storeUnavailable` when it cannot be kept, `overloaded` while the server is being shut down.
    package func register(_ new: NewWebhook) async throws(HostError) -> WebhookStatus {
        try check(new.url)
        try await refresh()
        let now = wall.date
        let (webhook, held) = try state.withLock { state throws(HostError) -> (Webhook, Held<Void>) in
            guard state.webhooks.count < WebhookLimits.webhooks else {
                throw .limitReached(what: "webhooks", limit: WebhookLimits.webhooks)
            }
            // No two at the same instant, so that their order is known after a restart, too.
            let last = state.webhooks.values.map(\.hosted.webhook.createdAt).max()
            let webhook = Webhook(new, at: max(now, last.map { $0 + 1 } ?? now))
            insert(webhook, into: &state)
            return (webhook, try settle(&state, keeping: webhook.item) { $0.webhooks[webhook.id] = nil })
        }
        try await wait(for: held, of: webhook.id)
        return HostedWebhook(webhook).status(showingSecret: true)
    }

    /// Changes a webhook.
    ///
    /// - Returns: The webhook, with its secret if that was changed; nil if there is none of this id.
    /// - Throws: As `register`.
    package func change(_ id: String, _ change: WebhookChange) async throws(HostError) -> WebhookStatus? {
        if let url = change.url { try check(url) }
        try await refresh()
        let now = wall.now
        let date = wall.date
        let held = try state.withLock { state throws(HostError) -> Held<Void>? in
            guard let before = state.webhooks[id] else { return nil }
            var running = before
            let new = running.hosted.webhook.changed(by: change, at: date)
            let dropped = running.hosted.change(to: new, restarting: change.isEnabled == true, at: now)
            state.webhooks[id] = running
            let held = try settle(&state, keeping: new.item) { $0.webhooks[id] = before }
            guard copies == nil else { return held }
            metrics.count(.dropped, dropped)
            state.webhooks[id]?.alarm.take()?.fulfill(())
            return held
        }
        guard let held else { return nil }
        try await wait(for: held, of: id)
        return state.withLock { $0.webhooks[id]?.hosted.status(showingSecret: change.secret != nil) }
    }

    /// Removes a webhook. A message that is being sent may still arrive.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `overloaded` or `storeUnavailable` when that cannot be kept.
    package func remove(_ id: String) async throws(HostError) -> Bool {
        try await refresh()
        let held = try state.withLock { state throws(HostError) -> Held<Void>? in
            guard let before = state.webhooks[id] else { return nil }
            state.webhooks[id] = nil
            let held = try settle(&state, keeping: Webhook.removal(of: id)) { $0.webhooks[id] = before }
            guard copies == nil else { return held }
            before.alarm?.fulfill(())
            return held
        }
        guard let held else { return false }
        try await wait(for: held, of: id)
        return true
    }

    /// Queues a message that tries the receiver: it is sent at once and once, whatever the webhook does else.
    ///
    /// - Returns: The identifier of the message; nil if there is no webhook of this id.
    /// - Throws: `rejected` if webhooks are off; `overloaded` if too many messages wait.
    package func test(_ id: String) throws(HostError) -> String? {
        guard isOn else { throw Self.isOff }
        let now = wall.now
        let date = wall.date
        return try state.withLock { state throws(HostError) -> String? in
            guard var running = state.webhooks[id] else { return nil }
            guard let message = running.hosted.test(at: now, date: date) else {
                throw .overloaded("Too many messages of this webhook are waiting.")
            }
            running.alarm.take()?.fulfill(())
            state.webhooks[id] = running
            show(state)
            return message.id
        }
    }

    // MARK: Checks

    private static let isOff = HostError.rejected(
        Rejection(.notPossibleNow, "The server sends no webhooks: see --webhook-hosts."),
        index: nil
    )

    /// Checks that messages may be sent to the host of a URL.
    private func check(_ url: WebhookURL) throws(HostError) {
        guard isOn else { throw Self.isOff }
        guard !hosts.allows(url.host) else { return }
        let detail: Sentence = "The host of url must be one that --webhook-hosts names."
        throw .rejected(Rejection(.invalidValue, detail, field: "url", accepted: hosts.texts), index: nil)
    }

    // MARK: Keeping

    /// Begins or ends the subscription and keeps a change, or neither.
    ///
    /// In the lock, so that the store has the changes in the order in which they are made. If other servers share the store, the
    /// change is made when it is read from there.
    ///
    /// - Parameter undo: Takes the change back; called if it cannot be made, or is not made here.
    private func settle(
        _ state: inout State,
        keeping item: ServerItem,
        orElse undo: (inout State) -> Void
    ) throws(HostError) -> Held<Void> {
        do throws(HostError) {
            if copies != nil {
                undo(&state)
                return try registry.keep([item])
            }
            try updateSubscription(&state)
            let held = try registry.keep([item])
            show(state)
            return held
        } catch {
            undo(&state)
            // What was there before needs no new subscription, or had one.
            try? updateSubscription(&state)
            throw error
        }
    }

    /// Waits until a change is durable. One that was not written is taken back: the webhook is again what is kept.
    private func wait(for held: Held<Void>, of id: String) async throws(HostError) {
        do throws(HostError) {
            try await held.whenDurable()
        } catch {
            await reload(id)
            throw error
        }
        // It is written, and read again later if not now.
        try? await refresh()
    }

    private func reload(_ id: String) async {
        guard copies == nil else { return }
        guard let kept = try? await kept() else { return }
        let now = wall.now
        state.withLock { state in
            set(id, to: kept.first { $0.id == id }, in: &state, at: now)
            try? updateSubscription(&state)
            show(state)
        }
    }
}

extension Webhook {
    fileprivate init(_ new: NewWebhook, at date: Instant) {
        self.init(
            id: "webhook-" + DeviceID.randomCharacters(),
            url: new.url,
            filter: new.filter,
            about: new.about,
            activity: new.isEnabled ? .active : .disabled,
            secret: new.secret ?? .random(),
            createdAt: date
        )
    }
}
