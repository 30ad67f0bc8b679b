/// What holds processes in the background, and what happens when nothing does. Source: facts 2.2.
extension Device {
    /// Acquires an assertion for a process.
    ///
    /// - Parameter length: After how long it ends by itself; nil when something else ends it.
    /// - Returns: Its number.
    @discardableResult
    mutating func acquire(
        _ kind: Assertion.Kind,
        lasting length: Milliseconds? = nil,
        number: UInt32? = nil,
        name: String? = nil,
        for index: Int
    ) -> UInt32 {
        let end = length.map { now + $0 }
        // Its record is the next one.
        let number = self[process: index].hold(kind, number: number, until: end, acquiredBy: lastSequence + 1)
        write(.assertion(AssertionChange(kind: kind, change: .acquired, name: name, remaining: length)), app: index)
        if let end { set(.assertionEnds(number), at: end, for: index) }
        if !kind.leavesTaskClockRunning { resetTaskClock(index) }
        updateTaskClock(index)
        return number
    }

    /// Releases the assertions of a kind, if the process holds any.
    mutating func release(_ kind: Assertion.Kind, of index: Int) {
        while let place = place(ofAssertion: kind, index) {
            drop(self[process: index].assertions[place], .released, of: index)
        }
    }

    /// Takes an assertion from a process. Whether that suspends it is looked at when its main thread is idle.
    mutating func drop(_ assertion: Assertion, _ change: AssertionChange.Change, of index: Int) {
        if let place = self[process: index].assertions.firstIndex(where: { $0.number == assertion.number }) {
            self[process: index].assertions.remove(at: place)
        }
        if assertion.endsAt != nil { callOff(index) { $0 == .assertionEnds(assertion.number) } }
        let name = self[process: index].work.isBlank ? nil : self[process: index].task(assertion.number)?.name
        write(
            .assertion(AssertionChange(kind: assertion.kind, change: change, name: name, remaining: nil)),
            app: index
        )
        updateTaskClock(index)
    }

    /// The grace after entering the background; a process that is ending needs none.
    mutating func holdForTransition(_ index: Int) {
        guard self[process: index].ending == nil, !holds(.transition, index) else { return }
        acquire(.transition, lasting: rulebook.milliseconds(.suspendDelaySeconds), for: index)
    }

    /// An assertion reaches its end.
    mutating func assertionEnds(_ number: UInt32, of index: Int) {
        guard let assertion = self[process: index].assertions.first(where: { $0.number == number }) else { return }
        if let task = self[process: index].work.runningTasks.first(where: { $0.assertion == number }), !task.hasExpired
        {
            expire(task, index)
            return
        }
        drop(assertion, .expired, of: index)
        if assertion.kind == .backgroundTaskScheduler { failUncompletedTask(assertion, index) }
        guard let reason = reasonAtEnd(of: assertion.kind) else { return }
        if isInFront(index), assertion.kind != .voip {
            found(completionMissing(assertion, [lastSequence]), index)
        } else {
            end(index, reason, finding: assertion.kind == .voip ? nil : completionMissing(assertion))
        }
    }

    /// With what a process ends when an assertion of a kind reaches its end. A VoIP push that was not reported is a
    /// matter of the rules: before iOS 13 it ended nothing.
    private func reasonAtEnd(of kind: Assertion.Kind) -> TerminationReason? {
        guard kind == .voip else { return kind.reasonAtEnd }
        switch rulebook.unreportedCallEnd {
        case .code: return .voipNotReported
        case .crash: return .abnormal
        case nil: return nil
        }
    }

    /// Moves the end of an assertion.
    mutating func prolong(_ number: UInt32, by length: Milliseconds, _ index: Int) {
        guard let place = self[process: index].assertions.firstIndex(where: { $0.number == number }) else { return }
        callOff(index) { $0 == .assertionEnds(number) }
        self[process: index].assertions[place].endsAt = now + length
        set(.assertionEnds(number), at: now + length, for: index)
    }

