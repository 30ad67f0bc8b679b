import DeviceHost
import DeviceTokens
import LifecycleKernel
import Simulation
import StoreTestKit
import TestKit
import Testing

@testable import PostgreSQLStore

// The queries that only a shared store has. `SharedStoreCheck` compares them after random changes.

@Suite("A device in PostgreSQL", .timeLimit(.minutes(2)))
struct FoundDeviceTests {
    private let place = PostgreSQLPlace()

    @Test("is found by its id, with its labels and its clock")
    func found() async throws {
        let store = try await place.open { _ in }
        let first = CommitID()
        let labels = [Label(key: "a", value: "é:\u{0}"), Label(key: "b", value: "")]
        let created = try await store.commit([beginning(1, labels: labels), beginning(2)], as: first)
        let device = try #require(try await store.device(id("d-1")))
        #expect(device.origin == DeviceOrigin(number: 1, id: id("d-1"), labels: labels, expiresAfter: nil))
        let stored = try device.stored.get()
        #expect(stored.clock == ClockAnchor(shows: .manualStart, at: WallInstant(nanoseconds: 1)))
        #expect(stored.revision == Revision(count: 1, commit: first))
        #expect(stored.snapshot.state == [1, 2, 3])
        #expect(created.first == .committed(at: stored.snapshot.position))
        let other = try await store.storedDevices([1])[0].get()
        #expect(other.clock == stored.clock)
        #expect(try await store.device(id("d-3")) == nil)
        await store.close()
    }

    @Test("keeps its clock with a change that has none, and has the newest of those in a commit")
    func clocks() async throws {
        let store = try await place.open { _ in }
        _ = try await store.commit([beginning(1)], as: CommitID())
        func clock() async throws -> ClockAnchor? { try await store.device(id("d-1"))?.stored.get().clock }
        let clocks = [Int64.min, -1, .max].map {
            ClockAnchor(shows: $0 < 0 ? .earliest : .latest, at: WallInstant(nanoseconds: $0))
        }
        for (index, anchor) in clocks.enumerated() {
            let sequence = SequenceNumber(rawValue: UInt64(index) * 2 + 1)
            _ = try await store.commit(
                [
                    .stepped(step(1, after: sequence, nil)),
                    .stepped(step(1, after: sequence + 1, nil, clock: anchor)),
                ],
                as: CommitID()
            )
            #expect(try await clock() == anchor)
        }
        var plain = step(1, after: 7, nil)
        plain.shared = nil
        _ = try await store.commit([.stepped(plain)], as: CommitID())
        let row = try place.connect().query("SELECT shows, read_at FROM greenroom.state").first
        #expect(try row?.number(0) == clocks[2].shows.milliseconds)
        #expect(try row?.number(1) == .max)
        await store.close()
    }

