/// What holds processes in the background, and what happens when nothing does. Source: facts 2.2.
extension App {
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

    /// Releases the assertions of a kind, if the process holds any.
    mutating func release(_ kind: Assertion.Kind, in system: inout SystemState) {
        while let place = self.place(ofAssertion: kind) {
            drop(process.assertions[place], .released, in: &system)
        }
    }

    /// Takes an assertion from a process. Whether that suspends it is looked at when its main thread is idle.
    mutating func drop(_ assertion: Assertion, _ change: AssertionChange.Change, in system: inout SystemState) {
        if let place = process.assertions.firstIndex(where: { $0.number == assertion.number }) {
            process.assertions.remove(at: place)
        }
        if assertion.endsAt != nil { callOff(in: &system) { $0 == .assertionEnds(assertion.number) } }
        let name = process.work.isBlank ? nil : process.task(assertion.number)?.name
        write(
            .assertion(AssertionChange(kind: assertion.kind, change: change, name: name, remaining: nil)),
            in: &system
        )
        updateTaskClock(in: &system)
    }

    /// The grace after entering the background; a process that is ending needs none.
    mutating func holdForTransition(in system: inout SystemState) {
        guard process.ending == nil, !holds(.transition) else { return }
        acquire(.transition, lasting: system.rulebook.milliseconds(.suspendDelaySeconds), in: &system)
    }

    /// Moves the end of an assertion.
    mutating func prolong(_ number: UInt32, by length: Milliseconds, in system: inout SystemState) {
        guard let place = process.assertions.firstIndex(where: { $0.number == number }) else { return }
        callOff(in: &system) { $0 == .assertionEnds(number) }
        process.assertions[place].endsAt = system.now + length
        set(.assertionEnds(number), at: system.now + length, in: &system)
    }

    /// Whether a process holds an assertion of a kind.
    // Inlining saves 2 % of the instructions of a transition, all of this folder together.
    @inline(__always)
    func holds(_ kind: Assertion.Kind) -> Bool { place(ofAssertion: kind) != nil }

    /// The place of the assertion of a kind, or of another, that a process acquired first.
    @inline(__always)
    func place(ofAssertion kind: Assertion.Kind, or other: Assertion.Kind? = nil) -> Int? {
        for place in process.assertions.indices {
            let found = process.assertions[place].kind
            if found == kind || found == other { return place }
        }
        return nil
    }

    /// Takes the processor away from a process.
    private mutating func freeze(why: ProcessChange.Why, in system: inout SystemState) {
        resetTaskClock(in: &system)
        // The record of the change of state is the next one.
        let record = system.lastSequence + 1
        changeState(to: .suspended, why: why, in: &system)
        // What it knows now is what it will compare with.
        process.sleep(
            at: system.now,
            by: record,
            knowing: MissedChanges(conditions: system.conditions, isRefreshOn: installation.isRefreshOn)
        )
        if !process.work.isBlank { pauseActivities(in: &system) }
    }

    /// A suspended process runs again, in the background, and hears first what it missed.
    ///
    /// - Parameter reason: What the system woke it for; nil when it is on its way to the screen.
    mutating func resume(wokenFor reason: LaunchReason?, in system: inout SystemState) {
        process.wasWokenInBackground = true
        changeState(to: .background, why: .resumed, in: &system)
        if let reason { countWakeUp(reason) }
        hearProtectedDataIfAvailable(in: &system)
        hearMissedChanges(in: &system)
        // Windows that were closed meanwhile are told of in the same wake.
        if hasClosingSession { process.runLoop.enqueueReconciliation() }
        guard !process.work.isBlank else { return }
        resumeActivities(in: &system)
        holdForOpenTasks(in: &system)
        resumeAudio(in: &system)
        resumeLocation(in: &system)
    }

    /// An assertion reaches its end.
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

    /// Suspends a process that runs in the background, has nothing to do and is held by nothing. One that is in front by
    /// the user's last input is on its way to the screen.
    mutating func suspendIfNothingHolds(in system: inout SystemState) -> AppEffect? {
        guard hasProcess, process.state == .background,
            process.runLoop.isIdle, process.assertions.isEmpty,
            !isInFront(in: system)
        else { return nil }
        return suspend(why: .noAssertionLeft, in: &system)
    }

    /// Suspends a process, or ends it where it must not or does not want to be suspended.
    mutating func suspend(why: ProcessChange.Why, in system: inout SystemState) -> AppEffect? {
        if exitsOnSuspend(in: system) {
            exitInsteadOfSuspending(in: &system)
            return .runMainThread
        }
        if !process.work.isBlank, process.work.holdsFileLock {
            return .end(Termination(.suspendedWithLockedFile, finding: process.fileLockHeld()))
        }
        freeze(why: why, in: &system)
        return nil
    }
}

extension Rulebook {
    /// With what a process ends when an assertion of a kind reaches its end. A VoIP push that was not reported is a
    /// matter of the rules: before iOS 13 it ended nothing.
    func reasonAtEnd(of kind: Assertion.Kind) -> TerminationReason? {
        guard kind == .voip else { return kind.reasonAtEnd }
        switch unreportedCallEnd {
        case .code: return .voipNotReported
        case .crash: return .abnormal
        case nil: return nil
        }
    }
}
