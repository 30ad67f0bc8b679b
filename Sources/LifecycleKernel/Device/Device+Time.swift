/// Why an advance stopped where it did.
public enum AdvanceStop: String, CaseIterable, Sendable {
    /// The instant asked for was reached.
    case reached
    /// The condition was met.
    case condition
    /// Nothing is due any more.
    case idle
    /// The time that it was to wait for a condition is over.
    case timeout
    /// So many deadlines were settled that the rest waits for the next advance.
    case limit
    /// So many records were written, or such long ones, that the rest waits for the next advance.
    case records

    /// Whether time is left for another advance.
    public var isEarly: Bool { self == .limit || self == .records }
}

extension Device {
    /// When something will happen if nothing comes in before; nil when nothing is due.
    public var nextDeadline: Instant? { deadlines.next?.at }

    /// Lets time pass up to an instant: everything due *before* it happens, what is due at it does not yet.
    ///
    /// So it makes no difference whether an input at that instant comes before or after a tick.
    ///
    /// - Parameter limit: How many deadlines are settled at most.
    /// - Returns: Whether everything was settled; if not, `now` stands at the last deadline settled.
    public mutating func settle(before instant: Instant, limit: Int) -> Bool {
        var left = limit
        while let next = deadlines.next, next.at < instant {
            guard left > 0 else { return false }
            left -= 1
            settleNext()
        }
        now = max(now, instant)
        return true
    }

    /// Lets time pass as far as asked, what is due at the target included.
    mutating func carryOut(_ advance: Advance, within limits: AdvanceLimits) -> AdvanceStop {
        switch advance {
        case .by(let length): pass(to: now + length, within: limits, until: nil)
        case .before(let length): pass(to: now + length, includingEnd: false, within: limits, until: nil)
        case .to(let instant): pass(to: instant, within: limits, until: nil)
        case .until(let condition, let length): pass(to: now + length, within: limits, until: condition)
        case .untilIdle(let length): passUntilIdle(to: now + length, within: limits)
        }
    }

    /// Settles what is due up to the target; looks at the condition whenever an instant is settled.
    private mutating func pass(
        to target: Instant,
        includingEnd: Bool = true,
        within limits: AdvanceLimits,
        until condition: Condition?
    ) -> AdvanceStop {
        var budget = AdvanceBudget(limits, after: recordsWritten.count)
        var seen = recordsWritten.count
        if let condition, meets(condition, records: []) { return .condition }
        while let next = deadlines.next, next.at < target || includingEnd && next.at == target {
            if let stop = budget.takeDeadline(after: recordsWritten) {
                // The next advance does not see what was written amidst this instant.
                if let condition, meets(condition, records: recordsWritten[seen...]) { return .condition }
                return stop
            }
            settleNext()
            if let condition, deadlines.next?.at != now {
                if meets(condition, records: recordsWritten[seen...]) { return .condition }
                seen = recordsWritten.count
            }
        }
        now = target
        return condition == nil ? .reached : .timeout
    }

    private mutating func passUntilIdle(to target: Instant, within limits: AdvanceLimits) -> AdvanceStop {
        var budget = AdvanceBudget(limits, after: recordsWritten.count)
        while let next = deadlines.next {
            guard next.at <= target else {
                now = target
                return .reached
            }
            if let stop = budget.takeDeadline(after: recordsWritten) { return stop }
            settleNext()
        }
        return .idle
    }

    /// Goes to the next deadline and lets it happen.
    private mutating func settleNext() {
        let deadline = deadlines.removeNext()
        now = max(now, deadline.at)
        cause = deadline.cause
        if deadline.pid == 0 {
            happen(deadline.kind)
        } else if let index = index(ofProcess: deadline.pid) {
            happen(deadline.kind, to: index)
            pump(index)
        }
        settleRest()
    }

    /// What is left to do when an input or a deadline has been dealt with.
    mutating func settleRest() {
        repeat {
            pumpWarnedApps()
            endCallWithoutOwner()
            wakeEndedApps()
        } while !warned.isEmpty
        planDecisions()
    }

    private mutating func happen(_ kind: Deadline.Kind) {
        switch kind {
        case .transferEnds(let number): transferEnds(number)
        case .deviceBecomesIdle: conditions.isIdle = true
        case .systemDecides: decide()
        case .handlerEntryEnds, .taskEndsItself, .watchdog, .assertionEnds, .taskWarning, .taskAllowanceEnds,
            .homeTransitionEnds:
            preconditionFailure("a deadline of a process without one: \(kind)")
        }
    }

    private mutating func happen(_ kind: Deadline.Kind, to index: Int) {
        switch kind {
        case .handlerEntryEnds:
            self[process: index].runLoop.entryHasTakenItsTime()
            continueHandler(index)
        case .taskEndsItself(let number): taskEndsItself(number, of: index)
        case .watchdog(let event): watchdogBites(event, index)
        case .assertionEnds(let number): assertionEnds(number, of: index)
        case .taskWarning: warnTasks(of: index)
        case .taskAllowanceEnds: taskAllowanceEnds(of: index)
        case .homeTransitionEnds:
            self[process: index].runLoop.enqueueReconciliation()
            watchMainThread(index)
        case .transferEnds, .deviceBecomesIdle, .systemDecides:
            preconditionFailure("a deadline of the device with a process: \(kind)")
        }
    }

    /// Sets a deadline of a process, caused by the record written last.
    mutating func set(_ kind: Deadline.Kind, at instant: Instant, for index: Int) {
        deadlines.set(kind, at: instant, pid: self[process: index].pid, cause: lastSequence)
    }

    /// Calls off deadlines of a process.
    mutating func callOff(_ index: Int, where fits: (Deadline.Kind) -> Bool) {
        deadlines.callOff(pid: self[process: index].pid, where: fits)
    }
}