    @Test("is changed by the function that is given least")
    func functions() throws {
        func function(_ changes: DeviceChange...) throws -> [CommitFunction] {
            try Batch.batches(of: changes, without: []).map { try $0.call.function }
        }
        let plain = DeviceChange.stepped(step(1, after: 1, nil))
        #expect(try function(plain, .stepped(step(2, after: 1, nil))) == [.steps])
        var withSnapshot = step(1, after: 2, nil)
        withSnapshot.snapshot = withSnapshot.shared?.state
        let others: [DeviceChange] = [
            beginning(3), .stepped(withSnapshot), .stepped(step(1, after: 2, nil, key: "key")),
            .stepped(step(1, after: 2, nil, tokens: [])), .deleted(1, at: nil), .kept(ServerItem(.push, "a", [1])),
        ]
        for other in others { #expect(try function(plain, other) == [.anything]) }
    }

    @Test("is found although its state cannot be read, and after its connection was lost")
    func damage() async throws {
        let store = try await place.open { _ in }
        _ = try await store.commit([beginning(1)], as: CommitID())
        let connection = try place.connect()
        try connection.run("UPDATE greenroom.state SET kernel = 'other', format = 99")
        for _ in 1...10 {
            let found = try #require(try await store.device(id("d-1")))
            #expect(found.origin.number == 1)
            #expect(throws: StoreDamage.self) { _ = try found.stored.get() }
            try connection.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        }
        try connection.run("UPDATE greenroom.device SET labels = '{{a},{b}}'")
        await #expect(throws: StoreDamage.self) { _ = try await store.device(id("d-1")) }
        await store.close()
    }

    @Test("has a revision that is read with one scan of an index, however few devices there are")
    func revisionPlan() async throws {
        let store = try await place.open { _ in }
        _ = try await store.commit([beginning(1)], as: CommitID())
        try place.connect().run("ANALYZE greenroom.state")
        let plan = try place.connect().query("EXPLAIN \(Connection.revisions)", [.bigints([1, 2])])
        let lines = try plan.all.map { try $0.text(0) }
        #expect(lines.first?.hasPrefix("Index Scan using state_pkey") == true && lines.count == 2, "\(lines)")
        await store.close()
    }

    @Test("has the answers that it gave")
    func answers() async throws {
        let store = try await place.open { _ in }
        _ = try await store.commit([beginning(1, key: "k"), beginning(2, key: "l")], as: CommitID())
        _ = try await store.commit([.stepped(step(2, after: 1, nil, key: "k"))], as: CommitID())
        #expect(try await store.answer(under: "k", of: 0)?.answer.body == Array("1".utf8))
        #expect(try await store.answer(under: "l", of: 0)?.answer.body == Array("2".utf8))
        #expect(try await store.answer(under: "k", of: 2)?.answer.body == Array("2".utf8))
        #expect(try await store.answer(under: "k", of: 1) == nil)
        #expect(try await store.answer(under: "l", of: 2) == nil)
        try place.connect().run("UPDATE greenroom.answer SET fields = '[[]]'")
        await #expect(throws: StoreDamage.self) { _ = try await store.answer(under: "k", of: 0) }
        await store.close()
    }
}

@Suite("The list of devices in PostgreSQL", .timeLimit(.minutes(2)))
struct DeviceListTests {
    private let place = PostgreSQLPlace()

    @Test("has the devices with all the labels, in the order of their bytes", arguments: 1...3 as ClosedRange<UInt64>)
    func labels(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let store = try await place.open { _ in }
        let values = ["", "1", "1:", "1\u{0}", "é"]
        var origins: [Int64: DeviceOrigin] = [:]
        for number in 1...150 as ClosedRange<Int64> {
            let name = (0...random.below(3)).map { _ in random.pick(["a", "B", "b", "A", "_", ".", "0", "-z"]) }
                .joined()
            let labels = ["a", "b", "c"].filter { _ in !random.oneIn(3) }.map { key in
                Label(key: key, value: key == "c" ? "same" : random.pick(values))
            }
            guard let id = DeviceID("\(random.pick(["a", "Z", "0", "_"]))\(name)") else { continue }
            let change = beginning(number, id.description, labels: labels)
            if try await store.commit([change], as: CommitID()) != [.exists] {
                origins[number] = DeviceOrigin(number: number, id: id, labels: labels, expiresAfter: nil)
            }
            // The id can be used again, with other labels.
            if random.oneIn(4), let removed = origins.keys.sorted().randomElement(using: &random) {
                _ = try await store.commit([.deleted(removed, at: nil)], as: CommitID())
                origins[removed] = nil
            }
        }
        let sorted = origins.values.sorted { $0.id.description.utf8.lexicographicallyPrecedes($1.id.description.utf8) }
        let all = Set(sorted.flatMap(\.labels)).sorted { $0.description < $1.description }
        var asked: [[Label]] = [[], [Label(key: "d", value: "1")], all]
        asked += all.map { [$0] } + (0..<30).map { _ in (0...random.below(3)).map { _ in random.pick(all) } }
        for labels in asked {
            let expected = sorted.filter { Set(labels).isSubset(of: $0.labels) }
            let limit = 1 + random.below(20)
            var found: [DeviceOrigin] = []
            while true {
                let page = try await store.devices(after: found.last?.id, labels: labels, limit: limit)
                #expect(page.count == min(limit, expected.count - found.count))
                found += page
                if page.count < limit { break }
            }
            #expect(found == expected, "seed \(seed): \(labels)")
            #expect(try await store.totals(labels: labels).devices == expected.count, "seed \(seed): \(labels)")
        }
        let kept = try place.connect().query("SELECT count(*) FROM greenroom.label").first?.number(0)
        #expect(kept == Int64(origins.values.map(\.labels.count).reduce(0, +)))
        await store.close()
    }
}

@Suite("The totals in PostgreSQL", .timeLimit(.minutes(2)))
struct TotalTests {
    private let place = PostgreSQLPlace()

