/// Tasks begun with `beginBackgroundTask`, and the clock that they share. Source: facts 2.2.
extension App {
    /// Ends the oldest task of a name. A name without an open task is refused with a verdict.
    mutating func endTask(named name: String, in system: inout SystemState) {
        guard let task = process.work.tasks.first(where: { $0.name == name }) else {
            write(
                .verdict(
                    Verdict(subject: .backgroundTask, decision: .refused, reason: .unknownTask, identifier: name)
                ),
                in: &system
            )
            return
        }
        endTask(task, in: &system)
    }

    private mutating func endTask(_ task: BackgroundTask, in system: inout SystemState) {
        if let assertion = process.assertions.first(where: { $0.number == task.number }) {
            drop(assertion, .released, in: &system)
        }
        cancelDeadlines(in: &system) { $0 == .taskEndsItself(task.number) }
        process.work.tasks.removeAll { $0.number == task.number }
    }

    /// Called when the app's own code ends a task; in a suspended process, the task ends when it resumes.
    mutating func taskEndsItself(_ number: UInt32, in system: inout SystemState) {
        guard let index = process.work.tasks.firstIndex(where: { $0.number == number }) else { return }
        if process.state == .suspended {
            process.work.tasks[index].endIsDue = true
        } else {
            endTask(process.work.tasks[index], in: &system)
        }
    }

    /// Acquires assertions again for tasks that stayed open while the process was suspended.
    mutating func holdForOpenTasks(in system: inout SystemState) {
        for task in process.work.tasks {
            acquire(.backgroundTask, number: task.number, name: task.name, in: &system)
        }
        for task in process.work.tasks where task.endIsDue { endTask(task, in: &system) }
    }

    // MARK: The clock

    /// Starts or stops the clock, according to the state and the assertions of the process.
    mutating func updateTaskClock(in system: inout SystemState) {
        let holdsTask = holds(.backgroundTask)
        guard holdsTask || process.taskClock.runningSince != nil else { return }
        let runs =
            process.state == .background && holdsTask
            && process.assertions.allSatisfy(\.kind.leavesTaskClockRunning)
        switch (process.taskClock.runningSince, runs) {
        case (nil, true):
            process.taskClock.start(at: system.now)
            setTaskDeadlines(in: &system)
        case (.some, false):
            process.taskClock.stop(at: system.now)
            cancelTaskDeadlines(in: &system)
        case (nil, false), (.some, true): break
        }
    }

    /// Resets the clock to zero and stops it; `updateTaskClock` starts it again.
    mutating func resetTaskClock(in system: inout SystemState) {
        guard !process.taskClock.isReset else { return }
        if process.taskClock.runningSince != nil { cancelTaskDeadlines(in: &system) }
        process.taskClock = TaskClock()
    }

    /// Returns the allowance for the present time in the background.
    func taskAllowance(in system: SystemState) -> Milliseconds {
        system.rulebook.milliseconds(
            process.wasWokenInBackground
                ? .backgroundTaskAllowanceWhenWokenSeconds : .backgroundTaskAllowanceSeconds
        )
    }

    private mutating func setTaskDeadlines(in system: inout SystemState) {
        let clock = process.taskClock
        let left = max(0, taskAllowance(in: system) - clock.used(at: system.now))
        if !clock.hasWarned {
            set(
                .taskWarning,
                at: system.now + max(0, left - system.rulebook.milliseconds(.backgroundTaskWarningSeconds)),
                in: &system
            )
        }
        set(.taskAllowanceEnds, at: system.now + left, in: &system)
    }

    private mutating func cancelTaskDeadlines(in system: inout SystemState) {
        cancelDeadlines(in: &system) { $0 == .taskWarning || $0 == .taskAllowanceEnds }
    }

    /// Calls the expiration handlers of all tasks that are open, in the order begun.
    mutating func warnTasks(in system: inout SystemState) {
        process.taskClock.hasWarned = true
        let left = max(0, taskAllowance(in: system) - process.taskClock.used(at: system.now))
        for task in process.work.tasks {
            write(
                .assertion(
                    AssertionChange(kind: .backgroundTask, change: .warned, name: task.name, remaining: left)
                ),
                in: &system
            )
        }
        let expiring = process.work.tasks.filter(\.hasExpirationHandler)
        if !expiring.isEmpty { enqueue(expiring.map { .expire(task: $0.number) }) }
    }

    /// Begins a task; an app that begins more than the system allows is ended.
    mutating func beginTask(
        named name: String,
        endsAfter: Milliseconds?,
        hasExpirationHandler: Bool,
        in system: inout SystemState
    ) -> AppEffect? {
        guard process.work.tasks.count < system.rulebook.count(.maximumBackgroundTasks) else {
            return .end(Termination(.tooManyBackgroundTasks, finding: backgroundTasksLeaked()))
        }
        let number = process.nextAssertion()
        process.work.tasks.append(
            BackgroundTask(
                number: number,
                name: name,
                hasExpirationHandler: hasExpirationHandler,
                // The record of its assertion is the next one.
                begunBy: system.lastSequence + 1
            )
        )
        acquire(.backgroundTask, number: number, name: name, in: &system)
        if let endsAfter { set(.taskEndsItself(number), at: system.now + endsAfter, in: &system) }
        guard !hasExpirationHandler else { return nil }
        report(
            .backgroundTaskWithoutExpirationHandler,
            "the background task \(name) was begun without an expiration handler",
            evidence: [system.lastSequence],
            in: &system
        )
        return nil
    }

    /// The allowance is used: tasks that are still open end the process.
    mutating func taskAllowanceEnds(in system: inout SystemState) -> AppEffect {
        for assertion in process.assertions where assertion.kind == .backgroundTask {
            drop(assertion, .expired, in: &system)
        }
        return .end(Termination(.backgroundTaskAssertionTimeout, finding: backgroundTasksLeaked()))
    }

    /// Calls the expiration handler of a task that is still open.
    mutating func callExpirationHandler(ofTask number: UInt32, in system: inout SystemState) -> AppEffect? {
        guard let index = process.work.tasks.firstIndex(where: { $0.number == number }) else { return nil }
        // The callback's record is the next one.
        process.work.tasks[index].expiredBy = system.lastSequence + 1
        let name = Value.Member("name", .string(process.work.tasks[index].name))
        return call(.expirationHandler, arguments: [name], in: &system)
    }
}
