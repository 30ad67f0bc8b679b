import DeviceHost
import TestKit

/// A durable store keeps items of the server.
package struct ItemCheck {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

    private func item(_ kind: ServerItem.Kind, _ name: String, _ text: String?) -> DeviceChange {
        .kept(ServerItem(kind, name, text.map { Array($0.utf8) }))
    }

    /// Items are kept by kind and name, in the order in which they were last written. Removed ones are gone.
    ///
    /// - Returns: What is wrong.
    package func items(in place: any StorePlace) async throws -> [String] {
        var store = try await place.open()
        _ = try await store.commit(
            [
                item(.push, "a", "1"), item(.push, "b", "2"), item(.providerKey, "a", "key"), item(.push, "c", "3"),
            ],
            as: CommitID()
        )
        _ = try await store.commit(
            [item(.push, "a", "4"), item(.push, "b", nil), item(.push, "none", nil)],
            as: CommitID()
        )
        for _ in 1...2 {
            let pushes = try await store.items(.push).value
            findings.expect(pushes.map(\.name) == ["c", "a"])
            findings.expect(pushes.map(\.value) == [Array("3".utf8), Array("4".utf8)])
            let keys = try await store.items(.providerKey).value.map(\.name)
            findings.expect(keys == ["a"])
            let tokens = try await store.items(.retiredToken).value
            findings.expect(tokens.isEmpty)
            await store.close()
            store = try await place.open()
        }
        await store.close()
        return findings.all
    }

    /// Items are not written when their batch fails.
    ///
    /// - Returns: What is wrong.
    package func failure(in place: any StorePlace) async throws -> [String] {
        let fault = Fault()
        var settings = StorePlaceSettings()
        settings.willCommit = fault.check
        let store = try await place.open(settings)
        fault.isOn = true
        do {
            _ = try await store.commit([item(.push, "a", "1")], as: CommitID())
            findings.expect(false, "it was written")
        } catch is Fault.Injected {
        } catch {
            findings.expect("\(error)" == "injected", "\(error)")
        }
        fault.isOn = false
        let items = try await store.items(.push).value
        findings.expect(items.isEmpty)
        await store.close()
        return findings.all
    }
}
