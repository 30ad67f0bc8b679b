#if PostgreSQL
import Fleet
import JournalTestKit
import LifecycleKernel
import Synchronization
import TestKit
import Testing

@testable import DeviceHost
@testable import PostgresJournal

@Suite(
    "The idempotency key of a request that makes a device, on several servers",
    .timeLimit(.minutes(2)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct CreationKeyTests {
    private let place = PostgresPlace()
    private let print = RequestFingerprint(method: "POST", path: "/v1/devices", body: [1])

    /// A server that answers for its share of the devices.
    private struct Host: Sendable {
        let server: TestServer
        let registry: DeviceRegistry
        /// Called before a request with a key makes its device.
        var willCreate: @Sendable () async throws -> Void = {}

        /// Makes a device of a name by chance once for a key, as a request does.
        ///
        /// - Returns: The id of the device.
        func create(_ key: String, _ print: RequestFingerprint) async throws -> String {
            let stored: @Sendable (DeviceDocument) -> StoredAnswer = {
                StoredAnswer(
                    status: 201,
                    fields: [.init(name: "ETag", value: "\"1\"")],
                    body: Array($0.id.description.utf8)
                )
            }
            let recipe = AnswerRecipe<DeviceDocument>(key: key, fingerprint: print, answer: stored)
            let once = try await registry.once(key, print, in: .creation, keeping: stored) {
                try await willCreate()
                return try await registry.create(NewDevice(), answer: recipe)
            }
            switch once {
            case .first(let document): return document.id.description
            case .again(let answer): return String(decoding: answer.body, as: UTF8.self)
            }
        }
    }

    private func withHosts(_ count: Int = 2, _ body: @Sendable ([Host]) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var hosts: [Host] = []
            for number in 0..<count {
                let server = try await place.join(named: "s\(number)")
                let tenure = Tenure()
                let registry = DeviceRegistry(limits: limits(), journal: server.journal, tenure: tenure)
                let service = try #require(JournalService(registry: registry, logger: quietLogger))
                group.addTask { try await service.run() }
                _ = try await registry.recover(logger: quietLogger)
                let share = Partition.all.filter { $0.number % count == number }
                let claims = try await server.store.claim(share, limit: share.count)
                for claim in claims { _ = try await registry.load(claim.claim, logger: quietLogger) }
                tenure.update(owned: claims.map(\.claim), until: WallInstant(nanoseconds: .max))
                hosts.append(Host(server: server, registry: registry))
            }
            defer { group.cancelAll() }
            try await body(hosts)
            for host in hosts { await host.server.store.close() }
        }
    }

    private func count(_ table: String) throws -> Int64? {
        try place.connect().query("SELECT count(*) FROM greenroom.\(table)").first?.number(0)
    }

    /// The error that a request throws; nil if it throws none.
    private func refusal(_ request: () async throws -> String) async -> HostError? {
        do {
            _ = try await request()
            return nil
        } catch {
            return error as? HostError
        }
    }

    @Test("makes one device, however many servers get the request at once")
    func race() async throws {
        let rounds = 40
        try await withHosts(3) { hosts in
            for round in 0..<rounds {
                let made = try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<6 {
                        group.addTask { try await hosts[(number + round) % 3].create("key \(round)", print) }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(made.count == 1)
            }
            #expect(try count("device") == Int64(rounds))
            #expect(try count("creation_key WHERE status = 201") == Int64(rounds))
            #expect(try count("answer") == 0)
        }
    }

    @Test("repeats the answer after the server that gave it has died; refuses another body")
    func replay() async throws {
        try await withHosts { hosts in
            let id = try await hosts[0].create("key", print)
            try await hosts[1].server.fence(hosts[0].server)
            #expect(try await hosts[1].create("key", print) == id)
            let other = RequestFingerprint(method: "POST", path: "/v1/devices", body: [2])
            for _ in 1...2 {
                #expect(
                    await refusal { try await hosts[1].create("key", other) } == .idempotencyKeyReused("key")
                )
            }
            #expect(try count("device") == 1)
        }
    }

    @Test("is taken over from a server that has died before it made the device, and not from one that is there")
    func deadClaimer() async throws {
        try await withHosts { hosts in
            #expect(try await hosts[0].server.journal.claim("key", print) == .claimed)
            #expect(try await hosts[1].server.journal.claim("key", print) == .inProgress)
            #expect(try await hosts[0].server.journal.claim("key", print) == .claimed, "it knows what it does")
            async let id = hosts[1].create("key", print)
            try await hosts[1].server.fence(hosts[0].server)
            let made = try await id
            #expect(try await hosts[0].server.journal.claim("key", print) == .answered(answer(made)))
            #expect(try count("device") == 1)
        }
    }

    private func answer(_ id: String) -> StoredAnswer {
        StoredAnswer(status: 201, fields: [.init(name: "ETag", value: "\"1\"")], body: Array(id.utf8))
    }

    @Test("is free again after a request that failed; one that waits at another server carries it out")
    func failure() async throws {
        struct Failure: Error {}
        try await withHosts { hosts in
            let (began, goesOn) = (Promise<Void>(), Promise<Void>())
            var failing = hosts[0]
            failing.willCreate = {
                began.fulfill(())
                await goesOn.value()
                throw Failure()
            }
            let first = failing
            async let failed: Void = {
                await #expect(throws: Failure.self) { try await first.create("key", print) }
            }()
            await began.value()
            async let id = hosts[1].create("key", print)
            goesOn.fulfill(())
            await failed
            let made = try await id
            #expect(try await hosts[0].create("key", print) == made)
            #expect(try count("device") == 1)
        }
    }

    @Test("makes no device where another server has taken the claim over meanwhile; the server goes on")
    func lostClaim() async throws {
        try await withHosts { hosts in
            var slow = hosts[0]
            slow.willCreate = { [place] in
                // As after a failover of the database that has lost the claim.
                try place.run("DELETE FROM greenroom.creation_key")
                _ = try await hosts[1].create("key", print)
            }
            let error = await refusal { [slow] in try await slow.create("key", print) }
            #expect(error?.code == "journal-unavailable")
            #expect(try count("device") == 1)
            let id = try await hosts[1].create("key", print)
            #expect(try await hosts[0].create("key", print) == id)
            _ = try await hosts[0].create("other", print)
            #expect(try count("device") == 2)
        }
    }

    @Test("is kept of a request that makes no device, too, and of one that lost its claim with the database")
    func withoutDevice() async throws {
        try await withHosts { hosts in
            for host in hosts {
                let once = try await host.registry.once("run", print, in: .creation, keeping: { $0 }) { answer("x") }
                if case .again(let kept) = once { #expect(kept == answer("x")) }
            }
            #expect(try count("creation_key WHERE status = 201") == 1)
            var slow = hosts[0]
            slow.willCreate = { [place] in try place.run("DELETE FROM greenroom.creation_key") }
            let id = try await slow.create("key", print)
            #expect(try await hosts[1].create("key", print) == id)
        }
    }

    @Test("is kept for 24 hours, and with the newest of so many")
    func cleaning() async throws {
        let server = try await place.join { $0.creationKeysKept = 10 }
        try place.run(
            """
            INSERT INTO greenroom.creation_key (key, hash, length, member, claimed_at, status, fields, body)
            SELECT 'old ' || i, 0, 0, 0, clock_timestamp() - i * interval '1 hour', 201, '[]', '' FROM generate_series(1, 30) AS i
            """
        )
        try place.run(
            """
            INSERT INTO greenroom.creation_key (key, hash, length, member, claimed_at)
            VALUES ('mine', 0, 0, \(server.number), '2020-01-01'), ('lost', 0, 0, 0, '2020-01-01')
            """
        )
        for number in 1...64 { #expect(try await server.journal.claim("\(number)", print) == .claimed) }
        #expect(try count("creation_key WHERE key LIKE 'old %'") == 0)
        #expect(try count("creation_key WHERE key = 'mine'") == 1)
        #expect(try count("creation_key WHERE key = 'lost'") == 0)
        // Those that are being answered stay.
        #expect(try count("creation_key") == 65)
        await server.close()
    }

    @Test("is copied with the journal of one server")
    func copied() async throws {
        let journal = MemoryJournal()
        let recipe = AnswerRecipe<DeviceDocument>(key: "key", fingerprint: print) { answer($0.id.description) }
        try await withHost(journal) { _ = try await $0.create(.manual("a"), answer: recipe) }
        _ = try await JournalImport.copy(journal, into: place.url)
        try await withHosts { hosts in
            let made = try await hosts[1].create("key", print)
            #expect(made == "a")
            let devices = try count("device")
            #expect(devices == 1)
        }
    }
}
#endif
