/// How much one call may settle, whether it is an advance or time passes by itself. The rest is left for the next call.
///
/// An advance that was stored stops at the same deadline when it is repeated with the same limits.
public struct AdvanceLimits: Hashable, Sendable {
    /// How many deadlines are settled at most.
    public var deadlines: Int
    /// After how many records it stops: the deadline that writes the last of them is settled to its end.
    public var records: Int
    /// After how many bytes of records it stops, as `Record.approximateSize` counts them.
    public var bytes: Int

    /// The default limits, with which an answer is a few megabytes of JSON at most.
    public static let standard = AdvanceLimits(deadlines: 100_000, records: 10_000, bytes: 4 * 1_024 * 1_024)

    /// How many bytes of records a batch of inputs may cause, unless a host sets another limit.
    public static let bytesOfInputs = 32 * 1_024 * 1_024

    public static let unlimited = AdvanceLimits(deadlines: .max)

    /// Makes limits. Without a value, records or bytes are not limited.
    public init(deadlines: Int, records: Int = .max, bytes: Int = .max) {
        self.deadlines = deadlines
        self.records = records
        self.bytes = bytes
    }

    /// Subtracts records that were written. No limit becomes negative.
    package mutating func take(_ written: [Record]) {
        records = max(0, records - written.count)
        var size = 0
        // By index: otherwise each record would be copied.
        for index in written.indices { size += written[index].approximateSize }
        bytes = max(0, bytes - size)
    }
}

/// The unused part of limits.
struct AdvanceBudget {
    private var left: AdvanceLimits
    /// How much of the timeline has been counted.
    private var counted: (sequence: SequenceNumber, bytes: Int)
    /// The attached apps whose callbacks stop an advance while they wait for the program that plays the app.
    var stopsAtCallbacks = AttachedApps.none

    /// The callbacks in flight whose handlers take this time (`Advance.during`). The advance does not stop at them.
    var during: [SequenceNumber] = []

    /// Which attached apps stop an advance.
    enum AttachedApps: Hashable, Sendable {
        case none, all
        case only(BundleID)
    }

    /// Whether the advance may stop for an attached app.
    var waitsForPrograms: Bool { stopsAtCallbacks != .none || !during.isEmpty }

    /// Limits for what a device does from now on.
    init(_ limits: AdvanceLimits, on timeline: borrowing Timeline) {
        left = limits
        counted = (timeline.lastSequence, timeline.bytesWritten)
    }

    /// Charges what was written since the last call, and one deadline that is to be settled, or one input of a batch.
    ///
    /// - Returns: The limit that was reached; nil if none was.
    mutating func charge(recordsOf timeline: borrowing Timeline) -> AdvanceStop? {
        left.records -= timeline.lastSequence.count(after: counted.sequence)
        left.bytes -= timeline.bytesWritten - counted.bytes
        counted = (timeline.lastSequence, timeline.bytesWritten)
        guard left.records > 0, left.bytes > 0 else { return .records }
        guard left.deadlines > 0 else { return .limit }
        left.deadlines -= 1
        return nil
    }
}

/// Why an advance stopped.
public enum AdvanceStop: String, CaseIterable, Sendable {
    /// The instant asked for was reached.
    case reached
    /// The condition was met.
    case condition
    /// No deadline is left.
    case idle
    /// The condition was not met in time.
    case timeout
    /// The limit of deadlines was reached; the rest is left for the next advance.
    case limit
    /// The limit of records or of their size was reached; the rest is left for the next advance.
    case records
    /// A callback waits for the program that plays an attached app; the rest is left for an advance after its completion.
    case callback
    /// The process of one of the callbacks in `Advance.during` has ended.
    case processEnded

    /// Whether the advance stopped at one of its limits before its target, so that another one has to continue.
    package var isEarly: Bool { self == .limit || self == .records }
}

extension Device {
    /// The instant of the next deadline; nil when there is none.
    public var nextDeadline: Instant? { system.deadlines.next?.at }

    /// Handles every deadline *before* an instant, but none that is due at it.
    ///
    /// So it makes no difference whether an input at that instant comes before or after a tick.
    ///
    /// - Parameter limits: How many deadlines are settled at most, and after how many records, or bytes of them, it stops.
    ///   Records that have not been taken do not count.
    /// - Returns: `reached` if everything was settled, else the limit, `limit` or `records`; `now` then stands at the last
    ///   deadline settled.
    public mutating func settle(before instant: Instant, within limits: AdvanceLimits) -> AdvanceStop {
        // Nothing is due before most inputs.
        guard let next = nextDeadline, next < instant else {
            system.timeline.advance(to: instant)
            return .reached
        }
        let budget = AdvanceBudget(limits, on: system.timeline)
        return settle(upTo: instant, includingEnd: false, within: budget, until: nil)
    }

    /// Advances the time, and handles every deadline up to and including the target.
    mutating func carryOut(_ advance: Advance, within limits: AdvanceLimits) -> AdvanceStop {
        var budget = AdvanceBudget(limits, on: system.timeline)
        budget.stopsAtCallbacks = advance.stopsAtCallbacks ? .all : .none
        budget.during = advance.during
        return switch advance.extent {
        case .by(let length): settle(upTo: system.now + length, within: budget, until: nil)
        case .before(let length): settle(upTo: system.now + length, includingEnd: false, within: budget, until: nil)
        case .to(let instant): settle(upTo: instant, within: budget, until: nil)
        case .until(let condition, let length): settle(upTo: system.now + length, within: budget, until: condition)
        case .untilIdle(let length): settleUntilIdle(upTo: system.now + length, within: budget)
        }
    }

