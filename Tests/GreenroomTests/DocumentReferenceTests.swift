import Foundation
import LifecycleKernel
import TestKit
import Testing

/// References to docs/facts.md and docs/rules.md, such as `facts 2.3` and `rules 2.13`, lead somewhere.
@Suite("References to the facts and the rules") struct DocumentReferenceTests {
    /// A place that refers to a section of a page.
    struct Reference: Hashable {
        /// The page, without its folder and ending.
        var page: String
        /// The number of the section.
        var section: String
    }

    /// What is looked through, below the repository.
    private static let places = [
        "Sources", "Tests", "conformance", "docs", "examples", "README.md", "CONTRIBUTING.md",
    ]

    /// A page and its sections; what stands in brackets behind a section is no number of one.
    private static var reference: Regex<(Substring, Substring, Substring)> {
        #/\b(facts|rules) (\d+(?:\.\d+)?(?: \([^()]*\))?(?:(?:,| and| to) \d+(?:\.\d+)?\b(?! [a-z])(?: \([^()]*\))?)*)/#
    }

    @Test(
        "every way to write one is read",
        arguments: [
            ("Source: facts 2.3.", ["2.3"]),
            ("Sources: facts 2.3,\n    /// 2.4, 6.1.", ["2.3", "2.4", "6.1"]),
            ("Sources: facts 4.1 to 4.3.", ["4.1", "4.3"]),
            ("facts 1.2 and 8 (snapshots, light and dark), 1.5 (exits on suspend)", ["1.2", "8", "1.5"]),
            ("(facts 10.3: iPhones of 1, 2, 3 GB)", ["10.3"]),
            ("facts 1.0, 12 of them", ["1.0"]),
            ("artefacts 2.3", []),
        ]
    )
    func forms(text: String, sections: [String]) {
        #expect(Self.references(in: text).map(\.section) == sections)
    }

    @Test("each names a section that is there", arguments: ["facts", "rules"])
    func resolved(page: String) throws {
        let text = try String(contentsOf: repository.appending(path: "docs/\(page).md"), encoding: .utf8)
        let sections = Set(text.matches(of: #/(?m)^\#{2,3} (\d+(?:\.\d+)?)\.? /#).map { String($0.1) })
        // Disputes are rows of a table.
        let rows = Set(text.matches(of: #/(?m)^\| (\d+\.\d+) \|/#).map { String($0.1) })
        var found = 0
        for file in try Self.files() {
            let content = try String(contentsOf: file, encoding: .utf8)
            for reference in Self.references(in: content) where reference.page == page {
                found += 1
                #expect(
                    sections.contains(reference.section) || rows.contains(reference.section),
                    "\(file.path(percentEncoded: false)) names \(page) \(reference.section)"
                )
            }
        }
        #expect(found > 20)
    }

    @Test("nothing refers to them by another name") func oldNames() throws {
        for file in try Self.files() where file.lastPathComponent != "DocumentReferenceTests.swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /lifecycle\.md|\bfacts\.md \d|\b[Rr]uling \d|\bseed 00\d/) {
                Issue.record("\(file.path(percentEncoded: false)) says \(match.0)")
            }
        }
    }

    @Test("the rules that the page explains are in the rulebook") func rules() throws {
        let text = try String(contentsOf: repository.appending(path: "docs/rules.md"), encoding: .utf8)
        let table = try #require(text.firstMatch(of: /(?s)\| rule \| meaning \|\n(.*?)\n\n/)).1
        let names = table.split(separator: "\n").dropFirst().flatMap { row in
            row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
        }
        let known = Set(RuleKey.allCases.map(\.name))
        #expect(names.count > 20)
        #expect(names.filter { !known.contains($0) } == [])
    }

    /// The references in a text, in order.
    private static func references(in text: String) -> [Reference] {
        // A comment goes on in the next line.
        let line = text.replacing(#/\n\s*(?:///?|\#)? */#, with: " ")
        return line.matches(of: reference)
            .flatMap { match in
                String(match.2).replacing(/\([^()]*\)/, with: "").matches(of: /\d+(?:\.\d+)?/).map {
                    Reference(page: String(match.1), section: String($0.0))
                }
            }
    }

    /// Every text file of the places.
    private static func files() throws -> [URL] {
        let endings: Set<String> = ["swift", "md", "yaml"]
        return places.flatMap { place -> [URL] in
            let url = repository.appending(path: place)
            guard !endings.contains(url.pathExtension) else { return [url] }
            let names = FileManager.default.subpaths(atPath: url.path) ?? []
            return names.map { url.appending(path: $0) }.filter { endings.contains($0.pathExtension) }
        }
    }
}

/// The words that docs/glossary.md explains are those of the other pages.
@Suite("docs/glossary.md") struct GlossaryTests {
    @Test("explains at least thirty words, in order, each once, and each is used") func words() throws {
        func page(_ path: String) throws -> String {
            try String(contentsOf: repository.appending(path: path), encoding: .utf8)
        }
        let rows = try page("docs/glossary.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        let words = rows.dropFirst().map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        #expect(words.count >= 30)
        #expect(words == words.sorted() && Set(words).count == words.count)
        let pages = ["README.md", "docs/architecture.md", "docs/operating.md", "docs/rules.md"]
        let text = try pages.map(page).joined().lowercased()
        #expect(words.filter { !text.contains($0) } == [])
    }
}
