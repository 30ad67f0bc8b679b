/// The assertions that a process holds, and the clock of the background task allowance that they start and stop.
///
/// A change returns what it means for deadlines. The set has no others to set them with, and needs none to be tested.
struct AssertionSet: Sendable {
    /// The assertions, in the order acquired.
    private(set) var held = TinyArray<Assertion>()
    /// The clock of the background task allowance.
    private(set) var taskClock = TaskClock()
    /// The id made last.
    private(set) var lastID = AssertionID(rawValue: 0)

    init() {}

    /// Makes the set of a process that is read from its encoded form.
    init(held: TinyArray<Assertion>, taskClock: TaskClock, lastID: AssertionID) {
        self.held = held
        self.taskClock = taskClock
        self.lastID = lastID
    }

    /// Whether the process holds no assertion.
    var isEmpty: Bool { held.isEmpty }

    /// Returns the assertion of an id, if it is held.
    subscript(id: AssertionID) -> Assertion? { held.first { $0.id == id } }

    /// Returns whether an assertion of a kind is held.
    func holds(_ kind: Assertion.Kind) -> Bool { first(of: kind) != nil }

    /// Returns the assertion of one of two kinds that was acquired first.
    func first(of kind: Assertion.Kind, or other: Assertion.Kind? = nil) -> Assertion? {
        for index in held.indices {
            let candidate = held[index].kind
            if candidate == kind || candidate == other { return held[index] }
        }
        return nil
    }

    // MARK: Acquiring and releasing

    /// Makes an id that no assertion of the process has had.
    mutating func makeID() -> AssertionID {
        lastID = lastID.next
        return lastID
    }

    /// Adds an assertion.
    ///
    /// - Parameters:
    ///   - id: Its id; nil for a new one.
    ///   - end: When it expires; nil for never.
    ///   - record: The record of its acquisition.
    /// - Returns: Its id, and the change of the deadline at which it expires.
    mutating func acquire(
        _ kind: Assertion.Kind,
        id: AssertionID? = nil,
        until end: Instant?,
        acquiredBy record: SequenceNumber
    ) -> (id: AssertionID, change: DeadlineChange) {
        let id = id ?? makeID()
        held.append(Assertion(acquiredBy: record, endsAt: end, kind: kind, id: id))
        return (id, end.map { .set(at: $0) } ?? .none)
    }

    /// Removes an assertion.
    ///
    /// - Returns: The change of the deadline at which it expires.
    mutating func remove(_ id: AssertionID) -> DeadlineChange {
        guard let index = held.firstIndex(where: { $0.id == id }) else { return .none }
        return held.remove(at: index).endsAt == nil ? .none : .cancel
    }

    /// Changes when an assertion expires.
    ///
    /// - Returns: The change of the deadline at which it expires.
    mutating func extend(_ id: AssertionID, until end: Instant) -> DeadlineChange {
        guard let index = held.firstIndex(where: { $0.id == id }) else { return .none }
        held[index].endsAt = end
        return .move(to: end)
    }

    /// Notes the record of the callback with which the app was given the completion handler that ends an assertion.
    mutating func note(handlerGivenWith callback: SequenceNumber, for id: AssertionID) {
        guard let index = held.firstIndex(where: { $0.id == id }) else { return }
        held[index].handlerGivenWith = callback
    }

    // MARK: The clock of the task allowance

    /// Starts or stops the clock: it runs in the background while every assertion permits it and one is a task's.
    mutating func updateTaskClock(inBackground: Bool, at now: Instant) -> TaskClock.Change {
        let runs = inBackground && holds(.backgroundTask) && held.allSatisfy(\.kind.leavesTaskClockRunning)
        switch (taskClock.runningSince, runs) {
        case (nil, true):
            taskClock.start(at: now)
            return .started
        case (.some, false):
            taskClock.stop(at: now)
            return .stopped
        case (nil, false), (.some, true): return .none
        }
    }

    /// Resets the clock to zero and stops it.
    mutating func resetTaskClock() -> TaskClock.Change {
        let wasRunning = taskClock.runningSince != nil
        taskClock = TaskClock()
        return wasRunning ? .stopped : .none
    }

    /// Notes that the open tasks have been warned.
    mutating func noteTaskWarning() { taskClock.hasWarned = true }
}

/// What a change of an assertion means for the deadline at which it expires.
enum DeadlineChange: Hashable, Sendable {
    /// Nothing: the assertion has no deadline.
    case none
    case set(at: Instant)
    /// The deadline is to be cancelled, and set at another instant.
    case move(to: Instant)
    case cancel
}
