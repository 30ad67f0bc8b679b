import Commands
import Explorer
import Foundation
import LifecycleKernel
import Scenarios
import WireFormat

/// The folder with the scenarios of failures that searches have found.
struct SavedFailures {
    let folder: String
    /// Whether the scenarios pass as long as the app fails.
    let asItIs: Bool

    /// The first line of a scenario whose failure is gone.
    private static let goneMark = "# gone\n"

    /// Carries out the scenarios of an exploration that are in the folder, and says which of them fail still.
    ///
    /// The apps are those of the exploration: a scenario with other ones is not changed here.
    func replay(_ exploration: Exploration, quietly: Bool) async throws {
        for path in paths(of: exploration) {
            guard let text = String(data: FileManager.default.contents(atPath: path) ?? Data(), encoding: .utf8),
                let scenario = scenario(in: text, path, of: exploration)
            else { continue }
            let result = await ScenarioRunner.run(scenario, on: InProcessTarget())
            let fails = result.passed == asItIs
            if !quietly { print("\(fails ? "still fails" : "gone since ") \(path)") }
            let isMarked = text.hasPrefix(Self.goneMark)
            if fails == isMarked {
                let body = isMarked ? String(text.dropFirst(Self.goneMark.count)) : text
                try write(fails ? body : Self.goneMark + body, to: path)
            }
        }
    }

    /// Writes a scenario for each new failure of the app and of its variants.
    func write(_ report: ExplorationReport, quietly: Bool) throws {
        for report in [report] + report.variants {
            for failure in report.newFailures {
                let scenario = report.scenario(of: failure, asItIs: asItIs)
                try write(named: report.fileName(of: failure), quietly: quietly) { try ScenarioFile.yaml(scenario) }
            }
        }
    }

    /// Writes the scenario of a failure, and says how to carry it out.
    func write(named name: String, quietly: Bool, _ yaml: () throws -> String) throws {
        let path = "\(folder)/\(name).yaml"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try write(yaml(), to: path)
        } catch {
            throw Failure.exit("\(path): the scenario cannot be written there")
        }
        if !quietly { print("again greenroom test \(path)") }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    /// The files that `write` makes for an exploration of this name, in order.
    private func paths(of exploration: Exploration) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("\(exploration.fileName)-") && $0.hasSuffix(".yaml") }.sorted()
            .map { "\(folder)/\($0)" }
    }

    /// The scenario with the device and the apps as the exploration has them now; nil for a file that is none.
    private func scenario(in text: String, _ path: String, of exploration: Exploration) -> Scenario? {
        try? DocumentFile.read(text: text, name: path) { document throws(Rejection) in
            try Scenario(document.setting("apps", to: .array(exploration.apps)))
        }
    }
}