    private func counts(_ number: Int) -> StateCounts {
        var place = 0
        return StateCounts { _ in
            place += 1
            return number * place
        }
    }

    @Test("are those of the devices that are there, and are written only if they change")
    func changes() async throws {
        let store = try await place.open { _ in }
        #expect(try await store.totals(labels: []) == StoreTotals(devices: 0, apps: .zero))
        _ = try await store.commit((1...3).map { beginning($0, apps: counts(Int($0))) }, as: CommitID())
        #expect(try await store.totals(labels: []) == StoreTotals(devices: 3, apps: counts(6)))
        // One commit with a change, a removal, a creation, and one that is refused.
        let results = try await store.commit(
            [
                .stepped(step(1, after: 1, nil, apps: counts(9))), .stepped(step(1, after: 2, nil, apps: counts(5))),
                .deleted(2, at: nil), beginning(4, apps: counts(10)), beginning(5, "d-3", apps: counts(100)),
                .stepped(step(9, after: 1, nil, apps: counts(100))),
            ],
            as: CommitID()
        )
        #expect(results.suffix(2) == [.exists, .gone])
        #expect(try await store.totals(labels: []) == StoreTotals(devices: 3, apps: counts(18)))
        let rows = "SELECT string_agg(xmin::text, ',') FROM greenroom.total"
        let written = try place.connect().query(rows).first?.text(0)
        var plain = step(1, after: 3, nil)
        plain.shared = nil
        _ = try await store.commit(
            [.stepped(plain), .stepped(step(3, after: 1, nil, apps: counts(3)))],
            as: CommitID()
        )
        #expect(try place.connect().query(rows).first?.text(0) == written)
        _ = try await store.commit([.deleted(1, at: nil), .deleted(3, at: nil), .deleted(4, at: nil)], as: CommitID())
        #expect(try await store.totals(labels: []) == StoreTotals(devices: 0, apps: .zero))
        await store.close()
    }

    @Test("are written by several servers at once, each in a row of its own")
    func slots() async throws {
        let connection = try place.connect()
        func slots() throws -> Int64? { try connection.query("SELECT count(*) FROM greenroom.total").first?.number(0) }
        let one = try await place.open { _ in }
        _ = try await one.commit([beginning(1)], as: CommitID())
        // The numbers of their processes may have the same rest.
        for number in 2...10 as ClosedRange<Int64> where try slots() == 1 {
            let other = try await place.open { _ in }
            _ = try await other.commit([beginning(number)], as: CommitID())
            guard try slots() == 2 else {
                await other.close()
                continue
            }
            let before = try await one.totals(labels: []).devices
            // Where a row was locked for long, the commit would give up.
            try connection.run("SET idle_in_transaction_session_timeout = 0")
            let slot = "SELECT slot FROM greenroom.total ORDER BY xmin::text::bigint LIMIT 1 FOR UPDATE"
            try connection.run("BEGIN; \(slot)")
            let result = try await other.commit([beginning(100)], as: CommitID())
            #expect(result.allSatisfy { if case .committed = $0 { true } else { false } }, "\(result)")
            #expect(try await one.commit([beginning(101)], as: CommitID()) == [.busy])
            try connection.run("COMMIT")
            #expect(try await one.totals(labels: []).devices == before + 1)
            await other.close()
        }
        #expect(try slots() == 2)
        await one.close()
    }
}

@Suite("Device tokens in PostgreSQL", .timeLimit(.minutes(2)))
struct TokenTests {
    private let place = PostgreSQLPlace()

