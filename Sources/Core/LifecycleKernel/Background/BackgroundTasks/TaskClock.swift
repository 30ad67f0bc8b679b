/// The clock of the background task allowance: one for a process, not one for a task.
///
/// Source: facts 2.2, "clock per app, not per task".
struct TaskClock: Hashable, Codable, Sendable {
    /// The time used before `runningSince`.
    private(set) var used: Milliseconds = 0
    /// When it started to run; nil while it is stopped.
    private(set) var runningSince: Instant?
    /// Whether the tasks that were open have been warned.
    var hasWarned = false

    enum Change: Sendable {
        case none, started, stopped
    }

    /// Whether it is stopped at zero, and no task was warned.
    var isReset: Bool { used == 0 && runningSince == nil && !hasWarned }

    /// Returns the time used up to an instant.
    func used(at now: Instant) -> Milliseconds { used + (runningSince.map { now - $0 } ?? 0) }

    /// Starts the clock where it stopped.
    mutating func start(at now: Instant) { runningSince = now }

    /// Stops the clock; it keeps its value.
    mutating func stop(at now: Instant) {
        used = used(at: now)
        runningSince = nil
    }

    /// Returns the time left of an allowance.
    func left(of allowance: Milliseconds, at now: Instant) -> Milliseconds { max(0, allowance - used(at: now)) }

    /// Returns when a running clock uses up the allowance, and when tasks are warned; the latter is nil if they have
    /// been.
    ///
    /// - Parameter notice: How long before the end tasks are warned.
    func deadlines(
        of allowance: Milliseconds,
        notice: Milliseconds,
        at now: Instant
    ) -> (warning: Instant?, end: Instant) {
        let left = left(of: allowance, at: now)
        return (hasWarned ? nil : now + max(0, left - notice), now + left)
    }
}

extension TaskClock: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("used", used(at: f.now))
        f.field("runningSince", runningSince != nil)
        f.field("hasWarned", hasWarned)
    }
}
