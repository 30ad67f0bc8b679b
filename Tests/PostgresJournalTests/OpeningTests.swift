#if PostgreSQL
import DeviceHost
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
            await (try PostgresJournal(url, logger: quietLogger)).close()
            return nil
        } catch {
            return error as? DatabaseOpeningError
        }
    }

    @Test("makes its tables once, and has the same ones the next time")
    func tables() async throws {
        for number in 1...3 as ClosedRange<Int64> {
            let journal = try await place.open { _ in }
            let rows = try place.connect().query("SELECT number, name FROM greenroom.member")
            #expect(rows.count == 1)
            #expect(try rows.first?.number(0) == number)
            await journal.close()
            #expect(try place.connect().query("SELECT FROM greenroom.member").count == 0)
        }
        let partitions = try place.connect().query("SELECT FROM greenroom.partition WHERE owner IS NULL AND epoch = 3")
        #expect(partitions.count == JournalSchema.partitions)
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

    @Test("is refused while another server uses it, and free as soon as that has ended")
    func inUse() async throws {
        let journal = try await place.open { $0.serverName = "first" }
        #expect(await refusal(try place.url) == .inUse("first"))
        await journal.close()
        #expect(await refusal(try place.url) == nil)
    }

    @Test("sets what a commit survives", arguments: zip(PostgresJournal.Durability.allCases, ["off", "on"]))
    func durability(durability: PostgresJournal.Durability, setting: String) async throws {
        let journal = try await place.open { $0.durability = durability }
        #expect(try await journal.synchronousCommit == setting)
        await journal.close()
    }

    @Test("numbers no device as one was numbered before")
    func numbers() async throws {
        var last: Int64 = 0
        for _ in 1...3 {
            let journal = try await place.open { _ in }
            #expect(try await journal.lastDevice >= last)
            try await withHost(journal) { registry in
                _ = try await registry.create(.manual("a"))
                try await registry.delete(id("a"))
                _ = try await registry.create(.manual("b"))
                try await registry.delete(id("b"))
            }
            last = try place.connect().query("SELECT last_value FROM greenroom.device_number").first?.number(0) ?? 0
            #expect(last >= 2)
        }
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

@Suite("The partition of a device")
struct PartitionNumberTests {
    @Test(
        "follows from its id",
        arguments: [
            ("demo", 30), ("phone", 5), ("tablet", 59), ("a", 24), ("device-aaaaaaaaaaaaa", 0),
            ("checkout-test-17", 37),
        ]
    )
    func examples(id: String, partition: Int) { #expect(PartitionNumber.of(id) == partition) }
}
#endif
