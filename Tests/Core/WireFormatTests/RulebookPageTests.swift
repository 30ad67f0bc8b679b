import Foundation
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite struct RulebookPageTests {
    @Test func thePageInTheDocumentationIsCurrent() throws {
        let page = try String(contentsOf: repository.appending(path: "docs/rulebook.md"), encoding: .utf8)
        #expect(page == RulebookPage.markdown, "make it anew: make documents")
    }

    @Test(arguments: RuleKey.allCases) func everyRuleStandsOnThePageOnce(_ key: RuleKey) {
        let rows = RulebookPage.markdown.split(separator: "\n").filter { $0.hasPrefix("| `\(key.name)` |") }
        #expect(rows.count == 1)
    }

    @Test(arguments: SystemWake.Reason.allCases) func everyWakeUpStandsOnThePageOnce(_ reason: SystemWake.Reason) {
        let rows = RulebookPage.markdown.split(separator: "\n").filter { $0.hasPrefix("| `\(reason.rawValue)` |") }
        #expect(rows.count == 1)
    }
}
