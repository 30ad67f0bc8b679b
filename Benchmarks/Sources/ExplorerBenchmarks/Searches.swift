import Explorer
import Foundation
import LifecycleKernel
import Measuring
import Scenarios
import Synchronization

/// The exploration of a file, on one core and without a limit of transitions.
func exploration(of file: String) throws -> Exploration {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var exploration = try DocumentFile.read(text: text, name: file) { document throws(Rejection) in
        try Exploration(document, name: name(of: file))
    }
    exploration.limits.transitions = 1_000_000_000
    return exploration
}

/// What the app of a file is called in figures: what comes before the first hyphen of its name.
func name(of file: String) -> String {
    let name = file.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "-" && $0 != "." })
}

/// How far a search has come, and what it took.
private final class Extent {
    /// The abstract states of all passes.
    private(set) var abstractStates = 0
    /// The abstract states of the pass that runs.
    private(set) var inPass = 0
    /// The most abstract states that a layer has had: the states of two of them are kept at once.
    private(set) var mostInLayer = 0
    private(set) var mostBytes = 0
    private var beforeLayer = 0
    private var depth = 0

    func take(_ progress: ExplorationProgress) {
        abstractStates = progress.passes.reduce(0) { $0 + $1.abstractStates } + progress.abstractStates
        if progress.abstractStates < inPass { (beforeLayer, depth) = (0, 0) }
        inPass = progress.abstractStates
        mostBytes = max(mostBytes, residentBytes())
        if depth != progress.inputs {
            mostInLayer = max(mostInLayer, inPass - beforeLayer)
            (beforeLayer, depth) = (inPass, progress.inputs)
        }
    }
}

/// How many abstract states a measured search meets.
private let manyAbstractStates = 100_000

/// Transitions a second of a search on one core.
func measureSearch(_ file: String) async throws {
    let exploration = try exploration(of: file)
    let extent = Extent()
    let isOver = Atomic(false)
    let time = ProcessorTime()
    let report = try await Explorer.run(
        exploration,
        isOver: { isOver.load(ordering: .relaxed) },
        progress: { progress in
            extent.take(progress)
            if extent.abstractStates >= manyAbstractStates { isOver.store(true, ordering: .relaxed) }
        }
    )
    let length = time.elapsed
    Figure.rate("explorer.transitions", transitions(of: report), in: length).report()
}

/// How many inputs the passes of a search have taken.
private func transitions(of report: ExplorationReport) -> Int { report.passes.reduce(0) { $0 + $1.transitions } }

/// Inputs a second of a monkey on one core.
func measureMonkey(_ file: String) throws {
    var monkey = try RandomMonkey(try exploration(of: file), length: 64, seed: 1)
    let count = 1_000_000
    let time = ProcessorTime()
    monkey.run(to: count)
    Figure.rate("monkey.transitions", count, in: time.elapsed).report()
}

/// A search with one worker and with two, by the clock; both must say the same.
func measureJobs(_ file: String) async throws {
    var exploration = try exploration(of: file)
    exploration.limits.interruptions = 1
    exploration.limits.transitions = 200_000
    var reports: [String] = []
    for (jobs, name) in [(1, "oneJob"), (2, "twoJobs")] {
        exploration.limits.jobs = jobs
        let start = ContinuousClock.now
        let report = try await Explorer.run(exploration)
        let length = ContinuousClock.now - start
        Figure.rate("explorer.transitions.\(name)", transitions(of: report), in: length).report()
        reports.append(report.text(withCoverage: true))
    }
    precondition(reports[0] == reports[1], "two jobs report something else than one")
}

/// What abstract states take in one pass, where as few states of a layer as may be are kept; and what such a state takes.
func measureSize(_ file: String) async throws {
    var exploration = try exploration(of: file)
    exploration.limits.interruptions = 1
    let before = residentBytes()
    // Four fifths of it are the abstract states, at 64 bytes each; in the last fifth there are some 800 states.
    exploration.limits.memory = ByteCount(manyAbstractStates * 80)
    let few = Extent()
    _ = try await Explorer.run(exploration, progress: few.take)
    let frugal = few.mostBytes - before
    Figure("explorer.bytesPerAbstractState", Double(frugal) / Double(few.inPass), "B").report()
    exploration.limits.memory = ByteCount(1 << 30)
    let many = Extent()
    _ = try await Explorer.run(exploration, progress: many.take)
    let more = many.mostBytes - before - frugal
    Figure("explorer.bytesPerState", Double(max(0, more)) / Double(2 * many.mostInLayer), "B").report()
}

/// How long it takes until every sequence has been tried.
func measureClosing(_ file: String, interruptions: Int) async throws {
    var exploration = try exploration(of: file)
    exploration.limits.interruptions = interruptions
    let time = ProcessorTime()
    let report = try await Explorer.run(exploration)
    let length = time.elapsed
    precondition(report.passes.allSatisfy(\.isClosed), "\(file) is not closed")
    Figure("explorer.closes.\(name(of: file))", length / .seconds(1), "s").report()
}
