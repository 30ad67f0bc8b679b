/// Something that an app does by itself over a length of time.
struct RunningActivity: Hashable, Codable, Sendable {
    var name: String
    var activity: Activity
    /// The record of what the app's code did when it started it.
    var startedBy: SequenceNumber
}

extension RunningActivity: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("name", name)
        f.field("activity", activity)
        f.ignore("startedBy")  // Evidence of findings.
    }
}

/// Activities of an app, which run while its process runs and are paused while it is suspended. No timer wakes an app;
/// a timer that would have fired meanwhile fires once, late. Records: `activity`. Source: facts 8.
extension App {
    /// How many activities a process may have at once; one more is refused.
    static let activitiesPerProcess = 100

    mutating func stopActivity(named name: String, in system: inout SystemState) {
        settleEnergy(in: &system)
        guard let index = process.work.activities.firstIndex(where: { $0.name == name }) else { return }
        let running = process.work.activities.remove(at: index)
        noteStop(of: running.activity, in: &system)
        write(.stopped, of: running, in: &system)
        watchProcessor(in: &system)
    }

    /// Pauses the activities when the process is suspended.
    mutating func pauseActivities(in system: inout SystemState) {
        for running in process.work.activities { write(.paused, of: running, in: &system) }
    }

    /// Resumes the activities when the process resumes.
    ///
    /// - Returns: The step that fires late timers.
    fileprivate mutating func resumeActivities(suspendedSince start: Instant, in system: inout SystemState) -> [Step] {
        let activities = process.work.activities
        for running in activities { write(.resumed, of: running, in: &system) }
        let timers = activities.filter { $0.activity == .timer }.map(\.name)
        return !timers.isEmpty && system.now > start ? [.fireLateTimers(timers)] : []
    }

    /// Fires each of these timers once, however often it was due meanwhile, unless the app has stopped it since.
    mutating func fireLateTimers(named names: [String], in system: inout SystemState) {
        for running in process.work.activities
        where running.activity == .timer && names.contains(running.name) {
            write(.firedLate, of: running, in: &system)
        }
    }

    fileprivate mutating func write(
        _ change: ActivityChange.Change,
        of running: RunningActivity,
        in system: inout SystemState
    ) {
        write(.activity(ActivityChange(name: running.name, activity: running.activity, change: change)), in: &system)
    }

    /// Starts an activity, and stops one of the same name.
    mutating func start(_ activity: Activity, named name: String, in system: inout SystemState) -> AppEffect? {
        let record = self.responsibleRecord(in: system)
        stopActivity(named: name, in: &system)
        guard process.work.activities.count < App.activitiesPerProcess else {
            write(.verdict(.activity, .refused, .tooManyActivities, name), in: &system)
            return nil
        }
        process.work.activities.append(RunningActivity(name: name, activity: activity, startedBy: record))
        noteStart(of: activity, by: record, in: &system)
        write(.activity(ActivityChange(name: name, activity: activity, change: .started)), in: &system)
        watchProcessor(in: &system)
        // Whether the app may render depends on what is on screen now. The state of the process may lag behind while a
        // handler runs.
        return activity == .rendering ? endIfRenderingInBackground(in: &system) : nil
    }
}

/// Which clock an app's own timer follows.
enum AlarmClock: String {
    case wall
    /// `mach_absolute_time()`, which stands still while the device sleeps.
    case uptime
}

/// The app's own timers, one for each clock. The run loop fires them, so none fires while the process is suspended. A timer
/// that was due meanwhile fires late. Source: facts 8 (timers).
extension App {
    /// Sets a timer, which replaces the earlier one of the same clock. An instant sets the timer on the wall clock, a
    /// length of time the timer on the uptime clock. Nil cancels both timers.
    mutating func setAlarm(_ time: AlarmTime?, in system: inout SystemState) {
        switch time {
        case nil: cancelDeadlines(in: &system) { $0 == .alarm || $0 == .uptimeAlarm }
        case .at(let instant): set(alarm: .alarm, at: max(instant, system.now), in: &system)
        case .after(let length): set(alarm: .uptimeAlarm, at: system.now + length, in: &system)
        }
    }

    private mutating func set(alarm: ProcessDeadline, at instant: Instant, in system: inout SystemState) {
        cancelDeadlines(in: &system) { $0 == alarm }
        set(alarm, at: instant, in: &system)
    }

    /// The step that fires a timer.
    ///
    /// - Parameter due: When it was due.
    static func alarm(_ clock: AlarmClock, due: Instant) -> Step {
        let due = Value.Member("due", .string(due.description))
        return .call(.alarmHandler, arguments: [due, Value.Member("clock", .string(clock.rawValue))])
    }

    /// Stops a timer, since the process is suspended and its run loop with it.
    ///
    /// - Returns: When it is due; nil if it is not set.
    mutating func pauseAlarm(_ alarm: ProcessDeadline, in system: inout SystemState) -> Instant? {
        guard let due = system.deadlines.first(of: process.pid, where: { $0 == alarm })?.at else { return nil }
        cancelDeadlines(in: &system) { $0 == alarm }
        return due
    }

    /// Sets the timers of a process that resumes. Those that were due meanwhile fire after the process was notified of
    /// the changes that it missed; if it enters the foreground, a rule says whether they fire before the app is
    /// notified of that.
    mutating func resumeTimers(after suspension: Suspension?, entersForeground: Bool, in system: inout SystemState) {
        guard let suspension else { return }
        var steps = process.work.isBlank ? [] : resumeActivities(suspendedSince: suspension.since, in: &system)
        let uptimeAlarm = suspension.uptimeAlarm.map { $0 + system.slept }
        let alarms: [(ProcessDeadline, AlarmClock, Instant?)] = [
            (.alarm, .wall, suspension.alarm), (.uptimeAlarm, .uptime, uptimeAlarm),
        ]
        for case (let alarm, let clock, let due?) in alarms {
            if due <= system.now { steps.append(Self.alarm(clock, due: due)) } else { set(alarm, at: due, in: &system) }
        }
        guard !steps.isEmpty else { return }
        if !entersForeground || system.rulebook.overdueTimersFireFirst {
            enqueue(steps)
        } else {
            process.work.overdueTimers += steps
        }
    }

    /// Moves the overdue timers that wait for the process to enter the foreground into a script.
    mutating func moveOverdueTimers(to steps: inout [Step]) {
        guard !process.work.isBlank, !process.work.overdueTimers.isEmpty else { return }
        steps += process.work.overdueTimers
        process.work.overdueTimers = []
    }
}
