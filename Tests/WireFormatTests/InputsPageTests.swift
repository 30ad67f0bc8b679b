import Foundation
import LifecycleKernel
import Testing
import WireFormat

/// docs/inputs.md is made from the tables of events and actions. `make inputs` writes it.
@Suite("docs/inputs.md") struct InputsPageTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/inputs.md")
    /// Whether the file is to be written; only then it is.
    private static let isWritten = ProcessInfo.processInfo.environment["GREENROOM_WRITE_INPUTS"] != nil

    @Test("is what the tables say: if not, make inputs") func current() throws {
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == InputsPage.markdown)
    }

    @Test("has each event and each action once", arguments: Event.knownTypes + Action.knownNames)
    func once(name: String) {
        let rows = InputsPage.markdown.split(separator: "\n").filter { $0.hasPrefix("| `\(name)` |") }
        #expect(rows.count == 1)
    }

    @Test("is written", .enabled(if: isWritten)) func write() throws {
        try InputsPage.markdown.write(to: Self.file, atomically: true, encoding: .utf8)
    }
}
