/// An action that is due at an instant unless it is cancelled.
struct Deadline: Hashable, Codable, Sendable {
    /// The order of deadlines that are due at the same instant.
    enum Phase: UInt8, Comparable, Sendable {
        /// The end of something that the app's own code does.
        case handlerEnds
        /// Expirations and watchdogs, in the order in which they were set.
        case expiry
        /// What the system decides by itself.
        case decision

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    enum Kind: Hashable, Codable, Sendable {
        /// The entry of the behaviour that the handler in flight is in has taken its time.
        case handlerEntryEnds
        /// The app's own code ends a background task.
        case taskEndsItself(AssertionID)
        /// The callback in flight has taken too long.
        case watchdog(WatchdogEvent)
        /// An assertion expires.
        case assertionEnds(AssertionID)
        /// The background task allowance is almost used.
        case taskWarning
        /// The background task allowance is used.
        case taskAllowanceEnds
        /// The process will have used too much of the processor in the background.
        case processorLimit
        /// The animation on leaving the screen is over.
        case homeTransitionEnds
        /// The app's own timer is due.
        case alarm
        /// What the process has not taken again of its sessions of Core Location is lost.
        case locationSessionsLapse
        /// A transfer of the system ends.
        case transferEnds(UInt32)
        /// A transfer of the system starts that had to wait.
        case transferStarts(UInt32)
        /// A Live Activity has lasted as long as it may.
        case liveActivityEnds(startedBy: SequenceNumber)
        /// A push that is held, with the record of its verdict, is worth nothing any more.
        case heldPushExpires(SequenceNumber)
        /// Something happens to the process of a notification service extension.
        case notificationService(ProcessID, NotificationServiceDeadline)
        /// The device has been locked so long that it counts as idle.
        case deviceBecomesIdle
        /// The system may do something by itself.
        case systemDecides

        /// Whether the system decides something then. A pattern, which is faster than `==`: this is checked after each
        /// input and deadline.
        var isDecision: Bool { if case .systemDecides = self { true } else { false } }

        /// Whether it concerns a process, not the device.
        var isOfProcess: Bool {
            switch self {
            case .handlerEntryEnds, .taskEndsItself, .watchdog, .assertionEnds, .taskWarning, .taskAllowanceEnds,
                .homeTransitionEnds, .alarm, .processorLimit, .locationSessionsLapse:
                true
            case .transferEnds, .transferStarts, .liveActivityEnds, .heldPushExpires, .notificationService,
                .deviceBecomesIdle, .systemDecides:
                false
            }
        }

        /// Whether it is about a transfer.
        func isOf(transfer number: UInt32) -> Bool { self == .transferEnds(number) || self == .transferStarts(number) }

        var phase: Phase {
            switch self {
            case .handlerEntryEnds, .taskEndsItself, .alarm, .notificationService(_, .entryEnds): .handlerEnds
            case .watchdog, .assertionEnds, .taskWarning, .taskAllowanceEnds, .homeTransitionEnds, .transferEnds,
                .transferStarts, .liveActivityEnds, .heldPushExpires, .processorLimit, .locationSessionsLapse,
                .notificationService:
                .expiry
            case .deviceBecomesIdle, .systemDecides: .decision
            }
        }
    }

    var at: Instant
    var kind: Kind
    /// The process that it concerns; 0 for the device.
    var pid: ProcessID
    /// The record that set it.
    var cause: SequenceNumber
    /// Counts up as deadlines are set on a device.
    var order: UInt64

    /// Returns whether this deadline is handled before another.
    func isBefore(_ other: Deadline) -> Bool {
        if at != other.at { return at < other.at }
        if kind.phase != other.kind.phase { return kind.phase < other.kind.phase }
        return order < other.order
    }
}

/// The deadlines of one device, in the order in which they are handled.
///
/// A device has few at a time, so a sorted array is small and fast, also to remove from.
struct DeadlineQueue: Codable, Sendable {
    /// The deadlines, the next one last.
    private var deadlines: [Deadline] = []
    private(set) var lastOrder: UInt64 = 0

