import DequeModule
import DeviceHost
import LifecycleKernel

/// The items of a signal that wait, and the batch that is being sent. It sends nothing itself, and reads no clock.
///
/// One batch is under way at a time. One that fails is sent again, and those behind it wait meanwhile.
struct ExportQueue<Item: Sendable>: Sendable {
    /// What to do next.
    enum Step {
        /// Send these, then call `finish`.
        case send([Item])
        /// Nothing until an instant, or until something is added.
        case wait(until: WallInstant?)
        /// Nothing is left and nothing more will come.
        case end
    }

    /// What has become of items.
    struct Outcome: Hashable {
        var exported = 0
        /// The receiver has the batch, and rejects these of it.
        var rejected = 0
        /// The receiver does not take them, or has not been there for too long.
        var failed = 0
    }

    /// A batch that has been taken from the queue.
    private struct Batch {
        let items: [Item]
        let firstAttempt: WallInstant
        var attempts = 0
        /// When it is sent again.
        var next: WallInstant
    }

    private let schedule: ExportSchedule
    private var waiting: Deque<Item> = []
    /// When the first of those that wait was added.
    private var waitingSince: WallInstant?
    private var batch: Batch?
    private var generator: SplitMix64
    /// Whether nothing more will be added, so that nothing waits for others.
    private(set) var isClosing = false

    /// Makes an empty queue.
    ///
    /// - Parameter seed: What the jitter of delays is drawn from.
    init(_ schedule: ExportSchedule, seed: UInt64) {
        self.schedule = schedule
        generator = SplitMix64(seed: seed)
    }

    /// How many items wait or are being sent.
    var count: Int { waiting.count + (batch?.items.count ?? 0) }

    /// Adds items.
    ///
    /// - Returns: How many of them were dropped, as too many wait.
    mutating func add(_ items: [Item], at now: WallInstant) -> Int {
        let room = max(0, schedule.capacity - count)
        if !items.isEmpty, waiting.isEmpty { waitingSince = now }
        waiting.append(contentsOf: items.prefix(room))
        return max(0, items.count - room)
    }

    /// Nothing more will be added.
    mutating func close() { isClosing = true }

    /// What to do at an instant. Must not be called while a batch is being sent.
    mutating func next(at now: WallInstant) -> Step {
        if let batch { return batch.next <= now ? send(at: now) : .wait(until: batch.next) }
        guard let since = waitingSince else { return isClosing ? .end : .wait(until: nil) }
        let due = since + schedule.batchDelay
        guard isClosing || waiting.count >= schedule.batchSize || due <= now else { return .wait(until: due) }
        let items = Array(waiting.prefix(schedule.batchSize))
        waiting.removeFirst(items.count)
        // The rest came later, but no later than now; it waits for others no longer than from now on.
        waitingSince = waiting.isEmpty ? nil : now
        batch = Batch(items: items, firstAttempt: now, next: now)
        return send(at: now)
    }

    private mutating func send(at now: WallInstant) -> Step {
        guard batch != nil else { return .wait(until: nil) }
        batch?.attempts += 1
        return .send(batch?.items ?? [])
    }

    /// Called when the attempt has ended.
    ///
    /// - Parameters:
    ///   - answer: What it was answered with.
    ///   - now: When.
    ///   - date: The same by the calendar, for what a receiver asks for.
    mutating func finish(_ answer: ExportAnswer, at now: WallInstant, date: Instant) -> Outcome {
        guard let sent = batch else { return Outcome() }
        let count = sent.items.count
        switch answer.meaning {
        case .accepted(let rejected, _):
            batch = nil
            let rejected = min(rejected, count)
            return Outcome(exported: count - rejected, rejected: rejected)
        case .retry:
            let asked = answer.retryAfter(at: date)
            let next = now + schedule.delay(after: sent.attempts, asked: asked, using: &generator)
            if next - sent.firstAttempt <= schedule.patience {
                batch?.next = next
                return Outcome()
            }
            batch = nil
            return Outcome(failed: count)
        case .refused:
            batch = nil
            return Outcome(failed: count)
        }
    }
}
