import Foundation
import Greenroom
import GreenroomServer
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("Sentences")
struct SentenceTests {
    @Test("A sentence is told in both languages, its parts, too, and gives its parameters")
    func told() {
        let expected: Sentence = "an integer from \(1, as: "least") to \(500, as: "most")"
        let detail: Sentence = """
            The query parameter \("limit", as: "name") must be \(expected, as: "expected"), and is "\("{name}", as: "found")".
            """
        #expect("\(detail)" == "The query parameter limit must be an integer from 1 to 500, and is \"{name}\".")
        #expect(detail.text(in: .chinese) == "查询参数 limit 必须是1 到 500 的整数，而它是 \"{name}\"。")
        let document = Problem(.invalidValue, detail).value
        #expect(
            document["parameters"]
                == ["name": "limit", "expected": "an integer from 1 to 500", "found": "{name}"]
        )
        #expect(
            Problem(.tooLarge, "A line may have at most \(7, as: "limit") bytes.").value["parameters"] == ["limit": 7]
        )
        let types: Sentence =
            "The body must be \(.oneOf(["a", "b"]), as: "types") in UTF-8, and is \"\("c", as: "found")\"."
        #expect(types.text(in: .chinese) == "请求体必须是 UTF-8 编码的 a 或 b，而它是 \"c\"。")
    }

    @Test("A sentence without a translation stays as it is", arguments: [Language.english, .chinese])
    func unknown(language: Language) {
        #expect(Sentence(verbatim: "a {b} c").text(in: language) == "a {b} c")
    }

    @Test("A problem in Chinese has its detail in Chinese")
    func problem() async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/devices/phone", headers: [.acceptLanguage: "zh"])
            #expect(answer["detail"] == "没有设备 phone。")
            #expect(answer["parameters"] == ["device": "phone"])
        }
    }

    init() { Sentence.addChinese(Features.all.flatMap { $0.chinese }) }

    @Test("A sentence in Chinese has the parameters of the English one")
    func parameters() {
        for (english, chinese) in Sentence.chinese {
            let names = [english, chinese].map { $0.matches(of: #/\{(\w+)\}/#).map { String($0.1) }.sorted() }
            #expect(names[0] == names[1], "\(english)")
        }
    }

    @Test("The sentence after another is told by itself, and gives its parameters, too")
    func next() throws {
        let rejection = #expect(throws: Rejection.self) { try Event(["type": "device.hom"], at: "") }
        let detail = try #require(rejection?.detail)
        #expect("\(detail)" == #"There is no event "device.hom". Did you mean "device.home"?"#)
        #expect(detail.text(in: .chinese) == #"没有事件 "device.hom"。是否想写 "device.home"？"#)
        let parameters: Value = ["name": "device.hom", "suggestion": "device.home"]
        #expect(Problem(.unknownEvent, detail).value["parameters"] == parameters)
    }

    @Test("Each code of a record has its meaning, and each finding its advice, in both languages")
    func meanings() throws {
        let tables = try #require(OpenAPIFile.document["x-meanings"]?.members)
        #expect(tables.count == 7)
        for table in tables {
            for code in table.value.members {
                let texts = Language.allCases.map { code.value[$0.rawValue]?.text ?? "" }
                #expect(!texts.contains("") && texts[0] != texts[1], "\(table.name): \(code.name)")
            }
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

    /// The sentences without values that a source refuses something with, or finds.
    private static func plain(in source: String) -> [String] {
        let sentence = #/(?:\s*(?:code: )?\.\w+,)?\s*(?:detail:\s*)?"((?:[^"\\\n]|\\[^(])+)"/#
        return ["Rejection(", "report(", "notNow(", "failure(", "Finding("].flatMap { call in
            source.split(separator: call).dropFirst().compactMap { $0.prefix(400).prefixMatch(of: sentence)?.1 }
        }
        .map { String($0).replacing("\\\"", with: "\"") }
    }
}
