import DeviceHost
import SQLiteJournal
import TestKit
import Testing

@Suite("Items of the server in a journal")
struct ItemTests {
    private func item(_ kind: ServerItem.Kind, _ name: String, _ text: String?) -> JournalChange {
        .kept(ServerItem(kind, name, text.map { Array($0.utf8) }))
    }

    @Test("are kept by kind and name, the last written last; one in place of another; those removed are gone")
    func items() async throws {
        let directory = TemporaryDirectory()
        var journal = try SQLiteJournal(directory: directory.path)
        try await journal.write([
            item(.push, "a", "1"), item(.push, "b", "2"), item(.providerKey, "a", "key"), item(.push, "c", "3"),
        ])
        try await journal.write([item(.push, "a", "4"), item(.push, "b", nil), item(.push, "none", nil)])
        for _ in 1...2 {
            let pushes = try await journal.items(.push)
            #expect(pushes.map(\.name) == ["c", "a"])
            #expect(pushes.map(\.value) == [Array("3".utf8), Array("4".utf8)])
            #expect(try await journal.items(.providerKey).map(\.name) == ["a"])
            #expect(try await journal.items(.retiredToken).isEmpty)
            await journal.close()
            journal = try SQLiteJournal(directory: directory.path)
        }
        await journal.close()
    }

    @Test("are not written when their batch fails")
    func failure() async throws {
        let directory = TemporaryDirectory()
        let fault = Fault()
        var settings = SQLiteJournal.Settings()
        settings.willCommit = fault.check
        let journal = try SQLiteJournal(directory: directory.path, settings)
        fault.isOn = true
        await #expect(throws: (any Error).self) { try await journal.write([item(.push, "a", "1")]) }
        fault.isOn = false
        #expect(try await journal.items(.push).isEmpty)
        await journal.close()
    }
}
