import DeviceTokens
import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

/// The store keeps the tokens of apps that are gone, up to a limit.
@Suite("Retired device tokens", .timeLimit(.minutes(1)))
struct RetiredTokenTests {
    private static let notes: BundleID = "com.example.notes"
    private let store = TestStore()

    private func pushToken(_ registry: DeviceRegistry, _ device: DeviceID) async throws -> DeviceTokenKey {
        let app = try await registry.app(Self.notes, on: device).value
        return try #require(DeviceTokenKey(hexadecimal: app.pushToken ?? ""))
    }

    @Test("are retired since the same instant after a start; those of installed apps are not")
    func start() async throws {
        let (phone, tablet, watch) = (try id("phone"), try id("tablet"), try id("watch"))
        let clock = HandMovedClock()
        let before = DeviceTokenIndex()
        let tokens = try await withHost(store, clock, tokens: before) { registry in
            for name in ["phone", "tablet", "watch"] { _ = try await registry.create(.manual(name)) }
            var tokens: [DeviceTokenKey] = []
            for device in [phone, tablet, watch] { tokens.append(try await pushToken(registry, device)) }
            _ = try await registry.apply(.uninstall(Self.notes), to: phone)
            clock.advance(by: .seconds(5))
            try await registry.delete(tablet)
            // The same device again has other tokens.
            try await registry.delete(watch)
            _ = try await registry.create(.manual("watch"))
            tokens.append(try await pushToken(registry, watch))
            return tokens
        }
        let after = DeviceTokenIndex()
        try await withHost(store, clock, tokens: after) { _ in }
        #expect(tokens.map(after.entry) == tokens.map(before.entry))
        #expect(
            after.entry(tokens[0])
                == .retired(.init(device: phone, bundleID: Self.notes, kind: .push), at: .manualStart)
        )
        #expect(
            after.entry(tokens[1]) == .retired(.init(device: tablet, bundleID: Self.notes, kind: .push), at: clock.date)
        )
        let owner = DeviceTokenIndex.Owner(device: watch, bundleID: Self.notes, kind: .push)
        #expect(after.entry(tokens[2]) == .retired(owner, at: clock.date))
        #expect(after.entry(tokens[3]) == .live(owner))
        // A third one differs from both, after the start, too.
        try await withHost(store, clock, tokens: after) { registry in
            try await registry.delete(watch)
            _ = try await registry.create(.manual("watch"))
            #expect(try await !tokens.contains(pushToken(registry, watch)))
        }
        #expect(after.entry(tokens[2]) == .retired(owner, at: clock.date))
    }

    @Test("are not those of apps that are installed later on a device that is made again")
    func laterInstallation() async throws {
        let phone = try id("phone")
        try await withHost(store, HandMovedClock(), tokens: DeviceTokenIndex()) { registry in
            var tokens: Set<DeviceTokenKey> = []
            for _ in 0..<3 {
                _ = try await registry.create(NewDevice(id: phone))
                _ = try await registry.apply(.install(AppManifest(bundleID: Self.notes)), to: phone)
                tokens.insert(try await pushToken(registry, phone))
                try await registry.delete(phone)
            }
            #expect(tokens.count == 3)
        }
    }

    @Test("live again when the removal of their app or device cannot be written", arguments: [true, false])
    func rollBack(ofDeletion: Bool) async throws {
        let device = try id("phone")
        let clock = HandMovedClock()
        let owner = DeviceTokenIndex.Owner(device: device, bundleID: Self.notes, kind: .push)
        let index = DeviceTokenIndex()
        let token = try await withHost(store, clock, tokens: index) { registry in
            _ = try await registry.create(.manual("phone"))
            let token = try await pushToken(registry, device)
            store.isBroken = true
            let refused = try await refusal {
                if ofDeletion { return try await registry.delete(device) }
                _ = try await registry.apply(.uninstall(Self.notes), to: device)
            }
            #expect(refused?.code == "store-unavailable")
            #expect(index.entry(token) == .live(owner))
            store.isBroken = false
            await until {
                clock.advance(by: .seconds(1))
                return registry.storeFailure == nil
            }
            return token
        }
        let after = DeviceTokenIndex()
        try await withHost(store, clock, tokens: after) { _ in }
        #expect(after.entry(token) == .live(owner))
    }

    @Test("are dropped when there are too many, the oldest first")
    func limit() async throws {
        let clock = HandMovedClock()
        let index = DeviceTokenIndex(retiredLimit: 2)
        let names = ["a", "b", "c"]
        let tokens = try await withHost(store, clock, tokens: index) { registry in
            var tokens: [DeviceTokenKey] = []
            for name in names {
                _ = try await registry.create(.manual(name))
                tokens.append(try await pushToken(registry, id(name)))
            }
            try await registry.delete(id("a"))
            try await registry.delete(id("b"))
            _ = try await registry.create(.manual("a"))
            tokens.append(try await pushToken(registry, id("a")))
            clock.advance(by: .seconds(1))
            try await registry.delete(id("a"))
            #expect(index.entry(tokens[0]) == nil && index.entry(tokens[1]) != nil)
            try await registry.delete(id("c"))
            return tokens
        }
        #expect(index.entry(tokens[1]) == nil)
        #expect(index.entry(tokens[3]) != nil && index.entry(tokens[2]) != nil)
        let kept = try await store.items(.retiredToken).value.map(\.name)
        #expect(kept == [tokens[3].text, tokens[2].text])
    }

    @Test("that cannot be read are left out, and the devices are recovered")
    func damage() async throws {
        let clock = HandMovedClock()
        _ = try await withHost(store, clock) { try await $0.create(.manual("phone")) }
        let invalid = [
            ServerItem(.retiredToken, "x", Array("{".utf8)), ServerItem(.retiredToken, "y", Array("{}".utf8)),
        ]
        _ = try await store.commit(invalid.map(DeviceChange.kept), as: CommitID())
        let count = try await withHost(store, clock, tokens: DeviceTokenIndex()) { $0.deviceCount }
        #expect(count == 1)
    }
}
