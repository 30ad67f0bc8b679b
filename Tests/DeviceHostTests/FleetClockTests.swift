import Fleet
import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

@Suite("A running clock that another server takes over", .timeLimit(.minutes(1)))
struct FleetClockTests {
    private let journal = MemoryJournal()
    private let clock = HandMovedClock()
    private let partition = Partition(5)

    /// The journal's clock at the beginning, in microseconds.
    private static let start: Int64 = 2_000_000_000_000_000

    init() {
        journal.setClock { [clock] in Self.start + clock.now.nanoseconds / 1_000 }
    }

    private var journalTime: Int64 { Self.start + clock.now.nanoseconds / 1_000 }

    private func shown(_ device: DeviceID, _ registry: DeviceRegistry) async throws -> Instant {
        try await registry.clock(of: device).value.now
    }

    @Test(
        "goes on from what it showed when the last tenure ended, not from its newest step",
        arguments: [nil, 60, 0.5]
    )
    func failover(rate: Double?) async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 2, journal, clock) { hosts in
            let (before, after) = (hosts[0].registry, hosts[1].registry)
            try await hosts[0].take([partition])
            _ = try await before.create(.realtime(device.description, rate: rate))
            // Else it would follow the creation by a microsecond that has not passed.
            clock.advance(by: .milliseconds(300))
            _ = try await before.apply(launchNotes, to: device)
            clock.advance(by: .seconds(3))
            let last = try await shown(device, before)
            #expect(last == .manualStart + Milliseconds(Int64(3_300 * (rate ?? 1))))
            let end = journalTime
            await before.drop([partition])
            // Nobody has it: no time passes.
            clock.advance(by: .seconds(7))
            try await hosts[1].take([partition], since: end)
            #expect(try await shown(device, after) == last)
            clock.advance(by: .seconds(1))
            #expect(try await shown(device, after) == last + Milliseconds(Int64(1_000 * (rate ?? 1))))
        }
    }

    @Test(
        "does not run between owners, however many of them take no step",
        arguments: [nil, 60, 0.5]
    )
    func failovers(rate: Double?) async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 2, journal, clock) { hosts in
            try await hosts[0].take([partition])
            _ = try await hosts[0].registry.create(.realtime(device.description, rate: rate))
            clock.advance(by: .seconds(3))
            for round in 1...4 {
                let last = try await shown(device, hosts[(round + 1) % 2].registry)
                let end = journalTime
                await hosts[(round + 1) % 2].registry.drop([partition])
                clock.advance(by: .seconds(100))
                try await hosts[round % 2].take([partition], since: end)
                #expect(try await shown(device, hosts[round % 2].registry) == last)
                // It takes no step.
                clock.advance(by: .seconds(2))
                let now = try await shown(device, hosts[round % 2].registry)
                #expect(now == .manualStart + Milliseconds(Int64((3_000 + 2_000 * Double(round)) * (rate ?? 1))))
            }
            // What it does then counts from there.
            let owner = hosts[0].registry
            let launched = try await owner.apply(launchNotes, to: device).time
            let end = journalTime
            await owner.drop([partition])
            clock.advance(by: .seconds(100))
            try await hosts[1].take([partition], since: end)
            #expect(try await shown(device, hosts[1].registry) == launched)
        }
    }

    @Test(
        "has run since its newest step for as long as the partition was owned",
        arguments: [
            (0, 50), (10, 40), (15, 35), (20, 30), (25, 30), (30, 30), (45, 15), (60, 0), (70, 0),
        ] as [(Int64, Int64)]
    )
    func ownedTimes(position: Int64, expected: Int64) {
        let spans = [(0, 20), (30, 40), (40, 50), (50, 60)].map { OwnedTimes.Span(since: $0, until: $1) }
        #expect(OwnedTimes(spans).duration(after: position) == expected)
        #expect(OwnedTimes().duration(after: position) == 0)
    }

    @Test("settles what was due before the last tenure ended at its own instant, in a step of its own")
    func due() async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 2, journal, clock) { hosts in
            let (before, after) = (hosts[0].registry, hosts[1].registry)
            try await hosts[0].take([partition])
            _ = try await before.create(.realtime(device.description))
            clock.advance(by: .seconds(1))
            let home = try await before.apply([launchNotes, pressHome], to: device)
            let grace = try #require(home.nextDeadline) - home.time
            // Nobody looks: the server has ended, and its lease goes on.
            clock.advance(by: .seconds(60))
            let end = journalTime
            await before.drop([partition])
            clock.advance(by: .seconds(60))
            try await hosts[1].take([partition], since: end)
            #expect(try await after.app(notes.bundleID, on: device).value.state == .suspended)
            let exit = try await after.timeline(of: device, TimelineQuery(kinds: [.process], last: 1)).records
            #expect(exit.first?.time == home.time + grace)
            #expect(journal.steps(of: device.description).last?.kind == .time)
            let now = try await shown(device, after)
            #expect(now == .manualStart + 61_000, "\(now - .manualStart)")
        }
        #expect(try await JournalReplay(of: journal).differences.isEmpty)
    }

    @Test("neither falls back nor jumps when its partition is handed over")
    func handover() async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 2, journal, clock) { hosts in
            var claim = try await hosts[0].take([partition])[0]
            _ = try await hosts[0].registry.create(.realtime(device.description))
            for round in 0..<4 {
                clock.advance(by: .milliseconds(1_500))
                let last = try await shown(device, hosts[round % 2].registry)
                try await hosts[round % 2].release(claim)
                let end = journalTime
                clock.advance(by: .seconds(1))
                let next = hosts[(round + 1) % 2]
                claim = try await next.take([partition], since: end)[0]
                let now = try await shown(device, next.registry)
                #expect(now == last, "\(now - last)")
            }
        }
    }

    @Test("goes on from its newest step where no tenure is known, and where positions are only counted")
    func unknownEnd() async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([partition])
            _ = try await registry.create(.realtime(device.description))
            clock.advance(by: .seconds(3))
            let launched = try await registry.apply(launchNotes, to: device).time
            clock.advance(by: .seconds(3))
            try await hosts[0].take([partition])
            #expect(try await shown(device, registry) == launched)
            journal.tamper { steps, snapshots in
                for index in steps.indices { steps[index].position = Int64(index) + 1 }
                for index in snapshots.indices { snapshots[index].position = Int64(index) + 1 }
            }
            try await hosts[0].take([partition], since: journalTime)
            #expect(try await shown(device, registry) == launched)
        }
    }

    @Test("has its steps dated by when it showed their instant, not by when they are written")
    func positions() async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([partition])
            _ = try await registry.create(.realtime(device.description))
            let home = try await registry.apply([launchNotes, pressHome], to: device)
            #expect(home.nextDeadline != nil)
            clock.advance(by: .seconds(1))
            let slotShard = registry.shard(of: device)
            let lag = await slotShard.lag(of: device)
            #expect(lag == .seconds(1))
        }
    }
}

extension DeviceShard {
    /// How long ago the clock of a device showed what its time is, by the clock of the host.
    fileprivate func lag(of id: DeviceID) -> Duration? {
        guard let slot = slots.slot(of: id), let taken = slots.withDevice(slot, { taken($0) }) else { return nil }
        let lag = ContinuousClock.now - taken
        // The real clock goes on in the test.
        return .seconds(lag.components.seconds)
    }
}
