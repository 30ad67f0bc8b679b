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

    /// What is due, and whether it belongs to a process or to the device.
    enum Subject: Hashable, Codable, Sendable {
        case process(ProcessID, ProcessDeadline)
        case device(DeviceDeadline)

        /// Whether the system decides something then. A pattern, which is faster than `==`: this is checked after each
        /// input and deadline.
        var isDecision: Bool { if case .device(.systemDecides) = self { true } else { false } }

        var phase: Phase {
            switch self {
            case .process(_, .handlerEntryEnds), .process(_, .taskEndsItself), .process(_, .alarm),
                .process(_, .uptimeAlarm):
                .handlerEnds
            case .device(.deviceBecomesIdle), .device(.systemDecides): .decision
            case .process, .device: .expiry
            }
        }
    }

    var at: Instant
    var subject: Subject
    /// The record that set it.
    var cause: SequenceNumber
    /// Counts up as deadlines are set on a device.
    var order: UInt64

    /// Returns whether this deadline is handled before another.
    func isBefore(_ other: Deadline) -> Bool {
        if at != other.at { return at < other.at }
        if subject.phase != other.subject.phase { return subject.phase < other.subject.phase }
        return order < other.order
    }
}

extension Deadline: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("at", at)
        f.field("subject", subject)
        f.ignore("cause")  // Only the cause of a record.
        f.ignore("order")  // The list has the same order.
    }
}

extension Deadline.Subject: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .process(let pid, let deadline):
            f.choice("process")
            f.enter(pid)
            f.write(pid)
            f.write(deadline)
        case .device(let deadline):
            f.choice("device")
            f.write(deadline)
        }
    }
}

/// A deadline of a process. It ends with the process.
enum ProcessDeadline: Hashable, Codable, Sendable {
    /// The time of the current entry of the handler in flight has passed.
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
    /// The app's own timer on the wall clock is due.
    case alarm
    /// The app's own timer on the uptime clock is due. A device that runs code does not sleep, so both clocks run alike until
    /// then.
    case uptimeAlarm
    /// The answer to a request is complete.
    case requestEnds(UInt32)
    /// The sessions of Core Location that the process has not taken again lapse.
    case locationSessionsLapse
    /// The time that a handler of an extension has for calling the content handler has passed.
    case contentHandlerLimit
    /// An extension has had nothing to do for so long that the system ends it.
    case extensionIdleLimit
}

extension ProcessDeadline: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .handlerEntryEnds: f.choice("handlerEntryEnds")
        case .taskEndsItself(let id):
            f.choice("taskEndsItself")
            f.write(id)
        case .watchdog(let event):
            f.choice("watchdog")
            f.write(event)
        case .assertionEnds(let id):
            f.choice("assertionEnds")
            f.write(id)
        case .taskWarning: f.choice("taskWarning")
        case .taskAllowanceEnds: f.choice("taskAllowanceEnds")
        case .processorLimit: f.choice("processorLimit")
        case .homeTransitionEnds: f.choice("homeTransitionEnds")
        case .alarm: f.choice("alarm")
        case .uptimeAlarm: f.choice("uptimeAlarm")
        case .requestEnds(let number):
            f.choice("requestEnds")
            f.write(ordinal: Int64(number), of: .transfer)
        case .locationSessionsLapse: f.choice("locationSessionsLapse")
        case .contentHandlerLimit: f.choice("contentHandlerLimit")
        case .extensionIdleLimit: f.choice("extensionIdleLimit")
        }
    }
}

/// A deadline of the device.
enum DeviceDeadline: Hashable, Codable, Sendable {
    /// A transfer of the system ends.
    case transferEnds(UInt32)
    /// A transfer that had to wait starts.
    case transferStarts(UInt32)
    /// A Live Activity has lasted as long as it may.
    case liveActivityEnds(startedBy: SequenceNumber)
    /// A held push, which the record of its verdict identifies, expires.
    case heldPushExpires(SequenceNumber)
    /// The device has been locked so long that it counts as idle.
    case deviceBecomesIdle
    /// The system may do something by itself.
    case systemDecides

