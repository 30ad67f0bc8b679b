#if PostgreSQL
import DeviceHost
import Fleet
import JournalTestKit
import LifecycleKernel
import TestKit
import Testing

@testable import PostgresJournal

@Suite(
    "A journal in PostgreSQL that is opened",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct OpeningTests {
    private let place = PostgresPlace()

    private func refusal(_ url: JournalURL) async -> DatabaseOpeningError? {
        do {
            let (journal, store) = try await PostgresDatabase.open(url, logger: quietLogger)
            await journal.close()
            await store.close()
            return nil
        } catch {
            return error as? DatabaseOpeningError
        }
    }

    @Test("makes its tables once, and has the same ones the next time")
    func tables() async throws {
        var secrets: Set<[UInt8]> = []
        for number in 1...3 as ClosedRange<Int64> {
            let server = try await place.join()
            #expect(server.number == number)
            #expect(server.joined.partitionCount == Partition.defaultCount)
            #expect(server.joined.isSettled)
            #expect(server.joined.secret.count == 32)
            secrets.insert(server.joined.secret)
            try await server.store.leave()
            #expect(try place.connect().query("SELECT FROM greenroom.member").count == 0)
            await server.close()
        }
        #expect(secrets.count == 1)
    }

    @Test("of a later version is refused, and left as it is")
    func newer() async throws {
        await (try place.open { _ in }).close()
        try place.run("UPDATE greenroom.setting SET value = '2' WHERE key IN ('schema', 'compatibleSince')")
        #expect(await refusal(try place.url) == .newer)
        try place.run("UPDATE greenroom.setting SET value = '1' WHERE key = 'compatibleSince'")
        #expect(await refusal(try place.url) == nil, "a later version that this one can use")
    }

    @Test("is refused where there is no such database, with what PostgreSQL says")
    func noDatabase() async throws {
        let error = try #require(await refusal(try TestDatabase.url("nowhere")))
        guard case .refused(let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(reason.contains("nowhere"))
        #expect(!error.description.contains("\n"))
    }

    @Test("is refused to a role that may not make tables")
    func noRight() async throws {
        let role = place.name + "_role"
        try place.run("CREATE ROLE \(role) LOGIN; REVOKE CREATE ON DATABASE \(place.name) FROM PUBLIC")
        let text = TestDatabase.text(place.name).replacing("postgres@", with: "\(role)@")
        guard case .refused(let reason)? = await refusal(try #require(JournalURL(text))) else {
            Issue.record("it was not refused")
            return
        }
        #expect(reason.contains("permission denied"))
    }

    @Test("sets what a commit survives", arguments: zip(PostgresJournal.Durability.allCases, ["off", "on"]))
    func durability(durability: PostgresJournal.Durability, setting: String) async throws {
        let journal = try await place.open { $0.durability = durability }
        #expect(try await journal.synchronousCommit == setting)
        await journal.close()
    }

    @Test("can be read by a server that has not joined, and not written")
    func reading() async throws {
        await (try place.open { _ in }).close()
        let (journal, store) = try await PostgresDatabase.open(try place.url, logger: quietLogger)
        #expect(try await journal.devices(after: 0, limit: 10) == [])
        await #expect(throws: JournalWriteError.fenced("this server has not joined the fleet")) {
            try await journal.write([.beginning(of: 1)])
        }
        await journal.close()
        await store.close()
    }

    @Test("keeps labels, an expiry and answers as they were given, whatever characters they have")
    func texts() async throws {
        let fields = [StoredAnswer.Field(name: "A", value: "\u{0}\u{1}\"\\grün")]
        let answer = StoredAnswer(status: 201, fields: fields, body: [0, 255])
        let origin = DeviceOrigin(
            number: 7,
            id: id("a"),
            labels: [Label(key: "k", value: "\u{0}\n")],
            expiresAfter: Milliseconds(5)
        )
        let step = JournalStep(
            device: 7,
            kind: .beginning,
            before: 0,
            last: 0,
            at: .manualStart,
            limits: .standard,
            records: [],
            digest: .max
        )
        let print = RequestFingerprint(method: "POST", path: "/", body: [])
        var entry = JournalEntry(step: step)
        entry.answer = KeyedAnswer(key: "key", fingerprint: print, answer: answer, givenAt: .manualStart)
        let journal = try await place.open { _ in }
        try await journal.write([.created(origin, entry)])
        #expect(try await journal.devices(after: 0, limit: 10) == [origin])
        #expect(try await journal.answers(of: 0) == [entry.answer])
        #expect(try await journal.steps(of: 7, after: 0, limit: 1).first?.digest == .max)
        await journal.close()
    }

    @Test("places a step where its device was when it was taken, behind all that was written before")
    func positions() async throws {
        let server = try await place.join()
        let asked = ContinuousClock.now
        let renewed = try #require(try await server.store.renew(MemberFigures()))
        func entry(_ device: Int64, _ kind: JournalStep.Kind, taken: Duration?) -> JournalEntry {
            var entry = JournalEntry.step(of: device, kind)
            entry.taken = taken.map { asked + $0 }
            return entry
        }
        func origin(_ device: Int64) -> DeviceOrigin {
            DeviceOrigin(number: device, id: id("d\(device)"), labels: [], expiresAfter: nil)
        }
        try await server.journal.write([
            .created(origin(1), entry(1, .beginning, taken: .seconds(-60))),
            .stepped(entry(1, .inputs, taken: .seconds(-61))),
            .stepped(entry(1, .inputs, taken: .seconds(60))),
            .stepped(entry(1, .inputs, taken: .seconds(-1))),
        ])
        let positions = try await server.journal.steps(of: 1, after: 0, limit: 9).map(\.position)
        #expect(abs(positions[0] - (renewed - 60_000_000)) < 5_000_000)
        #expect(positions[1] == positions[0] + 1)
        #expect(positions[2] >= renewed && positions[2] < renewed + 30_000_000)
        #expect(positions[3] == positions[2] + 1)
        await server.close()
    }

    @Test("gives a damaged row back as an error of its device")
    func damagedRow() async throws {
        try await withHost(try await place.open { _ in }) { registry in
            for name in ["a", "b"] {
                _ = try await registry.create(.manual(name))
                _ = try await registry.apply(launchNotes, to: id(name))
            }
        }
        try place.run("UPDATE greenroom.step SET kind = 77 WHERE kind = 1 AND device = 1")
        let journal = try await place.open { _ in }
        let registry = DeviceRegistry(journal: journal)
        let report = try await registry.recover(logger: quietLogger)
        #expect(report.recovered == 1)
        #expect(Array(report.setAside.keys) == ["a"])
        await journal.close()
    }

    @Test("says how many bytes its tables take")
    func size() async throws {
        let journal = try await place.open { _ in }
        #expect(try await journal.usedBytes > 8_192)
        #expect(try await journal.size == journal.usedBytes)
        await journal.close()
    }
}
#endif