    private func token(_ number: Int, of device: String = "d-1") throws -> OwnedToken {
        let digits = String(number, radix: 16)
        let text = String(repeating: "0", count: 64 - digits.count) + digits
        return OwnedToken(
            token: try #require(DeviceTokenKey(hexadecimal: text)),
            owner: .init(device: id(device), bundleID: "app.\(number)", kind: number.isMultiple(of: 2) ? .push : .voip)
        )
    }

    /// Whether tokens live; nil for those that are not known.
    private func live(_ tokens: [OwnedToken], in store: PostgreSQLStore) async throws -> [Bool?] {
        let now = try #require(
            try place.connect().query("SELECT (extract(epoch FROM now()) * 1000)::bigint").first?.number(0)
        )
        var live: [Bool?] = []
        for token in tokens {
            switch try await store.token(token.token) {
            case .live(let owner):
                #expect(owner == token.owner)
                live.append(true)
            case .retired(let owner, let at):
                #expect(owner == token.owner)
                #expect(now - 60_000...now + 1_000 ~= at.milliseconds)
                live.append(false)
            case nil: live.append(nil)
            }
        }
        return live
    }

    @Test("live while their apps are installed, and are retired then, by the database's clock")
    func changes() async throws {
        let store = try await place.open { _ in }
        let all = try (0..<4).map { try token($0) }
        let other = try token(9, of: "d-2")
        _ = try await store.commit(
            [beginning(1, tokens: [all[0], all[1]]), beginning(2, tokens: [other])],
            as: CommitID()
        )
        #expect(try await live(all, in: store) == [true, true, nil, nil])
        // A change without tokens changes none; of several in a commit the last counts.
        _ = try await store.commit(
            [
                .stepped(step(1, after: 1, nil, tokens: [])),
                .stepped(step(1, after: 2, nil, tokens: [all[1], all[2]])),
                .stepped(step(1, after: 3, nil)),
            ],
            as: CommitID()
        )
        #expect(try await live(all, in: store) == [false, true, true, nil])
        _ = try await store.commit([.stepped(step(1, after: 4, nil, tokens: [all[0]]))], as: CommitID())
        #expect(try await live(all, in: store) == [true, false, false, nil])
        // What is a conflict changes none.
        let wrong = Revision(count: 1, commit: CommitID())
        _ = try await store.commit([.stepped(step(1, after: 5, wrong, tokens: [all[3]]))], as: CommitID())
        #expect(try await live(all, in: store) == [true, false, false, nil])
        _ = try await store.commit([.deleted(1, at: nil)], as: CommitID())
        #expect(try await live(all + [other], in: store) == [false, false, false, nil, true])
        await store.close()
    }

    @Test("are the new device's when one is made again under the same id")
    func sameID() async throws {
        let store = try await place.open { _ in }
        let all = try (0..<3).map { try token($0) }
        _ = try await store.commit([beginning(1, tokens: all)], as: CommitID())
        // In one commit, and later.
        _ = try await store.commit(
            [.deleted(1, at: nil), beginning(2, "d-1", tokens: [all[0], all[1]])],
            as: CommitID()
        )
        #expect(try await live(all, in: store) == [true, true, false])
        _ = try await store.commit([.deleted(2, at: nil)], as: CommitID())
        _ = try await store.commit([beginning(3, "d-1", tokens: [all[1]])], as: CommitID())
        #expect(try await live(all, in: store) == [false, true, false])
        _ = try await store.commit([.stepped(step(3, after: 1, nil, tokens: [all[2]]))], as: CommitID())
        #expect(try await live(all, in: store) == [false, false, true])
        await store.close()
    }

