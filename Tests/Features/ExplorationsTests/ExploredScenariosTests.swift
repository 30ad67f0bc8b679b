import Explorations
import Explorer
import Foundation
import GreenroomClient
import HTTPTestKit
import LifecycleKernel
import Scenarios
import TestKit
import Testing

@testable import Commands

/// The scenario of every failure of the faulty apps does the same on a server as in this process.
@Suite("Scenarios of failures over HTTP") struct ExploredScenariosTests {
    private static let folder = repository.appending(path: "examples/explore").path

    /// What is found of an app. The one that grows needs long sequences, and so few different inputs.
    private static func report(_ path: String) async throws -> ExplorationReport {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        var exploration = try DocumentFile.read(text: text, name: path) { document throws(Rejection) in
            try Exploration(document, name: name)
        }
        exploration.limits.interruptions = 1
        exploration.limits.transitions = 4_000
        if name.hasPrefix("e08") { exploration.inputs.only = ["app.launch", "device.home"] }
        return try await Explorer.run(exploration)
    }

    @Test("each fails while the app does, and passes turned round") func everyFailure() async throws {
        let paths = try ScenarioFiles.find(Self.folder).filter { $0.contains("/e0") }
        try #require(paths.count == 9)
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = ServerConnection(address: address)
            for path in paths {
                let report = try await Self.report(path)
                #expect(!report.failures.isEmpty, "\(path)")
                for failure in report.failures {
                    for asItIs in [false, true] {
                        let scenario = try Scenario(report.scenario(of: failure, asItIs: asItIs))
                        let here = await ScenarioRunner.run(scenario, on: InProcessTarget())
                        let there = try await TestRun(client: client).run(scenario)
                        #expect(here.passed == asItIs, "\(path): \(failure.main)\n\(here.report)")
                        #expect(there.passed == asItIs, "\(path): \(failure.main)\n\(there.report)")
                    }
                }
            }
        }
    }
}
