import ArgumentParser
import Explorer
import Foundation
import LifecycleKernel
import Scenarios
import WireFormat

/// Looks for the shortest sequences in which an app fails.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Finds the shortest sequences of events and times in which an app loses data, is killed, or leaks.",
        discussion: """
            A file is an app, a scenario, of which the device and the apps count, or an exploration. Every sequence of \
            events, of the app's own edits and of passings of time is tried, the shortest first, and each way in which the \
            app fails is reported once, with what to do. A pass that is closed has tried every sequence of any length with \
            so many interruptions. The same file gives the same report, whatever the number of jobs. Exit code 0 when \
            nothing as bad as --fail-on was found, 1 when something was, 3 when nothing was and --require is not reached, \
            64 when a file or an option is wrong.
            """
    )

    @Argument(help: "Files in YAML or JSON.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var files: [String]

    @OptionGroup var options: ExploreOptions

    @Flag(help: "Prints the report as JSON.")
    var json = false

    @Flag(help: "Prints the letters that would be tried, and tries nothing.")
    var alphabet = false

    @Option(
        help: "A folder to write a scenario for each failure to; it fails until the app is mended.",
        completion: .directory
    )
    var save: String?

    @Flag(help: "Writes the scenarios so that they pass as long as the app fails.")
    var asItIs = false

    @Option(help: "How bad a failure must be to end the command with 1: error, warning or note.")
    var failOn = Finding.Severity.error

    @Flag(help: "Ends with 3 when nothing was found and not every pass is closed.")
    var requireClosed = false

    func run() async throws {
        var fails = false
        var isComplete = true
        for file in files {
            let exploration = try options.exploration(of: file)
            if alphabet {
                print(try refusing(file) { () throws(Rejection) in try Explorer.alphabet(of: exploration) }.text)
                continue
            }
            let report = try await report(on: exploration, in: file)
            print(json ? String(decoding: JSONText.write(report.document), as: UTF8.self) : report.text)
            try write(report)
            fails = fails || report.fails(at: failOn)
            isComplete = isComplete && report.passes.allSatisfy(\.isClosed)
        }
        if fails { throw ExitCode(1) }
        if requireClosed, !isComplete { throw ExitCode(3) }
    }

    private func report(on exploration: Exploration, in file: String) async throws -> ExplorationReport {
        let deadline = options.budget.map { ContinuousClock.now + .seconds($0) }
        do throws(Rejection) {
            return try await Explorer.run(exploration) { deadline.map { ContinuousClock.now >= $0 } ?? false }
        } catch {
            throw Failure.exit("\(file): \(error.sentence)", code: Failure.usage)
        }
    }

    private func refusing<Result>(_ file: String, _ body: () throws(Rejection) -> Result) throws -> Result {
        do throws(Rejection) {
            return try body()
        } catch {
            throw Failure.exit("\(file): \(error.sentence)", code: Failure.usage)
        }
    }

    /// Writes a scenario for each new failure into the folder.
    private func write(_ report: ExplorationReport) throws {
        guard let save else { return }
        for failure in report.newFailures {
            let path = "\(save)/\(report.fileName(of: failure)).yaml"
            do {
                try FileManager.default.createDirectory(atPath: save, withIntermediateDirectories: true)
                let yaml = try ScenarioFile.yaml(report.scenario(of: failure, asItIs: asItIs))
                try Data(yaml.utf8).write(to: URL(filePath: path))
            } catch {
                throw Failure.exit("\(path): the scenario cannot be written there")
            }
            if !json { print("again greenroom test \(path)") }
        }
    }
}

/// What is explored, and how far.
struct ExploreOptions: ParsableArguments {
    @Option(help: "The app that is explored, if there are several; the first one otherwise.")
    var app: String?

    @Option(name: .customLong("for"), help: "Looks for this property only; may be given several times.")
    var properties: [String] = []

    @Option(parsing: .upToNextOption, help: "Tries exactly these groups and letters.")
    var events: [String] = []

    @Option(help: "Tries this group or letter, too; may be given several times.")
    var with: [String] = []

    @Option(help: "Leaves this group or letter out; may be given several times.")
    var without: [String] = []

    @Option(help: "The most interruptions on a sequence: 0 to 4.")
    var interruptions: Int?

    @Option(help: "The most inputs of a sequence.")
    var depth: Int?

    @Option(help: "The most inputs taken in all passes together, 300000 by default.")
    var transitions: Int?

    @Option(help: "How long the search may take, in seconds; what it reports then depends on how fast the machine is.")
    var budget: Double?

    @Option(help: "How many workers share the search; the report does not depend on it.")
    var jobs: Int?

    func validate() throws {
        try budget?.requireSeconds(for: "--budget")
        try require(interruptions, in: 0...4, "--interruptions")
        try require(depth, in: 1...64, "--depth")
        try require(transitions, in: 1...1_000_000_000, "--transitions")
        try require(jobs, in: 1...256, "--jobs")
    }

    private func require(_ number: Int?, in range: ClosedRange<Int>, _ option: String) throws {
        guard let number, !range.contains(number) else { return }
        throw ValidationError("\(option) is a number from \(range.lowerBound) to \(range.upperBound).")
    }

    /// Reads a file, and applies the options to it.
    ///
    /// - Throws: What ends the command: the file cannot be read, or is wrong.
    func exploration(of file: String) throws -> Exploration {
        let text = try text(of: file)
        do throws(DocumentFileError) {
            return try DocumentFile.read(text: text, name: file) { document throws(Rejection) in
                try applying(
                    to: Exploration(document, name: URL(filePath: file).deletingPathExtension().lastPathComponent) {
                        name throws(Rejection) in try other(name, beside: file)
                    }
                )
            }
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
    }

    private func text(of file: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
        else {
            throw Failure.exit("\(file): the file cannot be read", code: Failure.usage)
        }
        return text
    }

    /// The document of a file that `from` names, beside the exploration.
    private func other(_ name: String, beside file: String) throws(Rejection) -> Value {
        let path = URL(filePath: file).deletingLastPathComponent().appending(path: name).path
        guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8)
        else {
            throw Rejection(.invalidValue, "The file \(path) cannot be read.", field: "from")
        }
        do throws(DocumentFileError) {
            return try DocumentFile.read(text: text, name: path) { value throws(Rejection) in value }
        } catch {
            throw error.rejection
        }
    }

    private func applying(to read: Exploration) throws(Rejection) -> Exploration {
        var exploration = read
        if let app { exploration = try exploration.targeting(BundleID(app)) }
        if !properties.isEmpty { exploration.properties = properties }
        if !events.isEmpty { exploration.letters.only = events }
        exploration.letters.with += with
        exploration.letters.without += without
        if let interruptions { exploration.limits.interruptions = interruptions }
        if let depth { exploration.limits.depth = depth }
        if let transitions { exploration.limits.transitions = transitions }
        exploration.limits.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        return exploration
    }
}

extension Finding.Severity: ExpressibleByArgument {}

extension Rejection {
    /// The refusal as a sentence with the path of its field.
    fileprivate var sentence: String { field.map { "\($0): \(detail)" } ?? detail }
}
