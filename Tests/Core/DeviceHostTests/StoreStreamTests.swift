import Synchronization
import TestKit
import Testing

@testable import DeviceHost
@testable import LifecycleKernel

@Suite("The stream of all devices with a durable store", .timeLimit(.minutes(1)))
struct StoreStreamTests {
    private let store = TestStore()
    private let log = Input.action("com.example.notes", .log(message: "here"))

    /// Runs a host of the store, with a fan-out.
    private func host<Answer: Sendable>(
        settingAside: Bool = false,
        _ small: HostLimits = limits(),
        _ test: @Sendable (DeviceRegistry) async throws -> Answer
    ) async throws -> Answer {
        try await withHost(store, HandMovedClock(), small, settingAside: settingAside) { registry in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await FanOut(registry: registry).run() }
                defer { group.cancelAll() }
                return try await test(registry)
            }
        }
    }

    /// What a stream has until it has so many records: each as its device and sequence, gaps and deletions in words.
    private func read(_ count: Int, from subscription: RecordSubscription) async -> [String] {
        var (texts, records): ([String], Int) = ([], 0)
        while records < count {
            switch await subscription.next() {
            case .items(let items):
                for item in items {
                    switch item.content {
                    case .record(let record):
                        records += 1
                        texts.append("\(record.device) \(record.record.sequence)")
                    case .deviceDeleted(let device, _): texts.append("\(device) deleted")
                    }
                }
            case .gap(let gap): texts.append("gap \(gap.reason), missed \(gap.missed.map(String.init) ?? "unknown")")
            case .heartbeat: continue
            case .end(let end):
                texts.append("\(end)")
                return texts
            }
        }
        return texts
    }

    private func sequences(_ range: ClosedRange<SequenceNumber>, of device: String) -> [String] {
        range.map { "\(device) \($0)" }
    }

    @Test("continues after a restart where the last event was, without a gap or a repetition, also within a step")
    func restart() async throws {
        let logs = [Input](repeating: log, count: 300)
        let (last, reached) = try await host { registry in
            let subscription = try registry.followAll()
            _ = try await registry.create(.manual("a"))
            let start = try await registry.apply(launchNotes, to: id("a")).sequence
            let end = try await registry.apply(logs, to: id("a")).sequence
            // A step of a stream ends in the middle of these records.
            let first = await read(Int(start.rawValue) + 1, from: subscription)
            #expect(first.count < Int(end.rawValue))
            #expect(subscription.position.index > 0)
            return (subscription.id(at: subscription.position), SequenceNumber(rawValue: UInt64(first.count)))
        }
        try await host { registry in
            let subscription = try registry.followAll(after: StreamEventID(last.description))
            let end = try await registry.apply(pressHome, to: id("a")).sequence
            let rest = await read(end.count(after: reached), from: subscription)
            #expect(rest == sequences(reached + 1...end, of: "a"))
            #expect(registry.hub.run != last.scope)
        }
    }

    @Test("continues over restarts between which nothing was written", arguments: 1...3)
    func idleRestarts(count: Int) async throws {
        var last = try await host { registry in
            let subscription = try registry.followAll()
            let start = try await registry.create(.manual("a")).sequence
            _ = await read(Int(start.rawValue), from: subscription)
            return subscription.id(at: subscription.position)
        }
        for _ in 0..<count {
            last = try await host { [last] registry in
                let subscription = try registry.followAll(after: last)
                #expect(!subscription.hasUnknownPosition)
                // What the event `open` says.
                return subscription.id(at: subscription.position)
            }
        }
        try await host { [last] registry in
            let records = try await registry.apply(launchNotes, to: id("a")).records
            let subscription = try registry.followAll(after: last)
            let found = await read(records.count, from: subscription)
            #expect(found == records.map { "a \($0.sequence)" })
            #expect(subscription.id(at: subscription.position).scope == registry.hub.run)
        }
    }

    @Test("gives a reader that falls behind the log what the store has, and shares it")
    func slowReader() async throws {
        try await host(limits { $0.streamedRecords = 5 }) { registry in
            let readers = [try registry.followAll(), try registry.followAll()]
            for device in ["a", "b"] { _ = try await registry.create(.manual(device)) }
            var last: [String: SequenceNumber] = [:]
            for round in 0..<20 {
                for device in ["a", "b"] {
                    last[device] = try await registry.apply(round == 0 ? launchNotes : log, to: id(device)).sequence
                }
            }
            await registry.distributePublished()
            for reader in readers {
                let found = await read(last.values.reduce(0) { $0 + Int($1.rawValue) }, from: reader)
                for (device, last) in last {
                    #expect(found.filter { $0.hasPrefix(device) } == sequences(1...last, of: device))
                }
                #expect(!found.contains { $0.hasPrefix("gap") })
            }
        }
    }

    @Test("reads a long step once, however many parts of it a reader takes")
    func longStep() async throws {
        try await host(limits { $0.streamedRecords = 1 }) { registry in
            let reader = try registry.followAll()
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: id("a"))
            let end = try await registry.apply([Input](repeating: log, count: 1_000), to: id("a")).sequence
            await registry.distributePublished()
            let before = store.pageReadings
            #expect(await read(Int(end.rawValue), from: reader) == sequences(1...end, of: "a"))
            #expect(end > 1_500)
            #expect(store.pageReadings - before < 4)
            #expect(registry.hub.pages.withLock(\.bytes) > 0)
        }
    }

    @Test("begins now, also after devices have lived without a stream")
    func beginning() async throws {
        try await host { registry in
            _ = try await registry.create(.manual("a"))
            let before = try await registry.apply(launchNotes, to: id("a")).sequence
            let subscription = try registry.followAll()
            let after = try await registry.apply(pressHome, to: id("a")).sequence
            #expect(
                await read(after.count(after: before), from: subscription) == sequences(before + 1...after, of: "a")
            )
        }
    }

    @Test("does not have the records with which a copy begins, live or after a restart")
    func copy() async throws {
        let expected = try await host { registry in
            _ = try await registry.create(.manual("a"))
            let start = try await registry.apply(launchNotes, to: id("a")).sequence
            let subscription = try registry.followAll()
            _ = try await registry.fork(id("a"), as: id("copy"))
            let end = try await registry.apply(pressHome, to: id("copy")).sequence
            let position = subscription.id(at: subscription.position)
            let records = sequences(start + 1...end, of: "copy")
            #expect(await read(records.count, from: subscription) == records)
            return (position, records)
        }
        try await host { registry in
            let subscription = try registry.followAll(after: expected.0)
            #expect(await read(expected.1.count, from: subscription) == expected.1)
        }
    }

    @Test("is told of a gap if a device was deleted while it was away, and not if it has seen that")
    func deletion() async throws {
        let (before, after) = try await host { registry in
            for device in ["a", "b"] { _ = try await registry.create(.manual(device)) }
            let subscription = try registry.followAll()
            let before = subscription.id(at: subscription.position)
            try await registry.delete(id("b"))
            let launched = try await registry.apply(launchNotes, to: id("a"))
            let found = await read(launched.records.count, from: subscription)
            #expect(found.first == "b deleted")
            #expect(found.count == launched.records.count + 1)
            return (before, subscription.id(at: subscription.position))
        }
        try await host { registry in
            let last = try await registry.apply(pressHome, to: id("a")).sequence
            let late = await read(1, from: try registry.followAll(after: before))
            #expect(late.first == "gap resumedTooLate, missed unknown")
            #expect(late.dropFirst().allSatisfy { $0.hasPrefix("a ") })
            let seen = await read(1, from: try registry.followAll(after: after))
            #expect(seen.last == "a \(last)")
            #expect(seen.allSatisfy { $0.hasPrefix("a ") })
        }
    }

    @Test("is told of a gap if steps that it has not seen are not kept any more")
    func trimmed() async throws {
        let small = limits {
            $0.stepsPerSnapshot = 2
            $0.storedRecordsPerDevice = 3
            $0.recordsPerDevice = 1
            $0.streamedRecords = 1
        }
        try await host(small) { registry in
            let subscription = try registry.followAll()
            let start = subscription.id(at: subscription.position)
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: id("a"))
            for _ in 0..<20 { _ = try await registry.apply(log, to: id("a")) }
            let oldest = try await registry.timeline(of: id("a")).oldest
            #expect(oldest > 1)
            let found = await read(1, from: try registry.followAll(after: start))
            #expect(found.prefix(2) == ["gap resumedTooLate, missed unknown", "a \(oldest)"])
        }
    }

    @Test(
        "is told of a gap at a position that is not known: after a loss, of another store, or not reached yet",
        arguments: ["lost", "other", "ahead"]
    )
    func unknown(kind: String) async throws {
        let last = try await host { registry in
            let subscription = try registry.followAll()
            _ = try await registry.create(.manual("a"))
            _ = await read(1, from: subscription)
            return subscription.id(at: subscription.position)
        }
        try await host { registry in
            var unknown = last
            switch kind {
            // The store has lost what came later, and the second run continued before it.
            case "lost": unknown.position.number += 1
            case "other": unknown.scope = "other"
            default: unknown = StreamEventID(scope: registry.hub.run, position: StreamPosition(1_000))
            }
            let subscription = try registry.followAll(after: unknown)
            let end = try await registry.apply(launchNotes, to: id("a")).records
            let found = await read(end.count, from: subscription)
            #expect(found.first == "gap unknownPosition, missed unknown")
            #expect(found.count == end.count + 1)
            #expect(try await read(1, from: registry.followAll(after: last)).first == "a \(end[0].sequence)")
        }
    }

    @Test("ends when the store cannot be read, so that the client comes again; who reads on is told of a gap")
    func unreadable() async throws {
        let start = try await host { registry in
            let subscription = try registry.followAll()
            let start = subscription.id(at: subscription.position)
            _ = try await registry.create(.manual("a"))
            return start
        }
        try await host { registry in
            store.isUnreadable = true
            let subscription = try registry.followAll(after: start)
            #expect(await read(1, from: subscription) == ["storeUnavailable"])
            guard case .gap(let gap) = await subscription.next() else {
                Issue.record("no gap")
                return
            }
            #expect(gap.missed == nil)
            let last = try await registry.apply(launchNotes, to: id("a")).records
            #expect(await read(last.count, from: subscription) == last.map { "a \($0.sequence)" })
            store.isUnreadable = false
            let found = await read(1, from: try registry.followAll(after: start))
            #expect(found.first == "a 1")
        }
    }

    @Test("passes a step whose records cannot be read, and says that they are missing")
    func damage() async throws {
        let (start, created) = try await host { registry in
            let subscription = try registry.followAll()
            let start = subscription.id(at: subscription.position)
            let created = try await registry.create(.manual("a")).sequence
            _ = try await registry.create(.manual("b"))
            return (start, created)
        }
        store.tamper { steps, _ in steps[1].records = Array("[{}]".utf8) }
        try await host(settingAside: true) { registry in
            let subscription = try registry.followAll(after: start)
            let before = await read(Int(created.rawValue), from: subscription)
            #expect(before == sequences(1...created, of: "a"))
            _ = try await registry.create(.manual("c"))
            #expect(await read(1, from: subscription).prefix(2) == ["gap fellBehind, missed unknown", "c 1"])
        }
    }

    @Test("hears of the deletion of a device that was set aside, and goes on")
    func setAside() async throws {
        try await host { registry in
            for device in ["a", "b"] { _ = try await registry.create(.manual(device)) }
        }
        store.tamper { _, snapshots in snapshots[0].state = [] }
        try await host(settingAside: true) { registry in
            let subscription = try registry.followAll()
            try await registry.delete(id("a"))
            _ = try await registry.apply(launchNotes, to: id("b"))
            let found = await read(1, from: subscription)
            #expect(found.first == "a deleted")
            #expect(found.dropFirst().first?.hasPrefix("b ") == true)
        }
    }
}