    /// Whether it is about a transfer.
    func isOf(transfer number: UInt32) -> Bool { self == .transferEnds(number) || self == .transferStarts(number) }
}

extension DeviceDeadline: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .transferEnds(let number):
            f.choice("transferEnds")
            f.write(ordinal: Int64(number), of: .transfer)
        case .transferStarts(let number):
            f.choice("transferStarts")
            f.write(ordinal: Int64(number), of: .transfer)
        case .liveActivityEnds(let record):
            f.choice("liveActivityEnds")
            f.write(ordinal: record, of: .liveActivity)
        case .heldPushExpires(let record):
            f.choice("heldPushExpires")
            f.write(ordinal: record, of: .push)
        case .deviceBecomesIdle: f.choice("deviceBecomesIdle")
        case .systemDecides: f.choice("systemDecides")
        }
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

    /// Returns the next deadline that matches a predicate.
    func first(where fits: (Deadline) -> Bool) -> Deadline? { deadlines.last(where: fits) }

    // MARK: Deadlines of the device

    mutating func set(_ deadline: DeviceDeadline, at instant: Instant, cause: SequenceNumber) {
        insert(.device(deadline), at: instant, cause: cause)
    }

    /// When a deadline of the device is due; nil if it is not set.
    func instant(of deadline: DeviceDeadline) -> Instant? { first { $0.subject == .device(deadline) }?.at }

    mutating func cancel(_ deadline: DeviceDeadline) { cancel { $0 == deadline } }

    /// Cancels the deadlines of the device that match a predicate.
    mutating func cancel(where fits: (DeviceDeadline) -> Bool) {
        remove { if case .device(let deadline) = $0 { fits(deadline) } else { false } }
    }

    // MARK: Deadlines of processes

    mutating func set(_ deadline: ProcessDeadline, of pid: ProcessID, at instant: Instant, cause: SequenceNumber) {
        insert(.process(pid, deadline), at: instant, cause: cause)
    }

    /// Returns the next deadline of a process that matches a predicate.
    func first(of pid: ProcessID, where fits: (ProcessDeadline) -> Bool) -> Deadline? {
        first { if case .process(pid, let deadline) = $0.subject { fits(deadline) } else { false } }
    }

    /// Cancels the deadlines of a process that match a predicate.
    mutating func cancel(of pid: ProcessID, where fits: (ProcessDeadline) -> Bool = { _ in true }) {
        remove { if case .process(pid, let deadline) = $0 { fits(deadline) } else { false } }
    }

    // MARK: Order

    private mutating func insert(_ subject: Deadline.Subject, at instant: Instant, cause: SequenceNumber) {
        lastOrder += 1
        let deadline = Deadline(at: instant, subject: subject, cause: cause, order: lastOrder)
        let later = deadlines.lastIndex { !$0.isBefore(deadline) }
        let index = later.map { $0 + 1 } ?? 0
        // Most deadlines are set to be the next one.
        if index == deadlines.endIndex { deadlines.append(deadline) } else { deadlines.insert(deadline, at: index) }
    }

    mutating func removeNext() -> Deadline {
        defer { shrink() }
        return deadlines.removeLast()
    }

    private mutating func remove(where fits: (Deadline.Subject) -> Bool) {
        for index in deadlines.indices.reversed() where fits(deadlines[index].subject) { deadlines.remove(at: index) }
        shrink()
    }

    /// Frees unused capacity once no deadline is left, since a device may be idle for long then.
    private mutating func shrink() {
        if deadlines.isEmpty, deadlines.capacity > Self.capacityKept { deadlines = [] }
    }

    private static let capacityKept = 4
}

extension DeadlineQueue: StateFields {
    func fields(_ f: inout FieldVisitor) {
        // The deadlines are sorted, with `order` as the last criterion.
        let countsIdleness = f.options.countsIdleness
        f.field(
            "deadlines",
            countsIdleness ? deadlines : deadlines.filter { $0.subject != .device(.deviceBecomesIdle) }
        )
        f.ignore("lastOrder")  // It only places new deadlines behind those of the same instant.
    }
}
