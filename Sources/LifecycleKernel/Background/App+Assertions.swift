/// Acquires and releases the assertions of a process, and suspends it when it holds none. Source: facts 2.2.
extension App {
    /// Acquires an assertion for the process.
    ///
    /// - Parameter length: How long until it expires; nil for never.
    /// - Returns: Its number.
    @discardableResult
    mutating func acquire(
        _ kind: Assertion.Kind,
        lasting length: Milliseconds? = nil,
        number: UInt32? = nil,
        name: String? = nil,
        in system: inout SystemState
    ) -> UInt32 {
        let end = length.map { system.now + $0 }
        // Its record is the next one.
        let number = process.hold(kind, number: number, until: end, acquiredBy: system.lastSequence + 1)
        write(.assertion(AssertionChange(kind: kind, change: .acquired, name: name, remaining: length)), in: &system)
        if let end { set(.assertionEnds(number), at: end, in: &system) }
        if !kind.leavesTaskClockRunning { resetTaskClock(in: &system) }
        updateTaskClock(in: &system)
        return number
    }

    /// Releases all assertions of a kind.
    mutating func release(_ kind: Assertion.Kind, in system: inout SystemState) {
        while let index = self.index(ofAssertion: kind) {
            drop(process.assertions[index], .released, in: &system)
        }
    }

    /// Removes an assertion. Whether the process is suspended then is decided when its main thread is idle.
    mutating func drop(_ assertion: Assertion, _ change: AssertionChange.Change, in system: inout SystemState) {
        if let index = process.assertions.firstIndex(where: { $0.number == assertion.number }) {
            process.assertions.remove(at: index)
        }
        if assertion.endsAt != nil { cancelDeadlines(in: &system) { $0 == .assertionEnds(assertion.number) } }
        let name = process.work.isBlank ? nil : process.task(assertion.number)?.name
        write(
            .assertion(AssertionChange(kind: assertion.kind, change: change, name: name, remaining: nil)),
            in: &system
        )
        updateTaskClock(in: &system)
    }

    /// Acquires the assertion that delays suspension after entering the background, unless the process is terminating.
    mutating func holdForTransition(in system: inout SystemState) {
        guard process.ending == nil, !holds(.transition) else { return }
        acquire(.transition, lasting: system.rulebook.milliseconds(.suspendDelaySeconds), in: &system)
    }

    /// Extends an assertion to a length of time from now.
    mutating func prolong(_ number: UInt32, by length: Milliseconds, in system: inout SystemState) {
        guard let index = process.assertions.firstIndex(where: { $0.number == number }) else { return }
        cancelDeadlines(in: &system) { $0 == .assertionEnds(number) }
        process.assertions[index].endsAt = system.now + length
        set(.assertionEnds(number), at: system.now + length, in: &system)
    }

    /// Returns whether the process holds an assertion of a kind.
    // Inlining saves 2 % of the instructions of a transition, all of this folder together.
    @inline(__always)
    func holds(_ kind: Assertion.Kind) -> Bool { index(ofAssertion: kind) != nil }

    /// Returns the index of the first assertion of one of two kinds.
    @inline(__always)
    func index(ofAssertion kind: Assertion.Kind, or other: Assertion.Kind? = nil) -> Int? {
        for index in process.assertions.indices {
            let found = process.assertions[index].kind
            if found == kind || found == other { return index }
        }
        return nil
    }

    /// Suspends the process.
    private mutating func freeze(reason: ProcessChange.Reason, in system: inout SystemState) {
        resetTaskClock(in: &system)
        // The record of the change of state is the next one.
        let record = system.lastSequence + 1
        changeState(to: .suspended, reason: reason, in: &system)
        // Conditions are compared with these when it resumes.
        process.sleep(
            at: system.now,
            by: record,
            baseline: MissedChanges(conditions: system.conditions, isRefreshOn: installation.isRefreshOn)
        )
        if !process.work.isBlank { pauseActivities(in: &system) }
    }

    /// Resumes a suspended process in the background, and delivers the changes that it missed.
    ///
    /// - Parameter reason: What the system resumes it for; nil when it enters the foreground.
    mutating func resume(wokenFor reason: LaunchReason?, in system: inout SystemState) {
        process.wasWokenInBackground = true
        changeState(to: .background, reason: .resumed, in: &system)
        if let reason { countWakeUp(reason) }
        deliverProtectedDataIfAvailable(in: &system)
        deliverMissedChanges(in: &system)
        // Windows that were closed meanwhile are reported now.
        if hasClosingSession { process.runLoop.enqueueReconciliation() }
        guard !process.work.isBlank else { return }
        resumeActivities(in: &system)
        holdForOpenTasks(in: &system)
        resumeAudio(in: &system)
        resumeLocation(in: &system)
    }

    /// An assertion expires.
    mutating func assertionEnds(_ number: UInt32, in system: inout SystemState) -> AppEffect? {
        guard let assertion = process.assertions.first(where: { $0.number == number }) else { return nil }
        if let task = process.work.runningTasks.first(where: { $0.assertion == number }), !task.hasExpired {
            expire(task, in: &system)
            return nil
        }
        drop(assertion, .expired, in: &system)
        if assertion.kind == .backgroundTaskScheduler { failUncompletedTask(assertion, in: &system) }
        guard let reason = system.rulebook.reasonAtEnd(of: assertion.kind) else { return nil }
        if isInFront(in: system), assertion.kind != .voip {
            report(assertion.completionMissing([system.lastSequence]), in: &system)
            return nil
        }
        let finding = assertion.kind == .voip ? nil : assertion.completionMissing()
        return .end(Termination(reason, finding: finding))
    }

    /// Suspends a process that runs in the background, is idle and holds no assertion, unless the last input has put it
    /// in front.
    mutating func suspendIfNothingHolds(in system: inout SystemState) -> AppEffect? {
        guard hasProcess, process.state == .background,
            process.runLoop.isIdle, process.assertions.isEmpty,
            !isInFront(in: system)
        else { return nil }
        return suspend(reason: .noAssertionLeft, in: &system)
    }

    /// Suspends the process, or ends it if it holds a file lock or opts out of suspension.
    mutating func suspend(reason: ProcessChange.Reason, in system: inout SystemState) -> AppEffect? {
        if exitsOnSuspend(in: system) {
            exitInsteadOfSuspending(in: &system)
            return .runMainThread
        }
        if !process.work.isBlank, process.work.holdsFileLock {
            return .end(Termination(.suspendedWithLockedFile, finding: process.fileLockHeld()))
        }
        freeze(reason: reason, in: &system)
        return nil
    }
}

extension Rulebook {
    /// Returns the reason for which a process is terminated when an assertion of a kind expires. A rule decides for a
    /// VoIP push that was not reported: before iOS 13 it ended nothing.
    func reasonAtEnd(of kind: Assertion.Kind) -> TerminationReason? {
        guard kind == .voip else { return kind.reasonAtEnd }
        switch unreportedCallEnd {
        case .code: return .voipNotReported
        case .crash: return .abnormal
        case nil: return nil
        }
    }
}
