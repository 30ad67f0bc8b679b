import ArgumentParser
import Scenarios

/// The outcome of a scenario.
enum TestOutcome: Sendable {
    /// It was carried out; the place is that of the step that failed, or of the scenario.
    case finished(ScenarioResult, place: DocumentPlace, seconds: Double)
    /// It could not be read, or its device or an app is refused.
    case unreadable(DocumentFileError)
    /// The server could not carry it out.
    case notCarriedOut(ServerObstacle, LocatedScenario)

    /// Whether everything was as expected.
    var passed: Bool {
        switch self {
        case .finished(let result, _, _): result.passed
        case .unreadable, .notCarriedOut: false
        }
    }

    /// What kept the server from carrying it out.
    var obstacle: ServerObstacle? {
        guard case .notCarriedOut(let obstacle, _) = self else { return nil }
        return obstacle
    }

    /// The outcome for a person at a terminal, with the line of the file where something failed.
    var report: String {
        switch self {
        case .finished(let result, let place, _): result.passed ? result.report : result.report(at: "\(place)")
        case .unreadable(let error): error.all.map { "ERROR   \($0)" }.joined(separator: "\n")
        case .notCarriedOut(let obstacle, let located):
            "ERROR   " + (obstacle.isLasting ? "" : "\(located.scenario.name)  (\(located.place)): ") + "\(obstacle)"
        }
    }
}

/// The outcomes of all scenarios.
struct TestSummary {
    /// How many scenarios there are to run.
    let total: Int
    private var passed = 0
    private(set) var failed = 0
    private var unreadable = 0
    private var notCarriedOut = 0
    /// The results for a continuous integration system.
    private(set) var junit = JUnitReport()

    /// The results for people, as a page.
    private var html = HTMLReport()

    /// A summary before the first outcome.
    init(total: Int) { self.total = total }

    /// Adds an outcome.
    mutating func add(_ outcome: TestOutcome, of source: ScenarioSource) {
        switch outcome {
        case .finished(let result, let place, let seconds):
            if result.passed { passed += 1 } else { failed += 1 }
            junit.add(result, file: source.path, place: place, seconds: seconds)
            if case .success(let located) = source.content {
                html.add(result, of: located.scenario, place: place, seconds: seconds)
            }
        case .unreadable(let error):
            unreadable += 1
            junit.add(error)
            html.add(error)
        case .notCarriedOut(let obstacle, let located):
            notCarriedOut += 1
            junit.add(located, notCarriedOutBecause: "\(obstacle)")
            html.add(located, notCarriedOutBecause: "\(obstacle)")
        }
    }

    /// The sum as a line.
    var sentence: String {
        let notRun = total - passed - failed - unreadable - notCarriedOut
        return "\(passed) passed, \(failed) failed"
            + (unreadable > 0 ? ", \(unreadable) could not be read" : "")
            + (notCarriedOut > 0 ? ", \(notCarriedOut) could not be carried out" : "")
            + (notRun > 0 ? ", \(notRun) not run" : "")
    }

    /// The results as an HTML page.
    var page: String { html.page(summary: sentence) }

    /// The exit code that says that something was wrong; nil when all passed.
    var exitCode: ExitCode? {
        if unreadable + notCarriedOut > 0 { return ExitCode(Failure.usage) }
        return failed > 0 ? ExitCode(1) : nil
    }
}