@Suite("The order of a store")
struct CommitOrderTests {
    @Test("sends readers to the store when it waits for too much, also if nothing more is published")
    func tooMuch() throws {
        let hub = RecordHub(limits: limits { $0.streamedRecords = 1 }, runs: [StoreRun(after: 0)], last: 0)
        let log = try hub.enter(nil)
        hub.noteWritten([step(of: 1, 0, 1), step(of: 2, 0, 1)], [.committed(at: 1), .committed(at: 2)])
        // The first one is missing; the second one waits for it.
        hub.publish([try record(1)], of: try id("b"), number: 2, labels: [])
        #expect(!hub.state.withLock { $0.batch.isEmpty })
        _ = hub.distribute()
        guard case .evicted(StreamPosition(2), isCounted: true) = log.read(after: .start, limit: SizeLimit(count: 1))
        else {
            Issue.record("a reader waits for what was dropped")
            return
        }
        hub.publish([try record(1)], of: try id("a"), number: 1, labels: [])
        hub.noteWritten([step(of: 1, 1, 2)], [.committed(at: 3)])
        hub.publish([try record(2)], of: try id("a"), number: 1, labels: [])
        _ = hub.distribute()
        guard case .items(let items) = log.read(after: StreamPosition(2), limit: SizeLimit(count: 1)) else {
            Issue.record("nothing comes after that")
            return
        }
        #expect(items.map(\.position) == [StreamPosition(3)])
    }

