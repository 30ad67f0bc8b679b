import LifecycleKernel

/// One step of a device, to be replayed.
struct DeviceStep: Sendable {
    /// The kinds of steps.
    enum Kind: Sendable {
        /// Inputs are applied together.
        case inputs([Input], within: AdvanceLimits)
        /// Time passes up to the instant.
        case time
        /// Time passes until the step's last record has been written.
        case partOfTime
    }

    /// When the step was taken, in the device's time.
    var at: Instant
    /// What the step was.
    var kind: Kind
    /// The sequence of the last record that it wrote.
    var last: SequenceNumber
}

extension DeviceStep {
    /// Makes a step from one in the store; nil for a beginning, whose state is loaded and not replayed.
    ///
    /// - Throws: When its records cannot be read.
    init?(_ step: StoredStep) throws(StoreDamage) {
        let kind: Kind
        switch step.kind {
        case .beginning, .copy: return nil
        case .inputs:
            let inputs = try step.readRecords().compactMap { record in
                if case .input(let input) = record.body { input } else { nil }
            }
            kind = .inputs(inputs, within: step.limits)
        case .time: kind = .time
        case .partOfTime: kind = .partOfTime
        }
        self.init(at: step.at, kind: kind, last: step.last)
    }
}

extension Device {
    /// Replays a step.
    ///
    /// - Throws: A `Rejection` if an input is refused that was accepted before.
    mutating func replay(_ step: DeviceStep) throws(Rejection) {
        switch step.kind {
        case .time: settle(before: step.at, writingUpTo: step.last)
        case .partOfTime: settle(until: step.last, before: .latest)
        case .inputs(let inputs, let limits):
            // Any number of ticks may have handled the deadlines before.
            settle(before: step.at, writingUpTo: step.last)
            for input in inputs { _ = try apply(input, at: max(step.at, now), within: limits) }
        }
    }

    /// Advances time, and stops after the last record of a step: in a damaged store anything may be due.
    private mutating func settle(before instant: Instant, writingUpTo last: SequenceNumber) {
        _ = settle(
            before: instant,
            within: AdvanceLimits(deadlines: .max, records: last.count(after: lastSequence) + 1)
        )
    }

    /// Replays a step only until a record has been written.
    ///
    /// A state exists only between two inputs or deadlines, so this stops after the input or deadline that wrote the
    /// record.
    ///
    /// - Throws: A `Rejection` if an input is refused that was accepted before.
    mutating func replay(_ step: DeviceStep, until sequence: SequenceNumber) throws(Rejection) {
        guard step.last > sequence else { return try replay(step) }
        settle(until: sequence, before: step.at)
        guard case .inputs(let inputs, let limits) = step.kind else { return }
        for input in inputs where lastSequence < sequence {
            if case .advance = input {
                try carryOut(input, at: max(step.at, now), within: limits, until: sequence)
            } else {
                _ = try apply(input, at: max(step.at, now), within: limits)
            }
        }
    }

    /// Advances time, deadline by deadline, until a record has been written.
    mutating func settle(until sequence: SequenceNumber, before instant: Instant) {
        while lastSequence < sequence, let next = nextDeadline, next < instant {
            _ = settle(before: min(next + 1, instant), within: AdvanceLimits(deadlines: 1))
        }
    }

    /// Carries out only as much of an advance as it takes to write a record: the smallest sufficient number of
    /// deadlines.
    private mutating func carryOut(
        _ advance: Input,
        at instant: Instant,
        within limits: AdvanceLimits,
        until sequence: SequenceNumber
    ) throws(Rejection) {
        let start = self
        var tooFew = -1
        // Not the largest number, so that the difference is one.
        var enough = min(limits.deadlines, .max - 1)
        func limited(to deadlines: Int) -> AdvanceLimits {
            AdvanceLimits(deadlines: deadlines, records: limits.records, bytes: limits.bytes)
        }
        while enough - tooFew > 1 {
            let middle = tooFew + (enough - tooFew) / 2
            var attempt = start
            _ = try attempt.apply(advance, at: instant, within: limited(to: middle))
            if attempt.lastSequence < sequence { tooFew = middle } else { enough = middle }
        }
        _ = try apply(advance, at: instant, within: limited(to: enough))
    }
}
