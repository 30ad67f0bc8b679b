import ArgumentParser
import Commands
import Explorer
import Foundation
import LifecycleKernel
import Scenarios
import Synchronization
import UnixSignals
import WireFormat

/// Looks for the shortest sequences in which an app fails.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Finds the shortest sequences of events and times in which an app loses data, is killed, or leaks.",
        discussion: """
            A file is an app, a scenario, of which the device and the apps count, or an exploration; of several documents in \
            YAML each is explored, and a folder stands for all in it. Every sequence of events, of the app's own edits and of passings of time is tried, the shortest \
            first, and each way in which the app fails is reported once, with what to do. A pass that is closed has tried \
            every sequence of any length with so many interruptions; where one is not, random runs go beyond it. The \
            same file gives the same report, whatever the number of jobs. Exit code 0 when nothing as bad as --fail-on was \
            found, 1 when something was, 3 when nothing was and --require is not reached, 64 when a file or an option is \
            wrong, 130 when it was stopped with Control-C, after printing what was found.
            """
    )

    @Argument(
        help: "Files in YAML or JSON, and folders of them.",
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var files: [String] = []

    @OptionGroup var options: ExploreOptions
    @OptionGroup var serverOptions: ExploreServerOptions

    @Flag(help: "Prints the report, or the list of inputs, as JSON.")
    var json = false

    @Flag(help: "Prints what was tried in each class of abstract state, what was reached and what was not.")
    var coverage = false

    @Flag(help: "Prints the inputs that would be tried, and tries nothing.")
    var listInputs = false

    @Option(
        help: """
            A folder to write a scenario for each failure to; it fails until the app is mended. Those that are there \
            already are carried out first, and it is said which fail still.
            """,
        completion: .directory
    )
    var save: String?

    @Flag(help: "Writes the scenarios so that they pass as long as the app fails.")
    var asItIs = false

    @Option(help: "How bad a failure must be to end the command with 1: error, warning or note.")
    var failOn = Finding.Severity.error

    @Flag(help: "Stops at the first failure that is as bad as --fail-on.")
    var first = false

    @Option(
        help: ArgumentHelp(
            "Ends with 3 when nothing was found and less was tried: closed, closed:N for passes to N interruptions, "
                + "or inputs:N for every sequence to N inputs.",
            valueName: "extent"
        )
    )
    var require: RequiredExtent?

    @Option(help: "A file to write the results to as JUnit XML, a test case for each property.")
    var junit: String?

    func validate() throws {
        if files.isEmpty, serverOptions.device == nil {
            throw ValidationError("Give a file, or --device with a server.")
        }
    }

    func run() async throws {
        if listInputs { return try printInputs() }
        if let client = serverOptions.client { return try await explore(on: client) }
        guard serverOptions.device == nil else {
            throw Failure.exit("--device needs --server, or GREENROOM_SERVER", code: Failure.usage)
        }
        let explorations = try explorations()
        try await Interruption.watched { interruption in try await explore(explorations, until: interruption) }
    }

    /// Explores in this process, and ends the command with the code of the results.
    private func explore(
        _ explorations: [(path: String, exploration: Exploration)],
        until interruption: Interruption
    ) async throws {
        var results = ExplorationResults(required: require, failing: failOn)
        for (path, exploration) in explorations {
            try await corpus?.replay(exploration, quietly: json)
            let report = try await report(on: exploration, in: path, until: interruption)
            let text = report.text(withCoverage: coverage)
            print(json ? JSONText.write(report.document).asText : text)
            try corpus?.write(report, quietly: json)
            results.add(ExplorationOutcome(report, text: text), file: path)
            if interruption.isAsked { break }
        }
        try finish(results, isInterrupted: interruption.isAsked)
    }

    /// Writes the results to a file if that was asked for, and ends the command with the code that they have.
    func finish(_ results: ExplorationResults, isInterrupted: Bool = false) throws {
        if let junit { try ResultsFile.write(results.junit.xml, to: junit) }
        if isInterrupted { throw ExitCode(Interruption.exitCode) }
        if let code = results.exitCode { throw code }
    }

    /// The folder with the scenarios of failures, if one was named.
    var corpus: SavedFailures? { save.map { SavedFailures(folder: $0, asItIs: asItIs) } }

    /// The explorations of all files, with all options: one for each document, with the path of its file.
    func explorations() throws -> [(path: String, exploration: Exploration)] {
        try options.paths(of: files).flatMap { path in
            try options.explorations(of: path).map { read in
                var exploration = read
                if first { exploration.limits.stopsAt = failOn }
                return (path, exploration)
            }
        }
    }

    /// Prints the inputs of each file. No server is asked: they depend on the file only.
    private func printInputs() throws {
        guard serverOptions.device == nil else {
            throw Failure.exit("--list-inputs is for files, and not for a device", code: Failure.usage)
        }
        for (path, exploration) in try explorations() {
            let inputs = try refusing(path) { () throws(Rejection) in try Explorer.alphabet(of: exploration) }
            print(json ? JSONText.write(inputs.document).asText : inputs.text)
        }
    }

    private func report(
        on exploration: Exploration,
        in path: String,
        until interruption: Interruption
    ) async throws -> ExplorationReport {
        let budget = options.budget.map(\.seconds)
        let start = ContinuousClock.now
        let progress = SearchProgress()
        defer { progress.clear() }
        do throws(Rejection) {
            return try await Explorer.run(
                exploration,
                isOver: { interruption.isAsked },
                usedTime: { budget.map { (ContinuousClock.now - start) / .seconds(max(0.001, $0)) } ?? 0 },
                progress: progress.show
            )
        } catch {
            throw Failure.exit("\(path): \(error.sentence)", code: Failure.usage)
        }
    }

    private func refusing<Result>(_ file: String, _ body: () throws(Rejection) -> Result) throws -> Result {
        do throws(Rejection) {
            return try body()
        } catch {
            throw Failure.exit("\(file): \(error.sentence)", code: Failure.usage)
        }
    }
}