    private func record(_ number: UInt64) throws -> Record {
        Record(sequence: .init(rawValue: number), time: .manualStart, cause: 1, body: .log(message: "here"))
    }

    private func step(of device: Int64, _ before: SequenceNumber, _ last: SequenceNumber) -> DeviceChange {
        .stepped(
            StepChange(
                step: StoredStep(
                    device: device,
                    kind: .inputs,
                    before: before,
                    last: last,
                    at: .manualStart,
                    limits: .standard,
                    records: Array("[]".utf8),
                    digest: 0
                )
            )
        )
    }

    private func records(_ sequences: ClosedRange<UInt64>) throws -> [StreamItem.Content] {
        let device = try id("a")
        return try sequences.map { .record(StreamedRecord(try record($0), of: device, labels: [])) }
    }

    @Test("is kept however shards publish, with a position for each record")
    func order() throws {
        var order = CommitOrder()
        let item = DeviceChange.kept(ServerItem(.push, "p", [1]))
        let changes = [step(of: 1, 4, 6), step(of: 2, 0, 1), item, step(of: 1, 6, 6), .deleted(2, at: nil)]
        for (change, position) in zip(changes, Int64(10)...) { order.expect(change, at: position) }
        order.fill(2, try records(1...1))
        order.fill(2, [.deviceDeleted(try id("b"), labels: [])])
        #expect(order.takeNext().isEmpty)
        order.fill(1, try records(5...6))
        let first = order.takeNext().map(\.position)
        #expect(first == [StreamPosition(9, index: 1), StreamPosition(10), StreamPosition(11)])
        #expect(order.count == 2)
        order.fill(1, [])
        #expect(order.takeNext().map(\.position) == [StreamPosition(14)])
        #expect((order.count, order.bytes) == (0, 0))
    }

    @Test("leaves out what was written before it began")
    func earlier() throws {
        var order = CommitOrder()
        order.fill(1, try records(1...2))
        order.expect(step(of: 1, 4, 6), at: 10)
        order.fill(1, try records(3...4))
        order.fill(1, [])
        #expect(order.takeNext().isEmpty)
        order.fill(1, try records(5...6))
        #expect(order.takeNext().count == 2)
    }
}
