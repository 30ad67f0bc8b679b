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
        let claim = try await registry.answers.first("key", print, in: .device(device))
        await #expect(throws: HostError.unknownDevice(device)) {
            try await withThrowingTaskGroup(of: StoredAnswer.self) { group in
                group.addTask { try await launch(device) }
                await until { registry.waiterCount.current == 1 }
                try await registry.delete(device)
                _ = try await group.next()
            }
        }
        registry.answers.complete(claim, with: answer(1))
        registry.answers.abandon(claim)
        #expect(registry.waiterCount.current == 0)
    }

    @Test("whose device was deleted and made again meanwhile are carried out on the new one, once")
    func newDevice() async throws {
        let device = try await registry.create(.manual("a")).id
        let old = try await registry.answers.first("key", print, in: .device(device))
        let sequence = try await withThrowingTaskGroup(of: StoredAnswer.self) { group in
            for _ in 0..<2 { group.addTask { try await launchOnceThere(device) } }
            await until { registry.waiterCount.current == 2 }
            try await registry.delete(device)
            _ = try await registry.create(.manual("a"))
            let answers = try await group.reduce(into: []) { $0.append($1) }
            #expect(answers.count == 2)
            return try #require(Set(answers).count == 1 ? answers.first : nil)
        }
        // The request that was first was for the device that is gone.
        await #expect(throws: HostError.unknownDevice(device)) {
            try await registry.begin(launchNotes, to: device, under: old)
        }
        await #expect(throws: HostError.unknownDevice(device)) {
            try await registry.begin([launchNotes], to: device, under: old)
        }
        registry.answers.complete(old, with: answer(1))
        #expect(try await launch(device) == sequence)
        let inputs = try await registry.timeline(of: device, TimelineQuery(kinds: [.input])).records
        #expect(inputs.count == 2, "the installation and one launch")
    }

    /// Launches an app once for the key.
    private func launch(_ device: DeviceID) async throws -> StoredAnswer {
        try await registry.once("key", print, in: .device(device)) { claim in
            try await registry.begin(launchNotes, to: device, under: claim).map { answer($0.sequence) }
        }
    }

    /// Launches an app once for the key. Between two devices of the same id there is none: then the request is sent again.
    private func launchOnceThere(_ device: DeviceID) async throws -> StoredAnswer {
        while true {
            do {
                return try await launch(device)
            } catch HostError.unknownDevice {
                await Task.yield()
            }
        }
    }

    @Test("that are repeated renew the expiry of their device")
    func expiry() async throws {
        let clock = HandMovedClock()
        let registry = host(clock)
        var new = NewDevice.manual("a")
        new.expiresAfter = 10_000
        let device = try await registry.create(new).id
        for _ in 0..<3 {
            #expect(try await registry.once("key", print, in: .device(device)) { answer(1) } == answer(1))
            await clock.advance(by: .seconds(6), ticking: registry)
        }
        #expect(registry.deviceCount == 1)
        await clock.advance(by: .seconds(6), ticking: registry)
        #expect(registry.deviceCount == 0)
        #expect(registry.answers.bytes == 0)
    }

    @Test("whose device was deleted and made again answer for no other request with the same key")
    func otherDevice() async throws {
        let device = try await registry.create(.manual("a")).id
        let old = try await registry.answers.first("key", print, in: .device(device))
        try await registry.delete(device)
        _ = try await registry.create(.manual("a"))
        let new = try await registry.answers.first("key", print, in: .device(device))
        registry.answers.complete(old, with: answer(1))
        registry.answers.abandon(old)
        registry.answers.complete(new, with: answer(2))
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

    @Test("have one limit of bytes for all devices and creations: the oldest answers are evicted")
    func budget() async throws {
        let registry = host { $0.idempotencyBytesInTotal = 20_000 }
        let large = StoredAnswer(status: 200, body: Array(repeating: 0, count: 900))
        var scopes: [IdempotencyScope] = []
        for number in 0..<100 {
            let device = try await registry.create(.manual("d\(number)")).id
            scopes += [.device(device), .creation]
            for scope in scopes.suffix(2) {
                _ = try await registry.once("\(number)", print, in: scope) { large }
                #expect(registry.answers.bytes <= 20_000)
            }
        }
        var kept: [Int] = []
        for (index, scope) in scopes.enumerated() {
            let answer = try await registry.once("\(index / 2)", print, in: scope) {
                StoredAnswer(status: 404, body: [])
            }
            if answer == large { kept.append(index) }
        }
        #expect(kept == Array(200 - kept.count..<200), "the newest")
        #expect(kept.count > 10)
        for number in 0..<100 { try await registry.delete(id("d\(number)")) }
        #expect((5_000...15_000).contains(registry.answers.bytes), "those of creations")
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
            #expect(registry.answers.bytes == 0)
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
