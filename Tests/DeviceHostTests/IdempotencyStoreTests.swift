import Testing

@testable import DeviceHost

@Suite("The store of answers by idempotency key")
struct IdempotencyStoreTests {
    private let post = RequestFingerprint(method: "POST", path: "/a", body: Array("{}".utf8))

    private func answer(_ size: Int = 1) -> StoredAnswer {
        StoredAnswer(status: 200, body: Array(repeating: 0, count: size))
    }

    private func first(_ store: inout IdempotencyStore, _ key: String) throws -> IdempotencyStore.Token {
        guard case .first(let token) = store.claim(key, post) else {
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
        var store = IdempotencyStore(keyLimit: 5, byteLimit: 100)
        let token = try first(&store, "k")
        guard case .inProgress = store.claim("k", post) else {
            Issue.record("nobody waits")
            return
        }
        store.complete(token, with: answer())
        guard case .replay(answer()) = store.claim("k", post) else {
            Issue.record("no answer")
            return
        }
        let other = RequestFingerprint(method: "POST", path: "/a", body: [])
        guard case .conflict = store.claim("k", other) else {
            Issue.record("no conflict")
            return
        }
    }

    @Test("An abandoned key is free again, and its old token worth nothing")
    func abandoning() throws {
        var store = IdempotencyStore(keyLimit: 5, byteLimit: 100)
        let token = try first(&store, "k")
        store.abandon(token)
        let next = try first(&store, "k")
        store.complete(token, with: answer())
        guard case .inProgress = store.claim("k", post) else {
            Issue.record("answered by an old token")
            return
        }
        store.complete(next, with: answer())
        store.abandon(next)
        guard case .replay = store.claim("k", post) else {
            Issue.record("an answer was abandoned")
            return
        }
    }

    @Test("The oldest answers make room, requests being answered never")
    func bounds() throws {
        var store = IdempotencyStore(keyLimit: 2, byteLimit: 100)
        let pending = try first(&store, "pending")
        store.complete(try first(&store, "old"), with: answer())
        let new = try first(&store, "new")
        #expect(store.count == 2)
        guard case .full = store.claim("more", post) else {
            Issue.record("something was thrown out")
            return
        }
        store.complete(new, with: answer())
        store.complete(pending, with: answer())
        _ = try first(&store, "old")
    }

    @Test("Answers are bounded by their bytes as well, the newest is always kept")
    func bytes() throws {
        var store = IdempotencyStore(keyLimit: 10, byteLimit: 100)
        store.complete(try first(&store, "a"), with: answer(60))
        store.complete(try first(&store, "b"), with: answer(60))
        #expect(store.count == 1)
        store.complete(try first(&store, "c"), with: answer(600))
        #expect(store.count == 1)
        guard case .replay = store.claim("c", post) else {
            Issue.record("the newest is gone")
            return
        }
    }
}
