import LifecycleKernel
import Testing
import WireFormat

@testable import Explorer

/// The passes of a search begin one after another before the first goes on to its end, which changes nothing in the end.
@Suite struct PassOrderTests {
    private static func report(_ app: String, beginning: Int, jobs: Int = 1) async throws -> ExplorationReport {
        var exploration = try Exploration(ExampleApps.document(app), name: app)
        exploration.limits.transitions = 6_000
        exploration.limits.beginning = beginning
        exploration.limits.jobs = jobs
        return try await Explorer.run(exploration)
    }

    @Test(arguments: ["c1-notes", "e02-push-leaves-changes", "e03-warned-while-expiring"])
    func theReportIsThatOfPassesOneAfterAnother(_ app: String) async throws {
        let straight = try await Self.report(app, beginning: 0)
        let turns = try await Self.report(app, beginning: 300)
        #expect(straight.document == turns.document)
        #expect(try await Self.report(app, beginning: 300, jobs: 3).document == turns.document)
    }

    /// A failure with one interruption is met before the pass without any has used up its share.
    @Test func aFailureWithAnInterruptionIsMetEarly() async throws {
        var exploration = try Exploration(ExampleApps.document("e04-two-pushes-in-a-row"), name: "pushes")
        exploration.limits.transitions = 20_000
        exploration.limits.beginning = 1_000
        nonisolated(unsafe) var told: [ExplorationProgress] = []
        _ = try await Explorer.run(
            exploration,
            usedTime: { 0 },
            progress: { told.append($0) }
        )
        let met = try #require(
            told.first { $0.signatures.contains("com.example.tracker/callbackStarved/remoteNotification") }
        )
        #expect(met.transitions < 4_000, "\(told.last?.signatures ?? [])")
        // What was found is told from then on, and inputs are only added.
        #expect(told.map(\.transitions) == told.map(\.transitions).sorted())
        let counts = told.map(\.signatures.count)
        #expect(counts == counts.sorted())
    }
}
