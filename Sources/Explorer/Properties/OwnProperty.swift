import LifecycleKernel
import WireFormat

/// A property that the user gives: what must always hold, what must never come, or what must follow something in time.
public struct OwnProperty: Hashable, Sendable {
    /// What it says.
    public enum Form: Hashable, Sendable {
        /// The condition holds after every input and whenever an instant is settled, as long as the other one does.
        case always(StateCondition, while: StateCondition?)
        /// None of these records comes: ever, or only between a match of `after` and one of `until`.
        case never([RecordPattern], after: RecordPattern?, until: RecordPattern?)
        /// After each match of `after`, a match of `record` comes within so long, unless one of `unless` comes first.
        case eventually(RecordPattern, after: RecordPattern, within: Milliseconds, unless: [RecordPattern])
    }

    /// Its name.
    public var name: String
    /// How bad it is when it is broken.
    public var severity: Finding.Severity
    /// What it says.
    public var form: Form

    /// Makes a property.
    public init(name: String, severity: Finding.Severity = .error, form: Form) {
        self.name = name
        self.severity = severity
        self.form = form
    }

    /// Whether it reads the number of unsaved changes.
    var countsUnsavedChanges: Bool {
        guard case .always(let condition, let scope) = form else { return false }
        return condition.countsUnsavedChanges || scope?.countsUnsavedChanges == true
    }

    var broken: Breakage { Breakage(property: name, severity: severity) }
}

/// What is remembered of a sequence for one property of the user's.
enum OwnPropertyState: Hashable, Sendable {
    /// Nothing is owed.
    case idle
    /// The records between two others are looked at.
    case watching
    /// A record must come by an instant.
    case owed(by: Instant)

    /// The words that stand for it in a situation.
    func word(at now: Instant) -> UInt64 {
        switch self {
        case .idle: 0
        case .watching: 1
        case .owed(let instant): UInt64(bitPattern: (instant - now).count) | 1 << 62
        }
    }

    /// When it expires.
    var expiry: Instant? { if case .owed(let instant) = self { instant } else { nil } }

    /// Takes a record into account.
    ///
    /// - Returns: Whether it breaks the property.
    mutating func read(_ record: Record, for property: OwnProperty) -> Bool {
        switch property.form {
        case .always: return false
        case .never(let patterns, let after, let until):
            let isWatching = after == nil || self == .watching
            let breaks = isWatching && patterns.contains { $0.matches(record) }
            if until?.matches(record) == true { self = .idle }
            if after?.matches(record) == true { self = .watching }
            return breaks
        case .eventually(let pattern, let after, let within, let unless):
            if pattern.matches(record) || unless.contains(where: { $0.matches(record) }) { self = .idle }
            // The oldest obligation is the one that is kept: a match settles all of them.
            if self == .idle, after.matches(record) { self = .owed(by: record.time + within) }
            return false
        }
    }

    /// Looks at the device once an instant is settled.
    ///
    /// - Returns: Whether the property is broken now.
    mutating func settle(_ device: Device, for property: OwnProperty) -> Bool {
        if case .always(let condition, let scope) = property.form {
            return scope?.holds(on: device) != false && !condition.holds(on: device)
        }
        guard case .owed(let instant) = self, device.now >= instant else { return false }
        self = .idle
        return true
    }
}

/// Something about the state of a device.
public indirect enum StateCondition: Hashable, Sendable {
    /// The app is in this state, has so many unsaved changes, was force-quit or not; what is nil does not matter.
    case app(BundleID, state: ProcessState?, unsavedChanges: Int?, isForceQuit: Bool?)
    /// The device is locked, is on, has these apps in front; what is nil does not matter.
    case device(isLocked: Bool?, isOn: Bool?, appsInFront: [BundleID]?)
    case not(StateCondition)
    case all([StateCondition])
    case any([StateCondition])

    /// Whether it holds.
    func holds(on device: Device) -> Bool {
        switch self {
        case .app(let bundleID, let state, let changes, let isForceQuit):
            guard let app = device.app(bundleID) else { return false }
            // A process that has ended leaves an app that does not run.
            return (state.map { ($0 == .terminated ? .notRunning : $0) == app.state } ?? true)
                && (changes.map { $0 == app.unsavedChanges } ?? true)
                && (isForceQuit.map { $0 == app.forceQuit } ?? true)
        case .device(let isLocked, let isOn, let appsInFront):
            return (isLocked.map { $0 == device.isLocked } ?? true) && (isOn.map { $0 == device.isOn } ?? true)
                && (appsInFront.map { $0 == device.appsInFront } ?? true)
        case .not(let condition): return !condition.holds(on: device)
        case .all(let conditions): return conditions.allSatisfy { $0.holds(on: device) }
        case .any(let conditions): return conditions.contains { $0.holds(on: device) }
        }
    }

    /// Whether it reads the number of unsaved changes, so that a search has to tell the numbers apart.
    var countsUnsavedChanges: Bool {
        switch self {
        case .app(_, _, let changes, _): changes.map { $0 > 1 } ?? false
        case .device: false
        case .not(let condition): condition.countsUnsavedChanges
        case .all(let conditions), .any(let conditions): conditions.contains { $0.countsUnsavedChanges }
        }
    }
}
