// Background tasks of `UIApplication`: begun, warned, ended or expired.
//
// All tasks of a process share one allowance. It is used up only while such tasks alone keep the process running in the
// background (TaskClock). Shortly before its end, the system calls the expiration handlers; at its end, open tasks end
// the process. A task stays open while its process is suspended. Source: facts 2.2.
//
// Callbacks: `expirationHandler`. Records: `assertion` of `backgroundTask`.

/// A task begun with `beginBackgroundTask` and not ended.
///
/// While its process runs, the task holds an assertion of the same id. If the process is suspended nevertheless, the
/// task stays open, and holds an assertion again when the process resumes.
struct BackgroundTask: Hashable, Codable, Sendable {
    var id: AssertionID
    var name: String
    var hasExpirationHandler: Bool
    /// The record of its beginning.
    var begunBy: SequenceNumber
    /// The callback of its expiration handler; nil before that is called.
    var expirationCallback: SequenceNumber?
    /// Whether the app's code wanted to end it while the process was suspended.
    var endIsDue = false
}

extension BackgroundTask: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("id", id)
        f.field("name", name)
        f.field("hasExpirationHandler", hasExpirationHandler)
        f.ignore("begunBy")  // Evidence of findings.
        f.field("expirationCallback", ordinal: expirationCallback, of: .callback)
        f.field("endIsDue", endIsDue)
    }
}

/// Tasks begun with `beginBackgroundTask`, and the clock that they share. Source: facts 2.2.
extension App {
    /// Ends the task with a number, or else the oldest with a name. If no open task has it, writes the verdict
    /// `refused`.
    mutating func endTask(named name: String?, numbered number: AssertionID?, in system: inout SystemState) {
        let task =
            if let number { process.task(number) } else { process.work.tasks.first { $0.name == name ?? "" } }
        guard let task else {
            let asked = number.map { String($0.rawValue) } ?? name
            write(.verdict(.backgroundTask, .refused, .unknownTask, asked), in: &system)
            return
        }
        endTask(task, in: &system)
        auditEnd(of: task, in: &system)
    }

    private mutating func endTask(_ task: BackgroundTask, in system: inout SystemState) {
        if let assertion = process.assertions[task.id] { end(assertion, .released, in: &system) }
        cancelDeadlines(in: &system) { $0 == .taskEndsItself(task.id) }
        process.work.tasks.removeAll { $0.id == task.id }
    }

    /// Called when the app's own code ends a task. If the process is suspended, the task ends when the process resumes.
    mutating func taskEndsItself(_ id: AssertionID, in system: inout SystemState) {
        guard let index = process.work.tasks.firstIndex(where: { $0.id == id }) else { return }
        if process.state == .suspended {
            process.work.tasks[index].endIsDue = true
        } else {
            endTask(process.work.tasks[index], in: &system)
        }
    }

    /// Acquires assertions again for tasks that stayed open while the process was suspended.
    mutating func holdForOpenTasks(in system: inout SystemState) {
        for task in process.work.tasks {
            acquire(.backgroundTask, id: task.id, name: task.name, in: &system)
        }
        for task in process.work.tasks where task.endIsDue { endTask(task, in: &system) }
    }

    // MARK: The clock

    /// Starts or stops the clock, according to the state and the assertions of the process.
    mutating func updateTaskClock(in system: inout SystemState) {
        // Without assertions, the clock does not start.
        guard !process.assertions.isEmpty || process.assertions.taskClock.runningSince != nil else { return }
        let isInBackground = process.state == .background
        carryOut(process.assertions.updateTaskClock(inBackground: isInBackground, at: system.now), in: &system)
    }

    /// Resets the clock to zero and stops it; `updateTaskClock` starts it again.
    mutating func resetTaskClock(in system: inout SystemState) {
        guard !process.assertions.taskClock.isReset else { return }
        carryOut(process.assertions.resetTaskClock(), in: &system)
    }

