import Foundation
import LifecycleKernel
import TestKit
import Testing

/// The page that says how each statement of the articles is here names rules, files, scenarios, tests and scripts that exist.
@Suite struct ArticlesPageTests {
    /// A row of one of the page's tables.
    struct Row: CustomTestStringConvertible, Sendable {
        let cells: [String]
        /// Whether it is a statement of an article, and not something that is different here.
        let isStatement: Bool

        var testDescription: String { cells[0] }
        /// Rules and files of the kernel.
        var rules: [String] { names(in: cells.count - 2) }
        /// Scenarios and tests.
        var evidence: [String] { names(in: cells.count - 1) }

        /// What the row refers to, which is the same in each language.
        var references: [[String]] { [rules, evidence] }

        /// What stands in backquotes in a cell.
        private func names(in cell: Int) -> [String] {
            let parts = cells[cell].split(separator: "`", omittingEmptySubsequences: false)
            return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
        }
    }

    private static let rows = rows(of: "docs/articles.md")

    private static func rows(of path: String) -> [Row] {
        let page = try? String(contentsOf: repository.appending(path: path), encoding: .utf8)
        var rows: [Row] = []
        var isStatement = false
        for line in (page ?? "").split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            switch cells[0] {
            case "statement", "文章的说法": isStatement = true
            case "subject", "主题": isStatement = false
            case "---": break
            default: rows.append(Row(cells: cells, isStatement: isStatement))
            }
        }
        return rows
    }

    /// Every test of the package, as `Suite.function`.
    private static let tests: Set<String> = {
        let folder = repository.appending(path: "Tests")
        var tests: Set<String> = []
        for path in FileManager.default.subpaths(atPath: folder.path) ?? [] where path.hasSuffix(".swift") {
            guard let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8) else { continue }
            var suite = ""
            for line in text.split(separator: "\n") {
                if let match = line.firstMatch(of: /^(?:@Suite.*)?struct (\w+)/) { suite = String(match.1) }
                if let match = line.firstMatch(of: /^    .*\bfunc (\w+)\(/) { tests.insert("\(suite).\(match.1)") }
            }
        }
        return tests
    }()

    /// The titles of the tests that run JSBox scripts.
    private static let scripts: Set<String> = {
        var titles: Set<String> = []
        for folder in ["examples/jsbox", "clients/typescript/test/server"] {
            let folder = repository.appending(path: folder)
            for name in FileManager.default.subpaths(atPath: folder.path) ?? []
            where name.hasPrefix("jsbox") && name.hasSuffix(".test.mjs") {
                let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
                titles.formUnion((text ?? "").matches(of: /(?m)^test\("([^"]+)"/).map { String($0.1) })
            }
        }
        return titles
    }()

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: repository.appending(path: path).path)
    }

    @Test func thePageTellsTheArticlesAndWhatIsDifferent() {
        #expect(Self.rows.count { $0.isStatement } > 200)
        #expect(Self.rows.count { !$0.isStatement } > 10)
        #expect(Self.rows.allSatisfy { $0.cells.count == ($0.isStatement ? 4 : 5) })
    }

    @Test func theChinesePageHasTheSameRows() {
        let chinese = Self.rows(of: "docs/articles.zh-CN.md")
        #expect(chinese.map(\.isStatement) == Self.rows.map(\.isStatement))
        #expect(chinese.map(\.references) == Self.rows.map(\.references))
    }

    @Test(arguments: rows) func everyRuleAndFileExists(_ row: Row) {
        #expect(!row.rules.isEmpty || row.cells[row.cells.count - 2] == "-")
        for name in row.rules where RuleKey(named: name) == nil {
            let isFile = Self.exists("Sources/Core/LifecycleKernel/\(name)") || Self.exists("Sources/Core/\(name)")
            #expect(name.hasSuffix(".swift") && isFile, "\(name)")
        }
    }

    @Test(arguments: rows) func everyRowIsShownByWhatExists(_ row: Row) {
        #expect(!row.evidence.isEmpty || (row.isStatement && row.cells.last == "nothing to show"))
        for name in row.evidence where !Self.tests.contains(name) && !Self.scripts.contains(name) {
            let isScenario = ["lifecycle", "background", "fidelity"].contains {
                Self.exists("conformance/\($0)/\(name).yaml")
            }
            #expect(isScenario, "\(name)")
        }
    }
}
