import LifecycleKernel
import Testing

@testable import DeviceHost

@Suite("A device's clock")
struct DeviceClockTests {
    private let start = WallInstant(nanoseconds: 5_000_000_000)

    private func clock(_ mode: ClockSettings.Mode, rate: Double = 1, paused: Bool = false) -> DeviceClock {
        DeviceClock(ClockSettings(mode: mode, rate: rate, paused: paused), showing: .manualStart, at: start)
    }

    @Test(
        "shows what its way of running makes of real time",
        arguments: [
            (ClockSettings(mode: .manual), Duration.seconds(10), 0 as Milliseconds),
            (ClockSettings(mode: .realtime), .seconds(10), 10_000),
            (ClockSettings(mode: .realtime), .microseconds(1_999), 1),
            (ClockSettings(mode: .scaled, rate: 60), .seconds(10), 600_000),
            (ClockSettings(mode: .scaled, rate: 0.25), .seconds(10), 2_500),
            (ClockSettings(mode: .realtime, paused: true), .seconds(10), 0),
            (ClockSettings(mode: .scaled, rate: 60, paused: true), .seconds(10), 0),
            (ClockSettings(mode: .realtime), .seconds(-10), 0),
        ]
    )
    func shows(settings: ClockSettings, elapsed: Duration, milliseconds: Milliseconds) {
        let clock = DeviceClock(settings, showing: .manualStart, at: start)
        #expect(clock.now(at: start + elapsed) - .manualStart == milliseconds)
    }

    @Test("says when it will show an instant: then, and not before", arguments: [1, 0.001, 0.3, 7, 59.94, 1_000_000])
    func readings(rate: Double) throws {
        let clock = clock(.scaled, rate: rate)
        for milliseconds in [1, 2, 3, 999, 1_000, 86_400_000, 3_155_692_600] as [Milliseconds] {
            let instant = Instant.manualStart + milliseconds
            let reading = try #require(clock.reading(showing: instant))
            #expect(clock.now(at: reading) >= instant)
            let earlier = WallInstant(nanoseconds: reading.nanoseconds - 2_000)
            #expect(clock.now(at: earlier) < instant || rate > 1, "a clock this slow shows it at one reading only")
        }
    }

    @Test(
        "never shows a future instant while it does not run",
        arguments: [
            ClockSettings(mode: .manual), ClockSettings(mode: .realtime, paused: true),
        ]
    )
    func stands(settings: ClockSettings) {
        let clock = DeviceClock(settings, showing: .manualStart, at: start)
        #expect(clock.reading(showing: .manualStart + 1) == nil)
        #expect(clock.reading(showing: .manualStart) == start)
        #expect(!clock.isRunning)
    }

    @Test("keeps what it shows when the way of running changes")
    func changes() {
        var clock = clock(.scaled, rate: 10)
        let later = start + .seconds(1)
        clock.change(to: ClockSettings(mode: .realtime), at: later)
        #expect(clock.now(at: later) - .manualStart == 10_000)
        #expect(clock.now(at: later + .seconds(1)) - .manualStart == 11_000)
    }

    @Test("continues from the instant that it is moved to")
    func moves() {
        var clock = clock(.realtime)
        clock.move(to: .manualStart + 60_000, at: start + .seconds(1))
        #expect(clock.now(at: start + .seconds(2)) - .manualStart == 61_000)
    }

    @Test("stops at the last instant that can be written, however long or fast it runs")
    func end() {
        let clock = clock(.scaled, rate: 1_000_000)
        #expect(clock.now(at: WallInstant(nanoseconds: .max)) == .latest)
        #expect(
            DeviceClock(ClockSettings(mode: .scaled, rate: 0.000_1), showing: .manualStart, at: start)
                .reading(showing: .latest) == nil
        )
    }
}

@Suite("Readings of the real clock")
struct WallInstantTests {
    @Test(
        "A reading that cannot be written is the last one that can",
        arguments: [
            (WallInstant(nanoseconds: .max), Duration.seconds(1), Int64.max),
            (WallInstant(nanoseconds: 0), .seconds(Int64.max), .max),
            (WallInstant(nanoseconds: -5), .seconds(Int64.min), .min),
            (WallInstant(nanoseconds: 7), .milliseconds(-1), -999_993),
        ]
    )
    func addition(reading: WallInstant, length: Duration, nanoseconds: Int64) {
        #expect((reading + length).nanoseconds == nanoseconds)
    }

    @Test(
        "A clock beyond the years 1 to 9999 shows the nearest date that can be written",
        arguments: [
            (Int64.max, Instant.latest), (253_402_300_800, .latest), (-62_135_596_801, .earliest), (.min, .earliest),
        ]
    )
    func date(seconds: Int64, date: Instant) {
        #expect(Machine.date(seconds: seconds, nanoseconds: 999_999_999) - date < 1_000)
    }

    @Test("The machine's clock goes forward and is of this age")
    func system() {
        let clock = SystemWallClock()
        let first = clock.now
        #expect(clock.now >= first)
        #expect(clock.date > .manualStart + -365 * 86_400_000)
    }
}
