/// What apps do by themselves over a length of time: it goes on while the process runs and stands still while it is
/// suspended. No timer wakes an app; one that would have fired meanwhile fires once, late. Source: facts 8.
extension App {
    /// How many activities a process has at once; one more is refused.
    static let activitiesPerProcess = 100

    mutating func stopActivity(named name: String, in system: inout SystemState) {
        settleEnergy(in: &system)
        guard let place = process.work.activities.firstIndex(where: { $0.name == name }) else { return }
        let running = process.work.activities.remove(at: place)
        noteStop(of: running.activity, in: &system)
        write(.stopped, of: running, in: &system)
    }

    /// The process has been suspended: nothing of it goes on.
    mutating func pauseActivities(in system: inout SystemState) {
        for running in process.work.activities { write(.stoodStill, of: running, in: &system) }
    }

    /// The process runs again. Timers fire when it has heard what it missed.
    mutating func resumeActivities(in system: inout SystemState) {
        let activities = process.work.activities
        for running in activities { write(.resumed, of: running, in: &system) }
        let timers = activities.filter { $0.activity == .timer }.map(\.name)
        if !timers.isEmpty, system.now > process.suspendedAt { enqueue([.fireLateTimers(timers)]) }
    }

    /// Timers fire once for all the times that they have missed, if the app has not stopped them meanwhile.
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

    /// Starts an activity; one of the same name is over.
    mutating func start(_ activity: Activity, named name: String, in system: inout SystemState) -> AppEffect? {
        let deed = self.responsibleRecord(in: system)
        stopActivity(named: name, in: &system)
        guard process.work.activities.count < App.activitiesPerProcess else {
            write(.verdict(.activity, .refused, .tooManyActivities, name), in: &system)
            return nil
        }
        process.work.activities.append(RunningActivity(name: name, activity: activity, startedBy: deed))
        noteStart(of: activity, by: deed, in: &system)
        write(.activity(ActivityChange(name: name, activity: activity, change: .started)), in: &system)
        // Access to the graphics processor follows the screen, not the state that a handler still shows.
        if activity == .rendering, process.state == .background, !isInFront(in: system) {
            return .end(Termination(.backgroundRendering))
        }
        return nil
    }
}
