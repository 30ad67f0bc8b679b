import LifecycleKernel
import WireFormat

/// What is remembered of a sequence for properties that one record does not decide.
///
/// It is part of the abstract state, with its instants relative to now.
struct Monitors: Hashable, Sendable {
    /// A callback that the system waits for, as it has acquired an assertion for it.
    struct Awaited: Hashable, Sendable {
        var kind: Assertion.Kind
        /// When half of the assertion's time is over.
        var halfTime: Instant
    }

    /// What became of a process that the user saw.
    enum Restoration: UInt64, Hashable, Sendable {
        case none, seen, reclaimed
    }

    /// Callbacks that have not begun, oldest first.
    private var awaited: [Awaited] = []
    /// For each callback that has begun and has not been completed, the kind of its assertion.
    private var begun: [Assertion.Kind] = []
    /// When people give up on an app that they have opened and whose main thread is busy.
    private var givesUpAt: Instant?
    private var restoration = Restoration.none
    /// The handler that began last and has not returned.
    private(set) var handler: CallbackName?

    /// What is remembered for the user's properties, in their order.
    private var own: [OwnPropertyState]

    /// When something is over by itself; nil for nothing.
    var nextExpiry: Instant? {
        if own.isEmpty { return givesUpAt }
        return (own.map(\.expiry) + [givesUpAt]).compactMap(\.self).min()
    }

    /// How long people wait for an app that they have opened. Source: a choice; see `notResponding` in the guide.
    private static let patience: Milliseconds = 5_000

    /// The words that stand for it in an abstract state.
    func words(at now: Instant) -> [UInt64] {
        guard awaited.isEmpty, begun.isEmpty, givesUpAt == nil, restoration == .none, own.isEmpty else {
            return allWords(at: now)
        }
        return []
    }

    private func allWords(at now: Instant) -> [UInt64] {
        var words: [UInt64] = [restoration.rawValue]
        if let givesUpAt { words.append(UInt64(bitPattern: (givesUpAt - now).count) | 1 << 63) }
        for awaited in awaited {
            words.append(UInt64(Assertion.Kind.allCases.firstIndex(of: awaited.kind) ?? 0) + 7)
            words.append(UInt64(bitPattern: max(-1, (awaited.halfTime - now).count)))
        }
        for kind in begun { words.append(UInt64(Assertion.Kind.allCases.firstIndex(of: kind) ?? 0) + 1_007) }
        words += own.map { $0.word(at: now) }
        return words
    }

    /// Makes the monitors of a sequence without an input.
    init(own properties: [OwnProperty] = []) { own = properties.map { _ in .idle } }

    /// Called when an input is taken.
    mutating func begin(_ input: TriedInput, at now: Instant) {
        givesUpAt = input.opensTarget ? now + Self.patience : nil
    }

    /// Called when everything due at an instant is settled.
    ///
    /// - Returns: `notResponding`, when people have waited long enough.
    mutating func settle(_ glance: AppGlance, at now: Instant) -> Breakage? {
        handler = glance.callbackInFlight
        guard let giveUp = givesUpAt else { return nil }
        if glance.state == .active || !glance.isInHandler {
            givesUpAt = nil
            return nil
        }
        guard now >= giveUp else { return nil }
        givesUpAt = nil
        return .monitored(.notResponding, handler?.rawValue)
    }

    /// Takes a record of any app into account for the user's properties.
    mutating func read(_ record: Record, for properties: [OwnProperty]) -> [Breakage] {
        own.indices.filter { own[$0].read(record, for: properties[$0]) }.map { properties[$0].broken }
    }

    /// Looks at the device for the user's properties once an instant is settled.
    mutating func settle(_ device: Device, for properties: [OwnProperty]) -> [Breakage] {
        own.indices.filter { own[$0].settle(device, at: device.now, for: properties[$0]) }.map { properties[$0].broken }
    }

    /// Takes a record of the target into account.
    ///
    /// - Parameter restores: Whether the app preserves and restores its state.
    mutating func read(_ record: Record, restores: Bool) -> Breakage? {
        switch record.body {
        case .assertion(let change): return read(change, at: record.time)
        case .callback(let callback):
            handler = callback.name
            if callback.name == .didDecodeRestorableState { restoration = .none }
            return begins(callback.name, at: record.time)
        case .process(let change):
            return read(change, restores: restores)
        case .exit(let exit):
            if restores, restoration == .seen, exit.reclaimsOffScreen { restoration = .reclaimed }
            handler = nil
            return endsProcess(at: record.time)
        default: return nil
        }
    }

    private mutating func read(_ change: ProcessChange, restores: Bool) -> Breakage? {
        guard change.to == .active, restores else { return nil }
        defer { restoration = .seen }
        return restoration == .reclaimed ? .monitored(.restorationMissed) : nil
    }

    // MARK: Callbacks that begin too late

    private mutating func read(_ change: AssertionChange, at now: Instant) -> Breakage? {
        guard change.kind.callback != nil else { return nil }
        switch change.change {
        case .acquired:
            if let remaining = change.remaining {
                awaited.append(Awaited(kind: change.kind, halfTime: now + remaining / 2))
            }
            return nil
        case .released:
            if !removeBegun(change.kind) { remove(change.kind) }
            return nil
        case .expired:
            guard !removeBegun(change.kind), let late = remove(change.kind), now > late.halfTime else { return nil }
            return .monitored(.callbackStarved, change.kind.rawValue)
        case .warned: return nil
        }
    }

    private mutating func begins(_ callback: CallbackName, at now: Instant) -> Breakage? {
        guard let index = awaited.firstIndex(where: { $0.kind.callback == callback }) else { return nil }
        let found = awaited.remove(at: index)
        begun.append(found.kind)
        guard now > found.halfTime else { return nil }
        return .monitored(.callbackStarved, found.kind.rawValue)
    }

    private mutating func endsProcess(at now: Instant) -> Breakage? {
        defer { (awaited, begun) = ([], []) }
        guard let late = awaited.first(where: { now > $0.halfTime }) else { return nil }
        return .monitored(.callbackStarved, late.kind.rawValue)
    }

    /// Forgets the callback that began first of those of a kind; false if none has.
    private mutating func removeBegun(_ kind: Assertion.Kind) -> Bool {
        guard let index = begun.firstIndex(of: kind) else { return false }
        begun.remove(at: index)
        return true
    }

    @discardableResult
    private mutating func remove(_ kind: Assertion.Kind) -> Awaited? {
        awaited.firstIndex { $0.kind == kind }.map { awaited.remove(at: $0) }
    }
}

extension Breakage {
    /// One of the explorer's own properties, which are warnings.
    fileprivate static func monitored(_ property: MonitoredProperty, _ detail: String? = nil) -> Breakage {
        Breakage(property: property.rawValue, detail: detail, severity: .warning)
    }
}

extension OwnPropertyState {
    /// The words that stand for it in an abstract state.
    fileprivate func word(at now: Instant) -> UInt64 {
        switch self {
        case .idle: 0
        case .watching: 1
        case .owed(let instant): UInt64(bitPattern: (instant - now).count) | 1 << 62
        }
    }
}

extension OwnProperty {
    fileprivate var broken: Breakage { Breakage(property: name, severity: severity) }
}

extension ExitRecord {
    /// Whether the system, or the app's own fault, ended the process where nobody saw it.
    fileprivate var reclaimsOffScreen: Bool {
        guard state == .background || state == .suspended else { return false }
        return switch reason {
        case .memoryPressure, .system, .diskSpace, .longIdleExit: true
        default: BuiltInProperty.isOwnFault(reason)
        }
    }
}
