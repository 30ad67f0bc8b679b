import Testing

@testable import DeviceHost

@Suite("The clock of a store that servers share")
struct StoreClockTests {
    /// The store's time when the server's clock shows 0, in the end.
    private let start = WallInstant(nanoseconds: 1_800_000_000_000_000_000)

    /// A measurement at a reading in milliseconds.
    ///
    /// - Parameters:
    ///   - error: How far the store's clock is ahead of `start`, in milliseconds.
    ///   - took: How long the answer took, in milliseconds. The store has read its time when it was asked.
    private func measurement(at reading: Int, error: Int, took: Int = 0) -> StoreClock.Measurement {
        let sent = WallInstant(nanoseconds: 0) + .milliseconds(reading)
        return StoreClock.Measurement(
            sent: sent,
            time: start + .milliseconds(reading + error),
            received: sent + .milliseconds(took)
        )
    }

    /// How far a clock is ahead of `start` at a reading, in microseconds.
    private func error(of clock: StoreClock, at reading: Int) -> Int64 {
        let elapsed = Duration.milliseconds(reading)
        return (clock.now(at: WallInstant(nanoseconds: 0) + elapsed) - (start + elapsed)).wholeNanoseconds / 1_000
    }

    /// A measurement, and what the clock is to show at a reading after it.
    struct Row: Sendable {
        var reading: Int
        var error: Int
        var took = 0
        var later: Int
        var shows: Int64
        var isDoubtful = false
    }

    @Test(
        "is corrected slowly, and by more than a second only after a minute",
        arguments: [
            // Within the bounds of the answer: nothing to correct.
            [Row(reading: 1_000, error: 50, took: 100, later: 60_000, shows: 0)],
            [Row(reading: 1_000, error: 0, took: 5_000, later: 60_000, shows: 0)],
            // Up to the bound: 5 ms in a second.
            [Row(reading: 1_000, error: 100, later: 1_000, shows: 0)],
            [Row(reading: 1_000, error: 100, later: 2_000, shows: 5_000)],
            [Row(reading: 1_000, error: -100, later: 2_000, shows: -5_000)],
            [Row(reading: 1_000, error: 100, later: 21_000, shows: 100_000)],
            [Row(reading: 1_000, error: 100, later: 99_000, shows: 100_000)],
            [Row(reading: 1_000, error: 100, took: 100, later: 99_000, shows: 0)],
            [Row(reading: 1_000, error: 200, took: 100, later: 99_000, shows: 100_000)],
            [Row(reading: 1_000, error: -100, took: 100, later: 99_000, shows: -100_000)],
            // A correction that is on its way is continued, or turned back.
            [
                Row(reading: 1_000, error: 100, later: 11_000, shows: 50_000),
                Row(reading: 11_000, error: 100, later: 12_000, shows: 55_000),
                Row(reading: 12_000, error: 0, later: 13_000, shows: 50_000),
            ],
            // More than a second: not believed, and corrected at once after a minute.
            [
                Row(reading: 1_000, error: 1_001, later: 59_000, shows: 0, isDoubtful: true),
                Row(reading: 60_999, error: 1_001, later: 60_999, shows: 0, isDoubtful: true),
                Row(reading: 61_000, error: 3_600_000, later: 61_000, shows: 3_600_000_000),
            ],
            [
                Row(reading: 1_000, error: -3_600_000, later: 59_000, shows: 0, isDoubtful: true),
                Row(reading: 62_000, error: -3_600_000, later: 62_000, shows: -3_600_000_000),
            ],
            // It was wrong for less than that.
            [
                Row(reading: 1_000, error: 3_600_000, later: 2_000, shows: 0, isDoubtful: true),
                Row(reading: 30_000, error: 0, later: 31_000, shows: 0),
                Row(reading: 62_000, error: 3_600_000, later: 62_000, shows: 0, isDoubtful: true),
            ],
            // A slow answer proves nothing.
            [Row(reading: 1_000, error: 1_900, took: 1_000, later: 1_000, shows: 0)],
        ]
    )
    func corrections(rows: [Row]) {
        var clock = StoreClock(measurement(at: 0, error: 0))
        for row in rows {
            clock.correct(by: measurement(at: row.reading, error: row.error, took: row.took))
            #expect(error(of: clock, at: row.later) == row.shows, "\(row)")
            #expect(clock.isDoubtful == row.isDoubtful, "\(row)")
        }
    }

    @Test("begins in the middle of the bounds of the first answer")
    func beginning() {
        #expect(error(of: StoreClock(measurement(at: 0, error: 0, took: 100)), at: 500) == -50_000)
    }

    @Test("does not go back while it is corrected, and takes times that cannot be")
    func order() {
        var clock = StoreClock(measurement(at: 0, error: 1_000))
        clock.correct(by: measurement(at: 0, error: 0))
        let shown = (0...300).map { clock.now(at: WallInstant(nanoseconds: 0) + .seconds($0)) }
        #expect(zip(shown, shown.dropFirst()).allSatisfy(<))
        for nanoseconds in [Int64.min, .max] {
            let time = WallInstant(nanoseconds: nanoseconds)
            for reading in [0, 100_000] {
                let sent = WallInstant(nanoseconds: 0) + .milliseconds(reading)
                clock.correct(by: StoreClock.Measurement(sent: sent, time: time, received: sent))
            }
            _ = clock.now(at: WallInstant(nanoseconds: .max))
        }
    }
}