    /// Sets or cancels the deadlines of the clock.
    private mutating func carryOut(_ change: TaskClock.Change, in system: inout SystemState) {
        switch change {
        case .none: break
        case .started: setTaskDeadlines(in: &system)
        case .stopped: cancelDeadlines(in: &system) { $0 == .taskWarning || $0 == .taskAllowanceEnds }
        }
    }

    /// Returns the allowance of the present stay in the background.
    func taskAllowance(in system: SystemState) -> Milliseconds {
        process.wasWokenInBackground
            ? system.rulebook.backgroundTaskAllowanceWhenWokenSeconds
            : system.rulebook.backgroundTaskAllowanceSeconds
    }

    private mutating func setTaskDeadlines(in system: inout SystemState) {
        let deadlines = process.assertions.taskClock.deadlines(
            of: taskAllowance(in: system),
            notice: system.rulebook.backgroundTaskWarningSeconds,
            at: system.now
        )
        if let warning = deadlines.warning { set(.taskWarning, at: warning, in: &system) }
        set(.taskAllowanceEnds, at: deadlines.end, in: &system)
    }

    /// Calls the expiration handlers of all tasks that are open, in the order begun.
    mutating func warnTasks(in system: inout SystemState) {
        process.assertions.noteTaskWarning()
        let left = process.assertions.taskClock.left(of: taskAllowance(in: system), at: system.now)
        for task in process.work.tasks {
            write(
                .assertion(
                    AssertionChange(
                        kind: .backgroundTask,
                        change: .warned,
                        number: task.id,
                        name: task.name,
                        remaining: left
                    )
                ),
                in: &system
            )
        }
        let expiring = process.work.tasks.filter(\.hasExpirationHandler)
        if !expiring.isEmpty { enqueue(expiring.map { .expire(task: $0.id) }) }
    }

    /// Begins a task; an app that begins more than the system allows is ended.
    mutating func beginTask(
        named name: String,
        endsAfter: Milliseconds?,
        hasExpirationHandler: Bool,
        in system: inout SystemState
    ) -> AppEffect? {
        guard process.work.tasks.count < system.rulebook.maximumBackgroundTasks else {
            return .end(Termination(.tooManyBackgroundTasks, finding: backgroundTasksLeaked()))
        }
        let assertion = acquire(.backgroundTask, name: name, in: &system)
        process.work.tasks.append(
            BackgroundTask(
                id: assertion.id,
                name: name,
                hasExpirationHandler: hasExpirationHandler,
                begunBy: assertion.acquiredBy
            )
        )
        if let endsAfter { set(.taskEndsItself(assertion.id), at: system.now + endsAfter, in: &system) }
        guard !hasExpirationHandler else { return nil }
        report(
            .backgroundTaskWithoutExpirationHandler,
            "the background task \(name, as: "name") was begun without an expiration handler",
            evidence: [system.lastSequence],
            in: &system
        )
        return nil
    }

    /// Called when the allowance is used up: tasks that are still open end the process, unless a debugger is attached.
    mutating func taskAllowanceEnds(in system: inout SystemState) -> AppEffect? {
        guard !system.rulebook.debuggerAttached else {
            report(backgroundTasksLeaked().during(uncompletedCallback(in: system)), in: &system)
            return nil
        }
        for assertion in process.assertions.held where assertion.kind == .backgroundTask {
            end(assertion, .expired, in: &system)
        }
        return .end(Termination(.backgroundTaskAssertionTimeout, finding: backgroundTasksLeaked()))
    }

    /// Calls the expiration handler of a task that is still open.
    mutating func callExpirationHandler(ofTask id: AssertionID, in system: inout SystemState) -> AppEffect? {
        guard let index = process.work.tasks.firstIndex(where: { $0.id == id }) else { return nil }
        let task = process.work.tasks[index]
        // Tasks may have the same name. The number, which `endBackgroundTask` takes, says whose handler it is.
        let arguments: CallbackArguments = [
            Value.Member("name", .string(task.name)), Value.Member("number", .integer(Int64(task.id.rawValue))),
        ]
        return call(.expirationHandler, arguments: arguments, in: &system) {
            $0.work.tasks[index].expirationCallback = $1
        }
    }
}
