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
    public var nextDeadline: Instant? { system.deadlines.next?.at }

    /// Lets time pass up to an instant: everything due *before* it happens, what is due at it does not yet.
    ///
    /// So it makes no difference whether an input at that instant comes before or after a tick.
    ///
    /// - Parameter limit: How many deadlines are settled at most.
    /// - Returns: Whether everything was settled; if not, `now` stands at the last deadline settled.
    public mutating func settle(before instant: Instant, limit: Int) -> Bool {
        var left = limit
        while let next = system.deadlines.next, next.at < instant {
            guard left > 0 else { return false }
            left -= 1
            settleNext()
        }
        system.timeline.pass(to: instant)
        return true
    }

    /// Lets time pass as far as asked, what is due at the target included.
    mutating func carryOut(_ advance: Advance, within limits: AdvanceLimits) -> AdvanceStop {
        switch advance {
        case .by(let length): pass(to: system.now + length, within: limits, until: nil)
        case .before(let length): pass(to: system.now + length, includingEnd: false, within: limits, until: nil)
        case .to(let instant): pass(to: instant, within: limits, until: nil)
        case .until(let condition, let length): pass(to: system.now + length, within: limits, until: condition)
        case .untilIdle(let length): passUntilIdle(to: system.now + length, within: limits)
        }
    }

    /// Settles what is due up to the target; looks at the condition whenever an instant is settled.
    private mutating func pass(
        to target: Instant,
        includingEnd: Bool = true,
        within limits: AdvanceLimits,
        until condition: Condition?
    ) -> AdvanceStop {
        var budget = AdvanceBudget(limits, after: system.timeline.records.count)
        var seen = system.timeline.records.count
        if let condition, meets(condition, records: []) { return .condition }
        while let next = system.deadlines.next, next.at < target || includingEnd && next.at == target {
            if let stop = budget.takeDeadline(after: system.timeline.records) {
                // The next advance does not see what was written amidst this instant.
                if let condition, meets(condition, records: system.timeline.records[seen...]) { return .condition }
                return stop
            }
            settleNext()
            if let condition, system.deadlines.next?.at != system.now {
                if meets(condition, records: system.timeline.records[seen...]) { return .condition }
                seen = system.timeline.records.count
            }
        }
        system.timeline.pass(to: target)
        return condition == nil ? .reached : .timeout
    }

    private mutating func passUntilIdle(to target: Instant, within limits: AdvanceLimits) -> AdvanceStop {
        var budget = AdvanceBudget(limits, after: system.timeline.records.count)
        while let next = system.deadlines.next {
            guard next.at <= target else {
                system.timeline.pass(to: target)
                return .reached
            }
            if let stop = budget.takeDeadline(after: system.timeline.records) { return stop }
            settleNext()
        }
        return .idle
    }

    /// Goes to the next deadline and lets it happen.
    private mutating func settleNext() {
        let deadline = system.deadlines.removeNext()
        system.timeline.pass(to: deadline.at)
        system.timeline.attribute(to: deadline.cause)
        if deadline.pid == 0 {
            handle(deadline.kind)
        } else if let index = index(ofProcess: deadline.pid) {
            carryOut(apps[index].handle(deadline.kind, in: &system), of: index)
            pump(index)
        }
        finishInput()
    }

    /// What is left to do when an input or a deadline has been dealt with.
    mutating func finishInput() {
        repeat {
            pumpWarnedApps()
            endCallWithoutOwner()
            wakeEndedApps()
        } while system.memory.hasWarned
        planDecisions()
    }

    private mutating func handle(_ kind: Deadline.Kind) {
        switch kind {
        case .transferEnds(let number): transferEnds(number)
        case .deviceBecomesIdle: system.conditions.isIdle = true
        case .systemDecides: decide()
        case .handlerEntryEnds, .taskEndsItself, .watchdog, .assertionEnds, .taskWarning, .taskAllowanceEnds,
            .homeTransitionEnds:
            preconditionFailure("a deadline of a process without one: \(kind)")
        }
    }

}
