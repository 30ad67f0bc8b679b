import Foundation
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import Greenroom
@testable import HTTPAPI
@testable import OpenAPIGenerator

/// The problems of the core and of all features.
@Suite("All problem codes") struct AllProblemCodesTests {
    @Test("Codes are kebab-case and stand for failures", arguments: OpenAPIDocument.problems)
    func codesAreKebabCase(code: ProblemCode) {
        #expect(code.rawValue.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 })
        #expect((400...599).contains(code.status.code))
        #expect(!code.title.english.isEmpty)
    }

    @Test("No two codes have the same title")
    func titlesDiffer() {
        let problems = OpenAPIDocument.problems
        #expect(Set(problems.map(\.title.english)).count == problems.count)
    }

    @Test("Each problem is listed: by the core, or by its feature") func listed() throws {
        let root = repository.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        let made = try (files ?? []).filter { $0.pathExtension == "swift" }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /= ProblemCode\(\s*"([a-z-]+)"/)
                .map { String($0.1) }
        }
        #expect(made.sorted() == OpenAPIDocument.problems.map(\.rawValue).sorted())
    }

    @Test("Every explanation is whole sentences, and no two are the same")
    func explanations() {
        let texts = OpenAPIDocument.problems.map(\.explanation.english)
        #expect(Set(texts).count == texts.count)
        for text in texts { #expect(text.count > 20 && text.hasSuffix(".") && !text.contains("\n"), "\(text)") }
    }

    @Test("Every explanation in Chinese names what the English one names, and no two are the same")
    func chineseExplanations() {
        let texts = OpenAPIDocument.problems.map(\.explanation.chinese)
        #expect(Set(texts).count == texts.count)
        for code in OpenAPIDocument.problems {
            let explanation = code.explanation
            #expect(Self.names(in: explanation.chinese) == Self.names(in: explanation.english), "\(code)")
            #expect(explanation.chinese.hasSuffix("。"))
        }
    }

    @Test("The list has every problem")
    func list() async throws {
        try await APIClient.run(features: Features.all) { api in
            let list = try await api.get("/problems").text
            for code in OpenAPIDocument.problems { #expect(list.contains("href=\"\(code.page)\""), "\(code)") }
        }
    }

    /// What stands between backquotes.
    private static func names(in text: String) -> Set<String> {
        Set(text.matches(of: /`([^`]*)`/).map { String($0.1) })
    }
}
