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

    @Test("A full pool is emptied")
    func bound() {
        let pool = ManifestPool(capacity: 3)
        for number in 0..<10 { _ = pool.shared(AppManifest(bundleID: "app\(number)")) }
        #expect(pool.count <= 3)
        let none = ManifestPool(capacity: 0)
        _ = none.shared(notes)
        #expect(none.count == 0)
    }

    /// Where the handlers of the manifest lie.
    private func storage(_ manifest: AppManifest) -> UnsafeRawPointer? {
        manifest.behavior.handlers.withUnsafeBytes { $0.baseAddress }
    }
}