    @Test("are dropped when many newer ones are retired, and live ones are not")
    func limit() async throws {
        let store = try await place.open { $0.retiredTokensKept = 10 }
        let first = try token(0)
        _ = try await store.commit([beginning(1, tokens: [first])], as: CommitID())
        var number = 1
        var sequence: SequenceNumber = 1
        func next() async throws -> [Bool?] {
            // Each commit retires the token of the one before.
            for _ in 1...20 {
                let change = step(1, after: sequence, nil, tokens: [first, try token(number)])
                _ = try await store.commit([.stepped(change)], as: CommitID())
                number += 1
                sequence = sequence + 1
            }
            return try await live([first, try token(1)] + (number - 11..<number).map { try token($0) }, in: store)
        }
        #expect(try await next().first == true)
        while case let found = try await next(), found[1] != nil {
            #expect(found == [true, false] + Array(repeating: false, count: 10) + [true])
        }
        let kept = try place.connect().query("SELECT count(*) FROM greenroom.token").first?.number(0)
        #expect((12...32).contains(kept ?? 0))
        #expect(
            try await live([first] + (number - 11..<number).map { try token($0) }, in: store)
                == [true] + Array(repeating: false, count: 10) + [true]
        )
        await store.close()
    }
}

@Suite("What servers have a copy of, in PostgreSQL", .timeLimit(.minutes(2)))
struct ItemRevisionTests {
    private let place = PostgreSQLPlace()

    private func item(_ kind: ServerItem.Kind, _ text: String?) -> DeviceChange {
        .kept(ServerItem(kind, "a", text.map { Array($0.utf8) }))
    }

    @Test(
        "has a revision of each kind that changes with every item of it, also one that is removed, and with nothing else"
    )
    func revision() async throws {
        let store = try await place.open { _ in }
        var seen: [ServerItem.Kind: [Int64?]] = [.providerKey: [nil], .webhook: [nil]]
        for (kind, text) in [
            (.providerKey, "1"), (.providerKey, "1"), (.webhook, "2"), (.providerKey, nil), (.webhook, nil),
        ] as [(ServerItem.Kind, String?)] {
            let before = try await store.itemRevisions()
            _ = try await store.commit([item(.push, "p"), item(kind, text), beginning(1)], as: CommitID())
            let after = try await store.itemRevisions()
            seen[kind]?.append(after[kind])
            #expect(before.filter { $0.key != kind } == after.filter { $0.key != kind })
        }
        // Those that servers change in turn.
        #expect(try await store.replace(ServerItem(.webhook, "b", [1]), writtenAt: nil))
        seen[.webhook]?.append(try await store.itemRevisions()[.webhook])
        let position = try #require(try await store.item(.webhook, named: "b")).position
        #expect(try await !store.replace(ServerItem(.webhook, "b", [2]), writtenAt: position - 1))
        #expect(try await store.itemRevisions()[.webhook] == seen[.webhook]?.last)
        #expect(try await store.replace(ServerItem(.webhook, "b", nil), writtenAt: position))
        seen[.webhook]?.append(try await store.itemRevisions()[.webhook])
        #expect(seen[.providerKey]?.count == 4 && Set(seen[.providerKey] ?? []).count == 4)
        #expect(seen[.webhook]?.count == 5 && Set(seen[.webhook] ?? []).count == 5)
        let results = try await store.commit([item(.push, "4"), item(.retiredToken, "5")], as: CommitID())
        #expect(results.allSatisfy { if case .committed = $0 { true } else { false } }, "\(results)")
        _ = try await store.commit([item(.push, nil), item(.retiredToken, nil), beginning(2)], as: CommitID())
        #expect(try await store.itemRevisions() == seen.compactMapValues { $0.last ?? nil })
        #expect(try place.connect().query("SELECT count(*) FROM greenroom.item").first?.number(0) == 0)
        await store.close()
    }

    @Test("are read once for each call, although another server changes an item during each read")
    func changesWhileRead() async throws {
        let store = try await place.open { _ in }
        let copies = try #require(ItemCopies(of: .webhook, in: DeviceRegistry(store: store)))
        #expect(try await store.replace(ServerItem(.webhook, "b", [0]), writtenAt: nil))
        for call in UInt8(1)...3 {
            var taken: [UInt8?] = []
            try await copies.refresh {
                let item = try await store.item(.webhook, named: "b")
                #expect(try await store.replace(ServerItem(.webhook, "b", [call]), writtenAt: item?.position))
                return item?.value.first
            } replace: { item in
                taken.append(item)
                return true
            }
            #expect(taken == [call - 1])
        }
        await store.close()
    }
}
