/// The delay of the resume rate limiter: how long a transfer waits if the app begins it in the background. The delay
/// doubles each time the system launches or resumes the app for a session. Source: facts 10.3.
struct TransferDelay: Hashable, Codable, Sendable {
    /// How long it is.
    private(set) var length: Milliseconds
    private(set) var until: Instant
    /// Whether a transfer has waited for the end of this delay.
    var isUsed = false

    /// The delay after the system has launched or resumed the app.
    ///
    /// - Parameters:
    ///   - last: The delay before this one; nil if there was none.
    ///   - first: How long the first one is.
    init(after last: TransferDelay?, first: Milliseconds, at now: Instant) {
        length = last.flatMap { $0.isReset(at: now) ? nil : $0.length * 2 } ?? first
        until = now + length
    }

    /// Whether a transfer that begins now has to wait.
    func holds(at now: Instant) -> Bool { now < until }

    /// Whether the next delay has the first length again. This delay must be over; if a transfer has waited for it, the
    /// same length of time must have passed once more.
    func isReset(at now: Instant) -> Bool { now >= (isUsed ? until + length : until) }
}

extension TransferDelay: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("length", length)
        f.field("until", until)
        f.field("isUsed", isUsed)
    }
}

/// The resume rate limiter of background URL sessions. Source: facts 10.3.
extension App {
    /// Raises the delay, since the system has launched or resumed the app for a session.
    mutating func raiseTransferDelay(in system: SystemState) {
        let first = system.rulebook.firstTransferDelaySeconds ?? 0
        guard first > 0 else { return }
        let delay = TransferDelay(after: background.transferDelay?.value, first: first, at: system.now)
        background.transferDelay = Box(delay)
    }

    /// Returns when a transfer that the app begins now starts; nil if it does not have to wait. It has to if the app is
    /// in the background and a delay is in force.
    mutating func takeTransferDelay(in system: SystemState) -> Instant? {
        guard process.state == .background, !isInFront(in: system),
            var delay = background.transferDelay?.value, delay.holds(at: system.now)
        else { return nil }
        delay.isUsed = true
        background.transferDelay = Box(delay)
        return delay.until
    }

    /// Delays a transfer until an instant.
    mutating func delay(_ transfer: BackgroundTransfer, until start: Instant, in system: inout SystemState) {
        let detail: Sentence = """
            it was begun in the background and starts at \(start, as: "time"): the system has woken the app for transfers
            """
        write(transfer.verdict(.held, .resumeRateLimiter, detail: detail), in: &system)
        system.deadlines.set(.transferStarts(transfer.number), at: start, cause: system.lastSequence)
        report(
            .transferDelayed,
            """
            a transfer of the session \(transfer.identifier, as: "identifier"), begun in the background, waits until \
            \(start, as: "time")
            """,
            evidence: [responsibleRecord(in: system), system.lastSequence],
            in: &system
        )
    }

    /// Starts a transfer that was delayed.
    mutating func endDelay(of number: UInt32, in system: inout SystemState) {
        guard let index = background.transfers.firstIndex(where: { $0.number == number }),
            case .delayed(let remaining) = background.transfers[index].progress
        else { return }
        background.transfers[index].progress = .paused(remaining: remaining)
        let started = background.transfers[index].verdict(.started, detail: "the transfer no longer has to wait")
        write(started, in: &system)
        if system.mayCarryOn(background.transfers[index]) { run(number, in: &system) }
    }

    /// Ends the delay, since the app enters the foreground: transfers do not wait, and the next delay has the first
    /// length again.
    mutating func resetTransferDelay(in system: inout SystemState) {
        guard !background.isBlank, background.transferDelay != nil else { return }
        background.transferDelay = nil
        for transfer in background.transfers where transfer.isDelayed {
            system.deadlines.cancel(.transferStarts(transfer.number))
            endDelay(of: transfer.number, in: &system)
        }
    }

    /// What its transfers wait for, as sentences.
    func transferSentences(in system: SystemState) -> [Sentence] {
        guard !background.isBlank else { return [] }
        return [delaySentence(in: system), conditionSentence(in: system)].compactMap(\.self)
    }

    /// What waits for a network, or for Wi-Fi and power. Source: facts 6.3 (isDiscretionary).
    private func conditionSentence(in system: SystemState) -> Sentence? {
        let count = background.transfers.count { !$0.isDelayed && !system.mayCarryOn($0) }
        guard count > 0 else { return nil }
        let condition: Sentence = system.isReachable ? "Wi-Fi and power, as it is discretionary" : "a network"
        return count == 1
            ? "\(count, as: "count") of its transfers waits for \(condition, as: "condition")"
            : "\(count, as: "count") of its transfers wait for \(condition, as: "condition")"
    }

    /// What waits for the delay; nil when nothing does.
    private func delaySentence(in system: SystemState) -> Sentence? {
        let starts = background.transfers.filter(\.isDelayed).compactMap {
            system.deadlines.instant(of: .transferStarts($0.number))
        }
        guard let start = starts.min() else { return nil }
        return starts.count == 1
            ? """
            \(starts.count, as: "count") of its transfers waits until \(start, as: "time"): the system has woken it for \
            transfers, and they were begun in the background
            """
            : """
            \(starts.count, as: "count") of its transfers wait until \(start, as: "time"): the system has woken it for \
            transfers, and they were begun in the background
            """
    }
}
