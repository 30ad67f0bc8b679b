import ArgumentParser
import Explorer
import LifecycleKernel
import Scenarios

/// How far a search must come to be taken for enough.
enum RequiredExtent: ExpressibleByArgument {
    /// Every pass is closed, or those to so many interruptions.
    case closed(interruptions: Int?)
    /// Every sequence to so many inputs was tried in each pass.
    case inputs(Int)

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        let number = parts.count == 2 ? Int(parts[1]).flatMap { $0 >= 0 ? $0 : nil } : nil
        switch (parts.first, parts.count) {
        case ("closed", 1): self = .closed(interruptions: nil)
        case ("closed", 2):
            guard let number else { return nil }
            self = .closed(interruptions: number)
        case ("inputs", 2):
            guard let number else { return nil }
            self = .inputs(number)
        default: return nil
        }
    }

    /// Whether the searches for an app and its variants have come so far.
    func isReached(by searches: [[ExplorationOutcome.Pass]]) -> Bool { searches.allSatisfy(isReached(by:)) }

    /// Whether passes have come so far, those with the fewest interruptions first.
    func isReached(by passes: [ExplorationOutcome.Pass]) -> Bool {
        switch self {
        case .closed(let bound):
            let wanted = bound.map { $0 + 1 } ?? max(1, passes.count)
            return passes.count >= wanted && passes.prefix(wanted).allSatisfy(\.isClosed)
        case .inputs(let count): return passes.allSatisfy { $0.isClosed || $0.inputs >= count }
        }
    }
}

/// The results of the explorations of one command.
struct ExplorationResults {
    /// The exit code for a fault of the explorer itself, as `sysexits.h` numbers it.
    private static let internalError: Int32 = 70
    /// The exit code if no failure was found, but the exploration tried less than was required.
    static let notEnough: Int32 = 3

    private let required: RequiredExtent?
    private let failing: Finding.Severity
    private var fails = false
    private var isEnough = true
    private var isConfirmed = true
    /// The results for a continuous integration system.
    private(set) var junit = JUnitReport()

    init(required: RequiredExtent?, failing: Finding.Severity) {
        self.required = required
        self.failing = failing
    }

    /// Adds what came of the exploration of a file.
    mutating func add(_ outcome: ExplorationOutcome, file: String) {
        fails = fails || outcome.fails(at: failing)
        let isReached = required?.isReached(by: outcome.searches) ?? true
        isEnough = isEnough && isReached
        isConfirmed = isConfirmed && outcome.isConfirmed
        for property in outcome.properties { junit.add(property.name, file: file, property.outcome) }
        guard required != nil else { return }
        let missing = "less was tried than --require asks for"
        junit.add("complete", file: file, isReached ? .passed : .failed(message: missing, text: outcome.text))
    }

    /// The exit code; nil when nothing is wrong.
    var exitCode: ExitCode? {
        if !isConfirmed { return ExitCode(Self.internalError) }
        if fails { return ExitCode(1) }
        return isEnough ? nil : ExitCode(Self.notEnough)
    }
}

extension ExplorationReport.PropertyResult {
    fileprivate var outcome: JUnitReport.Outcome {
        guard let first = failures.first else { return skipped.map { .skipped($0) } ?? .passed }
        return .failed(message: first.signature, text: failures.map(\.text).joined(separator: "\n"))
    }
}
