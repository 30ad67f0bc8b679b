import Foundation
import Testing

@testable import Greenroom

@Suite("The table of settings in docs/operating.md") struct SettingsTableTests {
    @Test("has a row for each setting: if not, make documents") func current() throws {
        let guide = try String(contentsOf: repository.appending(path: "docs/operating.md"), encoding: .utf8)
        #expect(SettingsGuide.updated(in: guide) == guide)
    }
}
