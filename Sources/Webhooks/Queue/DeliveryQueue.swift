import DeviceHost
import LifecycleKernel

/// The messages of one webhook that are not delivered yet: which is sent next and when, and what becomes of it.
///
/// A value, to which the time is an argument. Messages are sent one at a time, those that are due first; of those that are
/// due together the older one. One that failed waits for its next attempt and lets later ones go ahead. One that is in the
/// queue is delivered or given up; when the queue is full, a new one is dropped and counted.
struct DeliveryQueue: Sendable {
    /// How much it holds.
    struct Limits: Hashable, Sendable {
        /// How many messages wait, with the one that is being sent.
        var messages = 1_000
        /// How many bytes their bodies have.
        var bytes = 2_097_152
    }

    /// A message that waits, or is being sent.
    private struct Entry {
        var message: WebhookMessage
        /// How many came before it.
        var order: Int
        /// How often it was sent.
        var attempts = 0
        /// When it is sent next.
        var dueAt: WallInstant
    }

    /// What is to be done next.
    enum Next: Hashable {
        /// Send this message; it is the attempt of this number, from 1.
        case send(WebhookMessage, attempt: Int)
        /// Nothing until then; nil until something changes.
        case wait(until: WallInstant?)
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

    private let limits: Limits
    /// Those that wait, in the order in which they came.
    private var waiting: [Entry] = []
    /// The one that is being sent.
    private var current: Entry?
    private var bytes = 0
    /// How many have come.
    private var added = 0
    /// Nothing is sent before this, because the receiver asked for it.
    private var heldUntil: WallInstant?
    /// How many messages were dropped since the last one that was taken.
    private var untold = 0
    /// How many messages were given up since the last one that was delivered.
    private(set) var failuresInARow = 0
    /// What became of messages.
    private(set) var counts = DeliveryCounts()

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// How many messages it holds, with the one that is being sent.
    var count: Int { waiting.count + (current == nil ? 0 : 1) }

    // MARK: Taking messages

    /// Takes a message, if there is room for it.
    ///
    /// - Parameters:
    ///   - now: When it is due: now.
    ///   - make: Makes it, and is given how many were dropped before it.
    /// - Returns: Whether there was room; if not, it was dropped, which is counted.
    mutating func add(at now: WallInstant, _ make: (_ dropped: Int) -> WebhookMessage) -> Bool {
        guard count < limits.messages, add(make(untold), at: now) else {
            untold += 1
            counts.dropped += 1
            return false
        }
        untold = 0
        return true
    }

    /// Takes a message, if there is room for it. One that is not taken does not count as dropped.
    mutating func add(_ message: WebhookMessage, at now: WallInstant) -> Bool {
        guard count < limits.messages, bytes + message.body.count <= limits.bytes else { return false }
        bytes += message.body.count
        added += 1
        waiting.append(Entry(message: message, order: added, dueAt: now))
        return true
    }

    // MARK: Sending them

    /// What is to be done next. A message that is to be sent is the current one until `finish`.
    ///
    /// - Parameter isActive: Whether messages are sent, and not only those that try the receiver.
    mutating func next(at now: WallInstant, isActive: Bool) -> Next {
        precondition(current == nil, "a message is being sent already")
        guard let index = earliest(isActive: isActive) else { return .wait(until: nil) }
        let due = dueTime(of: waiting[index])
        guard due <= now else { return .wait(until: due) }
        var entry = waiting.remove(at: index)
        entry.attempts += 1
        current = entry
        return .send(entry.message, attempt: entry.attempts)
    }

    private func earliest(isActive: Bool) -> Int? {
        waiting.indices.filter { isActive || waiting[$0].message.isTest }
            .min { (dueTime(of: waiting[$0]), waiting[$0].order) < (dueTime(of: waiting[$1]), waiting[$1].order) }
    }

    /// When an entry is sent: a test at once, others not before the receiver wants to be asked again.
    private func dueTime(of entry: Entry) -> WallInstant {
        entry.message.isTest ? entry.dueAt : max(entry.dueAt, heldUntil ?? entry.dueAt)
    }

    /// Ends the attempt with the current message.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - now: When.
    ///   - date: When, by the date.
    mutating func finish(_ outcome: AttemptOutcome, at now: WallInstant, date: Instant) -> Verdict {
        guard var entry = current else { preconditionFailure("no message is being sent") }
        current = nil
        let asked = outcome.isBusy ? outcome.retryAfter(at: date) : nil
        if let asked { heldUntil = now + DeliverySchedule.bounded(asked) }
        let delay = DeliverySchedule.delay(after: entry.attempts, seed: entry.message.seed, asked: asked)
        guard let delay, !outcome.isSuccess, !outcome.isGone, !entry.message.isTest else {
            bytes -= entry.message.body.count
            return conclude(outcome, isTest: entry.message.isTest)
        }
        entry.dueAt = now + delay
        waiting.append(entry)
        return .retry(after: delay)
    }

    /// Counts what became of a message that is not sent again.
    private mutating func conclude(_ outcome: AttemptOutcome, isTest: Bool) -> Verdict {
        let verdict: Verdict = outcome.isSuccess ? .delivered : outcome.isGone ? .gone : .failed
        guard !isTest else { return verdict }
        if outcome.isSuccess {
            counts.delivered += 1
            failuresInARow = 0
        } else {
            counts.failed += 1
            failuresInARow += 1
        }
        return verdict
    }

    /// Begins anew: everything that waits is due, and as if it had never been sent.
    mutating func restart(at now: WallInstant) {
        failuresInARow = 0
        heldUntil = nil
        for index in waiting.indices {
            waiting[index].attempts = 0
            waiting[index].dueAt = now
        }
    }

    /// Drops everything that waits, which is counted.
    ///
    /// - Returns: How many messages.
    @discardableResult
    mutating func clear() -> Int {
        let dropped = waiting.count
        counts.dropped += dropped
        untold += dropped
        waiting.removeAll()
        bytes = current?.message.body.count ?? 0
        return dropped
    }
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
