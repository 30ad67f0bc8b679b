import DeviceHost
import LifecycleKernel
import WireFormat

/// How much there is of webhooks.
package struct WebhookLimits: Sendable {
    /// How many webhooks there may be.
    package static let webhooks = 100
    /// How many messages that are given up one after another pause a webhook.
    package static let failuresInARow = 5

    /// How much the queue of each holds, and when a message is sent again: 1,000 messages or 2 MiB of bodies, and six attempts.
    var queue = RetryLimits(
        count: 1_000,
        bytes: 2_097_152,
        backoff: Backoff([.seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(3_600)]),
        attempts: 6,
        longestRequest: .seconds(3_600)
    )

    /// The defaults.
    package init() {}
}

/// What became of the messages of a webhook.
package struct DeliveryCounts: Hashable, Sendable {
    /// How many were delivered.
    package var delivered = 0
    /// How many were given up.
    package var failed = 0
    /// How many were dropped before they were sent, or sent again.
    package var dropped = 0
}

/// A webhook with its queue and its newest attempts: what happens to it, without doing any of it.
struct HostedWebhook: Sendable {
    private(set) var webhook: Webhook
    private(set) var queue: RetryQueue<WebhookMessage>
    private(set) var log = DeliveryLog()
    private(set) var counts = DeliveryCounts()
    /// How many messages were dropped since the last one that was queued.
    private var untold = 0
    /// How many messages were given up since the last one that was delivered.
    private var failuresInARow = 0
    /// Whether another server makes and sends its messages: here only those are sent that try the receiver.
    private var isElsewhere: Bool
    /// The position up to which it has received the records of all devices; nil unless another server may continue there.
    private(set) var heard: StreamPosition?

    init(_ webhook: Webhook, limits: RetryLimits = WebhookLimits().queue, isElsewhere: Bool = false) {
        self.webhook = webhook
        self.isElsewhere = isElsewhere
        queue = RetryQueue(limits)
    }

    /// What the interface shows of it.
    ///
    /// - Parameter showsSecret: Whether its secret is shown, too.
    func status(showingSecret showsSecret: Bool = false) -> WebhookStatus {
        WebhookStatus(
            webhook: webhook,
            waiting: queue.count,
            counts: counts,
            secret: showsSecret ? webhook.secret : nil
        )
    }

    // MARK: Several servers

    /// Begins to make and send messages, of what is recorded after a position.
    mutating func begin(at position: StreamPosition) {
        isElsewhere = false
        heard = position
    }

    /// Leaves messages to another server.
    mutating func end() {
        isElsewhere = true
        heard = nil
        untold = 0
        _ = queue.clear()
    }

    /// The position up to which all messages were delivered or given up; nil unless another server may continue there.
    ///
    /// What waits while the webhook is paused ends with the server.
    var reached: StreamPosition? {
        guard let heard, webhook.activity == .active else { return heard }
        return queue.elements.reduce(heard) { min($0, $1.position ?? $0) }
    }

    // MARK: Receiving

    /// What became of a record that it received.
    enum Outcome: Hashable {
        /// It is not wanted.
        case ignored
        /// A message waits.
        case queued
        /// There was no room for a message.
        case dropped
    }

    /// Receives a record, of which it makes a message if it is wanted.
    ///
    /// - Parameter stretch: Where the record is, if another server may continue there.
    mutating func receive(
        _ streamed: StreamedRecord,
        in stretch: StreamStretch? = nil,
        at now: WallInstant,
        date: Instant
    ) -> Outcome {
        guard webhook.hears, isNew(stretch), webhook.filter.wants(streamed) else { return .ignored }
        return add(.record(streamed.record.kind), in: stretch, at: now, date) {
            RecordNews(streamed: streamed, dropped: $0)
        }
    }

    /// Takes note that records were missed, whatever they were.
    ///
    /// - Parameter stretch: Where they are, if another server may continue there.
    mutating func receive(
        missed: UInt64?,
        in stretch: StreamStretch? = nil,
        at now: WallInstant,
        date: Instant
    ) -> Outcome {
        guard webhook.hears, isNew(stretch) else { return .ignored }
        return add(.gap, in: stretch, at: now, date) { GapNews(missed: missed, dropped: $0) }
    }

    /// Takes note that everything up to a position was received.
    mutating func noteHeard(upTo position: StreamPosition) {
        if let heard { self.heard = max(heard, position) }
    }

