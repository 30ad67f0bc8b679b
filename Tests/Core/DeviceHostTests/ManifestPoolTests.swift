import LifecycleKernel
import Testing

@testable import DeviceHost

@Suite("Shared manifests")
struct ManifestPoolTests {
    private func manifest(_ source: Value, returning value: Value = 1) -> AppManifest {
        AppManifest(
            bundleID: "a",
            infoPlist: InfoPlist(source: source),
            behavior: AppBehavior(handlers: [.init(name: .expirationHandler, entries: [.returns(value)])])
        )
    }

    @Test(
        "A manifest is shared only with one that is written alike",
        arguments: [
            (["x": 1, "y": 2], ["x": 1, "y": 2], 1, 1, true),
            (["x": 1, "y": 2], ["y": 2, "x": 1], 1, 1, false),
            (["x": [1]], ["x": [.number(1)]], 1, 1, false),
            (["x": 1], ["x": 1], 1, .number(1), false),
            (["x": 1], ["x": 1], ["a": 1, "b": 2], ["b": 2, "a": 1], false),
        ] as [(Value, Value, Value, Value, Bool)]
    )
    func sharing(one: Value, other: Value, returns: Value, otherReturns: Value, isShared: Bool) {
        let pool = ManifestPool(capacity: 10)
        let first = pool.shared(manifest(one, returning: returns))
        let second = pool.shared(manifest(other, returning: otherReturns))
        #expect(first == second, "they are equal all the same")
        #expect(storage(first) == storage(pool.shared(manifest(one, returning: returns))))
        #expect((storage(first) == storage(second)) == isShared)
    }

    @Test("The pool keeps no manifest alive, and shares as many as it may")
    func bound() {
        let pool = ManifestPool(capacity: 8)
        for number in 0..<100 { _ = pool.shared(AppManifest(bundleID: "gone\(number)")) }
        #expect(pool.count == 0)
        let kept = (0..<100).map { pool.shared(AppManifest(bundleID: "kept\($0)")) }
        #expect(pool.count == 8)
        let shared = kept.filter { pool.shared(AppManifest(bundleID: $0.bundleID)) === $0 }
        #expect(shared.count == 8)
        let none = ManifestPool(capacity: 0)
        #expect(none.shared(kept[0]) === kept[0])
        #expect(none.count == 0)
    }

    @Test("There is room again once manifests are gone")
    func room() {
        let pool = ManifestPool(capacity: 8)
        var first: [AppManifest] = (0..<8).map { pool.shared(AppManifest(bundleID: "first\($0)")) }
        #expect(pool.count == first.count)
        first = []
        let second = (0..<8).map { pool.shared(AppManifest(bundleID: "second\($0)")) }
        #expect(pool.count == second.count)
    }

    @Test("A device that is deleted leaves no manifest behind")
    func deletion() async throws {
        let registry = DeviceRegistry()
        let device = try await registry.create(NewDevice(apps: [AppManifest(bundleID: "a")]))
        #expect(registry.manifests.count == 1)
        _ = try await registry.install(AppManifest(bundleID: "a"), on: device.id)
        #expect(registry.manifests.count == 1, "it is written alike")
        _ = try await registry.install(AppManifest(bundleID: "a", version: "2"), on: device.id)
        #expect(registry.manifests.count == 2, "the records have the first one")
        try await registry.delete(device.id)
        #expect(registry.manifests.count == 0)
    }

    /// Where the handlers of the manifest lie.
    private func storage(_ manifest: AppManifest) -> UnsafeRawPointer? {
        manifest.behavior.handlers.withUnsafeBytes { $0.baseAddress }
    }
}
