import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("Inputs to a device")
struct InputsTests {
    private let registry = host()

    @Test("An input answers with its records, the apps, and when something is due")
    func outcome() async throws {
        let device = try await registry.create(.manual("a")).id
        let outcome = try await registry.apply(launchNotes, to: device)
        #expect(outcome.device == device)
        #expect(outcome.records.first?.kind == .input)
        #expect(outcome.records.last?.sequence == outcome.sequence)
        #expect(outcome.apps == [AppSummary(bundleID: "com.example.notes", state: .active, pid: 101)])
        #expect(outcome.stopped == nil)
        let home = try await registry.apply(pressHome, to: device)
        #expect(home.apps.first?.state == .background)
        #expect(try #require(home.nextDeadline) > home.time)
        #expect(home.records.first?.sequence == outcome.sequence + 1)
    }

    @Test("A refusal says why and changes nothing")
    func refusal() async throws {
        let device = try await registry.create(.manual("a"))
        let unlock = Input.event(.device(.unlock))
        let error = await #expect(throws: HostError.self) { try await registry.apply(unlock, to: device.id) }
        guard case .rejected(let rejection, index: nil)? = error else {
            Issue.record("not what was expected")
            return
        }
        #expect(rejection.code == .notPossibleNow)
        #expect(try await registry.device(device.id).sequence == device.sequence)
    }

