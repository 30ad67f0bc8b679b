import LifecycleKernel

/// How much a `RetryQueue` holds, and how often it sends.
package struct RetryLimits: Hashable, Sendable {
    /// The most elements that wait, with those that are being sent.
    package var count: Int
    /// The most bytes that they have.
    package var bytes: Int
    /// The most elements that are sent together.
    package var batch: Int
    /// How long an element waits for others, at most.
    package var batchDelay: Duration
    /// The pauses after failed attempts.
    package var backoff: Backoff
    /// How often a batch is sent, at most.
    package var attempts: Int
    /// How long after its first attempt a batch is sent again, at most; nil for ever.
    package var age: Duration?
    /// The longest pause that a receiver may ask for.
    package var longestRequest: Duration
    /// Whether nothing else is sent while a batch that failed waits.
    package var keepsOrder: Bool

    /// Makes limits. Without others than those of number and time, single elements are sent at once and for ever.
    package init(
        count: Int,
        bytes: Int = .max,
        batch: Int = 1,
        batchDelay: Duration = .zero,
        backoff: Backoff,
        attempts: Int = .max,
        age: Duration? = nil,
        longestRequest: Duration,
        keepsOrder: Bool = false
    ) {
        self.count = count
        self.bytes = bytes
        self.batch = batch
        self.batchDelay = batchDelay
        self.backoff = backoff
        self.attempts = attempts
        self.age = age
        self.longestRequest = longestRequest
        self.keepsOrder = keepsOrder
    }
}

/// What waits to be sent to one receiver: which elements are sent next and when, and when they are sent again.
///
/// A value that sends nothing and reads no clock. It is bounded in elements and bytes. Elements are sent in batches, one batch
/// at a time: the one that is due first, and of those that are due together the oldest. A batch that fails waits for its next
/// attempt, until its attempts or its time are used up.
package struct RetryQueue<Element: Sendable>: Sendable {
    /// What to do next.
    package enum Step {
        /// Send these; it is the attempt of this number, from 1.
        case send([Element], attempt: Int)
        /// Nothing until then; nil until something is added.
        case wait(until: WallInstant?)
    }

    private struct Batch {
        var elements: [Element]
        var bytes: Int
        /// How many batches came before it.
        let order: Int
        var attempts = 0
        var firstAttempt: WallInstant?
        /// When it is sent next.
        var dueAt: WallInstant
        /// Whether it is sent once, whatever else holds it up.
        let isProbe: Bool
    }

    private let limits: RetryLimits
    /// Those that wait, in the order in which they came.
    private var waiting: [Batch] = []
    private var current: Batch?
    private var bytes = 0
    private var order = 0
    /// Nothing but probes is sent before this.
    private var heldUntil: WallInstant?
    private var generator: SplitMix64
    /// How many elements wait or are being sent.
    package private(set) var count = 0

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - limits: How much it holds, and how often it sends.
    ///   - seed: What the chance in pauses is drawn from.
    package init(_ limits: RetryLimits, seed: UInt64 = .random(in: .min ... .max)) {
        self.limits = limits
        generator = SplitMix64(seed: seed)
    }

    /// Whether there is no room for another element, however small.
    package var isFull: Bool { count >= limits.count }

    /// Those that wait or are being sent.
    package var elements: [Element] { waiting.flatMap(\.elements) + (current?.elements ?? []) }

    // MARK: Adding

    /// Adds an element.
    ///
    /// - Parameters:
    ///   - bytes: Its size.
    ///   - isProbe: Whether it is sent once and at once, whatever else holds up the queue.
    /// - Returns: Whether there was room for it.
    package mutating func add(_ element: Element, bytes: Int = 0, isProbe: Bool = false, at now: WallInstant) -> Bool {
        guard !isFull, self.bytes + bytes <= limits.bytes else { return false }
        count += 1
        self.bytes += bytes
        if let last = waiting.indices.last, !isProbe, isOpen(waiting[last]) {
            waiting[last].elements.append(element)
            waiting[last].bytes += bytes
        } else {
            order += 1
            let due = isProbe ? now : now + limits.batchDelay
            waiting.append(Batch(elements: [element], bytes: bytes, order: order, dueAt: due, isProbe: isProbe))
        }
        if let last = waiting.indices.last, !isOpen(waiting[last]) { waiting[last].dueAt = now }
        return true
    }

    /// Whether another element may be sent with a batch.
    private func isOpen(_ batch: Batch) -> Bool {
        !batch.isProbe && batch.attempts == 0 && batch.elements.count < limits.batch
    }

    // MARK: Sending

    /// Returns what to do at an instant. What is to be sent is the current batch until `finish`, before which this must not be
    /// called again.
    ///
    /// - Parameter onlyProbes: Whether nothing but probes is sent.
    package mutating func next(at now: WallInstant, onlyProbes: Bool = false) -> Step {
        precondition(current == nil, "a batch is being sent already")
        let index = waiting.indices.filter { !onlyProbes || waiting[$0].isProbe }
            .min { dueTime(waiting[$0]) < dueTime(waiting[$1]) }
        guard let index else { return .wait(until: nil) }
        let due = dueTime(waiting[index])
        guard due <= now else { return .wait(until: due) }
        var batch = waiting.remove(at: index)
        batch.attempts += 1
        batch.firstAttempt = batch.firstAttempt ?? now
        current = batch
        return .send(batch.elements, attempt: batch.attempts)
    }

    private func dueTime(_ batch: Batch) -> WallInstant {
        batch.isProbe ? batch.dueAt : max(batch.dueAt, heldUntil ?? batch.dueAt)
    }

    /// Ends the attempt to send the current batch.
    ///
    /// - Parameters:
    ///   - hasFailed: Whether the batch is to be sent again. If not, it leaves the queue.
    ///   - asked: How long the receiver asks to be left alone.
    /// - Returns: The time until the next attempt; nil if the batch has left the queue.
    package mutating func finish(retrying hasFailed: Bool, asked: Duration? = nil, at now: WallInstant) -> Duration? {
        guard var batch = current else { preconditionFailure("no batch is being sent") }
        current = nil
        let asked = asked.map { min(max($0, .zero), limits.longestRequest) }
        if let asked { heldUntil = now + asked }
        let pause = max(limits.backoff.pause(after: batch.attempts, using: &generator), asked ?? .zero)
        let age = now + pause - (batch.firstAttempt ?? now)
        let isTooOld = limits.age.map { age > $0 } ?? false
        guard hasFailed, !batch.isProbe, batch.attempts < limits.attempts, !isTooOld else {
            remove(batch)
            return nil
        }
        batch.dueAt = now + pause
        if limits.keepsOrder { heldUntil = batch.dueAt }
        waiting.insert(batch, at: waiting.firstIndex { $0.order > batch.order } ?? waiting.endIndex)
        return pause
    }

    private mutating func remove(_ batch: Batch) {
        count -= batch.elements.count
        bytes -= batch.bytes
    }

    // MARK: Changing

    /// Begins anew: everything that waits is due, as if it had never been sent.
    package mutating func restart(at now: WallInstant) {
        heldUntil = nil
        for index in waiting.indices {
            waiting[index].attempts = 0
            waiting[index].firstAttempt = nil
            waiting[index].dueAt = now
        }
    }

    /// Drops everything that waits, but for what is being sent.
    ///
    /// - Returns: How many elements.
    package mutating func clear() -> Int {
        let before = count
        for batch in waiting { remove(batch) }
        waiting.removeAll()
        return before - count
    }
}

extension RetryQueue.Step: Equatable where Element: Equatable {}
