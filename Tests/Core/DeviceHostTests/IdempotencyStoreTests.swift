import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

@Suite("The store of answers by idempotency key")
struct IdempotencyStoreTests {
    private let post = RequestFingerprint(method: "POST", path: "/a", body: Array("{}".utf8))
    private let clock = HandMovedClock()

    private func answer(_ size: Int = 1) -> StoredAnswer {
        StoredAnswer(status: 200, body: Array(repeating: 0, count: size))
    }

    private func store(keys: Int = 10, bytes: Int = 1 << 20, total: Int = 1 << 20) -> IdempotencyStore {
        var limits = HostLimits()
        limits.idempotencyKeys = keys
        limits.idempotencyBytes = bytes
        limits.idempotencyBytesInTotal = total
        return IdempotencyStore(limits: limits, wall: clock)
    }

    private func first(
        _ store: IdempotencyStore,
        _ key: String,
        in scope: IdempotencyScope = .creation
    ) async throws -> AnswerClaim {
        try await store.first(key, post, in: scope)
    }

    /// The answer that is kept under a key; nil if the key is free, as it is afterwards, too.
    private func kept(
        _ store: IdempotencyStore,
        _ key: String,
        in scope: IdempotencyScope = .creation
    ) async throws -> StoredAnswer? {
        switch try await store.claim(key, post, in: scope) {
        case .replay(let answer): return answer
        case .first(let claim):
            store.abandon(claim)
            return nil
        }
    }

    @Test(
        "Requests differ when their method, path or body do",
        arguments: [
            ("PUT", "/a", "{}"), ("POST", "/b", "{}"), ("POST", "/a", "{ }"), ("POST/", "a", "{}"),
            ("POST", "/a{", "}"),
        ]
    )
    func fingerprints(method: String, path: String, body: String) {
        #expect(RequestFingerprint(method: method, path: path, body: Array(body.utf8)) != post)
        #expect(RequestFingerprint(method: "POST", path: "/a", body: Array("{}".utf8)) == post)
    }

    @Test("The first request with a key is carried out, and later ones get its answer; others are refused")
    func life() async throws {
        let store = store()
        let claim = try await first(store, "k")
        let other = RequestFingerprint(method: "POST", path: "/a", body: [])
        await #expect(throws: HostError.idempotencyKeyReused("k")) { try await store.claim("k", other, in: .creation) }
        store.complete(claim, with: answer())
        #expect(try await kept(store, "k") == answer())
        await #expect(throws: HostError.idempotencyKeyReused("k")) { try await store.claim("k", other, in: .creation) }
    }

    @Test("An abandoned key is free again, and its old claim worth nothing")
    func abandoning() async throws {
        let store = store()
        let old = try await first(store, "k")
        store.abandon(old)
        let new = try await first(store, "k")
        store.complete(old, with: answer(1))
        store.complete(new, with: answer(2))
        store.abandon(new)
        #expect(try await kept(store, "k") == answer(2))
    }

    @Test("The oldest answers of a scope make room, requests being answered never")
    func bounds() async throws {
        let store = store(keys: 2)
        let pending = try await first(store, "pending")
        store.complete(try await first(store, "old"), with: answer())
        let new = try await first(store, "new")
        await #expect(throws: HostError.self) { try await first(store, "more") }
        _ = try await first(store, "more", in: .device(id("a")))
        store.complete(new, with: answer())
        store.complete(pending, with: answer())
        #expect(try await kept(store, "old") == nil)
    }

    @Test("Answers of a scope are bounded by their bytes as well, keys included; also the newest")
    func bytes() async throws {
        let store = store(bytes: 1_000)
        store.complete(try await first(store, "a"), with: answer(500))
        #expect(store.bytes > 500 && store.bytes < 1_000)
        store.complete(try await first(store, "b"), with: answer(500))
        #expect(try await kept(store, "a") == nil)
        #expect(try await kept(store, "b") == answer(500))
        store.complete(try await first(store, "c"), with: answer(6_000))
        #expect(store.evictOld() == (0, 3))
        #expect(store.evictOld() == (0, 0))
    }

    @Test(
        "Answers of a device end with it; requests that are being answered end if no other server can have another device under its id",
        arguments: [true, false]
    )
    func removal(endingRequests: Bool) async throws {
        let store = store()
        let scope = IdempotencyScope.device(try id("gone"))
        store.complete(try await first(store, "old", in: scope), with: answer(1))
        let pending = try await first(store, "new", in: scope)
        store.remove(try id("gone"), endingRequests: endingRequests)
        #expect(pending.isOver == endingRequests)
        store.complete(pending, with: answer(2))
        for key in ["old", "new"] { #expect(try await kept(store, key, in: scope) == nil) }
    }

    @Test("All answers together are bounded: the oldest one goes, whatever was evicted or removed before")
    func total() async throws {
        let store = store(keys: 3, total: 3_000)
        // Leaves many positions of answers that are gone.
        for number in 0..<2_000 {
            store.complete(try await first(store, "\(number)", in: .device(id("gone"))), with: answer(500))
            if number % 10 == 0 { store.remove(try id("gone"), endingRequests: true) }
        }
        store.remove(try id("gone"), endingRequests: true)
        #expect(store.bytes == 0)
        for name in ["a", "b", "c"] {
            store.complete(try await first(store, "1", in: .device(id(name))), with: answer(500))
        }
        store.complete(try await first(store, "2", in: .device(id("a"))), with: answer(1_000))
        #expect(try await kept(store, "1", in: .device(id("a"))) == nil)
        for name in ["b", "c"] { #expect(try await kept(store, "1", in: .device(id(name))) == answer(500)) }
        #expect(try await kept(store, "2", in: .device(id("a"))) == answer(1_000))
        store.complete(try await first(store, "huge"), with: answer(4_000))
        #expect(store.bytes == 0)
    }

    @Test("Answers that were given before the start are as old as they are, and the newest of a key counts")
    func restoring() async throws {
        let store = store()
        clock.advance(by: .seconds(100_000))
        let ages: [(key: String, age: Milliseconds, size: Int)] = [
            ("old", 90_000_000, 1), ("k", 86_000_000, 1), ("k", 85_000_000, 2),
        ]
        let kept = ages.map { kept in
            KeyedAnswer(
                key: kept.key,
                fingerprint: post,
                answer: answer(kept.size),
                givenAt: Instant(milliseconds: clock.date.milliseconds - kept.age.count)
            )
        }
        store.restore(kept, in: .creation)
        #expect(try await self.kept(store, "old") == nil)
        clock.advance(by: .seconds(1_400))
        #expect(try await self.kept(store, "k") == answer(2))
        clock.advance(by: .seconds(1))
        #expect(try await self.kept(store, "k") == nil)
        #expect(store.evictOld() == (0, 2))
    }
}
