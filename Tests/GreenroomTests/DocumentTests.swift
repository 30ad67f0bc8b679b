import Foundation
import LifecycleKernel
import TestKit
import Testing

/// What the documents say about the code must be so. `dev/tour` runs their commands.
@Suite("Documents") struct DocumentTests {
    @Test("the list of findings names every finding, and no other") func findings() throws {
        let names = try names(in: "**Findings**", of: "docs/guides/reference.md")
        #expect(names == Finding.Code.allCases.map(\.rawValue).sorted())
    }

    @Test("the example of a scenario is the file that it says") func scenario() throws {
        let example = try text("examples/scenarios/saves-before-it-is-killed.yaml")
        #expect(try text("docs/guides/scenarios.md").contains("```yaml\n\(example)```\n"))
    }

    @Test("the table of folders names every folder of Sources, and no other") func folders() throws {
        let named = try text("docs/architecture.md").matches(of: /(?m)^\| `Sources\/([\w\/]+)` \|/).map { String($0.1) }
        let groups = ["Core", "Features"]
        let present =
            try folders(in: "Sources").filter { !groups.contains($0) }
            + groups.flatMap { group in try folders(in: "Sources/\(group)").map { "\(group)/\($0)" } }
        #expect(named.sorted() == present.sorted())
    }

    private func folders(in folder: String) throws -> [String] {
        let path = repository.appending(path: folder).path
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }
    }

    @Test("the index names every document and every guide") func index() throws {
        let index = try text("docs/README.md")
        for folder in ["docs", "docs/guides"] {
            let files = try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: folder).path)
            let links = files.filter { $0.hasSuffix(".md") && !$0.hasPrefix("README") }
                .map { (folder == "docs" ? "" : "guides/") + $0 }
            #expect(!links.isEmpty)
            #expect(links.filter { !index.contains("](\($0))") } == [])
        }
    }

    @Test(
        "the files that a page names are there",
        arguments: ["README.md", "docs/README.md", "docs/architecture.md", "docs/guides/scenarios.md"]
    )
    func files(page: String) throws {
        let text = try text(page)
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

    private func text(_ path: String) throws -> String {
        try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    /// The names in backquotes of the paragraph that begins so, after its first line, sorted.
    private func names(in beginning: String, of page: String) throws -> [String] {
        let text = try text(page)
        let start = try #require(text.range(of: "\n\(beginning)"))
        let paragraph = text[start.upperBound...].prefix(upTo: text[start.upperBound...].range(of: "\n\n")!.lowerBound)
        let list = paragraph.drop { $0 != "\n" }
        return list.split(separator: "`").map(String.init).filter { $0.first?.isLetter == true }.sorted()
    }
}
