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
    /// How many activities a process has at once; one more is refused.
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

    /// Resumes the activities when the process resumes. Late timers fire after the process was notified of the changes
    /// that it missed.
    mutating func resumeActivities(suspendedSince start: Instant?, in system: inout SystemState) {
        let activities = process.work.activities
        for running in activities { write(.resumed, of: running, in: &system) }
        let timers = activities.filter { $0.activity == .timer }.map(\.name)
        if !timers.isEmpty, let start, system.now > start { enqueue([.fireLateTimers(timers)]) }
    }

    /// Fires timers once for all the times that they have missed, if the app has not stopped them meanwhile.
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
        // Access to the graphics processor follows the screen, not the state that a handler still shows.
        return activity == .rendering ? endIfRenderingInBackground(in: system) : nil
    }
}

/// The app's own timer, one for a process: a run loop fires it, so not while the process is suspended. One that was due
/// meanwhile is fired late. Source: facts 8 (timers).
extension App {
    /// Sets the timer, instead of the one that was set before; nil cancels it.
    mutating func setAlarm(_ time: AlarmTime?, in system: inout SystemState) {
        cancelDeadlines(in: &system) { $0 == .alarm }
        switch time {
        case nil: break
        case .at(let instant): set(.alarm, at: max(instant, system.now), in: &system)
        case .after(let length): set(.alarm, at: system.now + length, in: &system)
        }
    }

    /// Fires the timer.
    ///
    /// - Parameter due: When it was due.
    mutating func fireAlarm(due: Instant) {
        enqueue([.call(.alarmHandler, scene: 0, arguments: [Value.Member("due", .string(due.description))])])
    }

    /// Stops the timer, since the process is suspended and its run loop with it.
    ///
    /// - Returns: When it is due; nil if it is not set.
    mutating func pauseAlarm(in system: inout SystemState) -> Instant? {
        guard let due = system.deadlines.first(of: process.pid, where: { $0 == .alarm })?.at else { return nil }
        cancelDeadlines(in: &system) { $0 == .alarm }
        return due
    }

    /// Sets the timer of a process that resumes, or fires it if it was due meanwhile.
    mutating func resumeAlarm(due: Instant, in system: inout SystemState) {
        if due <= system.now { fireAlarm(due: due) } else { set(.alarm, at: due, in: &system) }
    }
}
