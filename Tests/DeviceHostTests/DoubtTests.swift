import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

@Suite("A commit of which nobody knows whether it was written", .timeLimit(.minutes(1)))
struct DoubtTests {
    private let journal = MemoryJournal()
    private let clock = HandMovedClock()
    private let print = RequestFingerprint(method: "POST", path: "/", body: [])

    /// Applies an input once for a key, as a request does.
    private func press(_ key: String, _ device: DeviceID, _ registry: DeviceRegistry) async throws -> StoredAnswer {
        let answer = StoredAnswer(status: 200, body: Array(key.utf8))
        let recipe = AnswerRecipe<InputOutcome>(key: key, fingerprint: print) { _ in answer }
        let stored: (InputOutcome) -> StoredAnswer = { _ in answer }
        let once = try await registry.once(key, print, in: .device(device), keeping: stored) {
            try await registry.apply(launchNotes, to: device, answer: recipe)
        }
        if case .again(let stored) = once { return stored }
        return answer
    }

    private func launches(_ registry: DeviceRegistry, _ device: DeviceID) async throws -> Int {
        let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000, kinds: [.input]))
        return page.records.filter { if case .input(launchNotes) = $0.body { true } else { false } }.count
    }

    /// Lets the journal look again until it takes inputs.
    private func settle(_ registry: DeviceRegistry) async {
        await until {
            clock.advance(by: .seconds(1))
            return registry.journalFailure == nil
        }
    }

    @Test("holds its answer back; new inputs are refused, other devices read; then it is acknowledged")
    func written() async throws {
        let (device, other) = (try id("a"), try id("b"))
        try await withHost(journal, clock) { registry in
            for name in ["a", "b"] { _ = try await registry.create(.manual(name)) }
            journal.loseAnswer(isWritten: true)
            async let outcome = registry.apply(launchNotes, to: device)
            await until { registry.journalFailure == "no answer" }
            #expect(
                try await refusal { try await registry.apply(launchNotes, to: other) }?.code == "journal-unavailable"
            )
            #expect(try await registry.device(other).id == other)
            journal.tellOutcome(isWritten: true)
            await settle(registry)
            _ = try await outcome
            _ = try await registry.apply(launchNotes, to: other)
            #expect(try await launches(registry, device) == 1)
        }
    }

    @Test("is rolled back when it was not written")
    func notWritten() async throws {
        let device = try id("a")
        try await withHost(journal, clock) { registry in
            _ = try await registry.create(.manual("a"))
            journal.loseAnswer(isWritten: false)
            async let refused = refusal { try await registry.apply(launchNotes, to: device) }
            await until { registry.journalFailure == "no answer" }
            journal.tellOutcome(isWritten: false)
            await settle(registry)
            #expect(try await refused?.code == "journal-unavailable")
            #expect(try await launches(registry, device) == 0)
            _ = try await registry.apply(launchNotes, to: device)
            #expect(try await launches(registry, device) == 1)
        }
    }

    @Test(
        "is waited for 5 seconds, then the outcome is unknown; the same request again is done once",
        arguments: [true, false]
    )
    func unknown(isWritten: Bool) async throws {
        let device = try id("a")
        try await withHost(journal, clock) { registry in
            _ = try await registry.create(.manual("a"))
            journal.loseAnswer(isWritten: isWritten)
            async let first = refusal { try await press("key", device, registry) }
            await until { registry.journalFailure == "no answer" }
            async let read = refusal { try await registry.device(device) }
            for _ in 0..<7 {
                await until { clock.sleeperCount == 1 }
                clock.advance(by: .seconds(1))
            }
            #expect(try await first?.code == "outcome-unknown")
            #expect(try await read?.code == "journal-unavailable")
            // Who comes now does not wait at all.
            #expect(try await refusal { try await registry.device(device) }?.code == "journal-unavailable")
            #expect(try await refusal { try await press("key", device, registry) }?.code == "outcome-unknown")
            journal.tellOutcome(isWritten: isWritten)
            await settle(registry)
            #expect(try await press("key", device, registry).body == Array("key".utf8))
            #expect(try await press("key", device, registry).body == Array("key".utf8))
            #expect(try await launches(registry, device) == 1)
        }
    }

    @Test("is not waited for when the server is shut down")
    func shutdown() async throws {
        let device = try id("a")
        let refused = try await withHost(journal, clock) { registry in
            _ = try await registry.create(.manual("a"))
            journal.loseAnswer(isWritten: true)
            let task = Task { try await refusal { try await registry.apply(launchNotes, to: device) } }
            await until { registry.journalFailure == "no answer" }
            return task
        }
        #expect(try await refused.value?.code == "outcome-unknown")
    }
}
