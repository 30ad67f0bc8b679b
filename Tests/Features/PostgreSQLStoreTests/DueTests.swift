import DeviceHost
import LifecycleKernel
import Simulation
import StoreTestKit
import Synchronization
import TestKit
import Testing

@testable import PostgreSQLStore

@Suite("Devices that are due", .timeLimit(.minutes(2)))
struct DueTests {
    private let place = PostgreSQLPlace()
    private let past = WallInstant(nanoseconds: 1_000_000_000)
    private let future = WallInstant(nanoseconds: 4_000_000_000_000_000_000)

    private func revision(_ number: Int64, in store: PostgreSQLStore) async throws -> Revision {
        try #require(try await store.revisions(of: [number])[number])
    }

    /// A column of the row of a device.
    private func column(_ name: String, of number: Int64) throws -> String? {
        try place.connect().query("SELECT (\(name))::text FROM greenroom.due WHERE number = \(number)").first?
            .optionalText(0)
    }

    @Test("are claimed once by several servers, those that have been due for longest first")
    func claims() async throws {
        let stores = [try await place.open { _ in }, try await place.open { _ in }, try await place.open { _ in }]
        let count: Int64 = 100
        let deadlines = (1...count).map { beginning($0, deadline: WallInstant(nanoseconds: (count - $0) * 1_000)) }
        _ = try await stores[0].commit(
            deadlines + [beginning(101, deadline: future), beginning(102)],
            as: CommitID()
        )
        #expect(try column("deadline", of: 102) == nil)
        let first = try await stores[0].claimDue(3, as: ClaimID())
        #expect(first.devices.map(\.number) == [100, 99, 98])
        #expect(first.devices.map(\.id) == [id("d-100"), id("d-99"), id("d-98")])
        #expect(first.devices.map(\.due) == (0...2).map { WallInstant(nanoseconds: $0 * 1_000) })
        #expect(first.devices.allSatisfy { $0.attempts == 1 && !$0.isExpired })
        #expect(first.next == future)
        // What another server is claiming is left alone.
        let other = try place.connect()
        try other.run("SET idle_in_transaction_session_timeout = 0")
        try other.run("BEGIN; SELECT FROM greenroom.due WHERE number > 90 FOR UPDATE")
        #expect(try await stores[0].claimDue(1, as: ClaimID()).devices.map(\.number) == [90])
        try other.run("COMMIT")
        let claimed = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for store in stores {
                group.addTask {
                    var numbers: [Int64] = []
                    while case let found = try await store.claimDue(7, as: ClaimID()).devices, !found.isEmpty {
                        numbers += found.map(\.number)
                    }
                    return numbers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.sorted() == Array(1...89) + Array(91...97))
        for store in stores { await store.close() }
    }

    @Test("are claimed by a server that knows the format of their state; servers agree on the newest that all know")
    func formats() async throws {
        let old = try await place.open { $0.formats = [.newest] }
        let new = try await place.open { $0.formats = [.madeUp(2), .newest] }
        let newest = try await place.open { $0.formats = [.madeUp(3), .madeUp(2)] }
        _ = try await new.commit(
            [beginning(1, deadline: past, format: .madeUp(2)), beginning(2, deadline: past)],
            as: CommitID()
        )
        #expect(try await old.claimDue(10, as: ClaimID()).devices.map(\.number) == [2])
        #expect(try await newest.claimDue(10, as: ClaimID()).devices.map(\.number) == [1])
        let stored = try await old.storedDevices([1, 2])
        #expect(throws: StoreDamage.self) { _ = try stored[0].get() }
        #expect(try stored[1].get().snapshot.format == .newest)
        #expect(try await new.storedDevices([1])[0].get().snapshot.format == .madeUp(2))

        #expect(try await newest.noteServer()?.number == 3)
        #expect(try await new.noteServer()?.number == 2)
        #expect(try await newest.noteServer()?.number == 2)
        #expect(try await old.noteServer() == nil)
        #expect(try await new.noteServer() == nil)
        try place.connect().run("UPDATE greenroom.server SET seen = seen - 11000000 WHERE formats = '{1}'")
        #expect(try await new.noteServer()?.number == 2)
        try place.connect().run("UPDATE greenroom.server SET seen = 0 WHERE formats = '{3,2}'")
        #expect(try await old.noteServer()?.number == 1)
        #expect(try place.connect().query("SELECT count(*) FROM greenroom.server").first?.number(0) == 2)
        for store in [old, new, newest] { await store.close() }
    }

    @Test("have a row that is written only if the deadline changes; then the claim ends, also if more is due")
    func changes() async throws {
        let store = try await place.open { _ in }
        _ = try await store.commit([beginning(1, deadline: past)], as: CommitID())
        let claim = ClaimID()
        #expect(try await store.claimDue(1, as: claim).devices.count == 1)
        let written = try column("xmin", of: 1)
        var next = step(1, after: 1, try await revision(1, in: store), deadline: past)
        _ = try await store.commit([.stepped(next)], as: CommitID())
        #expect(try column("xmin", of: 1) == written)
        #expect(try await store.renew(claim, of: [1, 2]) == [1])
        next = step(1, after: 2, try await revision(1, in: store), deadline: past + .milliseconds(1))
        _ = try await store.commit([.stepped(next)], as: CommitID())
        #expect(try await store.renew(claim, of: [1]) == [])
        #expect(try await store.claimDue(1, as: claim).devices.count == 1)
        next = step(1, after: 3, try await revision(1, in: store), deadline: future)
        _ = try await store.commit([.stepped(next)], as: CommitID())
        #expect(try await store.renew(claim, of: [1]) == [])
        #expect(try await store.claimDue(1, as: claim) == ClaimedDevices(devices: [], next: future))
        next = step(1, after: 4, try await revision(1, in: store))
        let results = try await store.commit([.stepped(next)], as: CommitID())
        #expect(results.allSatisfy { if case .committed = $0 { true } else { false } }, "\(results)")
        let claimed = try await store.claimDue(1, as: claim)
        #expect(claimed == ClaimedDevices(devices: [], next: nil))
        await store.close()
    }

    @Test("rest after three claims without a change, and no longer after a change")
    func attempts() async throws {
        let store = try await place.open { $0.claimLength = .zero }
        _ = try await store.commit([beginning(1, deadline: past)], as: CommitID())
        for attempt in 1...3 {
            #expect(try await store.claimDue(1, as: ClaimID()).devices.map(\.attempts) == [attempt])
        }
        #expect(try await store.claimDue(1, as: ClaimID()).devices.isEmpty)
        var rests: [Int64] = []
        for attempt in 4...12 {
            try place.connect().run("UPDATE greenroom.due SET until = 0")
            #expect(try await store.claimDue(1, as: ClaimID()).devices.map(\.attempts) == [attempt])
            let rest = try column("(until - extract(epoch FROM now()) * 1000000)::bigint / 1000000", of: 1)
            rests.append(Int64(rest ?? "") ?? 0)
        }
        #expect(rests.first.map { 100...120 ~= $0 } == true, "\(rests)")
        #expect(rests.last.map { 3_500...3_600 ~= $0 } == true, "\(rests)")
        let next = step(1, after: 1, try await revision(1, in: store), deadline: past + .milliseconds(1))
        _ = try await store.commit([.stepped(next)], as: CommitID())
        try place.connect().run("UPDATE greenroom.due SET until = 0")
        #expect(try await store.claimDue(1, as: ClaimID()).devices.map(\.attempts) == [1])
        await store.close()
    }

    @Test("get their next deadline when they are released, unless another server has changed or is changing them")
    func releases() async throws {
        let store = try await place.open { _ in }
        let first = CommitID()
        _ = try await store.commit((1...4).map { beginning($0, deadline: past) }, as: first)
        let claim = ClaimID()
        #expect(try await store.claimDue(10, as: claim).devices.count == 4)
        let seen = Revision(count: 1, commit: first)
        let next = step(2, after: 1, seen, deadline: past)
        _ = try await store.commit([.stepped(next)], as: CommitID())
        let other = try place.connect()
        try other.run("BEGIN; SELECT FROM greenroom.state WHERE number = 3 FOR UPDATE")
        try await store.release(
            claim,
            (1...3).map { SettledDevice(number: $0, revision: seen, deadline: future) }
        )
        try other.run("COMMIT")
        try await store.release(ClaimID(), [SettledDevice(number: 4, revision: seen, deadline: future)])
        let claimed = try await store.claimDue(10, as: ClaimID())
        #expect(claimed.devices.map(\.number).sorted() == [2, 3])
        #expect(claimed.devices.allSatisfy { $0.attempts == 1 })
        #expect(claimed.next == future)
        await store.close()
    }

    @Test("also are those that expire: a use is written once in a tenth of that, and ends a removal")
    func expiry() async throws {
        let store = try await place.open { _ in }
        let first = CommitID()
        _ = try await store.commit((1...2).map { beginning($0, expiresAfter: 1_000_000) }, as: first)
        let seen = Revision(count: 1, commit: first)
        func age(_ seconds: Int) throws {
            try place.connect().run("UPDATE greenroom.due SET used_at = used_at - \(seconds)::bigint * 1000000")
        }
        let created = try column("used_at", of: 1)
        try await store.noteUses(of: [1])
        #expect(try column("used_at", of: 1) == created)
        try age(1_090)
        // They still live for a tenth in which a use was not written.
        #expect(try await store.claimDue(10, as: ClaimID()).devices.isEmpty)
        #expect(try await store.commit([.deleted(1, at: seen, ifExpired: true)], as: CommitID()) == [.conflict])
        try age(20)
        let claimed = try await store.claimDue(10, as: ClaimID()).devices
        #expect(claimed.map(\.number).sorted() == [1, 2] && claimed.allSatisfy(\.isExpired))
        try await store.noteUses(of: [1])
        let results = try await store.commit(
            [.deleted(1, at: seen, ifExpired: true), .deleted(2, at: seen, ifExpired: true)],
            as: CommitID()
        )
        #expect(results[0] == .conflict)
        #expect(results.count == 2 && results[1] != .conflict)
        #expect(try await store.devices(after: 0, limit: 10).map(\.number) == [1])
        #expect(try column("number", of: 2) == nil)
        await store.close()
    }

    @Test("are not removed if a use is being written meanwhile")
    func useDuringRemoval() async throws {
        let store = try await place.open { _ in }
        let first = CommitID()
        _ = try await store.commit([beginning(1, expiresAfter: 1_000)], as: first)
        try place.connect().run("UPDATE greenroom.due SET used_at = 0")
        let other = try place.connect()
        try other.run("SET idle_in_transaction_session_timeout = 0")
        try other.run("BEGIN; UPDATE greenroom.due SET used_at = 4000000000000000")
        let watcher = try place.connect()
        let removal = DeviceChange.deleted(1, at: Revision(count: 1, commit: first), ifExpired: true)
        async let result = store.commit([removal], as: CommitID())
        let waits = """
            SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())
            """
        while try watcher.query(waits).first?.bool(0) == false {}
        try other.run("COMMIT")
        // Where this test was slow the commit has given up.
        #expect([[.conflict], [.busy]].contains(try await result))
        #expect(try await store.commit([removal], as: CommitID()) == [.conflict])
        await store.close()
    }

    @Test("are all brought on although connections of their servers end", arguments: 1...3 as ClosedRange<UInt64>)
    func terminations(seed: UInt64) async throws {
        var stores: [PostgreSQLStore] = []
        for _ in 0..<3 {
            stores.append(
                try await place.open {
                    $0.claimLength = .milliseconds(20)
                    // A server that was cut off finds what it has written.
                    $0.stepAge = .seconds(3_600)
                }
            )
        }
        let devices: Int64 = 12
        _ = try await stores[0].commit((1...devices).map { beginning($0, deadline: past) }, as: CommitID())
        let killer = Killer(try Connection(place.url))
        try await withThrowingTaskGroup(of: Void.self) { workers in
            for (index, store) in stores.enumerated() {
                workers.addTask {
                    try await work(on: store, until: 10, killer, SplitMix64(seed: seed << 8 | UInt64(index)))
                }
            }
            try await workers.waitForAll()
        }
        let store = stores[0]
        for number in 1...devices {
            let steps = try await again { try await store.steps(of: number, after: 0, limit: 100) }
            #expect(steps.map(\.last) == (1...10).map { SequenceNumber(rawValue: $0) })
        }
        for store in stores { await store.close() }
    }

    /// Claims devices and has each take a step, until all have taken so many.
    private func work(
        on store: PostgreSQLStore,
        until last: SequenceNumber,
        _ killer: Killer,
        _ random: SplitMix64
    ) async throws {
        var random = random
        while try killer.isAnyDue() {
            let claim = ClaimID()
            guard let claimed = try? await store.claimDue(3, as: claim) else { continue }
            for device in claimed.devices {
                // While this server goes on, the others are in the middle of something.
                if random.oneIn(6) { try killer.end(random.below(12)) }
                guard let stored = try? await store.storedDevices([device.number])[0].get() else { continue }
                let sequence = stored.snapshot.sequence
                // Another server was faster.
                guard sequence < last else { continue }
                let deadline = sequence + 1 < last ? past + .milliseconds(Int(sequence.rawValue)) : nil
                let change = step(device.number, after: sequence, stored.revision, deadline: deadline)
                _ = try? await store.commit([.stepped(change)], as: CommitID())
                _ = try? await store.renew(claim, of: claimed.devices.map(\.number))
            }
        }
    }

    /// Ends connections.
    private final class Killer: Sendable {
        private let connection: Mutex<Connection>

        init(_ connection: sending Connection) { self.connection = Mutex(connection) }

        /// Ends one of the servers' connections.
        func end(_ index: Int) throws {
            try connection.withLock { connection in
                _ = try connection.query(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'greenroom' \
                    AND datname = current_database() AND pid <> pg_backend_pid() ORDER BY pid OFFSET $1 LIMIT 1
                    """,
                    [.bigint(Int64(index))]
                )
            }
        }

        /// Whether any device has a deadline. Those whose claims have failed too often do not rest.
        func isAnyDue() throws -> Bool {
            try connection.withLock { connection in
                try? connection.run("UPDATE greenroom.due SET until = 0 WHERE attempts > 2")
                let isAnyDue = "SELECT EXISTS (SELECT FROM greenroom.due WHERE deadline IS NOT NULL)"
                return try connection.query(isAnyDue).first?.bool(0) ?? true
            }
        }
    }
}
