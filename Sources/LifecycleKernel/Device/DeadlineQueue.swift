/// Something that will happen at an instant unless it is called off.
struct Deadline: Hashable, Codable, Sendable {
    /// What comes first when several things are due at one instant.
    enum Phase: UInt8, Comparable, Sendable {
        /// The app's own code ends.
        case handlerEnds
        /// Expirations and watchdogs, in the order in which they were set.
        case expiry
        /// What the system decides by itself.
        case decision

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    /// What will happen.
    enum Kind: Hashable, Codable, Sendable {
        /// The entry of the behaviour that the handler in flight is in has taken its time.
        case handlerEntryEnds
        /// The app's own code ends a background task.
        case taskEndsItself(UInt32)
        /// The callback in flight has taken too long.
        case watchdog(WatchdogEvent)
        /// An assertion reaches its end.
        case assertionEnds(UInt32)
        /// The background task allowance is almost used.
        case taskWarning
        /// The background task allowance is used.
        case taskAllowanceEnds
        /// The animation on leaving the screen is over.
        case homeTransitionEnds
        /// A transfer of the system ends.
        case transferEnds(UInt32)
        /// The device has been locked so long that it counts as idle.
        case deviceBecomesIdle
        /// The system may do something by itself.
        case systemDecides

        /// Whether the system decides then; a pattern is quicker than `==`, and it is asked after everything that happens.
        var isDecision: Bool { if case .systemDecides = self { true } else { false } }

        /// Whether it happens to a process; else to the device.
        var isOfProcess: Bool {
            switch self {
            case .handlerEntryEnds, .taskEndsItself, .watchdog, .assertionEnds, .taskWarning, .taskAllowanceEnds,
                .homeTransitionEnds:
                true
            case .transferEnds, .deviceBecomesIdle, .systemDecides: false
            }
        }

        var phase: Phase {
            switch self {
            case .handlerEntryEnds, .taskEndsItself: .handlerEnds
            case .watchdog, .assertionEnds, .taskWarning, .taskAllowanceEnds, .homeTransitionEnds, .transferEnds:
                .expiry
            case .deviceBecomesIdle, .systemDecides: .decision
            }
        }
    }

    /// When it happens.
    var at: Instant
    /// What will happen.
    var kind: Kind
    /// The process that it happens to; 0 for the device.
    var pid: ProcessID
    /// The record that set it.
    var cause: UInt64
    /// Counts up as deadlines are set on a device.
    var order: UInt64

    /// Whether this one comes before another.
    func isBefore(_ other: Deadline) -> Bool {
        if at != other.at { return at < other.at }
        if kind.phase != other.kind.phase { return kind.phase < other.kind.phase }
        return order < other.order
    }
}

/// The deadlines of one device, in the order in which they happen.
///
/// A device has few at a time, so a sorted array is small, quick, and easy to call off from.
struct DeadlineQueue: Codable, Sendable {
    /// The deadlines, the next one last.
    private var deadlines: [Deadline] = []
    private(set) var lastOrder: UInt64 = 0

    /// The next one.
    var next: Deadline? { deadlines.last }

    /// Whether each deadline that is a process's has one, and no other has.
    var fitTheirOwners: Bool { deadlines.allSatisfy { $0.kind.isOfProcess == ($0.pid != 0) } }

    /// The next one that fits.
    func first(where fits: (Deadline) -> Bool) -> Deadline? { deadlines.last(where: fits) }

    /// Sets a deadline.
    mutating func set(_ kind: Deadline.Kind, at instant: Instant, pid: ProcessID, cause: UInt64) {
        lastOrder += 1
        let deadline = Deadline(at: instant, kind: kind, pid: pid, cause: cause, order: lastOrder)
        deadlines.append(deadline)
        // In the buffer: in the array each step would ask anew whether somebody else has it too.
        deadlines.withUnsafeMutableBufferPointer { deadlines in
            var place = deadlines.count - 1
            while place > 0, deadlines[place - 1].isBefore(deadline) {
                deadlines[place] = deadlines[place - 1]
                place -= 1
            }
            deadlines[place] = deadline
        }
    }

    /// Takes the next one out.
    mutating func removeNext() -> Deadline {
        defer { shrink() }
        return deadlines.removeLast()
    }

    /// Calls off the deadlines of a process that fit.
    mutating func callOff(pid: ProcessID, where fits: (Deadline.Kind) -> Bool = { _ in true }) {
        for place in deadlines.indices.reversed() where deadlines[place].pid == pid && fits(deadlines[place].kind) {
            deadlines.remove(at: place)
        }
        shrink()
    }

    /// Gives back the memory that many deadlines took, once none is left: a device may sleep for long then.
    private mutating func shrink() {
        if deadlines.isEmpty, deadlines.capacity > Self.capacityKept { deadlines = [] }
    }

    private static let capacityKept = 4
}
