import Fleet
import LifecycleKernel
import Synchronization
import TestKit
import Testing

@testable import DeviceHost

@Suite("A partition that is handed over", .timeLimit(.minutes(1)))
struct HandoverTests {
    private let journal = MemoryJournal()
    private let clock = HandMovedClock()
    private let partition = Partition(5)

    private func launches(_ registry: DeviceRegistry, _ device: DeviceID) async throws -> Int {
        let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000, kinds: [.input]))
        return page.records.filter { if case .input(launchNotes) = $0.body { true } else { false } }.count
    }

    /// Applies inputs to a device at whichever server has it, until told to stop.
    ///
    /// - Returns: How many were acknowledged.
    private func press(
        _ device: DeviceID,
        _ hosts: [SharingHost],
        until end: End
    ) async throws -> Int {
        var count = 0
        var next = 0
        while !end.hasCome || count == 0 {
            let host = hosts[next].registry
            switch try await refusal({ try await host.apply(launchNotes, to: device) }) {
            case nil: count += 1
            case .notOwner?: next = (next + 1) % hosts.count
            case let error?: throw error
            }
            await Task.yield()
        }
        return count
    }

    @Test("under load loses nothing that was acknowledged, does nothing twice, and refuses nothing for another reason")
    func load() async throws {
        let devices = try (0..<6).map { try id(name(in: partition, $0)) }
        let end = End()
        try await withFleet(of: 2, journal, clock, limits { $0.stepsPerSnapshot = 7 }) { hosts in
            var claim = try await hosts[0].take([partition])[0]
            for device in devices { _ = try await hosts[0].registry.create(.manual(device.description)) }
            try await withThrowingTaskGroup(of: (DeviceID, Int).self) { group in
                for device in devices {
                    group.addTask { (device, try await press(device, hosts, until: end)) }
                }
                for round in 0..<8 {
                    let before = journal.batches.count
                    await until { journal.batches.count > before + 5 }
                    try await hosts[round % 2].release(claim)
                    #expect(hosts[round % 2].registry.deviceCount == 0)
                    claim = try await hosts[(round + 1) % 2].take([partition])[0]
                }
                end.come()
                for try await (device, acknowledged) in group {
                    #expect(try await launches(hosts[0].registry, device) == acknowledged)
                    let records = try await hosts[0].registry.timeline(of: device, TimelineQuery(limit: 1_000)).records
                    #expect(records.map(\.sequence) == Array(1...(records.last?.sequence ?? 0)))
                }
            }
        }
        #expect(journal.released.map(\.claim.epoch) == Array(1...8))
        let replay = try await JournalReplay(of: journal)
        #expect(replay.differences.isEmpty)
        #expect(replay.devices == devices.count)
    }

    private final class End: Sendable {
        private let value = Mutex(false)
        var hasCome: Bool { value.withLock { $0 } }
        func come() { value.withLock { $0 = true } }
    }

    @Test("is written behind everything that was done in it; its answers are kept")
    func order() async throws {
        let device = try id(name(in: partition))
        let print = RequestFingerprint(method: "POST", path: "/", body: [])
        let answer = AnswerRecipe<InputOutcome>(key: "key", fingerprint: print) { _ in
            StoredAnswer(status: 200, body: [7])
        }
        try await withFleet(of: 2, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claim = try await hosts[0].take([partition])[0]
            _ = try await registry.create(.manual(device.description))
            journal.hold()
            async let first = registry.apply(launchNotes, to: device)
            await until { journal.heldCount == 1 }
            async let second = registry.apply(pressHome, to: device, answer: answer)
            await until { registry.journal?.queue.count == 1 }
            async let release: Void = hosts[0].release(claim, offered: 7)
            await until { registry.journal?.queue.count == 3 }
            #expect(journal.released.isEmpty)
            #expect(try await refusal { try await registry.device(device) } == .notOwner(partition))
            journal.resume()
            let sequence = try await (first, second).1.sequence
            try await release
            #expect(journal.released.map(\.offered) == [7])
            #expect(journal.steps(of: device.description).last?.hash != nil, "its state was written before")
            #expect(registry.deviceCount == 0)
            #expect(registry.hostedClaims.isEmpty)
            try await hosts[1].take([partition])
            #expect(try await hosts[1].registry.device(device).sequence == sequence)
            let again = try await hosts[1].registry.once("key", print, in: .device(device)) {
                StoredAnswer(status: 500, body: [])
            }
            #expect(again.body == [7])
        }
    }

    @Test("ends waits and streams so that they go on at the new owner; nothing is deleted, no token is retired")
    func waitsAndStreams() async throws {
        let device = try id(name(in: partition))
        let tokens = DeviceTokenIndex()
        try await withFleet(of: 1, journal, clock, tokens: tokens) { hosts in
            let registry = hosts[0].registry
            let claim = try await hosts[0].take([partition])[0]
            let other = Partition(6)
            try await hosts[0].take([other])
            _ = try await registry.create(.manual(name(in: other)))
            _ = try await registry.create(.manual(device.description))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await FanOut(registry: registry).run() }
                let life = registry.life(of: device)
                let app = try await registry.app(notes.bundleID, on: device).value
                let token = try #require(DeviceTokenKey(hexadecimal: app.pushToken ?? ""))
                #expect(tokens.entry(token) != nil)
                let stream = try await registry.follow(device)
                let all = try registry.followAll()
                let elsewhere = try await registry.follow(id(name(in: other)))
                async let wait = refusal {
                    try await registry.wait(on: device, until: .app(notes.bundleID, .suspended), timeout: .seconds(60))
                }
                await until { clock.sleeperCount == 2 }
                guard case .items(let first, _) = await stream.next() else { throw JournalDamage("no items") }
                var last: SequenceNumber = 0
                for case .record(let item) in first { last = item.record.sequence }
                let launched = try await registry.apply(launchNotes, to: device).sequence
                try await hosts[0].release(claim)
                #expect(try await wait == .notOwner(partition))
                steps: while true {
                    switch await stream.next() {
                    case .items(let items, _):
                        for case .record(let item) in items { last = item.record.sequence }
                    case .end(let end):
                        #expect(end == .moved)
                        break steps
                    case .gap, .heartbeat: Issue.record("neither was due")
                    }
                }
                #expect(last == launched, "it has everything that was written here")
                #expect(life?.isOver == true)
                #expect(tokens.entry(token) == nil)
                var ids: [SequenceNumber] = []
                while (ids.last ?? 0) < launched, case .items(let items, _) = await all.next() {
                    for item in items {
                        guard case .record(let streamed) = item else {
                            Issue.record("the device was not deleted")
                            continue
                        }
                        ids.append(streamed.record.sequence)
                    }
                }
                #expect(try await registry.items(.retiredToken, logger: quietLogger) { $0 }.isEmpty)
                #expect(try await refusal { try await registry.follow(device) } == .notOwner(partition))
                _ = try await registry.apply(launchNotes, to: id(name(in: other)))
                guard case .items = await elsewhere.next() else { throw JournalDamage("the other stream has ended") }
                try await hosts[0].take([partition])
                let again = try await registry.follow(device, after: last)
                async let step = again.next()
                let sequence = try await registry.apply(pressHome, to: device).sequence
                guard case .items(let items, let first) = await step else { throw JournalDamage("no items") }
                #expect(SequenceNumber(rawValue: first) == launched.next)
                #expect(items.count == sequence.count(after: launched))
                group.cancelAll()
            }
        }
    }

    @Test("stays in memory when the journal cannot be written, and can be handed over again")
    func failure() async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 2, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claim = try await hosts[0].take([partition])[0]
            _ = try await registry.create(.manual(device.description))
            let hash = try await registry.stateHash(of: device).value
            _ = try await registry.advance(device, .by(1_000))
            journal.isBroken = true
            for _ in 0..<2 {
                #expect(try await refusal { try await hosts[0].release(claim) }?.code == "journal-unavailable")
                // Once the release has begun, nothing is answered, whatever the tenure says.
                hosts[0].own([claim])
                #expect(registry.hostedClaims == [claim])
                #expect(try await refusal { try await registry.device(device) } == .notOwner(partition))
            }
            journal.isBroken = false
            await until {
                clock.advance(by: .seconds(1))
                return registry.journalFailure == nil
            }
            try await hosts[0].release(claim)
            #expect(registry.hostedClaims.isEmpty)
            #expect(try await refusal { try await registry.release(claim, offered: nil) } == .notOwner(partition))
            #expect(journal.released.count == 1, "there is nothing to release any more")
            try await registry.release(journal.claim([partition])[0], offered: nil)
            #expect(journal.released.count == 2, "also without its devices in memory")
            try await hosts[1].take([partition])
            #expect(try await hosts[1].registry.stateHash(of: device).value != hash)
        }
    }

    @Test("that another server owns by then is forgotten")
    func lost() async throws {
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            let claim = try await hosts[0].take([partition])[0]
            _ = try await registry.create(.manual(name(in: partition)))
            _ = journal.claim([partition])
            #expect(try await refusal { try await hosts[0].release(claim) } == .notOwner(partition))
            #expect(registry.hostedClaims.isEmpty)
            #expect(registry.deviceCount == 0)
            #expect(journal.released.isEmpty)
        }
    }

    // MARK: Dropping and loading

    @Test("and dropped while commits are held forgets what waits; what is being written gets its outcome")
    func drop() async throws {
        let device = try id(name(in: partition))
        try await withFleet(of: 1, journal, clock) { hosts in
            let registry = hosts[0].registry
            try await hosts[0].take([partition])
            _ = try await registry.create(.manual(device.description))
            journal.hold()
            async let written = refusal { try await registry.apply(launchNotes, to: device) }
            await until { journal.heldCount == 1 }
            async let forgotten = refusal { try await registry.apply(launchNotes, to: device) }
            async let removed = refusal { try await registry.delete(device) }
            async let created = refusal { try await registry.create(.manual(name(in: partition, 1))) }
            await until { registry.journal?.queue.count == 3 }
            async let read = refusal { try await registry.device(device) }
            await registry.drop([partition])
            #expect(registry.deviceCount == 0)
            #expect(registry.journal?.queue.count == 0)
            journal.resume()
            #expect(try await written == nil)
            for refused in try await [forgotten, removed, created] { #expect(refused == .notOwner(partition)) }
            #expect(try await [.notOwner(partition), .unknownDevice(device)].contains(read))
            try await hosts[0].take([partition])
            #expect(try await launches(registry, device) == 1)
            #expect(registry.deviceCount == 1)
        }
    }

    @Test("and dropped or not readable while it is loaded leaves nothing in memory; then it can be loaded")
    func loading() async throws {
        let devices = try (0..<4).map { try id(name(in: partition, $0)) }
        try await withFleet(of: 2, journal, clock) { hosts in
            let (before, after) = (hosts[0].registry, hosts[1].registry)
            let first = try await hosts[0].take([partition])[0]
            for device in devices { _ = try await before.create(.manual(device.description)) }
            try await hosts[0].release(first)
            let claim = journal.claim([partition])[0]
            hosts[1].own([claim])
            journal.isUnreadable = true
            await #expect(throws: MemoryJournal.Broken.self) {
                try await after.load(claim, logger: quietLogger)
            }
            journal.isUnreadable = false
            journal.whenRecovered { await after.drop([partition]) }
            #expect(
                try await refusal { try await after.load(claim, logger: quietLogger) } == .notOwner(partition)
            )
            journal.whenRecovered { throw CancellationError() }
            await #expect(throws: CancellationError.self) { try await after.load(claim, logger: quietLogger) }
            #expect(after.deviceCount == 0)
            #expect(after.hostedClaims.isEmpty)
            #expect(try await refusal { try await after.device(devices[0]) } == .notOwner(partition))
            journal.tamper { _, snapshots in snapshots[0].hash ^= 1 }
            #expect(try await after.load(claim, logger: quietLogger) == 3)
            #expect(try await refusal { try await after.device(devices[0]) }?.code == "device-set-aside")
            #expect(try await after.device(devices[1]).id == devices[1])
            await after.drop([partition])
            #expect(after.deviceCount == 0, "also what was set aside")
        }
    }
}