    /// Handles the deadlines up to the target, and checks the condition after each instant.
    private mutating func settle(
        upTo target: Instant,
        includingEnd: Bool = true,
        within budget: AdvanceBudget,
        until condition: Condition?
    ) -> AdvanceStop {
        var budget = budget
        var seen = system.timeline.records.count
        if let condition, meets(condition, records: []) { return .condition }
        while let next = system.deadlines.next, next.at < target || includingEnd && next.at == target {
            if let stop = stopBeforeDeadline(&budget) {
                // Checked now, since the next advance does not see the records that were written so far at this
                // instant.
                if let condition, meets(condition, records: system.timeline.records[seen...]) { return .condition }
                return stop
            }
            settleNextDeadline()
            if let condition, system.deadlines.next?.at != system.now {
                if meets(condition, records: system.timeline.records[seen...]) { return .condition }
                seen = system.timeline.records.count
            }
        }
        if budget.waitsForPrograms, let stop = stopOfAttachedApps(budget) { return stop }
        system.timeline.advance(to: target)
        return condition == nil ? .reached : .timeout
    }

    mutating func settleUntilIdle(upTo target: Instant, within budget: AdvanceBudget) -> AdvanceStop {
        var budget = budget
        while let next = system.deadlines.next, next.at <= target {
            if let stop = stopBeforeDeadline(&budget) { return stop }
            settleNextDeadline()
        }
        if budget.waitsForPrograms, let stop = stopOfAttachedApps(budget) { return stop }
        guard system.deadlines.next != nil else { return .idle }
        system.timeline.advance(to: target)
        return .reached
    }

    /// Returns why an advance stops before the next deadline; nil if that may be settled. Charges the deadline then.
    private mutating func stopBeforeDeadline(_ budget: inout AdvanceBudget) -> AdvanceStop? {
        if budget.waitsForPrograms, let stop = stopOfAttachedApps(budget) { return stop }
        return budget.charge(recordsOf: system.timeline)
    }

    /// Returns why the advance has to stop for an attached app; nil if more time may pass.
    private func stopOfAttachedApps(_ budget: AdvanceBudget) -> AdvanceStop? {
        // Loops, since a closure would capture a copy of the device.
        for callback in budget.during where !isToBeCompleted(callback) { return .processEnded }
        switch budget.stopsAtCallbacks {
        case .none: break
        case .all:
            for index in apps.indices where apps[index].hasCallbackToComplete(besides: budget.during) {
                return .callback
            }
        case .only(let bundleID):
            if let index = index(of: bundleID), apps[index].hasCallbackToComplete(besides: budget.during) {
                return .callback
            }
        }
        return nil
    }

    /// Advances to the next deadline and handles it.
    private mutating func settleNextDeadline() {
        let deadline = system.deadlines.removeNext()
        system.timeline.advance(to: deadline.at)
        system.timeline.attribute(to: deadline.cause)
        system.timeline.beginStep()
        switch deadline.subject {
        case .device(let deadline): handle(deadline)
        case .process(let pid, let deadline):
            if let index = apps.index(ofProcess: pid) {
                carryOut(apps[index].handle(deadline, in: &system), of: index)
                pump(index)
            } else if let index = index(ofServiceProcess: pid) {
                handle(deadline, ofServiceOf: index)
            }
        }
        finishInput()
    }

    /// Completes an input or a deadline: does what concerns several apps, until nothing of that is left, and plans the
    /// next decision of the system.
    mutating func finishInput() {
        repeat {
            pumpWarnedApps()
            endCallWithoutOwner()
            wakeEndedApps()
        } while system.memory.hasWarned || system.endedProcesses.hasNewExit
        planDecisions()
        updateSleep()
    }

    private mutating func handle(_ deadline: DeviceDeadline) {
        switch deadline {
        case .transferEnds(let number): transferEnds(number)
        case .transferStarts(let number): transferStarts(number)
        case .liveActivityEnds(let record): liveActivityEnds(startedBy: record)
        case .heldPushExpires(let record): heldPushExpires(record)
        case .deviceBecomesIdle: system.conditions.setIdle(true)
        case .systemDecides: decide()
        }
    }
}

extension App {
    /// Sets a deadline of the process, with the last record as its cause.
    mutating func set(_ deadline: ProcessDeadline, at instant: Instant, in system: inout SystemState) {
        system.deadlines.set(deadline, of: process.pid, at: instant, cause: system.lastSequence)
    }

    /// Cancels the deadlines of the process that match a predicate.
    mutating func cancelDeadlines(in system: inout SystemState, where fits: (ProcessDeadline) -> Bool) {
        system.deadlines.cancel(of: process.pid, where: fits)
    }

    /// Called when a deadline of the process is due.
    mutating func handle(_ deadline: ProcessDeadline, in system: inout SystemState) -> AppEffect? {
        switch deadline {
        case .handlerEntryEnds:
            process.runLoop.entryHasTakenItsTime()
            return .continueHandler
        case .taskEndsItself(let id): taskEndsItself(id, in: &system)
        case .watchdog(let event): return watchdogFired(event, in: system)
        case .assertionEnds(let id): return assertionEnds(id, in: &system)
        case .taskWarning: warnTasks(in: &system)
        case .taskAllowanceEnds: return taskAllowanceEnds(in: &system)
        case .processorLimit: return processorLimitReached(in: &system)
        case .homeTransitionEnds:
            process.runLoop.enqueueReconciliation()
            watchMainThread(in: &system)
        case .alarm: enqueue([Self.alarm(.wall, due: system.now)])
        case .uptimeAlarm: enqueue([Self.alarm(.uptime, due: system.now)])
        case .requestEnds(let number): requestEnds(number, in: &system)
        case .locationSessionsLapse: locationSessionsLapse(in: &system)
        case .contentHandlerLimit, .extensionIdleLimit: break  // Of an extension.
        }
        return nil
    }
}
