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
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let directory = root.appending(path: "conformance").appending(path: folder)
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

    /// What the dashboard shows of a device is told in Chinese, too: its tables have each sentence of the kernel.
    private func expectSentencesInChinese(of target: ObservedTarget) async {
        let findings = await target.records(after: 0).filter { $0["kind"] == "finding" }
        let told: [(ChineseSentences, [String], String)] = [
            (.findings, findings.compactMap { $0["detail"]?.text }, "chinesefindings.js"),
            (.reasons, await Array(target.reasons), "chinesereasons.js"),
            (.advice, await Array(target.advice), "chineseadvice.js"),
        ]
        for (table, sentences, file) in told {
            for sentence in sentences { #expect(table.has(sentence), "\(file) has no sentence for: \(sentence)") }
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
