import Foundation
import LifecycleKernel
import Scenarios
import TestKit
import Testing
import WireFormat

/// A scenario file of the folder `conformance`.
struct ConformanceFile: CustomTestStringConvertible, Sendable {
    let url: URL

    var testDescription: String { url.deletingPathExtension().lastPathComponent }

    /// The files of one folder, in the order of their names.
    static func files(in folder: String) -> [ConformanceFile] {
        let directory = repository.appending(path: "conformance").appending(path: folder)
        let urls = try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        let files = (urls ?? []).filter { $0.pathExtension == "yaml" }
        return files.sorted { $0.lastPathComponent < $1.lastPathComponent }.map(ConformanceFile.init)
    }

    static let folders = ["lifecycle", "background", "review", "differential", "fidelity"]
    static let all = folders.flatMap { files(in: $0) }

    func scenario() throws -> Scenario {
        let text = try String(contentsOf: url, encoding: .utf8)
        return try ScenarioFile.parse(text: text, name: url.lastPathComponent)
    }
}

@Suite struct ConformanceTests {
    @Test(arguments: [("lifecycle", 110), ("background", 102), ("review", 13), ("differential", 13), ("fidelity", 13)])
    func thereAreScenariosToRun(folder: String, count: Int) {
        #expect(ConformanceFile.files(in: folder).count >= count)
    }

    @Test(arguments: ConformanceFile.all)
    func everyScenarioHolds(file: ConformanceFile) async throws {
        let scenario = try file.scenario()
        #expect(scenario.name == file.testDescription)
        let target = ObservedTarget()
        let result = await ScenarioRunner.run(scenario, on: target)
        #expect(result.passed, "\(result.report)")
        await expectPatternsFitRecords(of: target)
        await expectSentencesInChinese(of: target)
    }

    /// What is said of a device is told in Chinese, too.
    private func expectSentencesInChinese(of target: ObservedTarget) async {
        for sentence in await target.reasons.union(target.advice) {
            for part in sentence.withParts where part.template.contains(where: \.isLetter) {
                #expect(part.text(in: .chinese) != part.text(in: .english), "there is no Chinese for: \(part.template)")
            }
        }
    }

    /// What a record has, a pattern may ask for.
    private func expectPatternsFitRecords(of target: ObservedTarget) async {
        let records = await target.records(after: 0)
        #expect(!records.isEmpty)
        // A step may have only so many patterns.
        for start in stride(from: 0, to: records.count, by: 100) {
            let some = Value.array(Array(records[start..<min(start + 100, records.count)]))
            #expect(throws: Never.self) {
                try Scenario(["scenario": "x", "steps": [["check": .null, "records": some]]])
            }
        }
    }
}

extension Sentence {
    /// It, and its parts that are translated by themselves. The names of callbacks are the same in each language.
    fileprivate var withParts: [Sentence] {
        let parts = parameters.flatMap { parameter -> [Sentence] in
            switch parameter.content {
            case .sentence(let part): CallbackName(rawValue: part.template) == nil ? part.withParts : []
            case .all(let parts), .oneOfSentences(let parts): parts.flatMap(\.withParts)
            case .text, .number, .list, .oneOf: []
            }
        }
        return [self] + parts + next.flatMap(\.withParts)
    }
}
