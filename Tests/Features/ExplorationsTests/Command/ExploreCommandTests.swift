import ArgumentParser
import Explorer
import Foundation
import LifecycleKernel
import Scenarios
import TestKit
import Testing

@testable import Explorations

/// The options of `greenroom explore`, its exit codes, and the folder in which it keeps failures.
@Suite struct ExploreCommandTests {
    private static func exploration(saving isSaving: Bool) throws -> Exploration {
        let handler = isSaving ? "sceneDidEnterBackground(_:)" : "applicationWillTerminate(_:)"
        let behavior = Value.object([Value.Member(handler, [["action": "save"]])])
        var exploration = try Exploration(
            ["explore": "diary", "apps": [["bundleID": "com.example.diary", "behavior": behavior]]],
            name: ""
        )
        exploration.limits.interruptions = 0
        exploration.limits.transitions = 4_000
        return exploration
    }

    private static func outcome(of exploration: Exploration) async throws -> ExplorationOutcome {
        let report = try await Explorer.run(exploration)
        return ExplorationOutcome(report, text: report.text)
    }

    @Test(arguments: [
        ("closed", [true, true], true), ("closed", [true, false], false), ("closed:0", [true, false], true),
        ("closed:2", [true, true], false), ("inputs:8", [true, false], true), ("inputs:9", [true, false], false),
    ])
    func anExtentIsReached(argument: String, closed: [Bool], isReached: Bool) throws {
        let extent = try #require(RequiredExtent(argument: argument))
        #expect(extent.isReached(by: closed.map { ExplorationOutcome.Pass(isClosed: $0, inputs: 8) }) == isReached)
    }

    @Test(arguments: ["", "closed:", "closed:x", "closed:-1", "inputs", "inputs:", "all", "closed:1:2"])
    func anExtentThatIsNoneIsRefused(argument: String) { #expect(RequiredExtent(argument: argument) == nil) }

    @Test(arguments: [("30s", 30), ("2m", 120), ("1h", 3_600), ("0.5", 0.5), ("90", 90)])
    func aBudgetIsALengthOfTime(argument: String, seconds: Double) {
        #expect(TimeBudget(argument: argument)?.seconds == seconds)
    }

    @Test(arguments: ["", "s", "0", "-1s", "nan", "inf", "1d", "90000h"])
    func aBudgetThatIsNoneIsRefused(argument: String) { #expect(TimeBudget(argument: argument) == nil) }

    @Test(arguments: [("512MiB", 536_870_912), ("2GiB", 2_147_483_648), ("1KiB", 1_024), ("4096", 4_096)])
    func memoryHasAUnit(argument: String, bytes: Int64) {
        #expect(MemoryBudget(argument: argument)?.bytes.count == bytes)
    }

    @Test(arguments: ["", "GiB", "0", "-1MiB", "9223372036854775807GiB", "1.5GiB", "1TiB"])
    func memoryThatIsNoneIsRefused(argument: String) { #expect(MemoryBudget(argument: argument) == nil) }

    @Test func stepsAreANumberOrAll() {
        #expect(StepCount(argument: "3")?.count == 3)
        #expect(StepCount(argument: "all").map { $0.count == nil } == true)
        #expect(StepCount(argument: "-1") == nil)
        #expect(StepCount(argument: "x") == nil)
    }

    @Test func aFailureEndsWithOneAndTooLittleWithThree() async throws {
        let failing = try await Explorer.run(Self.exploration(saving: false))
        var results = ExplorationResults(required: nil, failing: .error)
        results.add(ExplorationOutcome(failing, text: failing.text), file: "diary.yaml")
        #expect(results.exitCode?.rawValue == 1)
        #expect(results.junit.xml.contains("<failure message=\"com.example.diary/dataLoss\">"))
        #expect(!results.junit.xml.contains("name=\"complete\""))

        var little = try Self.exploration(saving: true)
        little.limits.transitions = 40
        results = ExplorationResults(required: .closed(interruptions: nil), failing: .error)
        results.add(try await Self.outcome(of: little), file: "diary.yaml")
        #expect(results.exitCode?.rawValue == 3)
        #expect(results.junit.xml.contains("less was tried than --require asks for"))

        results = ExplorationResults(required: .closed(interruptions: 0), failing: .error)
        results.add(try await Self.outcome(of: Self.exploration(saving: true)), file: "diary.yaml")
        #expect(results.exitCode == nil)
        #expect(results.junit.xml.contains("name=\"complete\" file=\"diary.yaml\" time=\"0.000\"/>"))
    }

    private static let severalDocuments = """
        bundleID: com.example.one
        ---
        scenario: two
        apps: [{bundleID: com.example.two}]
        ---
        explore: three
        apps: [{bundleID: com.example.three}]
        """

    @Test func eachDocumentOfAFileIsExplored() async throws {
        try await withFolder(["apps.yaml": Self.severalDocuments]) { folder in
            let command = try ExploreCommand.parse(["\(folder)/apps.yaml", "--depth", "256", "--first"])
            let read = try command.explorations()
            #expect(read.map(\.exploration.name) == ["apps", "two", "three"])
            #expect(read.allSatisfy { $0.path == "\(folder)/apps.yaml" && $0.exploration.limits.depth == 256 })
            #expect(read.allSatisfy { $0.exploration.limits.stopsAt == .error })
        }
        #expect(throws: (any Error).self) { try ExploreCommand.parse(["apps.yaml", "--depth", "257"]) }
    }

    /// What is wrong in any of them is told before anything is explored.
    @Test func aDocumentThatIsWrongIsRefused() async throws {
        let text = Self.severalDocuments + "\n---\nexplore: four\nlimits: {depth: 0}\napps: [{bundleID: a.b}]"
        try await withFolder(["apps.yaml": text]) { folder in
            let command = try ExploreCommand.parse(["\(folder)/apps.yaml"])
            let code = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(code?.rawValue == 64)
        }
    }

    /// A failure that is saved fails until the app is mended, and is marked then; and fails again with the old app.
    @Test func aSavedFailureIsPlayedAgain() async throws {
        try await withFolder([:]) { folder in
            let saved = SavedFailures(folder: folder, asItIs: false)
            let faulty = try Self.exploration(saving: false)
            try saved.write(try await Explorer.run(faulty), quietly: true)
            func text() throws -> String {
                try String(contentsOfFile: "\(folder)/diary-dataLoss.yaml", encoding: .utf8)
            }
            let written = try text()
            #expect(written.contains("never: [{kind: finding"))

            try await saved.replay(faulty, quietly: true)
            #expect(try text() == written)
            try await saved.replay(Self.exploration(saving: true), quietly: true)
            #expect(try text() == "# gone\n" + written)
            try await saved.replay(faulty, quietly: true)
            #expect(try text() == written)
        }
    }
}
