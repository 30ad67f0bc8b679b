import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

@Suite("Devices whose clocks run")
struct RunningClocksTests {
    private let clock = HandMovedClock()
    private let registry: DeviceRegistry

    init() {
        registry = host(clock)
    }

    private func suspended() async -> Int {
        await registry.summary().counts.first { $0.state == .suspended }?.count ?? 0
    }

    @Test("An app sent home is suspended after its grace because the ticker ran", arguments: [nil, 60, 0.5])
    func ticking(rate: Double?) async throws {
        let device = try await registry.create(.realtime("a", rate: rate)).id
        let home = try await registry.apply([launchNotes, pressHome], to: device)
        let grace = try #require(home.nextDeadline) - home.time
        let real = Duration.milliseconds(grace) / (rate ?? 1)
        await clock.advance(by: real, ticking: registry)
        // What is due at an instant waits until the instant is over: an input may still come in at it.
        #expect(await suspended() == 0)
        await clock.advance(by: .milliseconds(2), ticking: registry)
        #expect(await suspended() == 1)
        let exit = try await registry.timeline(of: device, TimelineQuery(kinds: [.process], last: 1)).records
        #expect(exit.first?.time == home.time + grace, "it happened at its own instant, not at the tick's")
    }

    @Test("Asking a device brings it up to date without a ticker")
    func asking() async throws {
        let device = try await registry.create(.realtime("a")).id
        _ = try await registry.apply([launchNotes, pressHome], to: device)
        clock.advance(by: .seconds(60))
        #expect(await suspended() == 0)
        let app = try await registry.app("com.example.notes", on: device)
        #expect(app.value.state == .suspended)
        #expect(app.time == .manualStart + 60_000)
    }

    @Test("An answer holds what its inputs caused, whether or not a tick came before", arguments: [true, false])
    func answers(ticks: Bool) async throws {
        let device = try await registry.create(.realtime("a")).id
        _ = try await registry.apply([launchNotes, pressHome], to: device)
        clock.advance(by: .seconds(60))
        if ticks { await registry.tick(at: clock.now) }
        let outcome = try await registry.apply(launchNotes, to: device)
        #expect(outcome.records.first?.kind == .input)
        #expect(outcome.time == .manualStart + 60_000)
    }

    @Test("An advance moves a running clock forward by as much")
    func advancing() async throws {
        let device = try await registry.create(.realtime("a")).id
        clock.advance(by: .seconds(1))
        #expect(try await registry.advance(device, .by(3_600_000)).time == .manualStart + 3_601_000)
        clock.advance(by: .seconds(1))
        #expect(try await registry.clock(of: device).value.now == .manualStart + 3_602_000)
    }

    @Test("A clock is paused, resumed, and changed to another mode; what it shows stays")
    func changing() async throws {
        let device = try await registry.create(.realtime("a")).id
        func shown(after length: Duration, _ change: ClockChange?) async throws -> Milliseconds {
            if let change { _ = try await registry.changeClock(of: device, change) }
            clock.advance(by: length)
            return try await registry.clock(of: device).value.now - .manualStart
        }
        #expect(try await shown(after: .seconds(1), nil) == 1_000)
        #expect(try await shown(after: .seconds(9), ClockChange(paused: true)) == 1_000)
        #expect(try await shown(after: .seconds(1), ClockChange(paused: false)) == 2_000)
        #expect(try await shown(after: .seconds(1), ClockChange(mode: .scaled, rate: 100)) == 102_000)
        #expect(try await shown(after: .seconds(1), ClockChange(mode: .manual)) == 102_000)
        #expect(try await shown(after: .seconds(1), ClockChange(mode: .realtime)) == 103_000)
    }

    @Test("A clock does not run at every rate", arguments: [0, -1, .nan, .infinity, 2_000_000])
    func rates(rate: Double) async throws {
        let device = try await registry.create(.realtime("a", rate: 2)).id
        let error = await #expect(throws: HostError.self) {
            try await registry.changeClock(of: device, ClockChange(rate: rate))
        }
        guard case .rejected(let rejection, nil)? = error else {
            Issue.record("not what was expected")
            return
        }
        #expect(rejection.field == "rate")
    }

    @Test("A tick settles deadlines up to a limit; the next one continues")
    func bounded() async throws {
        let registry = host(clock) { $0.deadlinesPerTick = 10 }
        for number in 0..<30 {
            let device = try await registry.create(.realtime("d\(number)")).id
            _ = try await registry.apply([launchNotes, pressHome], to: device)
        }
        clock.advance(by: .seconds(60))
        var ticks = 0
        repeat {
            ticks += 1
            let settled = await registry.summary().counts.first { $0.state == .suspended }?.count ?? 0
            #expect(settled <= 10 * ticks)
        } while await registry.tick(at: clock.now).isUnfinished
        #expect(ticks >= 3)
        #expect(await registry.summary().counts.first { $0.state == .suspended }?.count == 30)
    }

    @Test("At the end of time nothing is due any more, and ticks do not go round in circles")
    func endOfTime() async throws {
        var new = NewDevice.realtime("a")
        new.startsAt = .latest
        let device = try await registry.create(new).id
        let home = try await registry.apply([launchNotes, pressHome], to: device)
        #expect(home.nextDeadline == .latest)
        clock.advance(by: .seconds(60))
        #expect(await registry.tick(at: clock.now) == TickReport())
        #expect(try await registry.device(device).clock.now == .latest)
    }

    @Test("A tick says how late it was; the time that a device stood still is not counted")
    func lateness() async throws {
        let device = try await registry.create(.realtime("a")).id
        let home = try await registry.apply([launchNotes, pressHome], to: device)
        let grace = try #require(home.nextDeadline) - home.time
        clock.advance(by: .milliseconds(grace + 1) + .milliseconds(500))
        #expect(await registry.tick(at: clock.now).lateness == .milliseconds(500))
        clock.advance(by: .seconds(60))
        #expect(await registry.tick(at: clock.now).lateness == .zero)
    }

    @Test("An input for a device that is far behind its clock is refused, and taken when it has caught up")
    func behind() async throws {
        let registry = host(clock) { $0.deadlinesPerAdvance = 1 }
        let device = try await registry.create(.realtime("a")).id
        let task = Action.beginBackgroundTask(name: "upload", endsAfter: 10_000, hasExpirationHandler: true)
        _ = try await registry.apply([launchNotes, .action("com.example.notes", task), pressHome], to: device)
        clock.advance(by: .seconds(3_600))
        var refusals = 0
        while let error = try await refusal({ try await registry.apply(launchNotes, to: device) }), refusals < 10 {
            #expect(error.code == "overloaded")
            refusals += 1
        }
        #expect((1..<10).contains(refusals))
    }
}