extension Finding.Severity: ExpressibleByArgument {}

extension Rejection {
    /// The refusal as a sentence with the path of its field.
    fileprivate var sentence: String { field.map { "\($0): \(detail)" } ?? "\(detail)" }
}

/// Whether the user has asked to stop, with Control-C.
final class Interruption: Sendable {
    /// The exit code of a command that was stopped by SIGINT, as shells give it.
    static let exitCode: Int32 = 130

    private let asked = Atomic(false)

    /// Whether it was asked for.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    /// Does something that ends itself when the user asks for it: SIGINT does not end the process meanwhile.
    static func watched<Result>(_ body: (Interruption) async throws -> Result) async throws -> Result {
        let interruption = Interruption()
        let signals = await UnixSignalsSequence(trapping: .sigint)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { interruption.asked.store(true, ordering: .relaxed) }
            }
            defer { group.cancelAll() }
            return try await body(interruption)
        }
    }
}

/// Shows how far a search has come, on a terminal.
final class SearchProgress {
    private let line = StatusLine()
    private var next = ContinuousClock.now

    /// How often it is shown at most.
    private static let interval: Duration = .milliseconds(250)

    /// Shows how far a search has come.
    func show(_ progress: ExplorationProgress) {
        guard line.isShown, ContinuousClock.now >= next else { return }
        next = ContinuousClock.now + Self.interval
        let found = progress.signatures.isEmpty ? "" : ", \(progress.signatures.count) found"
        line.show(
            "\(progress.interruptions) interruptions, \(progress.inputs) inputs deep, "
                + "\(progress.abstractStates) abstract states, \(Int(progress.share * 100)) %\(found)"
        )
    }

    /// Clears the line.
    func clear() { line.clear() }
}
