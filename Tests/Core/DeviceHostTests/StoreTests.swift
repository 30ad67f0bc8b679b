import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("What the store does not have yet", .timeLimit(.minutes(1)))
struct StoreTests {
    private let store = TestStore()
    private let clock = HandMovedClock()

    private func records(_ registry: DeviceRegistry, _ id: DeviceID) async throws -> [Record] {
        try await registry.timeline(of: id, TimelineQuery(limit: 1_000)).records
    }

    @Test("is neither acknowledged nor visible; then it is, in the order of the inputs")
    func durability() async throws {
        let device = try id("a")
        try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            let before = try await records(registry, device)
            store.hold()
            try await withThrowingTaskGroup(of: SequenceNumber.self) { group in
                group.addTask { try await registry.apply(launchNotes, to: device).sequence }
                await until { store.heldCount == 1 }
                // Nobody waits for this reading: it is of the summary, which shows what is durable.
                #expect(await registry.summary().counts.first { $0.state == .active }?.count == 0)
                #expect(registry.storeFailure == nil)
                for _ in 0..<10 { group.addTask { try await registry.apply(pressHome, to: device).sequence } }
                await until { registry.queue?.count == 10 }
                store.resume()
                var last: SequenceNumber = 0
                for try await sequence in group { last = max(last, sequence) }
                #expect(try await records(registry, device).last?.sequence == last)
            }
            #expect(try await records(registry, device).count > before.count + 10)
        }
        #expect(store.batches.contains(10), "what was appended while the first was written went together")
    }

    @Test("fails with everything that builds on it when it cannot be written; reads continue; later changes work again")
    func failure() async throws {
        let device = try id("a")
        try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: device)
            let before = try await records(registry, device)
            let hash = try await registry.stateHash(of: device).value
            store.hold()
            store.isBroken = true
            let refusals = try await withThrowingTaskGroup(of: HostError?.self) { group in
                for _ in 0..<5 {
                    group.addTask { try await refusal { try await registry.apply(pressHome, to: device) } }
                    group.addTask { try await refusal { try await registry.create(.manual("b")) } }
                    group.addTask { try await refusal { try await registry.delete(device) } }
                }
                await until { store.heldCount == 1 }
                store.resume()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Those after a waiting removal or creation may also have met that.
            let codes = Set(refusals.map { $0?.code })
            #expect(codes.isSubset(of: ["store-unavailable", "unknown-device", "device-exists"]))
            #expect(codes.contains("store-unavailable"))
            #expect(registry.storeFailure != nil)
            #expect(try await records(registry, device) == before)
            #expect(try await registry.stateHash(of: device).value == hash)
            #expect(
                try await refusal { try await registry.apply(pressHome, to: device) }?.code == "store-unavailable"
            )
            #expect(registry.deviceCount == 1)

            store.isBroken = false
            await until {
                clock.advance(by: .seconds(1))
                return registry.storeFailure == nil
            }
            let outcome = try await registry.apply(pressHome, to: device)
            #expect(outcome.records.first?.sequence == before.count.asSequence + 1)
            try await registry.delete(device)
            _ = try await registry.create(.manual("a"))
        }
    }

    @Test("wakes no waiter: what time alone causes is stored before it is published")
    func ticks() async throws {
        try await withHost(store, clock) { registry in
            let device = try await registry.create(.realtime("a")).id
            _ = try await registry.apply([launchNotes, pressHome], to: device)
            store.hold()
            try await withThrowingTaskGroup(of: WaitOutcome.self) { group in
                let suspended = Condition.app("com.example.notes", .suspended)
                group.addTask { try await registry.wait(on: device, until: suspended, timeout: .seconds(300)) }
                await until { clock.sleeperCount == 1 }
                await clock.advance(by: .seconds(20), ticking: registry)
                await until { store.heldCount == 1 }
                #expect(clock.sleeperCount == 1, "it still waits")
                store.resume()
                let outcome = try await group.next()
                #expect(outcome?.met == true)
            }
        }
        let last = try #require(store.steps(of: "a").last)
        #expect(last.kind == .time)
        try await withHost(store, clock) { registry in
            let app = try await registry.app("com.example.notes", on: id("a"))
            #expect(app.value.state == .suspended)
            #expect(app.sequence == last.last)
        }
    }

    @Test("and is a removal stops a device: no tick follows it; when it fails, the device still exists")
    func removal() async throws {
        for isBroken in [true, false] {
            let store = TestStore()
            try await withHost(store, clock) { registry in
                var new = NewDevice.realtime("a")
                new.expiresAfter = 1_000
                let device = try await registry.create(new).id
                _ = try await registry.apply([launchNotes, pressHome], to: device)
                store.hold()
                store.isBroken = isBroken
                try await withThrowingTaskGroup(of: HostError?.self) { group in
                    group.addTask { try await refusal { try await registry.delete(device) } }
                    await until { store.heldCount == 1 }
                    await clock.advance(by: .seconds(60), ticking: registry)
                    #expect(try await refusal { try await registry.device(device) } == .unknownDevice(device))
                    store.resume()
                    for try await refusal in group { #expect((refusal != nil) == isBroken) }
                }
                #expect(registry.deviceCount == (isBroken ? 1 : 0))
                guard isBroken else { return }
                store.isBroken = false
                await until {
                    clock.advance(by: .milliseconds(100))
                    return registry.storeFailure == nil
                }
                #expect(try await registry.app("com.example.notes", on: device).value.state == .suspended)
            }
        }
    }

    @Test("and fails ends no wait that it met: the request waits on, and learns of the next record that meets it")
    func waitsAreRolledBack() async throws {
        let device = try id("a")
        try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            try await withThrowingTaskGroup(of: WaitOutcome.self) { group in
                let active = Condition.app("com.example.notes", .active)
                group.addTask { try await registry.wait(on: device, until: active, timeout: .seconds(300)) }
                await until { clock.sleeperCount == 1 }
                store.hold()
                store.isBroken = true
                async let refused = refusal { try await registry.apply(launchNotes, to: device) }
                await until { store.heldCount == 1 }
                store.resume()
                #expect(try await refused?.code == "store-unavailable")
                #expect(try await registry.app("com.example.notes", on: device).value.state == .notRunning)
                store.isBroken = false
                // The request and the store's next attempt.
                await until { clock.sleeperCount == 2 }
                clock.advance(by: .seconds(1))
                await until { registry.storeFailure == nil }
                let sequence = try await registry.apply(launchNotes, to: device).sequence
                let outcome = try await group.next()
                #expect(outcome?.met == true)
                #expect(outcome?.sequence == sequence)
            }
        }
    }

    @Test("and fails while the store cannot be read leaves its devices unavailable until it can, and no others")
    func unreadableStore() async throws {
        let (device, other) = (try id("a"), try id("b"))
        try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.create(.manual("b"))
            let hash = try await registry.stateHash(of: device).value
            store.isBroken = true
            store.isUnreadable = true
            #expect(
                try await refusal { try await registry.apply(launchNotes, to: device) }?.code == "store-unavailable"
            )
            #expect(try await refusal { try await registry.device(device) }?.code == "store-unavailable")
            #expect(try await registry.device(other).id == other)
            store.isBroken = false
            await until { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(1))
            await until { clock.sleeperCount == 1 }
            #expect(registry.storeFailure != nil, "nothing is taken before every device is as it was")
            store.isUnreadable = false
            await until {
                clock.advance(by: .seconds(1))
                return registry.storeFailure == nil
            }
            #expect(try await registry.stateHash(of: device).value == hash)
            _ = try await registry.apply(launchNotes, to: device)
        }
    }

    @Test("and fails on a device of which the store keeps nothing usable sets that device aside")
    func damagedStore() async throws {
        let device = try id("a")
        try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.create(.manual("b"))
            store.tamper { _, snapshots in snapshots[0].hash ^= 1 }
            store.isBroken = true
            #expect(
                try await refusal { try await registry.apply(launchNotes, to: device) }?.code == "store-unavailable"
            )
            #expect(try await refusal { try await registry.device(device) }?.code == "device-set-aside")
            #expect(try await registry.device(id("b")).id == id("b"))
            store.isBroken = false
            await until {
                clock.advance(by: .seconds(1))
                return registry.storeFailure == nil
            }
            try await registry.delete(device)
            _ = try await registry.create(.manual("a"))
        }
    }

    @Test("has a limit: one more is refused as overloaded, and nothing of it is done")
    func queue() async throws {
        let device = try id("a")
        try await withHost(store, clock, limits { $0.commitQueueLength = 2 }) { registry in
            _ = try await registry.create(.manual("a"))
            store.hold()
            try await withThrowingTaskGroup(of: HostError?.self) { group in
                let launch: @Sendable () async throws -> HostError? = {
                    try await refusal { try await registry.apply(launchNotes, to: device) }
                }
                group.addTask(operation: launch)
                await until { store.heldCount == 1 }
                // One is being written; two may wait.
                for _ in 0..<9 { group.addTask(operation: launch) }
                for _ in 0..<7 { #expect(try await group.next()??.code == "overloaded") }
                store.resume()
                for try await refusal in group { #expect(refusal == nil) }
            }
            #expect(try await records(registry, device).filter { $0.kind == .input }.count == 4)
        }
    }

    @Test("is lost in a crash, and nothing else: acknowledged inputs, creations, removals and answers are there again")
    func crash() async throws {
        let print = RequestFingerprint(method: "POST", path: "/a", body: [1])
        let (device, gone) = (try id("a"), try id("gone"))
        let (before, hash) = try await withHost(store, clock) { registry in
            var new = NewDevice.realtime("a")
            new.labels = [Label(key: "run", value: "1")]
            new.expiresAfter = 3_600_000
            let labelled = new
            _ = try await registry.once("new", print, in: .creation) { claim in
                try await registry.begin(labelled, under: claim).map { document in
                    StoredAnswer(status: 201, body: Array(document.id.description.utf8))
                }
            }
            _ = try await registry.create(.manual("gone"))
            _ = try await registry.once("key", print, in: .device(device)) { claim in
                try await registry.begin(launchNotes, to: device, under: claim).map { outcome in
                    StoredAnswer(status: 200, body: [UInt8(outcome.sequence.rawValue)])
                }
            }
            try await registry.delete(gone)
            clock.advance(by: .seconds(60))
            _ = try await registry.apply(pressHome, to: device)
            return (try await records(registry, device), try await registry.stateHash(of: device))
        }
        clock.advance(by: .seconds(1_000))
        try await withHost(store, clock) { registry in
            #expect(try await registry.stateHash(of: device).value == hash.value)
            #expect(try await registry.device(device).clock.now == hash.time, "its clock stood meanwhile")
            #expect(try await records(registry, device) == before)
            #expect(try await registry.devices(labels: [Label(key: "run", value: "1")]).devices.map(\.id) == [device])
            #expect(try await registry.device(device).expiresAfter == 3_600_000)
            #expect(try await refusal { try await registry.device(gone) } == .unknownDevice(gone))
            let answer = try await registry.once("key", print, in: .device(device)) {
                StoredAnswer(status: 500, body: [])
            }
            #expect(answer.status == 200)
            let created = try await registry.once("new", print, in: .creation) { StoredAnswer(status: 500, body: []) }
            #expect(created.body == Array("a".utf8))
            // A new device gets a number that no other has had.
            _ = try await registry.create(.manual("gone"))
            #expect(store.reserveDeviceNumbers().lowerBound == 4)
        }
    }

    @Test("is not written before its answer has been made, and is written with it")
    func answer() async throws {
        let print = RequestFingerprint(method: "POST", path: "/a", body: [1])
        let device = try id("a")
        try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            let batches = store.batches
            let claim = try await registry.answers.first("key", print, in: .device(device))
            let held = try await registry.begin(launchNotes, to: device, under: claim)
            await until { claim.promise.isAwaited }
            #expect(store.batches == batches)
            registry.answers.give(StoredAnswer(status: 200, body: [1]), to: claim)
            _ = try await held.whenDurable()
            #expect(try await store.answers(of: 1...1).value[1]?.map(\.key) == ["key"])
            registry.answers.complete(claim)
        }
    }

    @Test("leaves its key free when it cannot be written, or its request fails afterwards", arguments: [true, false])
    func freeKey(isBroken: Bool) async throws {
        let print = RequestFingerprint(method: "POST", path: "/a", body: [1])
        let device = try id("a")
        try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            store.isBroken = isBroken
            await #expect(throws: (any Error).self) {
                _ = try await registry.once("key", print, in: .device(device)) { claim in
                    let held = try await registry.begin(launchNotes, to: device, under: claim)
                    if !isBroken { throw CancellationError() }
                    return held.map { _ in StoredAnswer(status: 200, body: [1]) }
                }
            }
            let again = StoredAnswer(status: 200, body: [2])
            #expect(try await registry.once("key", print, in: .device(device)) { again } == again)
            #expect(try await store.answers(of: 1...1).value.isEmpty)
        }
    }

    @Test("keeps what was found as sentences, which each language tells, in records and in the state")
    func sentences() async throws {
        let device = try id("a")
        let edit = Input.action("com.example.notes", .edit(count: 2, scene: nil))
        let crash = Input.event(.app("com.example.notes", .crash(.abort, message: nil)))
        @Sendable func told(_ registry: DeviceRegistry) async throws -> (finding: Finding?, summary: FindingSummary?) {
            let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000, kinds: [.finding]))
            let finding = page.records.compactMap { if case .finding(let one) = $0.body { one } else { nil } }.first
            return (finding, try await registry.audit(of: "com.example.notes", on: device).value.findings.first)
        }
        let before = try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply([launchNotes, edit, crash], to: device)
            return try await told(registry)
        }
        #expect(before.finding?.detail.text(in: .chinese) == "进程结束时有 2 项更改未保存")
        #expect(before.summary?.detail == before.finding?.detail)
        try await withHost(store, clock, limits { $0.recordsPerDevice = 1 }) { registry in
            let after = try await told(registry)
            #expect(after == before)
        }
    }

    @Test("and what lies further back than memory are one timeline")
    func timeline() async throws {
        let device = try id("a")
        let all = try await withHost(store, clock) { registry in
            _ = try await registry.create(.manual("a"))
            for _ in 0..<20 { _ = try await registry.apply([launchNotes, pressHome], to: device) }
            return try await records(registry, device)
        }
        try await withHost(store, clock, limits { $0.recordsPerDevice = 25 }) { registry in
            _ = try await registry.apply(launchNotes, to: device)
            let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000))
            #expect(page.oldest == 1)
            #expect(RecordText.write(page.records.prefix(all.count)) == RecordText.write(all))
            #expect(page.records.map(\.sequence) == Array(1...page.sequence))
            var walked: [Record] = []
            var query = TimelineQuery(limit: 7, kinds: [.callback])
            while true {
                let part = try await registry.timeline(of: device, query)
                walked += part.records
                guard let next = part.next else { break }
                query.after = next
            }
            #expect(walked == page.records.filter { $0.kind == .callback })
            for last in [1, 10, 40, 1_000] {
                let tail = try await registry.timeline(
                    of: device,
                    TimelineQuery(limit: 1_000, kinds: [.process], last: last)
                )
                #expect(tail.records == page.records.filter { $0.kind == .process }.suffix(last))
            }
        }
    }

    @Test("and is evicted while it is paged is read from the store: no page ends early, nothing is left out")
    func timelineThatMovesOn() async throws {
        let device = try id("a")
        try await withHost(store, clock, limits { $0.recordsPerDevice = 5 }) { registry in
            _ = try await registry.create(.manual("a"))
            for _ in 0..<20 { _ = try await registry.apply(launchNotes, to: device) }
            for limit in [7, 10, 1_000] {
                var walked: [SequenceNumber] = []
                var query = TimelineQuery(after: 0, limit: limit)
                while true {
                    // Evicts what was in memory when the page was begun.
                    store.whenRead { for _ in 0..<3 { _ = try await registry.apply(launchNotes, to: device) } }
                    let page = try await registry.timeline(of: device, query)
                    walked += page.records.map(\.sequence)
                    guard let next = page.next, walked.count < 2_000 else {
                        #expect(page.records.last?.sequence == page.sequence)
                        break
                    }
                    #expect(next == page.records.last?.sequence)
                    query.after = next
                }
                #expect(walked == Array(1...(walked.last ?? 1)))
            }
            store.whenRead { _ = try await registry.apply([launchNotes, pressHome], to: device) }
            let fork = try await registry.fork(device)
            let kept = try await registry.timeline(of: fork.id, TimelineQuery(limit: 1_000)).records
            #expect(kept.count == 5)
            #expect(kept.last?.sequence == fork.sequence)
            store.whenRead { _ = try await registry.apply([launchNotes, pressHome], to: device) }
            let timeline = try await registry.completeTimeline(of: device)
            #expect(timeline.records.map(\.sequence) == (1...timeline.records.count).map(\.asSequence))
            #expect(timeline.records.count.asSequence + 2 >= (try await registry.device(device).sequence) - 20)
        }
    }

    @Test("and is deleted while it is paged is said to be gone", arguments: [0, nil] as [SequenceNumber?])
    func timelineThatIsForgotten(after: SequenceNumber?) async throws {
        let device = try id("a")
        let small = limits {
            $0.recordsPerDevice = 5
            $0.stepsPerSnapshot = 5
            $0.storedRecordsPerDevice = 40
        }
        try await withHost(store, clock, small) { registry in
            _ = try await registry.create(.manual("a"))
            for _ in 0..<10 { _ = try await registry.apply(launchNotes, to: device) }
            store.whenRead { for _ in 0..<100 { _ = try await registry.apply(launchNotes, to: device) } }
            let query = TimelineQuery(after: after, limit: 1_000)
            if after == nil {
                let page = try await registry.timeline(of: device, query)
                #expect(page.oldest > 20)
                #expect(page.records.map(\.sequence) == Array(page.oldest...page.sequence))
            } else {
                #expect(try await refusal { try await registry.timeline(of: device, query) }?.code == "records-evicted")
            }
        }
    }

    @Test("and is missing there is an error, not a gap in silence")
    func timelineWithAHole() async throws {
        let device = try id("a")
        try await withHost(store, clock, limits { $0.recordsPerDevice = 5 }) { registry in
            _ = try await registry.create(.manual("a"))
            for _ in 0..<10 { _ = try await registry.apply(launchNotes, to: device) }
            store.tamper { steps, _ in steps.remove(at: 4) }
            let query = TimelineQuery(after: 0, limit: 1_000)
            #expect(try await refusal { try await registry.timeline(of: device, query) }?.code == "store-unavailable")
        }
    }

    @Test("is refused when the server stops at once, and nobody waits for ever")
    func cancellation() async throws {
        let device = try id("a")
        let registry = DeviceRegistry(limits: limits(), wall: clock, store: store)
        let service = CommitService(registry: registry, logger: quietLogger)!
        let running = Task { await service.run() }
        _ = try await registry.create(.manual("a"))
        store.hold()
        async let first = refusal { try await registry.apply(launchNotes, to: device) }
        await until { store.heldCount == 1 }
        async let second = refusal { try await registry.apply(pressHome, to: device) }
        async let creation = refusal { try await registry.create(.manual("b")) }
        async let reading = refusal { try await registry.device(device) }
        await until { registry.queue?.count == 2 }
        running.cancel()
        store.resume()
        #expect(try await first == nil, "it was being written")
        #expect(try await second?.code == "store-unavailable")
        #expect(try await creation?.code == "store-unavailable")
        #expect(try await reading == nil)
        await running.value
        #expect(try await refusal { try await registry.apply(launchNotes, to: device) }?.code == "store-unavailable")
        #expect(registry.deviceCount == 1)
    }

    @Test("on many devices is handed over before any of it is waited for, when they are listed or deleted")
    func lists() async throws {
        let many = limits { $0.shards = 8 }
        try await withHost(store, clock, many) { registry in
            for number in 0..<20 {
                var new = NewDevice.realtime("d\(number)")
                new.labels = [Label(key: "run", value: "1")]
                _ = try await registry.create(new)
                _ = try await registry.apply([launchNotes, pressHome], to: id("d\(number)"))
            }
            let lists: [@Sendable () async throws -> Int] = [
                { try await registry.devices().devices.count },
                { try await registry.processes(limit: 1_000).processes.count },
                { try await registry.deleteAll(labels: [Label(key: "run", value: "1")]) },
            ]
            for list in lists {
                clock.advance(by: .seconds(10))
                store.hold()
                async let count = list()
                // Of processes, sixteen devices are looked through at first.
                await until { store.heldChanges + (registry.queue?.count ?? 0) >= 16 }
                store.resume()
                #expect(try await count == 20)
                for number in 0..<20 { _ = try? await registry.apply([launchNotes, pressHome], to: id("d\(number)")) }
            }
        }
    }

    @Test("holds no shard up: what is durable is published while the next commit is written")
    func publication() async throws {
        let small = limits {
            $0.shards = 1
            $0.commitBatchLength = 1
        }
        try await withHost(store, clock, small) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.create(.manual("b"))
            store.hold()
            async let first = registry.apply(launchNotes, to: id("a"))
            await until { store.heldCount == 1 }
            async let second = registry.apply(launchNotes, to: id("b"))
            await until { registry.queue?.count == 1 }
            // The first commit is written, and the second one is held.
            store.whenWritten { [store] in store.hold() }
            store.resume()
            await until { registry.queue?.count == 0 && store.heldCount == 1 }
            // Read from the shard, because a summary publishes what is durable itself.
            await until { await registry.shards[0].counts[.active] == 1 }
            #expect(store.heldCount == 1)
            store.whenWritten(nil)
            store.resume()
            _ = try await (first, second)
        }
    }

    @Test("has no room for more: a tick works nothing out that would be thrown away")
    func fullQueue() async throws {
        try await withHost(store, clock, limits { $0.commitQueueLength = 1 }) { registry in
            let device = try await registry.create(.realtime("a")).id
            _ = try await registry.create(.realtime("b"))
            _ = try await registry.apply([launchNotes, pressHome], to: device)
            store.hold()
            async let first = registry.apply(launchNotes, to: id("b"))
            await until { store.heldCount == 1 }
            async let second = registry.apply(pressHome, to: id("b"))
            await until { registry.queue?.count == 1 }
            clock.advance(by: .seconds(10))
            let report = await registry.tick(at: clock.now)
            #expect(report.isUnfinished)
            #expect(report.lateness == .milliseconds(4_999))
            #expect(registry.queue?.takeRefusals() == 0)
            #expect(try await refusal { try await registry.apply(launchNotes, to: device) } == CommitQueue.full)
            store.resume()
            _ = try await (first, second)
            await registry.tick(at: clock.now)
            #expect(try await registry.app("com.example.notes", on: device).value.state == .suspended)
        }
    }

    @Test("has no room for more: an input that the device refuses gets its rejection all the same")
    func rejectionBeforeFullQueue() async throws {
        try await withHost(store, clock, limits { $0.commitQueueLength = 1 }) { registry in
            let device = try await registry.create(.manual("a")).id
            _ = try await registry.create(.manual("b"))
            let refusals = { try await refusalsOfUnfitInputs(to: device, in: registry) }
            let withRoom = try await refusals()
            store.hold()
            async let first = registry.apply(launchNotes, to: id("b"))
            await until { store.heldCount == 1 }
            async let second = registry.apply(pressHome, to: id("b"))
            await until { registry.queue?.count == 1 }
            #expect(try await refusal { try await registry.apply(launchNotes, to: device) } == CommitQueue.full)
            #expect(registry.queue?.takeRefusals() == 1)
            #expect(try await refusals() == withRoom)
            #expect(registry.queue?.takeRefusals() == 0)
            store.resume()
            _ = try await (first, second)
        }
    }

    @Test("and fails: an input that the device refuses gets its rejection all the same, and no other is taken")
    func rejectionBeforeFailure() async throws {
        try await withHost(store, clock) { registry in
            for new in [NewDevice.manual("a"), .realtime("b")] {
                let device = try await registry.create(new).id
                let refusals = { try await refusalsOfUnfitInputs(to: device, in: registry) }
                let before = try await refusals()
                let sequence = try await registry.device(device).sequence
                store.isBroken = true
                for _ in 0..<2 {
                    // The first one finds the store broken, the second one knows.
                    let refused = try await refusal { try await registry.apply(launchNotes, to: device) }
                    #expect(refused?.code == "store-unavailable")
                }
                // The clock of a device in real time goes on meanwhile, and the device does not.
                clock.advance(by: .milliseconds(10))
                #expect(try await refusals() == before)
                let list = try await refusal { try await registry.apply([launchNotes, pressHome], to: device) }
                #expect(list?.code == "store-unavailable")
                let stale = try await refusal {
                    try await registry.apply(launchNotes, to: device, expecting: sequence + 1)
                }
                #expect(stale == .preconditionFailed(expected: sequence + 1, sequence: sequence))
                #expect(
                    try await refusal { try await registry.apply(launchNotes, to: id("c")) }?.code == "unknown-device"
                )
                store.isBroken = false
                await until {
                    clock.advance(by: .seconds(1))
                    return registry.storeFailure == nil
                }
                #expect(try await registry.device(device).sequence == sequence)
            }
        }
    }

    /// Why inputs are refused that cannot be applied to a device whose app has not been launched: each by itself, and
    /// before another one.
    private func refusalsOfUnfitInputs(to device: DeviceID, in registry: DeviceRegistry) async throws -> [HostError?] {
        let inputs: [Input] = [
            .event(.device(.answerCall)), .action("com.example.none", .playAudio), .action(notes.bundleID, .playAudio),
            .completion(notes.bundleID, Completion(callback: 1)), .uninstall("com.example.none"),
            .clock(ClockChange(rate: 2)), .advance(.by(-1)),
        ]
        var refusals: [HostError?] = []
        for input in inputs {
            refusals.append(try await refusal { try await registry.apply(input, to: device) })
            refusals.append(try await refusal { try await registry.apply([input, pressHome], to: device) })
        }
        for refusal in refusals { if case .rejected? = refusal { continue } else { Issue.record("\(device) took it") } }
        return refusals
    }

    @Test("has a size on disk that is read with the metrics, not in each tick")
    func size() async throws {
        try await withHost(store, clock) { registry in
            await registry.tick(at: clock.now)
            #expect(store.sizeReadings == 0)
            await registry.publishMetrics()
            #expect(store.sizeReadings == 1)
        }
    }

    @Test("At a shutdown the store gets a snapshot of every device that has changed; its clock continues from there")
    func shutdown() async throws {
        let registry = DeviceRegistry(wall: clock, store: store)
        try await runUntilShutdown(CommitService(registry: registry, logger: quietLogger)!) {
            _ = try await registry.create(.realtime("a"))
            _ = try await registry.create(.manual("b"))
            _ = try await registry.apply(launchNotes, to: try id("a"))
            clock.advance(by: .seconds(500))
        }
        #expect(store.steps(of: "a").last?.hash != nil)
        #expect(store.steps(of: "b").count == 1, "nothing has changed since its creation")
        let refused = try await refusal { try await registry.create(.manual("c")) }
        #expect(refused?.code == "store-unavailable")
        try await withHost(store, clock) { again in
            let now = try await again.device(id("a")).clock.now
            #expect(now == .manualStart + 500_000)
        }
    }
}

extension Int {
    fileprivate var asSequence: SequenceNumber { SequenceNumber(rawValue: UInt64(self)) }
}
