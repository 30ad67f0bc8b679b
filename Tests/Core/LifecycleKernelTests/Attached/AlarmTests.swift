import LifecycleKernel
import TestKit
import Testing

/// The app's own timer: fired by its run loop, so never while the process is suspended.
@Suite struct AlarmTests {
    /// An app in front whose timer takes some work.
    private static func device() throws -> TestDevice {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.alarmHandler: [.now(.edit(count: 1, scene: nil))]])
        try device.launch()
        return device
    }

    /// When the timer was fired, and what it was told.
    private func firings(_ records: [Record]) -> [(Instant, [Value.Member])] {
        records.compactMap { record in
            guard case .callback(let callback) = record.body, callback.name == .alarmHandler else { return nil }
            return (record.time, callback.arguments)
        }
    }

    @Test("It fires once, when it is due", arguments: [AlarmTime.after(7_000), .at(.manualStart + 7_000)])
    func fires(time: AlarmTime) throws {
        var device = try Self.device()
        try device.act(.setAlarm(time))
        #expect(device.kernel.nextDeadline == .manualStart + 7_000)
        let fired = firings(try device.advance(60))
        #expect(fired.map(\.0) == [.manualStart + 7_000])
        #expect(fired.map(\.1) == [[Value.Member("due", .string("2026-01-01T00:00:07.000Z"))]])
        #expect(device.kernel.app("a")?.unsavedChanges == 1)
    }

    @Test("There is one for a process: another replaces it, and none cancels it")
    func replaced() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(5_000)))
        try device.act(.setAlarm(.after(9_000)))
        #expect(firings(try device.advance(8)).isEmpty)
        #expect(firings(try device.advance(1)).count == 1)
        try device.act(.setAlarm(.after(5_000)))
        try device.act(.setAlarm(nil))
        #expect(firings(try device.advance(60)).isEmpty)
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("An instant that is past is now")
    func past() throws {
        var device = try Self.device()
        try device.advance(10)
        try device.act(.setAlarm(.at(.manualStart)))
        #expect(firings(try device.advance(0)).map(\.0) == [.manualStart + 10_000])
    }

    @Test("It does not fire while the process is suspended, and late when it resumes")
    func late() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(20_000)))
        try device.leaveAndSuspend()
        #expect(device.kernel.nextDeadline == nil)
        #expect(firings(try device.advance(60)).isEmpty)
        let fired = firings(try device.launch())
        #expect(fired.map(\.0) == [.manualStart + 65_000])
        #expect(fired.map(\.1) == [[Value.Member("due", .string("2026-01-01T00:00:20.000Z"))]])
    }

    @Test("One that is not due when the process resumes fires in time")
    func stillToCome() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(20_000)))
        try device.leaveAndSuspend()
        try device.launch()
        #expect(firings(try device.advance(60)).map(\.0) == [.manualStart + 20_000])
    }

    @Test("It ends with its process")
    func endsWithProcess() throws {
        var device = try Self.device()
        try device.act(.setAlarm(.after(20_000)))
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(device.kernel.nextDeadline == nil)
        try device.launch()
        #expect(firings(try device.advance(60)).isEmpty)
    }
}
