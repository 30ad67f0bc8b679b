// Wake-ups that have to wait for the first unlock of the device, or for the end of a process that is terminating.
//
// `mayBeWoken` is the one place that decides whether the system may launch an app before the first unlock; a rule says
// for which causes. A process that was launched is woken for anything. If something may not wake the app yet, the
// kernel holds it, the newest of each kind (`waits`). It decides again when the obstacle is gone (`deliverHeldWakes`).
// Silent pushes are held in Pushes; requests of `BGTaskScheduler` and fetches stay pending. Sources: facts 1.5, 10.3;
// rules 2.11, 4.18.

/// Something that the system wakes an app for, and that waits when it may not.
enum WakeCause: Hashable, Codable, Sendable {
    /// A location.
    case location
    case significantChange
    case region(String, RegionCrossing)
    case bluetooth
    case voip(VoIPPush)
    /// A framework, and what its handler is called with, by name.
    case framework(SystemWake, CallbackArguments?)
    /// The end of all transfers of a session.
    case session(String)

    var launchReason: LaunchReason {
        switch self {
        case .location, .significantChange, .region: .location
        case .bluetooth: .bluetooth
        case .voip: .voip
        case .framework(let wake, _): wake.reason.preset.launchReason
        case .session: .urlSession
        }
    }

    /// Whether it takes the place of another one that waits: of each kind, only the newest waits.
    fileprivate func replaces(_ other: WakeCause) -> Bool {
        switch (self, other) {
        case (.location, .location), (.significantChange, .significantChange), (.region, .region),
            (.bluetooth, .bluetooth), (.voip, .voip):
            true
        case (.framework(let wake, _), .framework(let other, _)): wake.reason == other.reason
        case (.session(let identifier), .session(let other)): identifier == other
        default: false
        }
    }

    /// The record of what becomes of it.
    fileprivate func verdict(_ decision: Verdict.Decision, _ refusal: Refusal) -> Record.Body {
        switch self {
        case .location, .significantChange, .region: .verdict(.location, decision, refusal)
        case .bluetooth: .verdict(.bluetooth, decision, refusal)
        case .voip(let push): push.verdict(decision, refusal)
        case .framework(let wake, _): .verdict(.wake, decision, refusal, wake.reason.rawValue)
        case .session(let identifier): .verdict(.transfer, decision, refusal, identifier)
        }
    }
}

extension WakeCause: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .location: f.choice("location")
        case .significantChange: f.choice("significantChange")
        case .region(let identifier, let crossing):
            f.choice("region")
            f.write(identifier)
            f.write(crossing)
        case .bluetooth: f.choice("bluetooth")
        case .voip(let push):
            f.choice("voip")
            f.write(push)
        case .framework(let wake, let arguments):
            f.choice("framework")
            f.write(wake)
            f.write(arguments)
        case .session(let identifier):
            f.choice("session")
            f.write(identifier)
        }
    }
}

/// Something that waits to wake an app.
struct HeldWake: Hashable, Codable, Sendable {
    var cause: WakeCause
    /// What it waits for: the first unlock, or the end of a process that is terminating.
    var reason: Verdict.Reason
    /// The record of its verdict.
    var record: SequenceNumber

    /// Whether it is a push, which may expire.
    fileprivate var isPush: Bool { if case .voip = cause { true } else { false } }
}

extension HeldWake: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("cause", cause)
        f.field("reason", reason.name)
        // The record of a push identifies its deadline. Other records are only the cause of a later record.
        f.field("record", ordinal: isPush ? record : nil, of: .push)
    }
}

/// Whether an app may be woken now, and what waits until it may.
extension App {
    /// Whether the system may wake the app for a reason now: it has a process, or may be launched.
    func mayBeWoken(for reason: LaunchReason, in system: SystemState) -> Bool {
        hasLaunched || system.mayLaunchApps(for: reason)
    }

    /// Returns why something has to wait before it may wake the app; nil if it need not.
    private func reasonToWait(_ cause: WakeCause, in system: SystemState) -> Refusal? {
        if isEnding { return pushRefusal(.terminating, in: system) }
        return mayBeWoken(for: cause.launchReason, in: system) ? nil : Refusal(.beforeFirstUnlock)
    }

