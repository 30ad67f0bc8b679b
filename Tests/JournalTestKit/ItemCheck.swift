import DeviceHost
import TestKit

/// Items of the server in a journal.
package struct ItemCheck {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

    private func item(_ kind: ServerItem.Kind, _ name: String, _ text: String?) -> JournalChange {
        .kept(ServerItem(kind, name, text.map { Array($0.utf8) }))
    }

    /// Items are kept by kind and name, the last written last; one in place of another; those removed are gone.
    ///
    /// - Returns: What is wrong.
    package func items(in place: any JournalPlace) async throws -> [String] {
        var journal = try await place.open()
        _ = try await journal.commit([
            item(.push, "a", "1"), item(.push, "b", "2"), item(.providerKey, "a", "key"), item(.push, "c", "3"),
        ])
        _ = try await journal.commit([item(.push, "a", "4"), item(.push, "b", nil), item(.push, "none", nil)])
        for _ in 1...2 {
            let pushes = try await journal.items(.push).value
            findings.expect(pushes.map(\.name) == ["c", "a"])
            findings.expect(pushes.map(\.value) == [Array("3".utf8), Array("4".utf8)])
            let keys = try await journal.items(.providerKey).value.map(\.name)
            findings.expect(keys == ["a"])
            let tokens = try await journal.items(.retiredToken).value
            findings.expect(tokens.isEmpty)
            await journal.close()
            journal = try await place.open()
        }
        await journal.close()
        return findings.all
    }

    /// Items are not written when their batch fails.
    ///
    /// - Returns: What is wrong.
    package func failure(in place: any JournalPlace) async throws -> [String] {
        let fault = Fault()
        var settings = JournalPlaceSettings()
        settings.willCommit = fault.check
        let journal = try await place.open(settings)
        fault.isOn = true
        do {
            _ = try await journal.commit([item(.push, "a", "1")])
            findings.expect(false, "it was written")
        } catch is Fault.Injected {
        } catch {
            findings.expect("\(error)" == "injected", "\(error)")
        }
        fault.isOn = false
        let items = try await journal.items(.push).value
        findings.expect(items.isEmpty)
        await journal.close()
        return findings.all
    }
}
