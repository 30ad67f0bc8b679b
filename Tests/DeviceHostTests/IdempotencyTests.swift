import LifecycleKernel
import Synchronization
import Testing

@testable import DeviceHost

/// Counts attempts.
private final class Attempts: Sendable {
    private let made = Mutex(0)

    var count: Int { made.withLock { $0 } }

    func next() -> Int {
        made.withLock { made in
            made += 1
            return made
        }
    }
}

@Suite("Requests with an idempotency key", .timeLimit(.minutes(1)))
struct IdempotencyTests {
    private let registry = host { $0.shards = 4 }
    private let print = RequestFingerprint(method: "POST", path: "/a", body: [1])

    /// An answer that carries a sequence.
    private func answer(_ sequence: UInt64) -> StoredAnswer { StoredAnswer(status: 200, body: [UInt8(sequence)]) }

    @Test("are carried out once, however many come at once")
    func concurrently() async throws {
        let device = try await registry.create(.manual("a")).id
        let answers = try await withThrowingTaskGroup(of: StoredAnswer.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await registry.once("key", print, in: .device(device)) {
                        answer(try await registry.apply(launchNotes, to: device).sequence)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers).count == 1)
        let inputs = try await registry.timeline(of: device, TimelineQuery(kinds: [.input])).records
        #expect(inputs.count == 2, "the installation and one launch")
    }

    @Test("create a device once")
    func creation() async throws {
        for _ in 0..<3 {
            _ = try await registry.once("key", print, in: .creation) {
                _ = try await registry.create(.manual())
                return answer(1)
            }
        }
        #expect(registry.deviceCount == 1)
    }

    @Test("leave the key free when they fail, so that one of those who waited is the next", arguments: [true, false])
    func failure(throwing: Bool) async throws {
        let device = try await registry.create(.manual("a")).id
        let attempts = Attempts()
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let given = try? await registry.once("key", print, in: .device(device)) {
                        let attempt = attempts.next()
                        await Task.yield()
                        if attempt <= 3, throwing { throw CancellationError() }
                        return StoredAnswer(status: attempt <= 3 ? 409 : 200, body: [])
                    }
                    return given?.status == 200
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(attempts.count == 4)
        #expect(succeeded == 7)
    }

    @Test("with a key used for something else are refused, with a bad key as well")
    func conflicts() async throws {
        let device = try await registry.create(.manual("a")).id
        let other = RequestFingerprint(method: "POST", path: "/b", body: [1])
        _ = try await registry.once("key", print, in: .device(device)) { answer(1) }
        await #expect(throws: HostError.idempotencyKeyReused("key")) {
            try await registry.once("key", other, in: .device(device)) { answer(2) }
        }
        #expect(try await registry.once("key", other, in: .creation) { answer(3) } == answer(3))
        #expect(try await registry.once(nil, other, in: .device(device)) { answer(4) } == answer(4))
        for key in ["", String(repeating: "k", count: 256)] {
            await #expect(throws: HostError.self) {
                try await registry.once(key, print, in: .device(device)) { answer(5) }
            }
        }
    }

    @Test("that wait for another's answer end with the device")
    func deletion() async throws {
        let device = try await registry.create(.manual("a")).id
        guard case .first(let token) = try await registry.claim("key", print, in: .device(device)) else {
            Issue.record("the key is not free")
            return
        }
        await #expect(throws: HostError.unknownDevice(device)) {
            try await withThrowingTaskGroup(of: AnswerClaim.self) { group in
                group.addTask { try await registry.claim("key", print, in: .device(device)) }
                try await registry.delete(device)
                _ = try await group.next()
            }
        }
        await registry.complete(token, with: answer(1))
        await registry.abandon(token)
    }

    @Test("are forgotten with their device")
    func forgotten() async throws {
        for sequence in 1...2 as ClosedRange<UInt64> {
            let device = try await registry.create(.manual("a")).id
            #expect(try await registry.once("key", print, in: .device(device)) { answer(sequence) } == answer(sequence))
            try await registry.delete(device)
        }
    }
}
