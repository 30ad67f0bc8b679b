/// Everything that changes a device. The inputs of a device are all that has to be kept to reproduce its timeline.
///
/// Indirect, so that an input and its record share one copy.
public indirect enum Input: Hashable, Sendable {
    case event(Event)
    /// An action of an app's own code, or of an extension's.
    case action(BundleID, Action, of: AppExtension? = nil)
    case completion(BundleID, Completion)
    case install(AppManifest)
    case uninstall(BundleID)
    case clock(ClockChange)
    case advance(Advance)

    /// Whether it only advances the time.
    var isAdvance: Bool { if case .advance = self { true } else { false } }
}

/// An attached app returns from a callback.
public struct Completion: Hashable, Sendable {
    /// The sequence of the callback's record.
    public var callback: SequenceNumber
    /// What the app's code did in the handler, in order.
    public var actions: [Action]
    /// What the handler returns; nil for nothing.
    public var returns: Value?

    public init(callback: SequenceNumber, actions: [Action] = [], returns: Value? = nil) {
        self.callback = callback
        self.actions = actions
        self.returns = returns
    }
}

/// How a device's clock runs. The kernel keeps it and never reads a clock: its host advances the time.
public struct ClockSettings: Hashable, Codable, Sendable {
    /// What moves the clock.
    public enum Mode: String, CaseIterable, Codable, Sendable {
        case manual, realtime, scaled
    }

    /// What moves the clock.
    public var mode: Mode
    /// How many simulated seconds pass in a real second, for `scaled`.
    public var rate: Double
    public var paused: Bool

    public init(mode: Mode, rate: Double = 1, paused: Bool = false) {
        self.mode = mode
        self.rate = rate
        self.paused = paused
    }
}

/// A change to a device's clock. Nil leaves a property unchanged.
public struct ClockChange: Hashable, Sendable {
    /// What moves the clock from now on.
    public var mode: ClockSettings.Mode?
    /// How many simulated seconds pass in a real second.
    public var rate: Double?
    public var paused: Bool?

    public init(mode: ClockSettings.Mode? = nil, rate: Double? = nil, paused: Bool? = nil) {
        self.mode = mode
        self.rate = rate
        self.paused = paused
    }
}

/// How far the time advances, and what stops it on the way.
public struct Advance: Hashable, Sendable {
    /// How far the time advances.
    public enum Extent: Hashable, Sendable {
        /// By a length of time, including what is due at its end.
        case by(Milliseconds)
        /// By a length of time, without what is due at its end. A running clock advances a device like this before an
        /// input.
        case before(Milliseconds)
        /// Up to an instant, including what is due at it.
        case to(Instant)
        /// Until no deadline is left, or the limit has passed.
        case untilIdle(limit: Milliseconds)
        /// Until the condition is met, or the limit has passed.
        case until(Condition, limit: Milliseconds)
    }

    /// How far the time advances.
    public var extent: Extent
    /// Whether no time passes while a callback waits for the program that plays an attached app.
    public var stopsAtCallbacks: Bool
    /// The callbacks in flight of attached apps whose handlers take this time. The advance does not stop at them; it
    /// stops when the process of one of them ends.
    public var during: [SequenceNumber]

    public init(_ extent: Extent, stopsAtCallbacks: Bool = false, during callbacks: [SequenceNumber] = []) {
        self.extent = extent
        self.stopsAtCallbacks = stopsAtCallbacks
        during = callbacks
    }
}

extension Advance {
    /// By a length of time, including what is due at its end.
    public static func by(_ length: Milliseconds) -> Advance { Advance(.by(length)) }

    /// By a length of time, without what is due at its end.
    public static func before(_ length: Milliseconds) -> Advance { Advance(.before(length)) }

    /// Up to an instant, including what is due at it.
    public static func to(_ instant: Instant) -> Advance { Advance(.to(instant)) }

    /// Until no deadline is left, or the limit has passed.
    public static func untilIdle(limit: Milliseconds) -> Advance { Advance(.untilIdle(limit: limit)) }

    /// Until the condition is met, or the limit has passed.
    public static func until(_ condition: Condition, limit: Milliseconds) -> Advance {
        Advance(.until(condition, limit: limit))
    }

    /// The condition that ends the advance, if one does.
    public var condition: Condition? { if case .until(let condition, _) = extent { condition } else { nil } }

    /// Returns the rest of an advance that began at one instant and stopped early at another.
    public func rest(from start: Instant, to now: Instant) -> Advance {
        let passed = now - start
        let rest: Extent =
            switch extent {
            case .by(let length): .by(max(0, length - passed))
            case .before(let length): .before(max(0, length - passed))
            case .to: extent
            case .untilIdle(let limit): .untilIdle(limit: max(0, limit - passed))
            case .until(let condition, let limit): .until(condition, limit: max(0, limit - passed))
            }
        return Advance(rest, stopsAtCallbacks: stopsAtCallbacks, during: during)
    }
}

/// Something about a device that can be waited for.
public indirect enum Condition: Hashable, Sendable {
    case app(BundleID, ProcessState)
    /// A record was written that matches this pattern.
    case record(RecordPattern)
    case all([Condition])
    case any([Condition])
}
