import Foundation
import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// docs/inputs.md is made from the tables of events and actions. `make documents` writes it.
@Suite("docs/inputs.md") struct InputsPageTests {
    private static let file = repository.appending(path: "docs/inputs.md")

    @Test("is what the tables say: if not, make documents") func current() throws {
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == InputsPage.markdown)
    }

    @Test("has each event and each action once", arguments: Event.knownTypes + Action.knownNames)
    func once(name: String) {
        let rows = InputsPage.markdown.split(separator: "\n").filter { $0.hasPrefix("| `\(name)` |") }
        #expect(rows.count == 1)
    }
}
