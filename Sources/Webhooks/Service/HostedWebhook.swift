import DeviceHost
import LifecycleKernel

/// A webhook with its queue and its newest attempts: what happens to it, without doing any of it.
struct HostedWebhook: Sendable {
    private(set) var webhook: Webhook
    private(set) var queue: DeliveryQueue
    private(set) var log = DeliveryLog()

    init(_ webhook: Webhook, limits: DeliveryQueue.Limits = DeliveryQueue.Limits()) {
        self.webhook = webhook
        queue = DeliveryQueue(limits: limits)
    }

    /// What the interface shows of it.
    ///
    /// - Parameter showsSecret: Whether its secret is shown, too.
    func status(showingSecret showsSecret: Bool = false) -> WebhookStatus {
        WebhookStatus(
            webhook: webhook,
            waiting: queue.count,
            counts: queue.counts,
            secret: showsSecret ? webhook.secret : nil
        )
    }

    // MARK: Receiving

    /// What became of records that it received.
    enum Outcome: Hashable {
        /// It is not wanted.
        case ignored
        /// A message waits.
        case queued
        /// There was no room for a message.
        case dropped
    }

    /// Receives a record, of which it makes a message if it is wanted.
    mutating func receive(_ streamed: StreamedRecord, at now: WallInstant, date: Instant) -> Outcome {
        guard webhook.hears, webhook.filter.wants(streamed) else { return .ignored }
        let isQueued = queue.add(at: now) { dropped in
            let type = MessageType.record(streamed.record.kind)
            return WebhookMessage(type, at: date, RecordNews(streamed: streamed, dropped: dropped))
        }
        return isQueued ? .queued : .dropped
    }

    /// Takes note that records were missed, whatever they were.
    mutating func receive(missed: UInt64?, at now: WallInstant, date: Instant) -> Outcome {
        guard webhook.hears else { return .ignored }
        let isQueued = queue.add(at: now) { dropped in
            WebhookMessage(.gap, at: date, GapNews(missed: missed, dropped: dropped))
        }
        return isQueued ? .queued : .dropped
    }

    /// Queues a message that tries the receiver, whether or not others are sent.
    ///
    /// - Returns: The message; nil if there is no room for it.
    mutating func test(at now: WallInstant, date: Instant) -> WebhookMessage? {
        let message = WebhookMessage(.test, at: date, TestNews(webhook: webhook.id), isTest: true)
        return queue.add(message, at: now) ? message : nil
    }

    // MARK: Sending

    /// What is to be done next.
    mutating func next(at now: WallInstant) -> DeliveryQueue.Next {
        queue.next(at: now, isActive: webhook.activity == .active)
    }

    /// What an attempt has changed.
    struct Change: Hashable {
        var verdict: DeliveryQueue.Verdict
        /// Whether the webhook sends no more.
        var hasStopped = false
        /// How many messages were dropped that waited.
        var dropped = 0
    }

    /// Ends an attempt: notes it, and stops the webhook where that is due.
    mutating func finish(_ attempt: Attempt, _ outcome: AttemptOutcome, at now: WallInstant, date: Instant) -> Change {
        var change = Change(verdict: queue.finish(outcome, at: now, date: date))
        log.add(Delivery(attempt, outcome, change.verdict, at: now, date: date))
        switch change.verdict {
        case .gone where webhook.hears:
            webhook.activity = .gone(since: date)
            change.hasStopped = true
            change.dropped = queue.clear()
        case .failed where webhook.activity == .active && queue.failuresInARow >= DeliverySchedule.failuresInARow:
            webhook.activity = .paused(since: date)
            change.hasStopped = true
        case .retry where !webhook.hears:
            // It was disabled meanwhile.
            change.dropped = queue.clear()
        case .delivered, .retry, .failed, .gone: break
        }
        return change
    }

    // MARK: Changing

    /// Changes the webhook. What waits is dropped if it hears no more.
    ///
    /// - Parameters:
    ///   - new: The webhook after the change.
    ///   - restarts: Whether what waits is sent at once, as if it had never been sent.
    /// - Returns: How many messages were dropped.
    mutating func change(to new: Webhook, restarting restarts: Bool, at now: WallInstant) -> Int {
        webhook = new
        if restarts { queue.restart(at: now) }
        return new.hears ? 0 : queue.clear()
    }
}

/// An attempt that is being made.
struct Attempt: Hashable, Sendable {
    let message: WebhookMessage
    /// Its number, from 1.
    let number: Int
    /// When it began.
    let start: WallInstant
    let date: Instant
}

extension Delivery {
    init(
        _ attempt: Attempt,
        _ outcome: AttemptOutcome,
        _ verdict: DeliveryQueue.Verdict,
        at now: WallInstant,
        date: Instant
    ) {
        self.init(
            id: attempt.message.id,
            type: attempt.message.type,
            attempt: attempt.number,
            time: attempt.date,
            took: .nanoseconds(now.nanoseconds - attempt.start.nanoseconds),
            outcome: verdict.outcome,
            status: outcome.status,
            failure: outcome.failure
        )
        if case .retry(let delay) = verdict {
            nextAttempt = date + Milliseconds(Int64(delay / .milliseconds(1)))
        }
    }
}

extension DeliveryQueue.Verdict {
    fileprivate var outcome: Delivery.Outcome {
        switch self {
        case .delivered: .delivered
        case .retry: .retrying
        case .failed, .gone: .failed
        }
    }
}

extension Webhook {
    /// The webhook with a change.
    func changed(by change: WebhookChange, at date: Instant) -> Webhook {
        var webhook = self
        webhook.url = change.url ?? url
        webhook.filter = change.filter ?? filter
        webhook.about = change.about ?? about
        if let secret = change.secret { webhook.rotate(to: secret, at: date) }
        if let isEnabled = change.isEnabled { webhook.activity = isEnabled ? .active : .disabled }
        return webhook
    }
}
