import LifecycleKernel

/// A reading of a monotonic real clock: nanoseconds since a start of its own.
public struct WallInstant: Hashable, Comparable, Codable, Sendable {
    /// Nanoseconds since the clock's start.
    public var nanoseconds: Int64

    /// Makes a reading.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Whether the left reading comes before the right one.
    public static func < (left: WallInstant, right: WallInstant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The reading a length of time later, clamped to the range of `Int64`.
    public static func + (instant: WallInstant, length: Duration) -> WallInstant {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(length.wholeNanoseconds)
        return WallInstant(nanoseconds: overflow ? (length < .zero ? .min : .max) : sum)
    }

    /// The time from the right reading to the left one.
    public static func - (left: WallInstant, right: WallInstant) -> Duration {
        .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
    }

    /// Whether the claim of a server is over that lasts until this reading; also if the clock has gone back since, by more than clocks of
    /// servers differ.
    ///
    /// - Parameter length: How long a claim lasts that is not renewed.
    package func isOver(at now: WallInstant, length: Duration) -> Bool { self <= now || self - now > length * 2 }
}

extension Duration {
    /// The duration in nanoseconds, rounded down and clamped to 292 years.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooMuch) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || tooMuch ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in whole milliseconds.
    var wholeMilliseconds: Milliseconds { Milliseconds(wholeNanoseconds / 1_000_000) }

    /// Makes a duration from a length of simulated time.
    package static func milliseconds(_ length: Milliseconds) -> Duration { .milliseconds(length.count) }
}

/// Real time, as far as the host needs it. A protocol, so that tests can move it by hand.
public protocol WallClock: Sendable {
    /// A reading that never goes back.
    var now: WallInstant { get }
    /// The date and time of day, to which new devices that run in real time are set.
    var date: Instant { get }
    /// Waits until the clock shows a reading.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    func sleep(until deadline: WallInstant) async throws
}

/// The machine's own clock.
public struct SystemWallClock: WallClock {
    private let clock = ContinuousClock()
    private let start = ContinuousClock().now

    /// Makes a clock that starts now.
    public init() {}

    /// The time since the clock was made.
    public var now: WallInstant { WallInstant(nanoseconds: start.duration(to: clock.now).wholeNanoseconds) }

    /// The machine's date and time of day.
    public var date: Instant { Machine.date }

    /// Waits until the clock shows a reading.
    public func sleep(until deadline: WallInstant) async throws {
        try await clock.sleep(until: start.advanced(by: .nanoseconds(deadline.nanoseconds)), tolerance: nil)
    }
}
