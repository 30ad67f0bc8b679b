/// Activities of an app, which run while its process runs and are paused while it is suspended. No timer wakes an app;
/// one that would have fired meanwhile fires once, late. Source: facts 8.
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

    /// Resumes the activities when the process resumes. Timers fire after the changes that it missed are delivered.
    mutating func resumeActivities(in system: inout SystemState) {
        let activities = process.work.activities
        for running in activities { write(.resumed, of: running, in: &system) }
        let timers = activities.filter { $0.activity == .timer }.map(\.name)
        if !timers.isEmpty, system.now > process.suspendedAt { enqueue([.fireLateTimers(timers)]) }
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
