import Crypto
import DeviceHost
import LifecycleKernel
import TestKit
import Testing

@testable import APNs
@testable import HTTPAPI

/// What is there again after a start with a data directory.
@Suite("APNs after a start", .timeLimit(.minutes(1)))
struct StartTests {
    private let store = TestStore()

    @Test("knows the keys, the tokens that were retired, and the pushes that it accepted")
    func start() async throws {
        let provider = TestProvider()
        let other = TestProvider(keyID: "GREENROOM2")
        let id = "8F3E9A62-6F50-4D0E-9D1C-0A1B2C3D4E5F"
        var before: [PushDocument] = []
        var retired = TestListener.Answer(status: 0)
        var token = ""
        try await TestListener.run(store: store) { listener in
            for key in [provider, other] { #expect(try await listener.service.keys.register(key.registered)) }
            #expect(try await listener.service.keys.remove(other.keyID))
            token = try await listener.token()
            #expect(try await listener.push(provider.headers(id: id)).status == 200)
            before = [try #require(try await listener.document(id))]
            _ = try await listener.registry.apply(.uninstall(TestListener.notes), to: TestListener.phone)
            retired = try await listener.push(to: token, provider.headers())
            #expect(retired.reason == "Unregistered")
        }
        try await TestListener.run(store: store, isFirst: false) { listener in
            #expect(listener.service.keys.all.map(\.keyID) == [provider.keyID])
            #expect(try await listener.push(to: token, TestProvider().headers()).reason == "InvalidProviderToken")
            let again = try await listener.push(to: token, provider.headers())
            #expect(again.status == 410 && again.timestamp == retired.timestamp)
            let push = try #require(try await listener.document(id.lowercased()))
            #expect(push.receipt == before[0].receipt && push.receipt.token == token)
            #expect(push.receipt.receivedAt != nil && push.receipt.uniqueID != nil)
            #expect(push.verdict == .shown)
        }
    }

    @Test("has the key of a folder rather than one that was registered, and that one again without the folder")
    func folder() async throws {
        let registered = TestProvider()
        let given = TestProvider()
        try await TestListener.run(store: store) { listener async throws in
            #expect(try await listener.service.keys.register(registered.registered))
        }
        try await TestListener.run(store: store, isFirst: false, given: [given.registered]) {
            listener async throws in
            #expect(try await listener.push(given.headers()).status == 200)
            #expect(try await listener.push(registered.headers()).reason == "InvalidProviderToken")
        }
        try await TestListener.run(store: store, isFirst: false) { listener async throws in
            #expect(try await listener.push(registered.headers()).status == 200)
        }
    }

    @Test("A key that cannot be kept is not registered, and one that cannot be removed stays")
    func failure() async throws {
        let (first, second) = (TestProvider(), TestProvider(keyID: "GREENROOM2"))
        try await TestListener.run(store: store) { listener async throws in
            let keys = listener.service.keys
            #expect(try await keys.register(first.registered))
            store.isBroken = true
            await #expect(throws: HostError.self) { try await keys.register(second.registered) }
            #expect(keys.all.map(\.keyID) == [first.keyID])
            await #expect(throws: HostError.self) { try await keys.remove(first.keyID) }
            #expect(keys.all.map(\.keyID) == [first.keyID])
        }
    }

    @Test("A push is answered once it has reached the device for good; what is remembered of it is written after that")
    func oneCommit() async throws {
        let id = "00000000-0000-4000-8000-000000000001"
        try await TestListener.run(store: store) { [store] listener async throws in
            store.whenWritten { store.hold() }
            #expect(try await listener.push(["apns-id": id]).status == 200)
            #expect(try await store.items(.push).value.isEmpty)
            #expect(try await listener.document(id) != nil)
            store.whenWritten(nil)
            store.resume()
            await until { ((try? await store.items(.push).value) ?? []).map(\.name) == [id] }
        }
    }

    @Test("Only so many pushes are kept, the newest")
    func pushLimit() async throws {
        let ids = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }
        try await TestListener.run(rememberedPushes: 2, store: store) { listener async throws in
            for id in ids { #expect(try await listener.push(TestProvider.shared.headers(id: id)).status == 200) }
        }
        #expect(try await store.items(.push).value.map(\.name) == Array(ids.suffix(2)))
        try await TestListener.run(rememberedPushes: 2, store: store, isFirst: false) { listener async throws in
            #expect(try await listener.document(ids[0]) == nil)
            #expect(try await listener.document(ids[2]) != nil)
        }
    }
}

extension TestProvider {
    /// Its key, as it is registered.
    fileprivate var registered: ProviderKey {
        ProviderKey(keyID: keyID, teamID: teamID, pem: key.publicKey.pemRepresentation)!
    }

    /// The headers of its pushes.
    fileprivate func headers(id: String? = nil) -> [String: String?] {
        var headers: [String: String?] = ["authorization": "bearer \(token())"]
        if let id { headers["apns-id"] = id }
        return headers
    }
}
