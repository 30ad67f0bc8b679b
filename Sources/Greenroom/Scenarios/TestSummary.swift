import ArgumentParser
import Scenarios

/// The result of a scenario file.
enum TestOutcome: Sendable {
    /// The scenario was carried out.
    case finished(ScenarioResult, seconds: Double)
    /// The file could not be read.
    case unreadable(DocumentFileError)

    /// The outcome for a person at a terminal.
    var report: String {
        switch self {
        case .finished(let result, _): result.report
        case .unreadable(let error): "ERROR   \(error)"
        }
    }
}

/// The results of all scenario files.
struct TestSummary {
    private var passed = 0
    private(set) var failed = 0
    private var unreadable = 0
    /// The results for a continuous integration system.
    private(set) var junit = JUnitReport()

    /// Adds the result of a file.
    mutating func add(_ outcome: TestOutcome, of source: ScenarioSource) {
        switch outcome {
        case .finished(let result, let seconds):
            if result.passed { passed += 1 } else { failed += 1 }
            junit.add(result, file: source.path, seconds: seconds)
        case .unreadable(let error):
            unreadable += 1
            junit.add(error)
        }
    }

    /// The sum as a line.
    var sentence: String {
        "\(passed) passed, \(failed) failed" + (unreadable > 0 ? ", \(unreadable) could not be read" : "")
    }

    /// The exit code that says that something was wrong; nil when all passed.
    var exitCode: ExitCode? {
        if unreadable > 0 { return ExitCode(Failure.usage) }
        return failed > 0 ? ExitCode(1) : nil
    }
}
