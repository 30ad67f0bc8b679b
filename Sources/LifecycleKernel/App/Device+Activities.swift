/// What apps do by themselves over a length of time: it goes on while the process runs and stands still while it is
/// suspended. No timer wakes an app; one that would have fired meanwhile fires once, late. Source: facts 8.
extension Device {
    /// How many activities a process has at once; one more is refused.
    static let activitiesPerProcess = 100

    /// Starts an activity; one of the same name is over.
    mutating func start(_ activity: Activity, named name: String, _ index: Int) {
        let deed = deed(index)
        stopActivity(named: name, index)
        guard self[process: index].work.activities.count < Self.activitiesPerProcess else {
            write(verdict(.activity, .refused, .tooManyActivities, name), app: index)
            return
        }
        self[process: index].work.activities.append(RunningActivity(name: name, activity: activity, startedBy: deed))
        noteStart(of: activity, by: deed, index)
        write(.activity(ActivityChange(name: name, activity: activity, change: .started)), app: index)
        // Access to the graphics processor follows the screen, not the state that a handler still shows.
        if activity == .rendering, self[process: index].state == .background, !isInFront(index) {
            end(index, .backgroundRendering)
        }
    }

    mutating func stopActivity(named name: String, _ index: Int) {
        settleEnergy(index)
        guard let place = self[process: index].work.activities.firstIndex(where: { $0.name == name }) else { return }
        let running = self[process: index].work.activities.remove(at: place)
        noteStop(of: running.activity, index)
        write(.stopped, of: running, index)
    }

    /// The process has been suspended: nothing of it goes on.
    mutating func activitiesStandStill(_ index: Int) {
        for running in self[process: index].work.activities { write(.stoodStill, of: running, index) }
    }

    /// The process runs again. Timers fire when it has heard what it missed.
    mutating func activitiesGoOn(_ index: Int) {
        let activities = self[process: index].work.activities
        for running in activities { write(.resumed, of: running, index) }
        let timers = activities.filter { $0.activity == .timer }.map(\.name)
        if !timers.isEmpty, now > self[process: index].suspendedAt { enqueue([.fireLateTimers(timers)], index) }
    }

    /// Timers fire once for all the times that they have missed, if the app has not stopped them meanwhile.
    mutating func fireLateTimers(named names: [String], _ index: Int) {
        for running in self[process: index].work.activities
        where running.activity == .timer && names.contains(running.name) {
            write(.firedLate, of: running, index)
        }
    }

    private mutating func write(_ change: ActivityChange.Change, of running: RunningActivity, _ index: Int) {
        write(
            .activity(ActivityChange(name: running.name, activity: running.activity, change: change)),
            app: index
        )
    }
}
