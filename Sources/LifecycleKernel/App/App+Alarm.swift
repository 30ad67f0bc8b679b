/// The app's own timer, one for a process: a run loop fires it, so not while the process is suspended. One that was due
/// meanwhile is fired late. Source: facts 8 (timers).
extension App {
    /// Sets the timer, instead of the one that was set before; nil cancels it.
    mutating func setAlarm(_ time: AlarmTime?, in system: inout SystemState) {
        if !process.work.isBlank, process.work.alarm != nil {
            process.work.alarm = nil
            cancelDeadlines(in: &system) { $0 == .alarm }
        }
        let due: Instant
        switch time {
        case nil: return
        case .at(let instant): due = max(instant, system.now)
        case .after(let length): due = system.now + length
        }
        process.work.alarm = due
        set(.alarm, at: due, in: &system)
    }

    /// The timer is due.
    mutating func alarmIsDue() {
        guard let due = process.work.alarm else { return }
        process.work.alarm = nil
        enqueue([.call(.alarmHandler, scene: 0, arguments: [Value.Member("due", .string(due.description))])])
    }

    /// The process is suspended, and its run loop with it.
    mutating func pauseAlarm(in system: inout SystemState) {
        if process.work.alarm != nil { cancelDeadlines(in: &system) { $0 == .alarm } }
    }

    /// The process resumes: the timer is fired if it was due meanwhile.
    mutating func resumeAlarm(in system: inout SystemState) {
        guard let due = process.work.alarm else { return }
        if due <= system.now { alarmIsDue() } else { set(.alarm, at: due, in: &system) }
    }
}
