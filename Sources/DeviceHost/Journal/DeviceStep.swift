import LifecycleKernel

/// One step in the life of a device, to be taken once more.
struct DeviceStep: Sendable {
    /// What the step is.
    enum What: Sendable {
        /// Inputs come in together.
        case inputs([Input], within: AdvanceLimits)
        /// Time passes up to the instant.
        case time
        /// Time passes until the step's last record has been written.
        case partOfTime
    }

    /// When, in the device's time.
    var at: Instant
    /// What.
    var what: What
    /// The sequence of the last record that it wrote.
    var last: UInt64
}

extension DeviceStep {
    /// The step that a journal has kept; nil for a beginning, which is not taken but loaded.
    ///
    /// - Throws: When its records cannot be read.
    init?(_ step: JournalStep) throws(JournalDamage) {
        let what: What
        switch step.kind {
        case .beginning: return nil
        case .inputs:
            let inputs = try RecordText.read(step.records).compactMap { record in
                if case .input(let input) = record.body { input } else { nil }
            }
            what = .inputs(inputs, within: step.limits)
        case .time: what = .time
        case .partOfTime: what = .partOfTime
        }
        self.init(at: step.at, what: what, last: step.last)
    }
}

extension Device {
    /// Takes a step once more.
    ///
    /// - Throws: When an input is refused now that was taken then.
    mutating func take(_ step: DeviceStep) throws(Rejection) {
        switch step.what {
        case .time: _ = settle(before: step.at, limit: .max)
        case .partOfTime: settle(until: step.last, before: .latest)
        case .inputs(let inputs, let limits):
            // Ticks may have settled what was due before, as many as it took.
            _ = settle(before: step.at, limit: .max)
            for input in inputs { _ = try apply(input, at: max(step.at, now), within: limits) }
        }
    }

    /// Takes a step only until a record has been written.
    ///
    /// A device can stand between inputs and between deadlines, so it stands behind the one that wrote the record.
    ///
    /// - Throws: When an input is refused now that was taken then.
    mutating func take(_ step: DeviceStep, until sequence: UInt64) throws(Rejection) {
        guard step.last > sequence else { return try take(step) }
        settle(until: sequence, before: step.at)
        guard case .inputs(let inputs, let limits) = step.what else { return }
        for input in inputs where lastSequence < sequence {
            if case .advance = input {
                try carryOut(input, at: max(step.at, now), within: limits, until: sequence)
            } else {
                _ = try apply(input, at: max(step.at, now), within: limits)
            }
        }
    }

    /// Lets time pass, deadline by deadline, until a record has been written.
    mutating func settle(until sequence: UInt64, before instant: Instant) {
        while lastSequence < sequence, let next = nextDeadline, next < instant {
            _ = settle(before: min(next + 1, instant), limit: 1)
        }
    }

    /// Carries out as much of an advance as it takes to write a record: the fewest deadlines that do.
    private mutating func carryOut(
        _ advance: Input,
        at instant: Instant,
        within limits: AdvanceLimits,
        until sequence: UInt64
    ) throws(Rejection) {
        let start = self
        var tooFew = -1
        var enough = limits.deadlines
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
