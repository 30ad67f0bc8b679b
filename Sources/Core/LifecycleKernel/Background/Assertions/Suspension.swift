/// How a process acquires and releases assertions, and is suspended when it holds none. Source: facts 2.2.
extension App {
    /// Acquires an assertion for the process.
    ///
    /// - Parameter length: How long until it expires; nil for never.
    /// - Returns: The assertion, as acquired.
    @discardableResult
    mutating func acquire(
        _ kind: Assertion.Kind,
        lasting length: Milliseconds? = nil,
        id: AssertionID? = nil,
        name: String? = nil,
        in system: inout SystemState
    ) -> Assertion {
        let id = id ?? process.assertions.makeID()
        let number = kind == .backgroundTask ? id : nil
        let record = write(
            .assertion(AssertionChange(kind: kind, change: .acquired, number: number, name: name, remaining: length)),
            in: &system
        )
        let assertion = process.assertions.acquire(kind, id: id, acquiredBy: record)
        if let length { set(.assertionEnds(id), at: system.now + length, in: &system) }
        if !kind.leavesTaskClockRunning { resetTaskClock(in: &system) }
        updateTaskClock(in: &system)
        return assertion
    }

    mutating func release(_ kind: Assertion.Kind, in system: inout SystemState) {
        while let assertion = process.assertions.first(of: kind) { end(assertion, .released, in: &system) }
    }

    /// Ends an assertion. Whether the process is suspended then is decided when its main thread is idle.
    mutating func end(_ assertion: Assertion, _ change: AssertionChange.Change, in system: inout SystemState) {
        if process.assertions.remove(assertion.id) != nil { cancelExpiration(of: assertion.id, in: &system) }
        let name = process.work.isBlank ? nil : process.task(assertion.id)?.name
        let change = AssertionChange(kind: assertion.kind, change: change, number: assertion.taskNumber, name: name)
        write(.assertion(change), in: &system)
        updateTaskClock(in: &system)
    }

    /// Acquires the assertion that delays suspension after entering the background, unless the process is terminating.
    mutating func holdForTransition(in system: inout SystemState) {
        guard !process.isEnding, !process.assertions.holds(.transition) else { return }
        acquire(.transition, lasting: system.rulebook.suspendDelaySeconds, in: &system)
    }

    /// Extends an assertion to a length of time from now.
    mutating func extend(_ id: AssertionID, by length: Milliseconds, in system: inout SystemState) {
        guard process.assertions[id] != nil else { return }
        cancelExpiration(of: id, in: &system)
        set(.assertionEnds(id), at: system.now + length, in: &system)
    }

    private mutating func cancelExpiration(of id: AssertionID, in system: inout SystemState) {
        cancelDeadlines(in: &system) { $0 == .assertionEnds(id) }
    }

    /// When an assertion expires; nil if it does not.
    func expiration(of id: AssertionID, in system: SystemState) -> Instant? {
        system.deadlines.first(of: process.pid) { $0 == .assertionEnds(id) }?.at
    }

    private mutating func freeze(reason: ProcessChange.Reason, in system: inout SystemState) {
        resetTaskClock(in: &system)
        // When the process resumes, the conditions at that time are compared with these.
        let missed = MissedChanges(conditions: system.conditions, isRefreshOn: installation.isRefreshOn)
        let alarm = pauseAlarm(.alarm, in: &system)
        let uptimeAlarm = pauseAlarm(.uptimeAlarm, in: &system).map { $0 + -system.slept }
        changeState(to: .suspended, reason: reason, in: &system) { process, now, record in
            var suspension = Suspension(since: now, record: record, missed: missed)
            suspension.alarm = alarm
            suspension.uptimeAlarm = uptimeAlarm
            process.suspend(suspension, at: now)
        }
        guard !process.work.isBlank else { return }
        pauseActivities(in: &system)
        suspendRequests(in: &system)
    }

    /// Resumes a suspended process in the background, and delivers the changes that it missed.
    ///
    /// - Parameter reason: What the system resumes it for; nil when it enters the foreground.
    mutating func resume(wokenFor reason: LaunchReason?, in system: inout SystemState) {
        process.wasWokenInBackground = true
        let suspension = process.suspension
        changeState(to: .background, reason: .resumed, in: &system)
        if let reason { countWakeUp(reason) }
        holdForCall(in: &system)
        deliverProtectedDataIfAvailable(in: &system)
        if let missed = suspension?.missed { deliver(missed, in: &system) }
        // Windows that were closed meanwhile are reported now.
        if hasClosingSession { process.runLoop.enqueueReconciliation() }
        resumeTimers(after: suspension, entersForeground: reason == nil, in: &system)
        guard !process.work.isBlank else { return }
        resumeRequests(in: &system)
        holdForOpenTasks(in: &system)
        resumeAudio(in: &system)
        resumeLocation(in: &system)
        deliverMissedActivityChanges()
    }

    mutating func assertionEnds(_ id: AssertionID, in system: inout SystemState) -> AppEffect? {
        guard let assertion = process.assertions[id] else { return nil }
        if let task = process.work.runningTasks.first(where: { $0.assertion == id }), !task.hasExpired {
            expire(task, for: expiry(of: task, in: system), in: &system)
            return endIfRenderingInBackground(in: &system)
        }
        end(assertion, .expired, in: &system)
        if assertion.kind == .backgroundTaskScheduler { failUncompletedTask(assertion, in: &system) }
        auditEnd(of: assertion, in: &system)
        guard let reason = system.rulebook.reasonAtEnd(of: assertion.kind) else { return nil }
        if assertion.kind == .voip { return endWithoutReport(.mistake(reason), system.rulebook) }
        let endsInBackground = reason != .backgroundFetchTimeout || system.rulebook.uncompletedFetchEndsApp
        let isSpared = isInFront(in: system) || system.rulebook.debuggerAttached || !endsInBackground
        if isSpared {
            let finding = assertion.completionMissing([system.lastSequence], endsInBackground: endsInBackground)
            report(finding.during(uncompletedCallback(in: system)), in: &system)
            return nil
        }
        return .end(Termination(reason, finding: assertion.completionMissing()))
    }

    /// Suspends a process that runs in the background, is idle and holds no assertion, unless the last input has put it
    /// in front or a debugger is attached.
    mutating func suspendIfNothingHolds(in system: inout SystemState) -> AppEffect? {
        guard hasProcess, process.state == .background,
            process.runLoop.isIdle, process.assertions.isEmpty,
            !isInFront(in: system), !system.rulebook.debuggerAttached
        else { return nil }
        return suspend(reason: .noAssertionLeft, in: &system)
    }

    /// Suspends the process, or ends it if it holds a file lock or opts out of suspension.
    mutating func suspend(reason: ProcessChange.Reason, in system: inout SystemState) -> AppEffect? {
        if installation.exitsOnSuspend(system.rulebook) { return .requestTermination(Self.exitInsteadOfSuspending) }
        if !process.work.isBlank, process.work.holdsFileLock {
            return .end(Termination(.suspendedWithLockedFile, finding: process.fileLockHeld()))
        }
        freeze(reason: reason, in: &system)
        return nil
    }
}

extension Rulebook {
    /// Returns why a process is terminated when an assertion of a kind expires. Before iOS 13, a VoIP push whose call
    /// was not reported ended no process.
    func reasonAtEnd(of kind: Assertion.Kind) -> TerminationReason? {
        kind == .voip && self.voipNotReportedEnds == nil ? nil : kind.reasonAtEnd
    }
}