    /// Whether it has not received what is there.
    private func isNew(_ stretch: StreamStretch?) -> Bool {
        guard let stretch, let heard else { return true }
        return heard < stretch.upTo
    }

    /// Queues a message, which tells how many were dropped before it, or drops it where there is no room.
    private mutating func add(
        _ type: MessageType,
        in stretch: StreamStretch?,
        at now: WallInstant,
        _ date: Instant,
        _ news: (_ dropped: Int) -> some FieldWritable
    ) -> Outcome {
        if !queue.isFull {
            let message = WebhookMessage(type, at: date, news(untold), for: webhook.id, in: stretch)
            if queue.add(message, bytes: message.body.count, at: now) {
                untold = 0
                return .queued
            }
        }
        untold += 1
        counts.dropped += 1
        return .dropped
    }

    /// Queues a message that tries the receiver, whether or not others are sent. It is counted nowhere.
    ///
    /// - Returns: The message; nil if there is no room for it.
    mutating func test(at now: WallInstant, date: Instant) -> WebhookMessage? {
        let message = WebhookMessage(.test, at: date, TestNews(webhook: webhook.id), isTest: true)
        return queue.add(message, bytes: message.body.count, isProbe: true, at: now) ? message : nil
    }

    // MARK: Sending

    mutating func next(at now: WallInstant) -> RetryQueue<WebhookMessage>.Step {
        queue.next(at: now, onlyProbes: webhook.activity != .active)
    }

    /// What becomes of a message after an attempt.
    enum Verdict: Hashable {
        case delivered
        /// It is sent again after this time.
        case retry(after: Duration)
        /// It was given up.
        case failed
        /// The receiver is gone for good.
        case gone
    }

    struct Change: Hashable {
        var verdict: Verdict
        /// Whether the webhook sends no more.
        var hasStopped = false
        /// How many messages were dropped that waited.
        var dropped = 0
    }

    /// Ends an attempt: notes it, and stops the webhook where that is due.
    mutating func finish(_ attempt: Attempt, _ outcome: AttemptOutcome, at now: WallInstant, date: Instant) -> Change {
        let hasFailed = !outcome.isSuccess && !outcome.isGone
        let asked = outcome.isBusy ? outcome.retryAfter(at: date) : nil
        let pause = queue.finish(retrying: hasFailed, asked: asked, at: now)
        let ending: Verdict = outcome.isSuccess ? .delivered : outcome.isGone ? .gone : .failed
        var change = Change(verdict: pause.map { .retry(after: $0) } ?? ending)
        log.add(Delivery(attempt, outcome, change.verdict, at: now, date: date))
        if !attempt.message.isTest { count(change.verdict) }
        switch change.verdict {
        case .gone where webhook.hears:
            webhook.activity = .gone(since: date)
            change.hasStopped = true
            change.dropped = clear()
        case .failed where webhook.activity == .active && failuresInARow >= WebhookLimits.failuresInARow:
            webhook.activity = .paused(since: date)
            change.hasStopped = true
        case .retry where isElsewhere: _ = queue.clear()
        case .retry where !webhook.hears:
            // It was disabled meanwhile.
            change.dropped = clear()
        case .delivered, .retry, .failed, .gone: break
        }
        return change
    }

    private mutating func count(_ verdict: Verdict) {
        switch verdict {
        case .delivered:
            counts.delivered += 1
            failuresInARow = 0
        case .failed, .gone:
            counts.failed += 1
            failuresInARow += 1
        case .retry: break
        }
    }

    /// Drops what waits.
    ///
    /// - Returns: How many messages.
    private mutating func clear() -> Int {
        let dropped = queue.clear()
        counts.dropped += dropped
        untold += dropped
        return dropped
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
        if restarts {
            queue.restart(at: now)
            failuresInARow = 0
        }
        return new.hears ? 0 : clear()
    }
}

/// An attempt that is being made.
struct Attempt: Hashable, Sendable {
    let message: WebhookMessage
    /// Its number, from 1.
    let number: Int
    let start: WallInstant
    let date: Instant
}

extension Delivery {
    init(
        _ attempt: Attempt,
        _ outcome: AttemptOutcome,
        _ verdict: HostedWebhook.Verdict,
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

extension HostedWebhook.Verdict {
    fileprivate var outcome: Delivery.Outcome {
        switch self {
        case .delivered: .delivered
        case .retry: .retrying
        case .failed, .gone: .failed
        }
    }
}

extension Webhook {
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