    /// Holds something that has to wait before it may wake the app, with a verdict. It replaces an older one of its kind.
    ///
    /// - Returns: Whether it has to wait.
    mutating func waits(_ cause: WakeCause, in system: inout SystemState) -> Bool {
        guard let refusal = reasonToWait(cause, in: system) else { return false }
        for older in takeHeldWakes(where: { cause.replaces($0.cause) }, in: &system) {
            write(older.cause.verdict(.replaced, Refusal(older.isPush ? .newerPush : .replaced)), in: &system)
        }
        write(cause.verdict(.held, refusal), in: &system)
        let held = HeldWake(cause: cause, reason: refusal.reason, record: system.lastSequence)
        background.heldWakes = (background.heldWakes ?? []) + [held]
        if case .voip(let push) = cause { system.setExpiry(ofHeld: held.record, at: push.expiresAt) }
        return true
    }

    /// Removes and returns some of what waits to wake the app, oldest first.
    private mutating func takeHeldWakes(
        where isTaken: (HeldWake) -> Bool,
        in system: inout SystemState
    ) -> [HeldWake] {
        guard !background.isBlank, let waiting = background.heldWakes else { return [] }
        let taken = waiting.filter(isTaken)
        guard !taken.isEmpty else { return [] }
        let left = waiting.filter { !isTaken($0) }
        background.heldWakes = left.isEmpty ? nil : left
        for held in taken where held.isPush { system.cancelExpiry(ofHeld: held.record) }
        return taken
    }

    /// Removes and returns the held wakes whose obstacle is gone.
    fileprivate mutating func takeDueWakes(in system: inout SystemState) -> [HeldWake] {
        guard !background.isBlank, let waiting = background.heldWakes else { return [] }
        let due = waiting.filter { reasonToWait($0.cause, in: system)?.reason != $0.reason }
        return takeHeldWakes(where: due.contains, in: &system)
    }

    /// Whether something waits for the end of the process.
    var hasWakesAwaitingEnd: Bool {
        background.heldWakes?.contains { $0.reason == .terminating } == true
    }

    /// What wakes it after the first unlock, as a sentence; nil for nothing.
    var firstUnlockSentence: Sentence? {
        guard !background.isBlank, let waiting = background.heldWakes else { return nil }
        let reasons = waiting.filter { $0.reason == .beforeFirstUnlock }.map(\.cause.launchReason)
        // Several kinds of locations have one reason.
        let names = LaunchReason.allCases.filter(reasons.contains).map(\.rawValue)
        return names.isEmpty
            ? nil : "after the first unlock of the device, the system wakes it for \(.list(names), as: "names")"
    }

    /// Removes an expired push that waits, which the record of its verdict identifies.
    ///
    /// - Returns: The record of its end; nil if there is no such push.
    mutating func takeExpiredWake(_ record: SequenceNumber, in system: inout SystemState) -> Record.Body? {
        takeHeldWakes(where: { $0.record == record }, in: &system).first?.cause.verdict(.dropped, Refusal(.expired))
    }

    /// Drops all that waits to wake the app.
    mutating func discardHeldWakes(_ reason: Verdict.Reason, in system: inout SystemState) {
        for held in takeHeldWakes(where: { _ in true }, in: &system) {
            write(held.cause.verdict(.dropped, Refusal(reason)), in: &system)
        }
    }

    /// Decides about something that would wake the app, as if it came now.
    mutating func receive(_ cause: WakeCause, in system: inout SystemState) -> AppEffect? {
        switch cause {
        case .location: updateLocation(in: &system)
        case .significantChange: changeLocationSignificantly(in: &system)
        case .region(let identifier, let crossing): crossRegion(identifier, crossing, in: &system)
        case .bluetooth: receiveBluetoothEvent(in: &system)
        case .voip(let push): receive(push, in: &system)
        case .framework(let wake, let arguments): receive(wake, arguments: arguments, in: &system)
        case .session(let identifier): reportFinishedSession(identifier, in: &system)
        }
    }
}

extension Device {
    /// Decides again about the held wakes of an app whose obstacle is gone.
    mutating func deliverHeldWakes(_ index: Int) {
        for held in apps[index].takeDueWakes(in: &system) {
            carryOut(apps[index].receive(held.cause, in: &system), of: index)
        }
    }
}

extension SystemState {
    /// Whether the system may launch apps for a reason now. Before the first unlock of a device with a passcode, a rule
    /// decides.
    func mayLaunchApps(for reason: LaunchReason) -> Bool {
        guard screen.isOn else { return false }
        return isUnlockedSinceBoot || rulebook.backgroundLaunchBeforeFirstUnlock.includes(reason)
    }
}

extension LaunchBeforeFirstUnlock {
    /// Whether the system launches apps for a reason.
    fileprivate func includes(_ reason: LaunchReason) -> Bool {
        switch self {
        case .none: false
        case .locationAndVoIP: reason == .location || reason == .voip
        case .all: true
        }
    }
}