    var next: Deadline? { deadlines.last }

    /// Whether exactly the deadlines that concern a process name one.
    var haveValidOwners: Bool { deadlines.allSatisfy { $0.kind.isOfProcess == ($0.pid != 0) } }

    /// Returns the next deadline that matches a predicate.
    func first(where fits: (Deadline) -> Bool) -> Deadline? { deadlines.last(where: fits) }

    mutating func set(_ kind: Deadline.Kind, at instant: Instant, pid: ProcessID, cause: SequenceNumber) {
        lastOrder += 1
        let deadline = Deadline(at: instant, kind: kind, pid: pid, cause: cause, order: lastOrder)
        let later = deadlines.lastIndex { !$0.isBefore(deadline) }
        deadlines.insert(deadline, at: later.map { $0 + 1 } ?? 0)
    }

    mutating func removeNext() -> Deadline {
        defer { shrink() }
        return deadlines.removeLast()
    }

    /// Cancels the deadlines of a process that match a predicate.
    mutating func cancel(pid: ProcessID, where fits: (Deadline.Kind) -> Bool = { _ in true }) {
        for index in deadlines.indices.reversed() where deadlines[index].pid == pid && fits(deadlines[index].kind) {
            deadlines.remove(at: index)
        }
        shrink()
    }

    /// Frees unused capacity once no deadline is left, since a device may be idle for long then.
    private mutating func shrink() {
        if deadlines.isEmpty, deadlines.capacity > Self.capacityKept { deadlines = [] }
    }

    private static let capacityKept = 4
}

extension DeadlineQueue {
    func visit(by visitor: inout StateFields) {
        visitor.list("deadlines", deadlines) { visitor, deadline in
            visitor.element(.deadline) { deadline.visit(by: &$0) }
        }
    }
}

extension Deadline {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.visit("at", at)
        visitor.part("kind", .deadlineKind) { kind.visit(by: &$0) }
        visitor.visit("pid", process: pid)
    }
}

extension Deadline.Kind {
    fileprivate func visit(by visitor: inout StateFields) {
        switch self {
        case .handlerEntryEnds: visitor.choice("handlerEntryEnds", at: 0)
        case .taskEndsItself(let id):
            visitor.choice("taskEndsItself", at: 1, .taskEnd) { $0.visit("_0", assertion: id) }
        case .watchdog(let event):
            visitor.choice("watchdog", at: 2, .watchdog) { $0.visit("_0", case: event.rawValue) }
        case .assertionEnds(let id):
            visitor.choice("assertionEnds", at: 3, .assertionEnd) { $0.visit("_0", assertion: id) }
        case .taskWarning: visitor.choice("taskWarning", at: 4)
        case .taskAllowanceEnds: visitor.choice("taskAllowanceEnds", at: 5)
        case .processorLimit: visitor.choice("processorLimit", at: 6)
        case .homeTransitionEnds: visitor.choice("homeTransitionEnds", at: 7)
        case .alarm: visitor.choice("alarm", at: 8)
        case .locationSessionsLapse: visitor.choice("locationSessionsLapse", at: 9)
        case .transferEnds(let number):
            visitor.choice("transferEnds", at: 10, .transferEnd) { $0.visit("_0", Int64(number)) }
        case .transferStarts(let number):
            visitor.choice("transferStarts", at: 11, .transferStart) { $0.visit("_0", Int64(number)) }
        case .liveActivityEnds(let record):
            visitor.choice("liveActivityEnds", at: 12, .liveActivityEnd) { $0.visit("startedBy", record.word) }
        case .heldPushExpires(let record):
            visitor.choice("heldPushExpires", at: 13, .heldPushExpiry) { $0.visit("_0", record.word) }
        case .notificationService(let pid, let deadline):
            visitor.choice("notificationService", at: 14, .serviceDeadline) { visitor in
                visitor.visit("_0", process: pid)
                visitor.rare("_1", deadline)
            }
        case .deviceBecomesIdle: visitor.choice("deviceBecomesIdle", at: 15)
        case .systemDecides: visitor.choice("systemDecides", at: 16)
        }
    }
}
