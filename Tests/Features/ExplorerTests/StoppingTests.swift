import LifecycleKernel
import Synchronization
import Testing
import WireFormat

@testable import Explorer

/// How often a search has asked whether to stop, and from when on the answer is yes.
private final class StopQuestion: Sendable {
    private let count = Atomic(0)
    private let refusals: Int

    init(after refusals: Int) { self.refusals = refusals }

    var isOver: Bool { count.wrappingAdd(1, ordering: .relaxed).newValue > refusals }
    /// How often it was asked when the answer was yes already.
    var late: Int { count.load(ordering: .relaxed) - refusals }
}

/// A search that is told to stop takes at most some hundred inputs more, and reports what it had come to before.
@Suite struct StoppingTests {
    /// The most inputs between two questions: an interval, and what a state that is made again and one random run have.
    private static let most = StopCheck.interval + 128

    private static func exploration(_ app: String, jobs: Int = 1) throws -> Exploration {
        var exploration = try Exploration(ExampleApps.document(app), name: app)
        exploration.limits.transitions = 30_000
        exploration.limits.jobs = jobs
        exploration.limits.beginning = 1_000
        return exploration
    }

    /// How many inputs a search has taken when it stops, those included that it does not count.
    private static func taken(_ exploration: Exploration, _ question: StopQuestion) async throws -> (Search, Int) {
        let context = try SearchContext.make(for: exploration).context
        var search = Search(exploration, context)
        await search.run(
            Search.Watch(isOver: { question.isOver }, usedTime: { 0 }, progress: { _ in }, graph: { _ in })
        )
        let counted = search.passes.reduce(search.randomRuns?.transitions ?? 0) { $0 + $1.transitions }
        return (search, counted + search.discarded)
    }

    /// Were the signal given right after a question, no more would happen than until the next one.
    @Test(arguments: [3, 21, 60, 150]) func littleIsTakenBetweenTwoQuestions(
        _ questions: Int
    ) async throws {
        let exploration = try Self.exploration("e03-warned-while-expiring")
        let (_, before) = try await Self.taken(exploration, StopQuestion(after: questions))
        let (_, after) = try await Self.taken(exploration, StopQuestion(after: questions + 1))
        #expect(after >= before && after - before <= Self.most)
    }

    /// A state that is not kept is made again from its inputs, and a grid has thousands of edges: both are counted.
    @Test func littleIsTakenWithoutMemoryAndOnAGrid() async throws {
        var exploration = try Self.exploration("c2-messages")
        exploration.limits.memory = 100_000
        exploration.inputs.isGrid = true
        for questions in [5, 50, 200] {
            let (_, before) = try await Self.taken(exploration, StopQuestion(after: questions))
            let (_, after) = try await Self.taken(exploration, StopQuestion(after: questions + 1))
            #expect(after - before <= Self.most, "\(questions)")
        }
    }

    @Test(arguments: [2, 3]) func everyWorkerStops(_ jobs: Int) async throws {
        let exploration = try Self.exploration("c2-messages", jobs: jobs)
        for questions in [7, 100] {
            let question = StopQuestion(after: questions)
            let (search, _) = try await Self.taken(exploration, question)
            #expect(search.passes.contains { !$0.isClosed })
            // Each worker asks once more, and between blocks some are asked again that have nothing to do.
            #expect(question.late <= 2 * jobs + 8)
        }
    }

    /// What was taken of a block that is not complete does not count: the report is that of a search with so few transitions.
    @Test func whatIsReportedIsComplete() async throws {
        let exploration = try Self.exploration("e03-warned-while-expiring")
        let (search, _) = try await Self.taken(exploration, StopQuestion(after: 12))
        let pass = try #require(search.passes.first)
        try #require(search.passes.count == 1)
        let context = try SearchContext.make(for: exploration).context
        var again = SearchPass(context, interruptions: 0, limits: exploration.limits)
        let summary = await again.run(budget: .max, pausingAfter: pass.transitions) { _, _, _ in true }
        #expect(summary.transitions == pass.transitions && summary.abstractStates == pass.abstractStates)
        #expect(search.failures.entries.map(\.inputs) == again.failures.entries.map(\.inputs))
    }

    /// Once a search is stopped no failure is made shorter; it is replayed once, and its report says so.
    @Test func failuresAreToldAsTheyWereFound() async throws {
        let exploration = try Self.exploration("e04-two-pushes-in-a-row")
        let stopped = Atomic(false)
        let report = try await Explorer.run(
            exploration,
            isOver: { stopped.load(ordering: .relaxed) },
            progress: { if $0.signatures.count > 2 { stopped.store(true, ordering: .relaxed) } }
        )
        #expect(!report.failures.isEmpty)
        for failure in report.failures {
            #expect(failure.isConfirmed && !failure.isMinimal && failure.steps.allSatisfy { $0.window == nil })
        }
        #expect(report.isStopped && report.text.contains("shrinking was stopped"))
    }

    /// Stopping shortens nothing that would have been reported otherwise.
    @Test func aSearchThatIsNotStoppedShrinks() async throws {
        var exploration = try Self.exploration("e04-two-pushes-in-a-row")
        exploration.limits.transitions = 3_000
        let report = try await Explorer.run(exploration)
        #expect(!report.failures.isEmpty && report.failures.allSatisfy { $0.isConfirmed && $0.isMinimal })
    }

    /// An app that writes without end, at once or every millisecond, makes no input long.
    @Test(arguments: ["registerForRemoteNotifications", "setAlarm"]) func anAppThatWritesWithoutEnd(
        _ action: Value
    ) async throws {
        let again: Value =
            action == "setAlarm" ? ["action": action, "afterSeconds": 0.001] : ["action": action]
        let log: Value = ["action": "log", "message": .string(String(repeating: "x", count: 900))]
        let loop = Value.array([again] + Array(repeating: log, count: 300))
        let document: Value = [
            "explore": "writes-without-end",
            "apps": [
                [
                    "bundleID": "com.example.app",
                    "behavior": [
                        "application(_:didFinishLaunchingWithOptions:)": [again],
                        "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)": loop,
                        "alarmHandler": loop,
                    ],
                ]
            ],
            "inputs": ["only": ["app.launch", "device.home"]],
        ]
        let context = try ExampleApps.context(document)
        var state = context.start
        var notes = Notes()
        let launch = try #require(context.alphabet.firstIndex { $0.name == "app.launch" })
        let outcome = context.attempt(launch, on: &state, noting: &notes)
        #expect(outcome.effect != nil)
        _ = context.pass(3_600_000, on: &state, noting: &notes)
        // At once it ends in the launch. Later it ends with what may happen while a length of time passes.
        let written = notes.takeCount()
        #expect(written > 1_000 && written < 50_000)
    }
}

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
