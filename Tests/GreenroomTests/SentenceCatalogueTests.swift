import Foundation
import GreenroomServer
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import Greenroom

/// The Chinese of the sentences of the core and of all features.
@Suite("The catalogue of sentences") struct SentenceCatalogueTests {
    init() { Sentence.addChinese(Features.all.flatMap { $0.chinese }) }

    @Test("A sentence in Chinese has the parameters of the English one")
    func parameters() {
        for (english, chinese) in Sentence.chinese {
            let names = [english, chinese].map { $0.matches(of: #/\{(\w+)\}/#).map { String($0.1) }.sorted() }
            #expect(names[0] == names[1], "\(english)")
        }
    }

    @Test("Each sentence in the sources has its Chinese, and the catalogue has no others")
    func complete() throws {
        let sources = try Self.sources()
        let templates = Set(sources.flatMap(Self.templates))
        #expect(templates.count > 200)
        // Some are the same in each language.
        for template in templates where template.replacing(#/\{\w+\}/#, with: "").contains(where: \.isLetter) {
            #expect(Sentence.chinese[template] != nil, "there is no Chinese for: \(template)")
        }
        let literals = Set(sources.flatMap(Self.literals))
        for sentence in Sentence.chinese.keys where !templates.contains(sentence) {
            #expect(literals.contains(sentence), "no source has: \(sentence)")
        }
    }

    /// The sources of the modules below the command line, with the lines of each long literal joined.
    private static func sources() throws -> [String] {
        let root = repository.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        return try (files ?? []).filter { $0.pathExtension == "swift" && !$0.lastPathComponent.hasPrefix("Sentence") }
            .map { try String(contentsOf: $0, encoding: .utf8).replacing(#/\\\n\s*/#, with: "") }
    }

    /// What stands between quotation marks in a source. Every second part between `"""` is a long literal.
    private static func literals(in source: String) -> [String] {
        source.split(separator: "\"\"\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            guard index.isMultiple(of: 2) else { return [part.trimmingCharacters(in: .whitespacesAndNewlines)] }
            return part.replacing("\\\"", with: "\0").split(separator: "\"")
                .map { String($0).replacing("\0", with: "\"") }
        }
    }

    /// The templates of the literals in a source that have named values, and those without any of what is refused or found.
    private static func templates(in source: String) -> [String] {
        let hole = #/\\\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*?, as: "(\w+)"\)/#
        let literal = #/"((?:[^"\\\n]|\\.)*)"/#
        let parts = source.split(separator: "\"\"\"", omittingEmptySubsequences: false)
        let named = parts.enumerated().flatMap { index, part in
            guard part.contains(", as: \"") else { return [String]() }
            let marked = part.replacing(hole) { "{\($0.1)}" }
            let texts =
                index.isMultiple(of: 2)
                ? marked.matches(of: literal).map { String($0.1) }
                : marked.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            return texts.map { $0.replacing("\\\"", with: "\"") }
                // Not the paths of routes, and not characters by their codes.
                .filter { $0.contains(#/\{\w+\}/#) && !$0.hasPrefix("/") && !$0.contains("\\u{") }
        }
        return named + plain(in: source)
    }

    /// The sentences without values that a source or the system refuses something with, or that tell what was found. What the
    /// listener for pushes refuses is said in English only, as Apple's reasons are.
    private static func plain(in source: String) -> [String] {
        let sentence = #/(?:\s*(?:code: )?\.\w+,)?\s*(?:detail:\s*)?"((?:[^"\\\n]|\\[^(])+)"/#
        return ["Rejection(", "report(", "notNow(", "failure(", "Finding(", "Refusal("].flatMap { call in
            source.replacing("PushRefusal(", with: "").split(separator: call).dropFirst()
                .compactMap { $0.prefix(400).prefixMatch(of: sentence)?.1 }
        }
        .map { String($0).replacing("\\\"", with: "\"") }
    }
}
