import ArgumentParser
import Commands
import Explorer
import Foundation
import LifecycleKernel
import Scenarios
import WireFormat

/// What is explored, and how far.
struct ExploreOptions: ParsableArguments {
    @Option(help: "The app that is explored, if there are several; the first one otherwise.")
    var app: String?

    @Option(name: .customLong("for"), help: "Looks for this property only; may be given several times.")
    var properties: [String] = []

    @Option(parsing: .upToNextOption, help: "Tries exactly these groups and inputs.")
    var only: [String] = []

    @Option(help: "Tries this group or input, too; may be given several times.")
    var with: [String] = []

    @Option(help: "Leaves this group or input out; may be given several times.")
    var without: [String] = []

    @Option(help: "The most interruptions on a sequence: 0 to 4.")
    var interruptions: Int?

    @Option(help: "The most inputs of a sequence: 1 to 256; 64 by default.")
    var depth: Int?

    @Option(help: "The most inputs taken in all passes together, 1000000 by default.")
    var transitions: Int?

    @Option(
        help: """
            How long the search may take, such as 30s or 2m; without --transitions it may then take as many inputs as it \
            comes to. What it reports depends on how fast the machine is.
            """
    )
    var budget: TimeBudget?

    @Option(help: "How much memory the search may take, such as 512MiB or 2GiB; 1GiB by default.")
    var memory: MemoryBudget?

    @Option(help: "The seed of the random runs after passes that do not close; 0 by default.")
    var seed: UInt64?

    @Flag(help: "Offers every multiple of the resolution in time, not only the moments before something is due.")
    var grid = false

    @Option(help: "How long before something is due inputs are tried, in seconds.")
    var resolution: Double?

    @Option(help: "Begins after the first N steps of a scenario, or after all of them.")
    var after: StepCount?

    @Option(
        help: "A file with the signatures of failures that are known, a line for each; # begins a comment.",
        completion: .file()
    )
    var known: String?

    @Option(help: "How many workers share the search; the report does not depend on it.")
    var jobs: Int?

    func validate() throws {
        try require(interruptions, in: 0...4, "--interruptions")
        try require(depth, in: 1...Int(Exploration.mostInputs), "--depth")
        try require(transitions, in: 1...Self.mostTransitions, "--transitions")
        try require(jobs, in: 1...256, "--jobs")
        guard let resolution else { return }
        guard resolution >= 0.001, resolution <= 60 else {
            throw ValidationError("--resolution must be a number of seconds from 0.001 to 60.")
        }
    }

    private static let mostTransitions = 1_000_000_000

    private func require(_ number: Int?, in range: ClosedRange<Int>, _ option: String) throws {
        guard let number, !range.contains(number) else { return }
        throw ValidationError("\(option) must be a number from \(range.lowerBound) to \(range.upperBound).")
    }

    /// The files that were named, and those of the folders.
    ///
    /// - Throws: What ends the command: there is no such file, or no file in a folder.
    func paths(of names: [String]) throws -> [String] {
        do throws(DocumentFileError) {
            var paths: [String] = []
            for name in names { paths += try ScenarioFiles.find(name) }
            return paths
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
    }

    /// Reads the explorations of a file, one for each of its documents, and applies the options to them.
    ///
    /// - Throws: What ends the command: the file cannot be read, or is wrong.
    func explorations(of file: String) throws -> [Exploration] {
        let text = try text(of: file)
        let signatures = try knownSignatures()
        do throws(DocumentFileError) {
            return try DocumentFile.readAll(text: text, name: file) { document throws(Rejection) in
                try applying(
                    to: Exploration(document, name: URL(filePath: file).deletingPathExtension().lastPathComponent) {
                        name throws(Rejection) in try other(name, beside: file)
                    },
                    signatures
                )
            }
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
    }

    func text(of file: String) throws -> String {
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
            throw Rejection(.invalidValue, "The file \(path, as: "path") cannot be read.", field: "from")
        }
        do throws(DocumentFileError) {
            return try DocumentFile.read(text: text, name: path) { value throws(Rejection) in value }
        } catch {
            throw error.rejection
        }
    }

    /// The signatures of the file of those that are known.
    func knownSignatures() throws -> [String] {
        guard let known else { return [] }
        return try text(of: known).split(whereSeparator: \.isNewline).map { line in
            line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
        }.filter { !$0.isEmpty }
    }

    private func applying(to read: Exploration, _ known: [String]) throws(Rejection) -> Exploration {
        var exploration = read
        exploration.known += known
        if let after { exploration = exploration.beginning(afterSteps: after.count) }
        if let app { exploration = try exploration.targeting(BundleID(app)) }
        if !properties.isEmpty { exploration.properties = properties }
        apply(to: &exploration.inputs)
        apply(to: &exploration.limits)
        exploration.limits.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        return exploration
    }

    /// Applies the options that say which inputs are tried.
    func apply(to inputs: inout InputChoice) {
        if !only.isEmpty { inputs.only = only }
        inputs.with += with
        inputs.without += without
        if grid { inputs.isGrid = true }
        if let resolution { inputs.resolution = Milliseconds(Int64((resolution * 1_000).rounded())) }
    }

    /// Applies the options that say how far the search goes.
    func apply(to limits: inout SearchLimits) {
        if let interruptions { limits.interruptions = interruptions }
        if let depth { limits.depth = depth }
        if let transitions = transitions ?? (budget == nil ? nil : Self.mostTransitions) {
            limits.transitions = transitions
        }
        if let memory { limits.memory = memory.bytes }
        if let seed { limits.seed = seed }
    }
}

/// A length of time such as `30s`, `2m` or `30`, which is in seconds.
struct TimeBudget: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
        let unit = argument.last.flatMap { units[$0] }
        guard let number = Double(unit == nil ? argument : String(argument.dropLast())), number > 0, number <= 86_400
        else { return nil }
        seconds = number * (unit ?? 1)
    }
}

/// An amount of memory such as `512MiB` or `2GiB`.
struct MemoryBudget: ExpressibleByArgument {
    let bytes: ByteCount

    init?(argument: String) {
        let unit = ByteCount.units.first { argument.hasSuffix($0.name) }
        guard let number = Int64(unit.map { String(argument.dropLast($0.name.count)) } ?? argument),
            (1...1 << 40).contains(number.multipliedReportingOverflow(by: unit?.bytes ?? 1).partialValue)
        else { return nil }
        bytes = ByteCount(number * (unit?.bytes ?? 1))
    }
}

/// How many steps of a scenario are carried out first: a number, or `all`.
struct StepCount: ExpressibleByArgument {
    /// The number; nil for all.
    let count: Int?

    init?(argument: String) {
        guard argument != "all" else {
            count = nil
            return
        }
        guard let number = Int(argument), number >= 0 else { return nil }
        count = number
    }
}
