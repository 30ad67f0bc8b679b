/// The assertions that a process holds, and the clock of the background task allowance that they start and stop.
///
/// The methods that change the clock return the change, so that the caller can set or cancel deadlines.
struct AssertionSet: Codable, Sendable {
    /// The assertions, in the order acquired.
    private(set) var held = TinyArray<Assertion>()
    /// The clock of the background task allowance.
    private(set) var taskClock = TaskClock()
    /// The id that was made last.
    private(set) var lastID = AssertionID(rawValue: 0)

    /// Whether the process holds no assertion.
    var isEmpty: Bool { held.isEmpty }

    /// Returns the assertion of an id, if it is held.
    subscript(id: AssertionID) -> Assertion? { held.first { $0.id == id } }

    /// Returns whether an assertion of a kind is held.
    func holds(_ kind: Assertion.Kind) -> Bool {
        for index in held.indices where held[index].kind == kind { return true }
        return false
    }

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
    ///   - record: The record of its acquisition.
    /// - Returns: The assertion.
    @discardableResult
    mutating func acquire(
        _ kind: Assertion.Kind,
        id: AssertionID? = nil,
        acquiredBy record: SequenceNumber
    ) -> Assertion {
        let assertion = Assertion(acquiredBy: record, kind: kind, id: id ?? makeID())
        held.append(assertion)
        return assertion
    }

    /// Removes an assertion.
    ///
    /// - Returns: The assertion; nil if it was not held.
    mutating func remove(_ id: AssertionID) -> Assertion? {
        held.firstIndex { $0.id == id }.map { held.remove(at: $0) }
    }

    /// Notes the callback whose completion handler ends an assertion.
    mutating func note(completionHandlerCallback callback: SequenceNumber, for id: AssertionID) {
        guard let index = held.firstIndex(where: { $0.id == id }) else { return }
        held[index].completionHandlerCallback = callback
    }

    // MARK: The clock of the task allowance

    /// Starts or stops the clock: it runs in the background while a background task's assertion is held and every
    /// assertion permits it.
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

extension AssertionSet: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("held", held)
        f.field("taskClock", taskClock)
        f.field("lastID", last: lastID, of: .assertion)
    }
}
