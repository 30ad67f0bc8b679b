import LifecycleKernel
import ServiceLifecycle
import TestKit
import Testing

@testable import DeviceHost

@Suite("Following devices", .timeLimit(.minutes(1)))
struct StreamingTests {
    private let clock = HandMovedClock()

    /// Runs a test while a fan-out runs.
    private func following(
        _ limit: WritableKeyPath<HostLimits, Int> = \.shards,
        _ value: Int = 1,
        _ test: @Sendable (DeviceRegistry) async throws -> Void
    ) async throws {
        let registry = host(clock) { $0[keyPath: limit] = value }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await FanOut(registry: registry, heartbeat: .seconds(15)).run() }
            await until { clock.sleeperCount == 1 }
            try await test(registry)
            group.cancelAll()
        }
    }

    /// The sequences of the next records, with no other items between them.
    private func sequences(_ count: Int, from subscription: RecordSubscription) async -> [SequenceNumber] {
        var sequences: [SequenceNumber] = []
        while sequences.count < count, case .items(let items) = await subscription.next() {
            for item in items {
                guard case .record(let streamed) = item.content else { return sequences }
                if subscription.device != nil {
                    #expect(item.position == StreamPosition(streamed.record.sequence.rawValue))
                }
                sequences.append(streamed.record.sequence)
            }
        }
        return sequences
    }

    /// The present position of the stream of all devices, which has no subscriber then.
    private func now(_ registry: DeviceRegistry) throws -> StreamEventID {
        let subscription = try registry.followAll()
        return subscription.id(at: subscription.position)
    }

    private func gap(_ step: StreamStep) throws -> StreamGap {
        guard case .gap(let gap) = step else { throw Unexpected(step: "\(step)") }
        return gap
    }

    private func end(_ step: StreamStep) throws -> StreamEnd {
        guard case .end(let end) = step else { throw Unexpected(step: "\(step)") }
        return end
    }

    private struct Unexpected: Error { let step: String }

    // MARK: One device

    @Test("Kept records come first, then new ones, each record once and in order")
    func keptThenLive() async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            let launched = try await registry.apply(launchNotes, to: device).sequence
            let subscription = try await registry.follow(device)
            #expect(await sequences(launched.count(after: 0), from: subscription) == Array(1...launched))
            let home = try await registry.apply(pressHome, to: device).sequence
            #expect(await sequences(home.count(after: launched), from: subscription) == Array(launched + 1...home))
        }
    }

    @Test(
        "However inputs and reads interleave, no record is missing or delivered twice",
        arguments: [0, 1, 7] as [SequenceNumber]
    )
    func meeting(start: SequenceNumber) async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            _ = try await registry.apply(launchNotes, to: device)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let log = Input.action("com.example.notes", .log(message: "here"))
                    for _ in 0..<500 { _ = try await registry.apply(log, to: device) }
                }
                for _ in 0..<8 {
                    group.addTask {
                        let subscription = try await registry.follow(device, after: start)
                        let delivered = await sequences(1_000, from: subscription)
                        #expect(delivered == Array(start + 1...start + delivered.count))
                        #expect(delivered.count >= 1_000)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A reader who falls behind the others reads on in what the device keeps")
    func slowReader() async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            let start = try await registry.apply(launchNotes, to: device).sequence
            let subscription = try await registry.follow(device, after: start)
            let logs = [Input](repeating: .action("com.example.notes", .log(message: "here")), count: 900)
            let end = try await registry.apply(logs, to: device).sequence
            // Twice as many records as the log of a device has room for.
            #expect(end.count(after: start) > 512)
            #expect(await sequences(end.count(after: start), from: subscription) == Array(start + 1...end))
        }
    }

    @Test("Records that are no longer kept are a gap that says which")
    func resumedTooLate() async throws {
        try await following(\.recordsPerDevice, 4) { registry in
            let device = try await registry.create(.manual("a")).id
            let last = try await registry.apply(launchNotes, to: device).sequence
            let subscription = try await registry.follow(device, after: 1)
            let gap = try gap(await subscription.next())
            #expect(
                gap
                    == StreamGap(
                        reason: .resumedTooLate,
                        missed: (last - 5).rawValue,
                        after: StreamPosition(1),
                        upTo: StreamPosition((last - 4).rawValue)
                    )
            )
            #expect(await sequences(4, from: subscription) == Array(last - 3...last))
        }
    }

    @Test("A sequence after the last record is not of the timeline")
    func unknownPosition() async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            let subscription = try await registry.follow(device, after: 1_000)
            let expected = StreamGap(reason: .unknownPosition, after: StreamPosition(1_000), upTo: .start)
            #expect(try gap(await subscription.next()) == expected)
            #expect(await sequences(1, from: subscription).first == 1)
        }
    }

    @Test("A sequence of a device that had the id before is not of the timeline, however long that is")
    func otherNumber() async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            let first = try await registry.follow(device)
            let stale = first.id(at: first.position).scope
            try await registry.delete(device)
            _ = try await registry.create(.manual("a"))
            let last = try await registry.apply(launchNotes, to: device).sequence
            let subscription = try await registry.follow(device, in: stale, after: 1)
            let expected = StreamGap(reason: .unknownPosition, after: StreamPosition(1), upTo: .start)
            #expect(try gap(await subscription.next()) == expected)
            #expect(await sequences(Int(last.rawValue), from: subscription) == Array(1...last))
            let scope = subscription.id(at: subscription.position).scope
            let again = try await registry.follow(device, in: scope, after: last - 1)
            #expect(await sequences(1, from: again) == [last])
        }
    }

    @Test("A device that is deleted ends the stream after its last record; the next of that name is another one")
    func deletion() async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            let last = try await registry.apply(launchNotes, to: device).sequence
            let subscription = try await registry.follow(device, after: last - 1)
            try await registry.delete(device)
            _ = try await registry.create(.manual("a"))
            var end: StreamEnd?
            while end == nil {
                switch await subscription.next() {
                case .end(let reason): end = reason
                case .items(let items): #expect(items.count == 1)
                case .gap, .heartbeat: break
                }
            }
            #expect(end == .deviceDeleted)
        }
    }

    @Test("An unknown device cannot be followed, and does not count as a subscriber")
    func unknownDevice() async throws {
        try await following { registry in
            let nobody = try id("nobody")
            #expect(try await refusal { try await registry.follow(nobody) } == .unknownDevice(nobody))
            #expect(registry.streamCount == 0)
        }
    }

    @Test("Following a device keeps it alive")
    func expiry() async throws {
        try await following { registry in
            var new = NewDevice.realtime("a")
            new.expiresAfter = 60_000
            let device = try await registry.create(new).id
            let subscription = try await registry.follow(device)
            await clock.advance(by: .seconds(61), ticking: registry)
            #expect(registry.deviceCount == 1)
            subscription.cancel()
        }
    }

    // MARK: All devices

    @Test("One stream has the records of all devices from now on, each in its order, and their deletions")
    func all() async throws {
        try await following { registry in
            let first = try await registry.create(.manual("a")).id
            let subscription = try registry.followAll()
            let second = try await registry.create(.manual("b")).id
            let launched = try await registry.apply(launchNotes, to: first)
            try await registry.delete(second)
            var delivered: [DeviceID: [SequenceNumber]] = [:]
            var deleted: [DeviceID] = []
            while deleted.isEmpty {
                guard case .items(let items) = await subscription.next() else { break }
                for item in items {
                    switch item.content {
                    case .record(let streamed): delivered[streamed.device, default: []].append(streamed.record.sequence)
                    case .deviceDeleted(let device, _): deleted.append(device)
                    }
                }
            }
            #expect(deleted == [second])
            #expect(delivered[first] == launched.records.map(\.sequence))
            #expect(delivered[second]?.first == 1)
        }
    }

    @Test("A subscriber that reconnects soon resumes; one that reconnects late gets a gap")
    func resumption() async throws {
        try await following(\.streamedRecords, 20) { registry in
            let device = try await registry.create(.manual("a")).id
            _ = try await registry.apply(launchNotes, to: device)
            let position = try now(registry)
            let log = Input.action("com.example.notes", .log(message: "here"))
            var last: SequenceNumber = 0
            for _ in 0..<3 { last = try await registry.apply(log, to: device).sequence }
            let soon = try registry.followAll(after: position)
            #expect(await sequences(6, from: soon) == Array(last - 5...last))
            for _ in 0..<15 { last = try await registry.apply(log, to: device).sequence }
            // The log is longer than this only while nothing is distributed.
            await until { registry.hub.all.last.number > soon.position.number + 20 }
            let late = try registry.followAll(after: soon.id(at: soon.position))
            let gap = try gap(await late.next())
            #expect(gap.reason == .resumedTooLate)
            #expect(gap.missed == gap.upTo.number - gap.after.number)
            #expect(try #require(gap.missed) > 0)
        }
    }

    @Test("Once nobody follows for long, nothing is kept, and what was missed is not counted")
    func nobody() async throws {
        try await following(\.streamedRecords, 5) { registry in
            let device = try await registry.create(.manual("a")).id
            let log = Input.action("com.example.notes", .log(message: "here"))
            _ = try await registry.apply(launchNotes, to: device)
            let position = try now(registry)
            while registry.hub.isWanted {
                _ = try await registry.apply(log, to: device)
                await Task.yield()
            }
            for _ in 0..<10 { _ = try await registry.apply(log, to: device) }
            let gap = try gap(await registry.followAll(after: position).next())
            #expect(gap.missed == nil)
        }
    }

    @Test("A position of another run, or of none, is reported as unknown", arguments: ["elsewhere-3", "here-999"])
    func otherRun(text: String) async throws {
        try await following { registry in
            let position = try #require(StreamEventID(text.replacing("here", with: registry.hub.run)))
            let subscription = try registry.followAll(after: position)
            #expect(try gap(await subscription.next()).reason == .unknownPosition)
        }
    }

    // MARK: Signs of life, limits, ends

    @Test("While nothing happens there is a sign of life each interval")
    func heartbeat() async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            let subscriptions = [try await registry.follow(device, after: 4), try registry.followAll()]
            for subscription in subscriptions {
                _ = subscription.device == nil ? [] : await sequences(0, from: subscription)
            }
            for _ in 0..<3 {
                clock.advance(by: .seconds(15))
                for subscription in subscriptions {
                    var step = await subscription.next()
                    while case .items = step { step = await subscription.next() }
                    while case .gap = step { step = await subscription.next() }
                    while case .items = step { step = await subscription.next() }
                    guard case .heartbeat = step else { throw Unexpected(step: "\(step)") }
                }
                await until { clock.sleeperCount == 1 }
            }
        }
    }

    @Test("There are as many subscribers as there may be; one who leaves makes room")
    func limit() async throws {
        try await following(\.subscribers, 2) { registry in
            let device = try await registry.create(.manual("a")).id
            var first: RecordSubscription? = try await registry.follow(device)
            let second = try registry.followAll()
            #expect(try await refusal { try await registry.follow(device) }?.code == "overloaded")
            #expect(try await refusal { try registry.followAll() }?.code == "overloaded")
            #expect(registry.streamCount == 2)
            first = nil
            #expect(first == nil)
            #expect(registry.streamCount == 1)
            first = try await registry.follow(device)
            second.cancel()
            #expect(try end(await second.next()) == .cancelled)
        }
    }

    @Test("The shutdown ends streams behind what was published and not distributed yet, and who reads on gets the rest")
    func shutdownBehindPublished() async throws {
        let registry = host(clock)
        let all = try registry.followAll()
        let device = try await registry.create(.manual("a")).id
        let one = try await registry.follow(device)
        _ = try await registry.apply(launchNotes, to: device)
        let launched = try await registry.device(device).sequence
        await registry.beginShutdown()
        for stream in [all, one] {
            #expect(await sequences(Int(launched.rawValue), from: stream).last == launched)
            #expect(try end(await stream.next()) == .shutdown)
        }
        _ = try await registry.apply(pressHome, to: device)
        let home = try await registry.device(device).sequence
        #expect(try end(await all.next()) == .shutdown)
        await registry.distributePublished()
        #expect(await sequences(Int(home.rawValue - launched.rawValue), from: all).last == home)
    }

    @Test("The shutdown ends every stream, and there is no new one")
    func shutdown() async throws {
        try await following { registry in
            let device = try await registry.create(.manual("a")).id
            let one = try await registry.follow(device, after: registry.device(device).sequence)
            let all = try registry.followAll()
            await registry.beginShutdown()
            #expect(try end(await all.next()) == .shutdown)
            #expect(try end(await one.next()) == .shutdown)
            #expect(try await refusal { try registry.followAll() }?.code == "overloaded")
        }
    }

    @Test("A reader that waits is freed by its cancellation")
    func cancellation() async throws {
        try await following { registry in
            let subscription = try registry.followAll()
            let step = await withTaskGroup(of: StreamStep.self) { group in
                group.addTask { await subscription.next() }
                group.cancelAll()
                return await group.next()
            }
            #expect(try end(try #require(step)) == .cancelled)
        }
    }

    @Test(
        "An id is read as it is written, and nothing else is one",
        arguments: [
            "", "-", "a-", "a-01", "a", "-1", "a-b-1", "a-1-0", "a-1-01", "a-1-1-1", "a--1", "A-1", "é-1", "a-+1",
            "a-9223372036854775808",
        ]
    )
    func ids(bad: String) {
        #expect(StreamEventID(bad) == nil)
        for (text, position) in [("ab-17", StreamPosition(17)), ("7-0-3", StreamPosition(0, index: 3))] {
            #expect(StreamEventID(text)?.position == position)
            #expect(StreamEventID(text)?.description == text)
        }
    }
}
