/// Tasks begun with `beginBackgroundTask`, and the one clock that they share. Source: facts 2.2.
extension Device {
    mutating func beginTask(named name: String, endsAfter: Milliseconds?, hasExpirationHandler: Bool, _ index: Int) {
        guard self[process: index].work.tasks.count < rulebook.count(.maximumBackgroundTasks) else {
            end(index, .tooManyBackgroundTasks, finding: backgroundTasksLeaked(index))
            return
        }
        let number = self[process: index].nextAssertion()
        self[process: index].work.tasks.append(
            BackgroundTask(
                number: number,
                name: name,
                hasExpirationHandler: hasExpirationHandler,
                // The record of its assertion is the next one.
                begunBy: lastSequence + 1
            )
        )
        acquire(.backgroundTask, number: number, name: name, for: index)
        if let endsAfter { set(.taskEndsItself(number), at: now + endsAfter, for: index) }
        guard !hasExpirationHandler else { return }
        found(
            .backgroundTaskWithoutExpirationHandler,
            "the background task \(name) was begun without an expiration handler",
            evidence: [lastSequence],
            index
        )
    }

    /// Ends the task begun first under a name; what is not open is ended in vain, and says so.
    mutating func endTask(named name: String, _ index: Int) {
        guard let task = self[process: index].work.tasks.first(where: { $0.name == name }) else {
            write(
                .verdict(
                    Verdict(subject: .backgroundTask, decision: .refused, why: .unknownTask, identifier: name)
                ),
                app: index
            )
            return
        }
        endTask(task, index)
    }

    private mutating func endTask(_ task: BackgroundTask, _ index: Int) {
        if let assertion = self[process: index].assertions.first(where: { $0.number == task.number }) {
            drop(assertion, .released, of: index)
        }
        callOff(index) { $0 == .taskEndsItself(task.number) }
        self[process: index].work.tasks.removeAll { $0.number == task.number }
    }

    /// The app's own code ends a task; code of a suspended process does so when it runs again.
    mutating func taskEndsItself(_ number: UInt32, of index: Int) {
        guard let place = self[process: index].work.tasks.firstIndex(where: { $0.number == number }) else { return }
        if self[process: index].state == .suspended {
            self[process: index].work.tasks[place].endIsDue = true
        } else {
            endTask(self[process: index].work.tasks[place], index)
        }
    }

    /// Tasks that stayed open while the process was suspended hold it again.
    mutating func holdForOpenTasks(_ index: Int) {
        for task in self[process: index].work.tasks {
            acquire(.backgroundTask, number: task.number, name: task.name, for: index)
        }
        for task in self[process: index].work.tasks where task.endIsDue { endTask(task, index) }
    }

    // MARK: The clock

    /// Lets the clock run or stand still, as the state and the assertions of the process say.
    mutating func updateTaskClock(_ index: Int) {
        let holdsTask = holds(.backgroundTask, index)
        guard holdsTask || self[process: index].taskClock.runningSince != nil else { return }
        let runs =
            self[process: index].state == .background && holdsTask
            && self[process: index].assertions.allSatisfy(\.kind.leavesTaskClockRunning)
        switch (self[process: index].taskClock.runningSince, runs) {
        case (nil, true):
            self[process: index].taskClock.start(at: now)
            setTaskDeadlines(index)
        case (.some, false):
            self[process: index].taskClock.stop(at: now)
            callOffTaskDeadlines(index)
        case (nil, false), (.some, true): break
        }
    }

    /// Sets the clock back to zero; it runs on only if `updateTaskClock` says so.
    mutating func resetTaskClock(_ index: Int) {
        guard !self[process: index].taskClock.isReset else { return }
        if self[process: index].taskClock.runningSince != nil { callOffTaskDeadlines(index) }
        self[process: index].taskClock = TaskClock()
    }

    /// The allowance of this stay in the background.
    func taskAllowance(_ index: Int) -> Milliseconds {
        rulebook.milliseconds(
            self[process: index].wasWokenInBackground
                ? .backgroundTaskAllowanceWhenWokenSeconds : .backgroundTaskAllowanceSeconds
        )
    }

    private mutating func setTaskDeadlines(_ index: Int) {
        let clock = self[process: index].taskClock
        let left = max(0, taskAllowance(index) - clock.used(at: now))
        if !clock.hasWarned {
            set(.taskWarning, at: now + max(0, left - rulebook.milliseconds(.backgroundTaskWarningSeconds)), for: index)
        }
        set(.taskAllowanceEnds, at: now + left, for: index)
    }

    private mutating func callOffTaskDeadlines(_ index: Int) {
        callOff(index) { $0 == .taskWarning || $0 == .taskAllowanceEnds }
    }

    /// Calls the expiration handlers of all tasks that are open, in the order begun.
    mutating func warnTasks(of index: Int) {
        self[process: index].taskClock.hasWarned = true
        let left = max(0, taskAllowance(index) - self[process: index].taskClock.used(at: now))
        for task in self[process: index].work.tasks {
            write(
                .assertion(
                    AssertionChange(kind: .backgroundTask, change: .warned, name: task.name, remaining: left)
                ),
                app: index
            )
        }
        let expiring = self[process: index].work.tasks.filter(\.hasExpirationHandler)
        if !expiring.isEmpty { enqueue(expiring.map { .expire(task: $0.number) }, index) }
    }

    /// The allowance is used: tasks that are still open end the process.
    mutating func taskAllowanceEnds(of index: Int) {
        for assertion in self[process: index].assertions where assertion.kind == .backgroundTask {
            drop(assertion, .expired, of: index)
        }
        end(index, .backgroundTaskAssertionTimeout, finding: backgroundTasksLeaked(index))
    }
}
