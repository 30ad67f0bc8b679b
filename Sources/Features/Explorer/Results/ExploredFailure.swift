import LifecycleKernel

/// A way in which the target fails, with the shortest sequence that leads to it.
public struct ExploredFailure: Codable, Sendable {
    /// One input of the sequence.
    public struct Step: Hashable, Codable, Sendable {
        /// The input, or the passing of time.
        public var input: ExploredInput
        /// The name of the input, or the length of time.
        public var name: String
        /// The step of a scenario that does the same.
        public var step: Value
        /// When it happens, counted from the start.
        public var at: Milliseconds
        /// For a passing of time, the lengths around it with which the target fails just so.
        public var window: ClosedRange<Milliseconds>?
        /// The state of the target after it.
        public var state: ProcessState
        /// What happened that matters.
        public var records: [Record]
        /// The properties that it breaks.
        public internal(set) var broken: [Breakage] = []
    }

    /// The properties that are broken, the worst first.
    public var broken: [Breakage]
    /// Warnings that the same sequence meets on the way.
    public var onTheWay: [Breakage]
    public var steps: [Step]
    /// How many interruptions it needs.
    public var interruptions: Int
    /// In how many abstract states an input breaks the worst of the properties.
    public var edges: Int

    /// Whether the sequence breaks the property when it is run again, as it must.
    public var isConfirmed: Bool
    /// Whether it is known that no input and no pair of inputs can be left out: not, where making the sequence shorter took too
    /// many replays, or the search was stopped before.
    public var isMinimal = true
    /// The runs of an app that did not do the same in each; empty for all others.
    public var runs: [DifferingRun] = []

    /// The worst property.
    public var main: Breakage { broken[0] }
    /// How bad it is.
    public var severity: Finding.Severity { main.severity }
}

extension ExploredFailure {
    /// The failures of a search: shrunk, put together where one sequence breaks several properties, the worst first.
    ///
    /// - Parameter isOver: Asked before each trial whether to stop: what was not shrunk then is told as it was found.
    static func failures(
        of found: [FailureTable.Entry],
        _ context: SearchContext,
        isOver: @escaping () -> Bool = { false }
    ) async -> [ExploredFailure] {
        var shrunk: [FailureTable.Entry] = []
        for one in found {
            var shrinking = Shrinking(isOver: isOver)
            shrunk.append(await shrinking.shrunk(one) { context.length(of: $0, to: one.broken) })
        }
        var failures: [ExploredFailure] = []
        for entry in grouped(shrunk) {
            let main = entry.found.broken
            var shrinking = Shrinking(isOver: isOver)
            let steps = await shrinking.windowed(context.steps(of: entry.found.inputs)) {
                context.length(of: $0, to: main)
            }
            failures.append(
                ExploredFailure(
                    broken: entry.broken,
                    onTheWay: entry.onTheWay,
                    steps: steps,
                    interruptions: entry.found.interruptions,
                    edges: entry.found.edges,
                    isConfirmed: steps.firstIndex { $0.broken.contains(main) } == steps.count - 1,
                    isMinimal: entry.found.isMinimal
                )
            )
        }
        return failures
    }

    /// What was found, put together where one sequence breaks several properties, the worst first.
    static func grouped(
        _ found: [FailureTable.Entry]
    ) -> [(broken: [Breakage], onTheWay: [Breakage], found: FailureTable.Entry)] {
        var groups: [(broken: [Breakage], onTheWay: [Breakage], found: FailureTable.Entry)] = []
        for one in found.sorted(by: comesFirst) {
            if let index = groups.firstIndex(where: { $0.found.inputs.isAlike(one.inputs) }) {
                groups[index].broken.append(one.broken)
            } else if one.broken.severity != .error,
                let index = groups.firstIndex(where: {
                    $0.found.broken.severity == .error && $0.found.inputs.begins(with: one.inputs)
                })
            {
                groups[index].onTheWay.append(one.broken)
            } else {
                groups.append(([one.broken], [], one))
            }
        }
        return groups
    }

    private static func comesFirst(_ left: FailureTable.Entry, _ right: FailureTable.Entry) -> Bool {
        let (one, other) = (left.broken, right.broken)
        if one.severity != other.severity { return one.severity.rank > other.severity.rank }
        if left.inputs.count != right.inputs.count { return left.inputs.count < right.inputs.count }
        return (one.property, one.detail ?? "") < (other.property, other.detail ?? "")
    }
}

extension [ExploredInput] {
    /// Whether another sequence has the same inputs; the last passing of time may differ in its length.
    fileprivate func isAlike(_ other: [ExploredInput]) -> Bool {
        guard count == other.count, dropLast() == other.dropLast() else { return false }
        return last == other.last || last?.isTime == true && other.last?.isTime == true
    }

    /// Whether another sequence is how this one begins, the length of its last passing of time aside.
    func begins(with other: [ExploredInput]) -> Bool {
        count >= other.count && Array(prefix(other.count)).isAlike(other)
    }
}
