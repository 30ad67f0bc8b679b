import Foundation
import LifecycleKernel
import Scenarios
import TestKit
import Testing
import WireFormat

@testable import Explorer

/// The apps of `examples/explore`: what a header says must be found, just so short, and nothing of the correct ones.
@Suite struct ExampleAppsTests {
    private static let folder = repository.appending(path: "examples/explore")

    private static func exploration(_ name: String, interruptions: Int, transitions: Int) throws -> Exploration {
        let text = try String(contentsOf: folder.appending(path: "\(name).yaml"), encoding: .utf8)
        var exploration = try DocumentFile.read(text: text, name: name) { document throws(Rejection) in
            try Exploration(document, name: name)
        }
        exploration.limits.interruptions = interruptions
        exploration.limits.transitions = transitions
        return exploration
    }

    /// An app with a fault: the properties of its main failure, and how many inputs it takes.
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var properties: [String]
        var inputs: Int
        var interruptions: Int
        var transitions: Int
        var testDescription: String { name }
    }

    static let faults = [
        Fault(
            name: "e01-saves-only-when-terminated",
            properties: ["dataLoss"],
            inputs: 5,
            interruptions: 0,
            transitions: 2_000
        ),
        Fault(
            name: "e02-push-leaves-changes",
            properties: ["dataLoss"],
            inputs: 3,
            interruptions: 0,
            transitions: 2_000
        ),
        Fault(
            name: "e03-warned-while-expiring",
            properties: ["backgroundTaskAssertionTimeout", "backgroundTaskLeaked"],
            inputs: 5,
            interruptions: 1,
            transitions: 12_000
        ),
        Fault(
            name: "e04-two-pushes-in-a-row",
            properties: ["backgroundFetchTimeout", "callbackStarved", "completionHandlerMissing"],
            inputs: 3,
            interruptions: 1,
            transitions: 3_000
        ),
        Fault(
            name: "e05-database-locked-with-the-phone",
            properties: ["fileLockHeldAtSuspend", "suspendedWithLockedFile"],
            inputs: 3,
            interruptions: 0,
            transitions: 2_000
        ),
        Fault(
            name: "e06-hangs-on-a-link",
            properties: ["appWatchdog", "mainThreadBlocked"],
            inputs: 4,
            interruptions: 1,
            transitions: 3_000
        ),
        Fault(
            name: "e07-processing-task-and-the-user",
            properties: ["backgroundTaskAssertionTimeout"],
            inputs: 5,
            interruptions: 1,
            transitions: 12_000
        ),
    ]

    @Test(arguments: faults) func theShortestSequenceIsFound(of fault: Fault) async throws {
        let exploration = try Self.exploration(
            fault.name,
            interruptions: fault.interruptions,
            transitions: fault.transitions
        )
        let report = try await Explorer.run(exploration)
        let found = report.failures.filter { failure in
            Set(fault.properties).isSubset(of: failure.broken.map(\.property))
        }
        #expect(found.first?.steps.count == fault.inputs, "\(report.text)")
    }

    /// Random runs are drawn from the seed; the passes before them find the shortest sequence, whatever it is.
    @Test(arguments: faults.filter { $0.name == "e06-hangs-on-a-link" })
    func everySeedFindsTheShortestSequence(of fault: Fault) async throws {
        var features: Set<Int> = []
        for seed in 0..<20 as Range<UInt64> {
            var exploration = try Self.exploration(
                fault.name,
                interruptions: fault.interruptions,
                transitions: fault.transitions
            )
            exploration.limits.seed = seed
            let report = try await Explorer.run(exploration)
            let found = report.failures.filter { failure in
                Set(fault.properties).isSubset(of: failure.broken.map(\.property))
            }
            #expect(found.first?.steps.count == fault.inputs, "seed \(seed): \(report.text)")
            features.insert(report.randomRuns?.features ?? 0)
        }
        #expect(features.count > 1, "the seed decides nothing")
    }

    @Test func noSeedFindsAnythingOfACorrectApp() async throws {
        for seed in 0..<20 as Range<UInt64> {
            var exploration = try Self.exploration("c3-weather", interruptions: 1, transitions: 1_000)
            exploration.limits.seed = seed
            let report = try await Explorer.run(exploration)
            #expect(report.randomRuns != nil && report.failures.isEmpty, "seed \(seed): \(report.text)")
        }
    }

    /// The memory grows with each visit, so the shortest way is long.
    @Test func theAppThatGrowsIsKilledInTheEnd() async throws {
        var exploration = try Self.exploration(
            "e08-cache-grows-with-every-visit",
            interruptions: 0,
            transitions: 20_000
        )
        exploration.inputs.only = ["app.launch", "device.home"]
        let report = try await Explorer.run(exploration)
        let failure = try #require(report.failures.first { $0.main.property == "memoryResourceLimit" })
        #expect(failure.steps.map(\.name).count == 9)
    }

    @Test(arguments: ["c1-notes", "c2-messages", "c3-weather"]) func nothingIsFoundOfACorrectApp(
        _ name: String
    ) async throws {
        let report = try await Explorer.run(Self.exploration(name, interruptions: 1, transitions: 6_000))
        #expect(report.failures.isEmpty, "\(report.text)")
        #expect(report.text.contains("none found"))
    }

    @Test func aSmallAppIsClosed() async throws {
        let report = try await Explorer.run(Self.exploration("c1-notes", interruptions: 1, transitions: 100_000))
        #expect(report.passes.map(\.isClosed) == [true, true])
    }

    /// Apps whose passes close, whose passes are cut, and whose failures random runs find.
    @Test(arguments: [
        "c1-notes", "c2-messages", "e05-database-locked-with-the-phone", "e08-cache-grows-with-every-visit",
    ])
    func theNumberOfWorkersChangesNothing(_ name: String) async throws {
        var exploration = try Self.exploration(name, interruptions: 1, transitions: 2_500)
        let alone = try await Explorer.run(exploration)
        for jobs in [2, 3, 8] {
            exploration.limits.jobs = jobs
            let together = try await Explorer.run(exploration)
            #expect(alone.document == together.document, "\(jobs) jobs")
            #expect(alone.text(withCoverage: true) == together.text(withCoverage: true))
            #expect(alone.graph.document == together.graph.document)
        }
    }

    /// A search that is cut at a number of transitions has done what one cut at twice as many does first.
    @Test(arguments: ["c2-messages", "e03-warned-while-expiring", "e04-two-pushes-in-a-row"])
    func aCutSearchIsTheBeginningOfALongerOne(_ name: String) async throws {
        let half = try await Explorer.run(Self.exploration(name, interruptions: 1, transitions: 4_000))
        let whole = try await Explorer.run(Self.exploration(name, interruptions: 1, transitions: 8_000))
        for (short, long) in zip(half.passes, whole.passes) {
            #expect(short.inputs <= long.inputs && short.abstractStates <= long.abstractStates)
            #expect(short.transitions <= long.transitions)
        }
        let complete = half.passes.map(\.inputs).min() ?? 0
        for failure in half.failures {
            let same = whole.failures.first { ($0.broken + $0.onTheWay).contains(failure.main) }
            let length = try #require(same?.steps.count, "\(failure.main)")
            #expect(length <= failure.steps.count)
            if failure.steps.count <= complete { #expect(length == failure.steps.count, "\(failure.main)") }
        }
    }

    /// The scenario of a failure does not pass, and turned round it does, whatever kind of property is broken.
    @Test(arguments: faults.map(\.name) + ["e09-unflushed"])
    func aFailureIsAScenario(_ name: String) async throws {
        let report = try await Explorer.run(Self.exploration(name, interruptions: 1, transitions: 3_000))
        #expect(!report.failures.isEmpty)
        for failure in report.failures {
            let forbidding = try Scenario(report.scenario(of: failure))
            let asItIs = try Scenario(report.scenario(of: failure, asItIs: true))
            let failed = await ScenarioRunner.run(forbidding, on: InProcessTarget())
            let passed = await ScenarioRunner.run(asItIs, on: InProcessTarget())
            #expect(!failed.passed, "\(failure.main)")
            #expect(passed.passed, "\(failure.main)")
        }
    }

    /// Within the window of a time the app fails, and a millisecond beyond it does not.
    @Test func bothEndsOfAWindowFail() async throws {
        let report = try await Explorer.run(
            Self.exploration("e03-warned-while-expiring", interruptions: 1, transitions: 12_000)
        )
        let failure = try #require(report.failures.first { $0.main.property == "backgroundTaskAssertionTimeout" })
        let window = try #require(failure.steps.compactMap(\.window).first)
        #expect(window == 25_000...25_499)
    }
}

/// The apps of `examples/explore`.
enum ExampleApps {
    private static let folder = repository.appending(path: "examples/explore")

    static let all = [
        "c1-notes", "c2-messages", "c3-weather", "e01-saves-only-when-terminated", "e02-push-leaves-changes",
        "e03-warned-while-expiring", "e04-two-pushes-in-a-row", "e05-database-locked-with-the-phone",
        "e06-hangs-on-a-link", "e07-processing-task-and-the-user", "e08-cache-grows-with-every-visit",
    ]

    /// The file of an app.
    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(name).yaml"), encoding: .utf8)
    }

    /// The document of an app.
    static func document(_ name: String) throws -> Value {
        try DocumentFile.read(text: text(name), name: name) { document throws(Rejection) in document }
    }

    /// What searches an app.
    static func context(_ document: Value) throws -> SearchContext {
        try SearchContext.make(for: Exploration(document, name: "app")).context
    }
}
