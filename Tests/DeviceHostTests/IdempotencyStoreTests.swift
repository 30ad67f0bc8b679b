import LifecycleKernel
import Testing

@testable import DeviceHost

@Suite("The store of answers by idempotency key")
struct IdempotencyStoreTests {
    private let post = RequestFingerprint(method: "POST", path: "/a", body: Array("{}".utf8))

    private func answer(_ size: Int = 1) -> StoredAnswer {
        StoredAnswer(status: 200, body: Array(repeating: 0, count: size))
    }

    private let now = WallInstant(nanoseconds: 0)

    private func store(keys: Int, bytes: Int = 1 << 20) -> IdempotencyStore {
        var limits = HostLimits()
        limits.idempotencyKeys = keys
        limits.idempotencyBytes = bytes
        return IdempotencyStore(limits: limits, numbers: ClaimNumbers())
    }

    private func first(_ store: inout IdempotencyStore, _ key: String) throws -> IdempotencyStore.Token {
        guard case .first(let token) = store.claim(key, post, at: now) else {
            Issue.record("\(key) is not free")
            throw CancellationError()
        }
        return token
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

    @Test("The first request with a key is carried out, the next waits, and later ones get its answer")
    func life() throws {
        var store = store(keys: 5)
        let token = try first(&store, "k")
        guard case .inProgress = store.claim("k", post, at: now) else {
            Issue.record("nobody waits")
            return
        }
        store.complete(token, with: answer(), at: now)
        guard case .replay(answer()) = store.claim("k", post, at: now) else {
            Issue.record("no answer")
            return
        }
        let other = RequestFingerprint(method: "POST", path: "/a", body: [])
        guard case .conflict = store.claim("k", other, at: now) else {
            Issue.record("no conflict")
            return
        }
    }

    @Test("An abandoned key is free again, and its old token worth nothing")
    func abandoning() throws {
        var store = store(keys: 5)
        let token = try first(&store, "k")
        store.abandon(token)
        let next = try first(&store, "k")
        store.complete(token, with: answer(), at: now)
        guard case .inProgress = store.claim("k", post, at: now) else {
            Issue.record("answered by an old token")
            return
        }
        store.complete(next, with: answer(), at: now)
        store.abandon(next)
        guard case .replay = store.claim("k", post, at: now) else {
            Issue.record("an answer was abandoned")
            return
        }
    }

    @Test("The oldest answers make room, requests being answered never")
    func bounds() throws {
        var store = store(keys: 2)
        let pending = try first(&store, "pending")
        store.complete(try first(&store, "old"), with: answer(), at: now)
        let new = try first(&store, "new")
        #expect(store.count == 2)
        guard case .full = store.claim("more", post, at: now) else {
            Issue.record("something was thrown out")
            return
        }
        store.complete(new, with: answer(), at: now)
        store.complete(pending, with: answer(), at: now)
        _ = try first(&store, "old")
    }

    @Test("Answers are bounded by their bytes as well, keys included; also the newest")
    func bytes() throws {
        var store = store(keys: 10, bytes: 1_000)
        store.complete(try first(&store, "a"), with: answer(500), at: now)
        #expect(store.bytes > 500 && store.bytes < 1_000)
        store.complete(try first(&store, "b"), with: answer(500), at: now)
        #expect(store.count == 1)
        guard case .replay = store.claim("b", post, at: now) else {
            Issue.record("the newest is gone")
            return
        }
        store.complete(try first(&store, "c"), with: answer(6_000), at: now)
        #expect(store.count == 0)
        #expect(store.bytes == 0)
        #expect(store.evicted == 3)
    }

    @Test("Answers that were given before the start are as old as they are")
    func restoring() throws {
        var store = store(keys: 10)
        let kept = KeyedAnswer(key: "k", fingerprint: post, answer: answer(), givenAt: .manualStart)
        store.restore(kept, given: .seconds(86_000), before: now)
        guard case .replay = store.claim("k", post, at: now + .seconds(400)) else {
            Issue.record("it is gone too early")
            return
        }
        guard case .first = store.claim("k", post, at: now + .seconds(401)) else {
            Issue.record("it is kept for too long")
            return
        }
    }
}
