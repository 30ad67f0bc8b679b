#if PostgreSQL
import DeviceHost
import Fleet
import JournalTestKit
import Synchronization
import TestKit
import Testing

@testable import PostgresJournal

@Suite(
    "Commits that hang in PostgreSQL",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message),
    .serialized
)
struct SlowCommitTests {
    private let place = PostgresPlace()
    private static let hanging = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

    /// Does something while durable commits wait for a standby that is not there; one waits from the beginning.
    private func whileCommitsHang(_ work: (Connection) async throws -> Void) async throws {
        let admin = try place.connect()
        let first = try await place.join { $0.durability = .power }
        func set(_ command: String) throws {
            try admin.run(command)
            try admin.run("SELECT pg_reload_conf()")
        }
        let isOver = Atomic(false)
        let result: Result<Void, any Error>
        async let written: Void = {
            while !isOver.load(ordering: .relaxed) {
                try await first.journal.write([.kept(ServerItem(.push, "a", [1]))])
            }
        }()
        try set("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        while try admin.query(Self.hanging).count == 0 { await Task.yield() }
        do {
            result = .success(try await work(admin))
        } catch {
            result = .failure(error)
        }
        isOver.store(true, ordering: .relaxed)
        try set("ALTER SYSTEM RESET synchronous_standby_names")
        try result.get()
        try await written
        while try admin.query(Self.hanging).count > 0 { await Task.yield() }
        await first.close()
    }

    @Test("delay no renewal, no reading of the table, and nobody who says that it leaves")
    func renewals() async throws {
        let server = try await place.join(lease: .seconds(3)) { $0.durability = .power }
        let claims = try await server.claim(1)
        try await whileCommitsHang { admin in
            async let written: Void = server.journal.write([.beginning(of: 1)], under: claims)
            while try admin.query(Self.hanging).count < 2 { await Task.yield() }
            for _ in 1...5 {
                #expect(try await server.store.renew(MemberFigures()) != nil)
                #expect(try await server.store.read().table.members.count == 2)
            }
            try await server.store.markLeaving()
            _ = try await server.store.showOwned(claims[0], devices: 1)
            try await server.store.markSettled()
            #expect(try await server.store.renew(MemberFigures()) != nil)
            #expect(try admin.query(Self.hanging).count == 2)
            try admin.run("ALTER SYSTEM RESET synchronous_standby_names")
            try admin.run("SELECT pg_reload_conf()")
            try await written
        }
        #expect(try place.connect().query("SELECT FROM greenroom.device").count == 1)
        await server.close()
    }

    @Test("delay no renewal while a new writing connection waits for the one whose commit hangs")
    func sessions() async throws {
        let losesConnection = Atomic(false)
        let server = try await place.join(lease: .seconds(3)) { [place] settings in
            settings.durability = .power
            settings.didSend = { backend in
                guard losesConnection.load(ordering: .relaxed) else { return }
                let watch = try place.connect()
                let query = Self.hanging + " AND pid = $1::bigint"
                while try watch.query(query, [.bigint(Int64(backend))]).count == 0 {}
                losesConnection.store(false, ordering: .relaxed)
                throw Connection.NoAnswer(reason: "lost")
            }
        }
        let claims = try await server.claim(1)
        try await server.journal.write([.beginning(of: 1)], under: claims)
        try await whileCommitsHang { admin in
            losesConnection.store(true, ordering: .relaxed)
            async let written: Void = server.journal.write([.beginning(of: 2)], under: claims)
            let waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE%session%'"
            while try admin.query(waiting).count == 0 { await Task.yield() }
            for _ in 1...5 { #expect(try await server.store.renew(MemberFigures()) != nil) }
            #expect(try admin.query(waiting).count == 1)
            try admin.run("ALTER SYSTEM RESET synchronous_standby_names")
            try admin.run("SELECT pg_reload_conf()")
            try await written
        }
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 2)
        await server.close()
    }

    @Test("do not hold up a new writing connection where nothing else waits, nor renewals behind it")
    func newConnection() async throws {
        let server = try await place.join(lease: .seconds(3)) { $0.durability = .power }
        try await server.journal.write([.beginning(of: 1)])
        try await whileCommitsHang { admin in
            try place.terminate("writer")
            async let written: Void = server.journal.write([.beginning(of: 2)])
            while try admin.query("SELECT FROM greenroom.member WHERE session = 2").count == 0 { await Task.yield() }
            for _ in 1...5 { #expect(try await server.store.renew(MemberFigures()) != nil) }
            try admin.run("ALTER SYSTEM RESET synchronous_standby_names")
            try admin.run("SELECT pg_reload_conf()")
            try await written
        }
        await server.close()
    }

    @Test("end the connection of a claim in time, and it is found when they go on")
    func claims() async throws {
        let server = try await place.join(lease: .seconds(1)) { $0.durability = .power }
        try await whileCommitsHang { _ in
            let start = ContinuousClock.now
            let error = await #expect(throws: FleetStoreError.self) { try await server.claim(2) }
            guard case .disconnected? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(ContinuousClock.now - start < .seconds(1))
            _ = try await server.store.connect()
            #expect(try await server.store.renew(MemberFigures()) != nil)
            // Nobody sees it, and nobody can have it.
            #expect(try await server.partition(2).owner == nil)
            #expect(try await server.claim(2) == [])
        }
        #expect(try await server.partition(2).owner == server.number)
        #expect(try await server.store.reclaim(Claim(Partition(2), epoch: 1))?.claim.epoch == 2)
        await server.close()
    }
}
#endif
