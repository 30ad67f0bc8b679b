import Fleet
import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

@Suite("A journal that several servers share", .timeLimit(.minutes(1)))
struct SharedJournalTests {
    private let journal = MemoryJournal()
    private let clock = HandMovedClock()
    private let lost = Partition(5)
    private let kept = Partition(9)

    @Test("is told under which claims each batch is made; what the server has for itself needs none")
    func claims() async throws {
        try await withFleet(of: 1, journal, clock) { hosts in
            let claims = try await hosts[0].take([lost, kept])
            let registry = hosts[0].registry
            _ = try await registry.create(.manual(name(in: kept)))
            _ = try await registry.apply(launchNotes, to: id(name(in: kept)))
            _ = try await registry.delete(id(name(in: kept)))
            _ = try await registry.create(.manual(name(in: lost)))
            try await registry.keep([ServerItem(.webhook, "a", [])]).whenDurable()
            #expect(journal.batchClaims == [[claims[1]], [claims[1]], [claims[1]], [claims[0]], []])
        }
    }

    @Test("takes a batch without what is not this server's any more, which is dropped, and not set aside")
    func notOwned() async throws {
        let (gone, here) = (try id(name(in: lost)), try id(name(in: kept)))
        let second = try id(name(in: lost, 1))
        try await withFleet(of: 2, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claims = try await hosts[0].take([lost, kept])
            for device in [gone, here, second] { _ = try await registry.create(.manual(device.description)) }
            journal.hold()
            async let first = registry.keep([ServerItem(.webhook, "a", [])]).whenDurable()
            await until { journal.heldCount == 1 }
            async let input = refusal { try await registry.apply(launchNotes, to: gone) }
            async let removal = refusal { try await registry.delete(second) }
            async let creation = refusal { try await registry.create(.manual(name(in: lost, 2))) }
            async let other = refusal { try await registry.apply(launchNotes, to: here) }
            await until { registry.journal?.queue.count == 4 }
            async let reading = refusal { try await registry.device(gone) }
            async let list = registry.devices()
            try await hosts[1].take([lost])
            journal.resume()
            try await first
            for refused in try await [input, removal, creation, reading] { #expect(refused == .notOwner(lost)) }
            #expect(try await other == nil)
            #expect(try await list.devices.map(\.id) == [here])
            #expect(try await list.claims == [claims[1]])
            // The tenure still has it, as long as nobody has told the server.
            #expect(try await refusal { try await registry.device(gone) } == .notOwner(lost))
            #expect(registry.hostedClaims == [claims[1]])
            #expect(registry.deviceCount == 1)
            #expect(registry.journalFailure == nil)
            #expect(try await hosts[1].registry.device(second).id == second)
            #expect(try await hosts[1].registry.app(notes.bundleID, on: gone).value.state == .notRunning)
        }
        #expect(try await JournalReplay(of: journal).differences.isEmpty)
    }

    @Test("fences a server, which drops everything and goes on when it has a place again")
    func fenced() async throws {
        let device = try id(name(in: lost))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([lost])
            _ = try await registry.create(.manual(device.description))
            journal.fence = "another has fenced this server"
            #expect(
                try await refusal { try await registry.apply(launchNotes, to: device) }?.code == "journal-unavailable"
            )
            #expect(registry.hostedClaims.isEmpty)
            #expect(registry.deviceCount == 0)
            #expect(try await refusal { try await registry.device(device) } == .notOwner(lost))
            await until { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(1))
            await until { clock.sleeperCount == 1 }
            #expect(registry.journalFailure != nil)
            journal.fence = nil
            await until {
                clock.advance(by: .seconds(1))
                return registry.journalFailure == nil
            }
            try await hosts[0].take([lost])
            #expect(try await registry.app(notes.bundleID, on: device).value.state == .notRunning)
            _ = try await registry.apply(launchNotes, to: device)
        }
    }

    @Test("fences a server that does not know whether its last batch was written: nobody is told that nothing was done")
    func fencedInDoubt() async throws {
        let device = try id(name(in: lost))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([lost])
            _ = try await registry.create(.manual(device.description))
            journal.loseAnswer(isWritten: true)
            async let input = refusal { try await registry.apply(launchNotes, to: device) }
            await until { registry.journalFailure == "no answer" }
            journal.fence = "another has fenced this server"
            await until {
                clock.advance(by: .seconds(1))
                return registry.hostedClaims.isEmpty
            }
            #expect(try await input?.code == "outcome-unknown")
        }
    }

    @Test("ends a server that it fences where there is one server only")
    func fencedAlone() async throws {
        let registry = DeviceRegistry(limits: limits(), wall: clock, journal: journal)
        let service = try #require(JournalService(registry: registry, logger: quietLogger))
        let running = Task { try await service.run() }
        _ = try await registry.create(.manual("a"))
        journal.fence = "another has taken over"
        #expect(try await refusal { try await registry.apply(launchNotes, to: id("a")) }?.code == "journal-unavailable")
        await #expect(throws: JournalWriteError.fenced("another has taken over")) {
            try await running.value
        }
    }

    @Test("fails, and a partition that is dropped while its devices are reloaded stays dropped")
    func dropWhileRollingBack() async throws {
        let device = try id(name(in: lost))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([lost])
            _ = try await registry.create(.manual(device.description))
            journal.whenRecovered { await registry.drop([lost]) }
            journal.isBroken = true
            #expect(
                try await refusal { try await registry.apply(launchNotes, to: device) }?.code == "journal-unavailable"
            )
            #expect(registry.deviceCount == 0)
            journal.isBroken = false
            await until {
                clock.advance(by: .seconds(1))
                return registry.journalFailure == nil
            }
            try await hosts[0].take([lost])
            #expect(try await registry.app(notes.bundleID, on: device).value.state == .notRunning)
        }
    }

    @Test("in doubt keeps what is written; a partition dropped meanwhile is not reloaded", arguments: [true, false])
    func dropInDoubt(isWritten: Bool) async throws {
        let device = try id(name(in: lost))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([lost])
            _ = try await registry.create(.manual(device.description))
            journal.loseAnswer(isWritten: isWritten)
            async let input = refusal { try await registry.apply(launchNotes, to: device) }
            await until { registry.journalFailure == "no answer" }
            await registry.drop([lost])
            journal.tellOutcome(isWritten: isWritten)
            await until {
                clock.advance(by: .seconds(1))
                return registry.journalFailure == nil
            }
            #expect(try await input?.code == (isWritten ? nil : "journal-unavailable"))
            #expect(registry.deviceCount == 0)
            try await hosts[0].take([lost])
            let state = try await registry.app(notes.bundleID, on: device).value.state
            #expect(state == (isWritten ? .active : .notRunning))
        }
    }
}