    /// Whether a process holds an assertion of a kind.
    @inline(__always)
    func holds(_ kind: Assertion.Kind, _ index: Int) -> Bool { place(ofAssertion: kind, index) != nil }

    /// The place of the assertion of a kind, or of another, that a process acquired first.
    @inline(__always)
    func place(ofAssertion kind: Assertion.Kind, or other: Assertion.Kind? = nil, _ index: Int) -> Int? {
        for place in self[process: index].assertions.indices {
            let found = self[process: index].assertions[place].kind
            if found == kind || found == other { return place }
        }
        return nil
    }

    // MARK: Suspending and resuming

    /// Suspends a process that runs in the background, has nothing to do and is held by nothing. One that is in front by
    /// the user's last input is on its way to the screen.
    mutating func suspendIfNothingHolds(_ index: Int) {
        guard installed[index].process != nil, self[process: index].state == .background,
            self[process: index].runLoop.isIdle, self[process: index].assertions.isEmpty, !isInFront(index)
        else { return }
        suspend(index, why: .noAssertionLeft)
    }

    /// Suspends a process, or ends it where it must not or does not want to be suspended.
    mutating func suspend(_ index: Int, why: ProcessChange.Why) {
        if exitsOnSuspend(index) {
            exitInsteadOfSuspending(index)
            pump(index)
        } else if !self[process: index].work.isBlank, self[process: index].work.holdsFileLock {
            end(index, .suspendedWithLockedFile, finding: fileLockHeld(self[process: index]))
        } else {
            freeze(index, why: why)
        }
    }

    /// Takes the processor away from a process.
    private mutating func freeze(_ index: Int, why: ProcessChange.Why) {
        resetTaskClock(index)
        // The record of the change of state is the next one.
        let record = lastSequence + 1
        changeState(to: .suspended, why: why, index)
        // What it knows now is what it will compare with.
        self[process: index].sleep(
            at: now,
            by: record,
            knowing: MissedChanges(conditions: conditions, isRefreshOn: installed[index].isRefreshOn)
        )
        if !self[process: index].work.isBlank { activitiesStandStill(index) }
    }

    /// A suspended process runs again, in the background, and hears first what it missed.
    ///
    /// - Parameter reason: What the system woke it for; nil when it is on its way to the screen.
    mutating func resume(_ index: Int, wokenFor reason: LaunchReason?) {
        self[process: index].wasWokenInBackground = true
        changeState(to: .background, why: .resumed, index)
        if let reason { countWakeUp(reason, index) }
        hearProtectedDataIfAvailable(index)
        hearMissedChanges(index)
        // Windows that were closed meanwhile are told of in the same wake.
        if hasClosingSession(index) { self[process: index].runLoop.enqueueReconciliation() }
        guard !self[process: index].work.isBlank else { return }
        activitiesGoOn(index)
        holdForOpenTasks(index)
        goOnWithAudio(index)
        goOnWithLocation(index)
    }
}

extension Assertion.Kind {
    /// Whether the background task allowance is used up while one of this kind is held. Source: facts 2.2,
    /// "delayed relative": it counts only while it is the reason why the process runs.
    var leavesTaskClockRunning: Bool {
        switch self {
        case .transition, .backgroundTask: true
        case .remoteNotification, .backgroundFetch, .backgroundTaskScheduler, .urlSessionEvents, .audio,
            .audioInterruption, .location, .bluetooth, .voip, .voipCall:
            false
        }
    }

    /// With what the process ends when an assertion of this kind reaches its end; nil when it only no longer holds it.
    var reasonAtEnd: TerminationReason? {
        switch self {
        case .transition, .audio, .audioInterruption, .location, .bluetooth, .voipCall: nil
        case .backgroundTask, .backgroundTaskScheduler: .backgroundTaskAssertionTimeout
        case .remoteNotification, .backgroundFetch: .backgroundFetchTimeout
        case .urlSessionEvents: .backgroundURLSessionTimeout
        case .voip: .voipNotReported
        }
    }
}
