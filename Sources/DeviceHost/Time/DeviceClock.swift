import LifecycleKernel

/// How a device's time follows real time. A pure value: real time is an argument.
///
/// A clock knows what it showed at one reading of the real clock, its anchor, and reckons from there. A manual clock
/// and a paused one stand at the anchor.
struct DeviceClock: Hashable, Sendable {
    /// How it runs.
    private(set) var settings: ClockSettings
    /// What it showed at the reading.
    private var anchor: Instant
    private var anchorWall: WallInstant

    /// The largest rate: more than eleven simulated days in a real second.
    static let maximumRate = 1_000_000.0

    /// A clock that shows an instant at a reading.
    init(_ settings: ClockSettings, showing instant: Instant, at wall: WallInstant) {
        self.settings = settings
        self.anchor = instant
        self.anchorWall = wall
    }

    /// Simulated time over real time; 0 for a clock that stands.
    private var rate: Double {
        if settings.paused { return 0 }
        switch settings.mode {
        case .manual: return 0
        case .realtime: return 1
        case .scaled: return settings.rate
        }
    }

    /// Whether real time moves it.
    var isRunning: Bool { rate > 0 }

    /// What it shows at a reading. Never goes back while readings do not.
    func now(at wall: WallInstant) -> Instant {
        guard wall > anchorWall else { return anchor }
        let elapsed = wall - anchorWall
        switch rate {
        case 0: return anchor
        case 1: return anchor + elapsed.wholeNanoseconds / 1_000_000
        default:
            let milliseconds = (Double(elapsed.wholeNanoseconds) * rate / 1_000_000).rounded(.down)
            return anchor + (Int64(exactly: milliseconds) ?? .max)
        }
    }

    /// The first reading at which it shows an instant or a later one, up to rounding upwards; nil when it stands
    /// before it, or gets there only after the end of real time.
    func reading(showing instant: Instant) -> WallInstant? {
        guard instant > anchor else { return anchorWall }
        guard isRunning else { return nil }
        let nanoseconds = (Double(instant - anchor) * 1_000_000 / rate).rounded(.up)
        guard var guess = Int64(exactly: nanoseconds) else { return nil }
        if rate == 1 { guess = (instant - anchor).multipliedReportingOverflow(by: 1_000_000).partialValue }
        // Rounding may have fallen short; a larger and larger step ends that soon.
        var step: Int64 = 1
        while now(at: anchorWall + .nanoseconds(guess)) < instant {
            let (next, overflow) = guess.addingReportingOverflow(step)
            guard !overflow else { return nil }
            guess = next
            step *= 2
        }
        let reading = anchorWall + .nanoseconds(guess)
        return reading.nanoseconds == .max ? nil : reading
    }

    /// Runs differently from a reading on; what it shows at the reading stays.
    mutating func change(to settings: ClockSettings, at wall: WallInstant) {
        anchor = now(at: wall)
        anchorWall = wall
        self.settings = settings
    }

    /// Shows another instant from a reading on.
    mutating func move(to instant: Instant, at wall: WallInstant) {
        anchor = instant
        anchorWall = wall
    }
}
