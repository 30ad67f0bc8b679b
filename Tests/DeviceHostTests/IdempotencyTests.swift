import LifecycleKernel
import Synchronization
import TestKit
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
    private func answer(_ sequence: SequenceNumber) -> StoredAnswer {
        StoredAnswer(status: 200, body: [UInt8(sequence.rawValue)])
    }

    @Test("are carried out once, however many are concurrent")
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

    @Test("whose device was deleted and made again answer for no other request with the same key")
    func otherDevice() async throws {
        let device = try await registry.create(.manual("a")).id
        guard case .first(let old) = try await registry.claim("key", print, in: .device(device)) else {
            Issue.record("the key is not free")
            return
        }
        try await registry.delete(device)
        _ = try await registry.create(.manual("a"))
        guard case .first(let new) = try await registry.claim("key", print, in: .device(device)) else {
            Issue.record("the key is not free")
            return
        }
        await registry.complete(old, with: answer(1))
        await registry.abandon(old)
        await registry.complete(new, with: answer(2))
        #expect(try await registry.once("key", print, in: .device(device)) { answer(3) } == answer(2))
    }

    @Test("and a large answer get an error when they are repeated", arguments: [true, false])
    func largeAnswer(onDevice: Bool) async throws {
        let registry = host { $0.idempotencyAnswerBytes = 1_000 }
        let device = try await registry.create(.manual("a")).id
        let scope = onDevice ? IdempotencyScope.device(device) : .creation
        let large = StoredAnswer(status: 200, body: Array(repeating: 0, count: 1_001))
        #expect(try await registry.once("key", print, in: scope) { large } == large)
        await #expect(throws: HostError.answerNotKept("key")) {
            try await registry.once("key", print, in: scope) { answer(2) }
        }
    }

    @Test("have one budget on the whole host: the devices lose the older half of their answers in turn")
    func budget() async throws {
        let clock = HandMovedClock()
        let registry = host(clock) {
            $0.idempotencyBytesInTotal = 20_000
            $0.idempotencyAnswerBytes = 1_000
        }
        for number in 0..<100 {
            let device = try await registry.create(.manual("d\(number)")).id
            for key in 0..<4 {
                _ = try await registry.once("\(key)", print, in: .device(device)) {
                    StoredAnswer(status: 200, body: Array(repeating: 0, count: 900))
                }
                #expect(await registry.shards[0].answerBytes <= 20_000)
            }
        }
        var kept = 0
        for number in 0..<100 {
            for key in 0..<4 {
                let answer = try await registry.once("\(key)", print, in: .device(id("d\(number)"))) {
                    StoredAnswer(status: 404, body: [])
                }
                kept += answer.status == 200 ? 1 : 0
            }
        }
        #expect(kept > 5 && kept <= 20)
        for number in 0..<100 { try await registry.delete(id("d\(number)")) }
        #expect(await registry.shards[0].answerBytes == 0)
    }

    @Test("are dropped after a while, also without further requests", arguments: [true, false])
    func age(asking: Bool) async throws {
        let clock = HandMovedClock()
        let registry = host(clock) { $0.idempotencySeconds = 60 }
        let device = try await registry.create(.manual("a")).id
        for scope in [IdempotencyScope.creation, .device(device)] {
            _ = try await registry.once("key", print, in: scope) { answer(1) }
            clock.advance(by: .seconds(60))
            #expect(try await registry.once("key", print, in: scope) { answer(2) } == answer(1))
        }
        clock.advance(by: .seconds(61))
        if asking {
            for scope in [IdempotencyScope.creation, .device(device)] {
                #expect(try await registry.once("key", print, in: scope) { answer(3) } == answer(3))
            }
        } else {
            await registry.tick(at: clock.now)
            #expect(await registry.shards[0].answerBytes == 0)
            #expect(await registry.creations.dropOld() == 0)
        }
    }

    @Test("are forgotten with their device")
    func forgotten() async throws {
        for sequence in 1...2 as ClosedRange<SequenceNumber> {
            let device = try await registry.create(.manual("a")).id
            #expect(try await registry.once("key", print, in: .device(device)) { answer(sequence) } == answer(sequence))
            try await registry.delete(device)
        }
    }
}