    @Test("Several inputs are all applied, or none, and the one that is wrong is named")
    func allOrNothing() async throws {
        let device = try await registry.create(.manual("a"))
        let unlock = Input.event(.device(.unlock))
        let error = await #expect(throws: HostError.self) {
            try await registry.apply([launchNotes, pressHome, unlock], to: device.id)
        }
        guard case .rejected(_, index: 2)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let after = try await registry.device(device.id)
        #expect(after.sequence == device.sequence)
        #expect(after.apps.first?.state == .notRunning)
        let outcome = try await registry.apply([launchNotes, pressHome], to: device.id)
        #expect(outcome.records.count { $0.kind == .input } == 2)
        #expect(Set(outcome.records.map(\.time)) == [.manualStart])
    }

    @Test("A request holds so many inputs and no more")
    func tooMany() async throws {
        let registry = host { $0.inputsPerRequest = 2 }
        let device = try await registry.create(.manual("a")).id
        await #expect(throws: HostError.tooComplex(what: "inputs in one request", limit: 2)) {
            try await registry.apply([launchNotes, pressHome, launchNotes], to: device)
        }
        _ = try await registry.apply([launchNotes, pressHome], to: device)
    }

    @Test("The inputs of a request cause so much and no more; then none of them is applied")
    func tooMuchCaused() async throws {
        let registry = host { $0.bytesPerRequest = 10_000 }
        let device = try await registry.create(.manual("a")).id
        let few = [launchNotes, pressHome]
        let first = try await registry.apply(few, to: device)
        let error = await #expect(throws: HostError.self) {
            try await registry.apply([[Input]](repeating: few, count: 50).flatMap(\.self), to: device)
        }
        guard case .rejected(let rejection, let index?) = error else {
            Issue.record("\(String(describing: error)) is no rejection of one of them")
            return
        }
        #expect(rejection.code == .tooComplex && index > 1)
        #expect(try await registry.device(device).sequence == first.sequence)
        _ = try await registry.apply(few, to: device)
    }

    @Test("An input for a sequence that has passed is refused")
    func preconditions() async throws {
        let device = try await registry.create(.manual("a"))
        let outcome = try await registry.apply(launchNotes, to: device.id, expecting: device.sequence)
        await #expect(
            throws: HostError.preconditionFailed(expected: device.sequence, sequence: outcome.sequence)
        ) {
            try await registry.apply(pressHome, to: device.id, expecting: device.sequence)
        }
        _ = try await registry.apply([pressHome], to: device.id, expecting: outcome.sequence)
    }

    @Test(
        "An advance says why it stopped",
        arguments: [
            (.by(4_000), .reached), (.to(.manualStart + 4_000), .reached), (.untilIdle(limit: 3_600_000), .idle),
            (.untilIdle(limit: 1), .reached),
            (.until(.app("com.example.notes", .suspended), limit: 3_600_000), .condition),
            (.until(.app("com.example.notes", .active), limit: 3_600_000), .timeout),
        ] as [(Advance, AdvanceStop)]
    )
    func stops(advance: Advance, stop: AdvanceStop) async throws {
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply([launchNotes, pressHome], to: device)
        let outcome = try await registry.advance(device, advance)
        #expect(outcome.stopped == stop)
        #expect(try await registry.clock(of: device).value.now == outcome.time)
    }

    @Test("An advance with too many deadlines stops at the limit, and the next one continues")
    func limit() async throws {
        let registry = host { $0.deadlinesPerAdvance = 1 }
        let device = try await registry.create(.manual("a")).id
        let task = Action.beginBackgroundTask(name: "upload", endsAfter: 10_000, hasExpirationHandler: true)
        _ = try await registry.apply([launchNotes, .action("com.example.notes", task), pressHome], to: device)
        let first = try await registry.advance(device, .by(3_600_000))
        #expect(first.stopped == .limit)
        #expect(first.time < .manualStart + 3_600_000)
        var last = first
        while last.stopped == .limit { last = try await registry.advance(device, .to(.manualStart + 3_600_000)) }
        #expect(last.time == .manualStart + 3_600_000)
        #expect(last.apps.first?.state == .suspended)
    }

    @Test(
        "An advance that writes too much stops at the limit, and the next one continues",
        arguments: [\HostLimits.recordsPerAdvance, \.bytesPerAdvance]
            as [any WritableKeyPath<HostLimits, Int> & Sendable]
    )
    func records(limit: any WritableKeyPath<HostLimits, Int> & Sendable) async throws {
        let registry = host { $0[keyPath: limit] = 1 }
        let device = try await registry.create(.manual("a")).id
        let task = Action.beginBackgroundTask(name: "upload", endsAfter: 10_000, hasExpirationHandler: true)
        _ = try await registry.apply([launchNotes, .action("com.example.notes", task), pressHome], to: device)
        var last = try await registry.advance(device, .by(3_600_000))
        #expect(last.stopped == .records)
        #expect(last.records.count < 5)
        var count = 1
        while last.stopped == .records {
            last = try await registry.advance(device, .to(.manualStart + 3_600_000))
            count += 1
        }
        #expect(count > 1)
        #expect(last.time == .manualStart + 3_600_000)
        #expect(last.apps.first?.state == .suspended)
    }

    @Test("The time of a manual device does not depend on real time")
    func manual() async throws {
        let clock = HandMovedClock()
        let registry = host(clock)
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply([launchNotes, pressHome], to: device)
        await clock.advance(by: .seconds(3_600), ticking: registry)
        #expect(try await registry.device(device).clock.now == .manualStart)
        #expect(try await registry.device(device).apps.first?.state == .background)
    }

    @Test("Concurrent inputs are applied one after another, without gaps in the sequences")
    func concurrency() async throws {
        let registry = host { $0.shards = 4 }
        let devices = try await (0..<4).asyncMap { try await registry.create(.manual("d\($0)")).id }
        let outcomes = try await withThrowingTaskGroup(of: InputOutcome.self) { group in
            for round in 0..<200 {
                for device in devices {
                    group.addTask {
                        try await registry.apply(round.isMultiple(of: 2) ? launchNotes : pressHome, to: device)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for device in devices {
            let written = outcomes.filter { $0.device == device }.flatMap(\.records).map(\.sequence).sorted()
            #expect(written == (2..<written.count + 2).map { SequenceNumber(rawValue: UInt64($0)) })
            #expect(try await registry.timeline(of: device, TimelineQuery(limit: 1_000)).records.first?.sequence == 1)
        }
    }

    @Test("An installation says whether the app is new")
    func installing() async throws {
        let device = try await registry.create(.manual("a", apps: [])).id
        #expect(try await registry.install(notes, on: device).isNew)
        _ = try await registry.apply(launchNotes, to: device)
        let update = try await registry.install(notes, on: device)
        #expect(!update.isNew)
        #expect(update.app.lastExit?.reason == .appUpdate)
        #expect(update.outcome.records.contains { $0.kind == .exit })
    }

    @Test("Equal apps on many devices are one copy")
    func sharing() async throws {
        let manifest = AppManifest(
            bundleID: "com.example.big",
            responders: [Responder(name: "one"), Responder(name: "two")]
        )
        let one = try await registry.create(.manual("a", apps: [manifest])).id
        let other = try await registry.create(.manual("b", apps: [])).id
        let copy = AppManifest(
            bundleID: "com.example.big",
            responders: [Responder(name: "one"), Responder(name: "two")]
        )
        _ = try await registry.install(copy, on: other)
        func storage(_ id: DeviceID) async throws -> UInt {
            try await registry.app("com.example.big", on: id).value.manifest.responders.withUnsafeBytes {
                UInt(bitPattern: $0.baseAddress)
            }
        }
        #expect(try await storage(one) == storage(other))
    }
}

extension Sequence {
    /// `map` for what has to be waited for.
    func asyncMap<Mapped>(_ transform: (Element) async throws -> Mapped) async rethrows -> [Mapped] {
        var mapped: [Mapped] = []
        for element in self { mapped.append(try await transform(element)) }
        return mapped
    }
}
