import LifecycleKernel

/// How a device's time follows real time. A pure value: real time is an argument.
///
/// A clock keeps what it showed at one reading of the real clock, its anchor, and computes its time from there. Manual and
/// paused clocks stay at the anchor.
struct DeviceClock: Hashable, Sendable {
    /// How it runs.
    private(set) var settings: ClockSettings
    /// What it showed at the reading.
    private(set) var anchor: Instant
    private(set) var anchorWall: WallInstant

    /// The largest rate: more than eleven simulated days in a real second.
    static let maximumRate = 1_000_000.0

    /// A clock that shows an instant at a reading.
    init(_ settings: ClockSettings, showing instant: Instant, at wall: WallInstant) {
        self.settings = settings
        self.anchor = instant
        self.anchorWall = wall
    }

    /// Simulated time divided by real time; 0 for a clock that does not run.
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

    /// What it shows at a reading. Never decreases while readings do not.
    func now(at wall: WallInstant) -> Instant {
        guard wall > anchorWall else { return anchor }
        let elapsed = wall - anchorWall
        switch rate {
        case 0: return anchor
        case 1: return anchor + elapsed.wholeMilliseconds
        default:
            let milliseconds = (Double(elapsed.wholeNanoseconds) * rate / 1_000_000).rounded(.down)
            return anchor + Milliseconds(Int64(exactly: milliseconds) ?? .max)
        }
    }

    /// The first reading at which it shows an instant or a later one, rounded up; nil if it never reaches the instant.
    func reading(showing instant: Instant) -> WallInstant? {
        guard instant > anchor else { return anchorWall }
        guard isRunning else { return nil }
        let nanoseconds = (Double((instant - anchor).count) * 1_000_000 / rate).rounded(.up)
        guard var guess = Int64(exactly: nanoseconds) else { return nil }
        if rate == 1 { guess = (instant - anchor).count.multipliedReportingOverflow(by: 1_000_000).partialValue }
        // Rounding may give a reading that is too early; correct it in steps that double.
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

    /// Changes the settings at a reading; what it shows at the reading does not change.
    mutating func change(to settings: ClockSettings, at wall: WallInstant) {
        anchor = now(at: wall)
        anchorWall = wall
        self.settings = settings
    }

    /// Sets it to another instant at a reading.
    mutating func move(to instant: Instant, at wall: WallInstant) {
        anchor = instant
        anchorWall = wall
    }
}
