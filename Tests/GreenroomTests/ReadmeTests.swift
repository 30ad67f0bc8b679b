import Foundation
import LifecycleKernel
import Testing
import WireFormat

@testable import Greenroom

/// What the README says must be so. Its tour is checked by `dev/tour`.
@Suite("README.md") struct ReadmeTests {
    private let text: String

    init() throws {
        text = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
    }

    @Test("the list of findings names every finding, and no other") func findings() throws {
        #expect(try names(in: "**Findings**") == Finding.Code.allCases.map(\.rawValue).sorted())
    }

    @Test("the example of a scenario is the file that it says") func scenario() throws {
        let file = repository.appending(path: "examples/scenarios/saves-before-it-is-killed.yaml")
        let example = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("```yaml\n\(example)```\n"))
    }

    @Test("the table of folders names every folder of Sources, and no other") func folders() throws {
        let named = text.matches(of: /(?m)^\| `Sources\/(\w+)` \|/).map { String($0.1) }
        let folders = try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: "Sources").path)
        #expect(named.sorted() == folders.filter { !$0.hasPrefix(".") }.sorted())
    }

    @Test(
        "the files that it and the architecture page name are there",
        arguments: ["README.md", "docs/architecture.md"]
    )
    func files(page: String) throws {
        let text = try String(contentsOf: repository.appending(path: page), encoding: .utf8)
        let paths = FileManager.default.subpaths(atPath: repository.appending(path: "Sources").path) ?? []
        let names = text.matches(of: /`((?:[\w+]+\/)*[\w+]+\.swift)`/).map {
            "/" + $0.1.replacing("Sources/", with: "")
        }
        #expect(names.filter { name in !paths.contains { "/\($0)".hasSuffix(name) } } == [])
        let folders = text.matches(of: /`((?:Sources|Tests|dev|docs|conformance|examples)\/[\w\/.-]+)`/).map {
            String($0.1)
        }
        #expect(folders.filter { !FileManager.default.fileExists(atPath: repository.appending(path: $0).path) } == [])
    }

    /// The names in backquotes of the paragraph that begins so, after its first line, sorted.
    private func names(in beginning: String) throws -> [String] {
        let start = try #require(text.range(of: "\n\(beginning)"))
        let paragraph = text[start.upperBound...].prefix(upTo: text[start.upperBound...].range(of: "\n\n")!.lowerBound)
        let list = paragraph.drop { $0 != "\n" }
        return list.split(separator: "`").map(String.init).filter { $0.first?.isLetter == true }.sorted()
    }
}
