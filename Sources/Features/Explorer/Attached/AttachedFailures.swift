import LifecycleKernel
import WireFormat

/// What a search has come to: its passes, its random runs, what was found, and what was tried.
struct SearchOutcome: Sendable {
    var passes: [PassSummary]
    var randomRuns: RandomRunSummary?
    var failures: [ExploredFailure]
    var coverage: Coverage
}

/// One of the runs of a failure that is not the same each time.
public struct DifferingRun: Hashable, Codable, Sendable {
    public var broken: [Breakage]
    /// The inputs, with what happened.
    public var steps: [ExploredFailure.Step]
}

extension AttachedSearch {
    /// How often a sequence that fails is run before it is reported, that in which it was found included.
    private static let runs = 3

    /// The failures: those of random runs made shorter, and each run again. One that differs is told with its runs, and not
    /// made shorter.
    mutating func confirmed(_ watch: Search.Watch) async -> [ExploredFailure] {
        var confirmed: [FailureTable.Entry] = []
        var failures: [ExploredFailure] = []
        for found in self.failures.entries where exploration.looksFor(found.broken) {
            let made = await repeated(found.inputs, watch)
            let isSame = made.allSatisfy { $0.length(to: found.broken) == found.inputs.count }
            guard isSame else {
                failures.append(differing(found, in: made))
                continue
            }
            confirmed.append(await shrunk(found, watch))
        }
        for group in ExploredFailure.grouped(confirmed) {
            guard let run = sequence(of: group.found.inputs) else { continue }
            failures.append(
                ExploredFailure(
                    broken: group.broken,
                    onTheWay: group.onTheWay,
                    steps: steps(of: group.found.inputs, in: run),
                    interruptions: group.found.interruptions,
                    edges: group.found.edges,
                    isConfirmed: true,
                    isMinimal: group.found.isMinimal
                )
            )
        }
        return failures
    }

    /// A sequence run as often as a failure must be; less often when the search is stopped.
    private mutating func repeated(_ inputs: [ExploredInput], _ watch: Search.Watch) async -> [RemoteSequence] {
        var made: [RemoteSequence] = []
        if let sequence = sequence(of: inputs) { made.append(sequence) }
        while made.count < Self.runs, mayRepeat(watch), let sequence = await runAgain(inputs, watch) {
            made.append(sequence)
        }
        return made
    }

    /// Whether failures may still be run again: that takes at most as long as the search.
    private func mayRepeat(_ watch: Search.Watch) -> Bool { !runnerIsGone && !Self.isOver(watch)() }

    private static func isOver(_ watch: Search.Watch) -> @Sendable () -> Bool { watch.isOver(after: 2) }

    /// Runs a sequence input by input, on a new device.
    ///
    /// - Returns: What became of it, up to the first input that could not be tried or was not carried out; nil if the
    ///   runner is gone, or the search is stopped.
    private mutating func runAgain(_ inputs: [ExploredInput], _ watch: Search.Watch) async -> RemoteSequence? {
        guard !watch.isOver(), var sequence = await run([], RemoteRun(steps: exploration.start)) else { return nil }
        for (place, input) in inputs.enumerated() {
            if case .input(let place) = input, context.outcome(of: place, in: sequence.state).effect == nil { break }
            let step = context.step(of: input, on: sequence.state.device)
            guard !watch.isOver(),
                let next = await run(Array(inputs[...place]), RemoteRun(steps: [step], continues: true))
            else { return nil }
            sequence = next
            guard sequence.isWhole else { break }
        }
        remember(sequence, of: inputs)
        return sequence
    }

    /// The sequence of a failure made shorter and rounder; as it was found, if what came of that is not the same when it is run.
    private mutating func shrunk(_ found: FailureTable.Entry, _ watch: Search.Watch) async -> FailureTable.Entry {
        var shrinking = Shrinking(measuresWindows: false, isOver: Self.isOver(watch))
        var shrunk = await shrinking.shrunk(found) { inputs in await length(of: inputs, to: found.broken, watch) }
        if runnerIsGone { shrunk.isMinimal = false }
        guard await length(of: shrunk.inputs, to: found.broken, watch) == shrunk.inputs.count else {
            var same = found
            same.isMinimal = false
            return same
        }
        return shrunk
    }

    /// How many inputs of a sequence it takes until a property is broken, when it is run or was run before; nil when it is
    /// not, or the sequence is not carried out.
    private mutating func length(
        of inputs: [ExploredInput],
        to broken: Breakage,
        _ watch: Search.Watch
    ) async -> Int? {
        if let sequence = sequence(of: inputs) { return sequence.length(to: broken) }
        return await runAgain(inputs, watch)?.length(to: broken)
    }

    /// A failure that came in one run and not in another, with both.
    private func differing(_ found: FailureTable.Entry, in runs: [RemoteSequence]) -> ExploredFailure {
        let length = found.inputs.count
        let shown = [
            runs.first { $0.length(to: found.broken) == length } ?? runs.first,
            runs.first { $0.length(to: found.broken) != length },
        ].compactMap(\.self)
        let broken = Breakage(
            property: Breakage.notDeterministic,
            detail: found.broken.property,
            severity: found.broken.severity
        )
        let told = shown.map {
            DifferingRun(broken: $0.steps.flatMap(\.broken), steps: steps(of: found.inputs, in: $0))
        }
        return ExploredFailure(
            broken: [broken],
            onTheWay: [],
            steps: told.first?.steps ?? [],
            interruptions: found.interruptions,
            edges: found.edges,
            isConfirmed: true,
            runs: told
        )
    }

    /// The inputs of a sequence for people, with what they caused in a run.
    private func steps(of inputs: [ExploredInput], in sequence: RemoteSequence) -> [ExploredFailure.Step] {
        zip(inputs, sequence.steps).map { input, step in
            ExploredFailure.Step(
                input: input,
                name: context.name(of: input),
                step: step.step,
                at: step.end - context.start.device.now,
                window: nil,
                state: step.state,
                records: step.records
            )
        }
    }
}

extension Breakage {
    /// The property of a failure that is not the same in each run.
    static let notDeterministic = "notDeterministic"

    /// The property of an invariant of the app's code that did not hold.
    static let invariantBroken = "invariantBroken"

    /// An invariant of the app's code that did not hold.
    init(invariant name: String) {
        self.init(property: Self.invariantBroken, detail: name, severity: .error)
    }
}
