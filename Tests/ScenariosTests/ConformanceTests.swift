import Foundation
import LifecycleKernel
import Scenarios
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
        let target = InProcessTarget()
        let result = await ScenarioRunner.run(scenario, on: target)
        #expect(result.passed, "\(result.report)")
        await expectPatternsFitRecords(of: target)
        await expectDetailsInChinese(of: target)
    }

    /// What the dashboard shows of a finding is told in Chinese, too: `chinesefindings.js` has each sentence of the kernel.
    private func expectDetailsInChinese(of target: InProcessTarget) async {
        for record in await target.records(after: 0) where record["kind"] == "finding" {
            guard let detail = record["detail"]?.text else { continue }
            #expect(FindingSentences.known.has(detail), "chinesefindings.js has no sentence for: \(detail)")
        }
    }

    /// What a record has, a pattern may ask for.
    private func expectPatternsFitRecords(of target: InProcessTarget) async {
        let records = await target.records(after: 0)
        #expect(!records.isEmpty)
        #expect(throws: Never.self) {
            try Scenario(["scenario": "x", "steps": [["check": .null, "records": .array(records)]]])
        }
    }
}
