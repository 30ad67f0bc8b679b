import LifecycleKernel
import WireFormat

/// The search of an app whose code runs elsewhere: breadth first with more and more interruptions, then random runs.
///
/// Each sequence is run from its start, as nothing of the app can be copied. Two sequences lead to one abstract state only
/// if the device's abstract states are equal and what the app says of itself is; none do where it says nothing. So no pass of it
/// is ever closed. Every remote run counts as a transition.
///
/// The search keeps the result of each run, about 10 KiB; the time that runs take bounds their number.
struct AttachedSearch {
    /// Where a sequence leads.
    struct Node: Sendable {
        var inputs: [ExploredInput]
        /// The steps that lead there.
        var steps: [Value]
        var state: ExploredState
        var abstractState: AbstractState
        var interruptions: Int
        /// Whether time has just passed in which no code ran, so that no more passes.
        var afterTime: Bool
    }

    /// An input that may be tried.
    struct Candidate: Sendable {
        var input: ExploredInput
        var isInterruption: Bool
    }

    let exploration: Exploration
    let context: SearchContext
    private let runner: any RemoteRunner
    private let start: [RemoteMove]
    private let abstraction: Abstraction
    /// How many remote runs are left.
    private(set) var left: Int
    /// What was run, by its inputs: each pass begins anew, and does not repeat the runs of those before.
    private var sequences: [[ExploredInput]: RemoteSequence] = [:]
    private var unlike: UInt64 = 0
    private var passes: [PassSummary] = []
    private var randomRuns: RandomRunSummary?
    var failures = FailureTable()
    private(set) var coverage: Coverage
    private var notes = Notes(known: [])
    /// Whether the runner carries out no more runs.
    private(set) var runnerIsGone = false

    init(_ exploration: Exploration, _ context: SearchContext, _ runner: any RemoteRunner) throws(Rejection) {
        self.exploration = exploration
        self.context = context
        self.runner = runner
        start = try exploration.startMoves()
        abstraction = Abstraction(rules: context.rules, options: context.options)
        left = exploration.limits.transitions
        coverage = Coverage(inputs: context.alphabet.count)
    }

    /// Searches until every sequence was run that is no longer than the limit, or it is told to stop.
    mutating func run(_ watch: Search.Watch) async -> SearchOutcome {
        if let sequence = await run([], steps: exploration.start) {
            let root = node([], steps: exploration.start, sequence, after: nil)
            let bounds = exploration.limits.interruptions + 1
            for bound in 0..<bounds where !isOver(watch) {
                let share = Share(
                    runs: max(1, Search.budget(of: left, for: bound, of: bounds)),
                    until: Search.share(through: bound, of: bounds)
                )
                await pass(from: root, interruptions: bound, within: share, watch)
            }
            // Where every sequence as long as it may be was tried, random runs would find nothing more.
            let isWhole = passes.allSatisfy { $0.inputs >= exploration.limits.depth }
            if !isWhole, !isOver(watch) { await run(from: root, watch) }
        }
        let found = await confirmed(watch)
        return SearchOutcome(passes: passes, randomRuns: randomRuns, failures: found, coverage: coverage)
    }

    // MARK: A pass

    /// What a pass may use up.
    private struct Share {
        var runs: Int
        /// The part of the time that is over at its end.
        var until: Double
    }

    private mutating func pass(
        from root: Node,
        interruptions bound: Int,
        within share: Share,
        _ watch: Search.Watch
    ) async {
        var known = [root.abstractState: 0]
        var layer = [root]
        let first = left
        var summary = PassSummary(
            interruptions: bound,
            isClosed: false,
            inputs: 0,
            abstractStates: 1,
            transitions: 0,
            growing: nil
        )
        while !layer.isEmpty, summary.inputs < exploration.limits.depth {
            var next: [Node] = []
            for node in layer {
                for candidate in candidates(from: node, mayInterrupt: node.interruptions < bound) {
                    summary.abstractStates = known.count
                    summary.transitions = first - left
                    watch.progress(progress(of: summary))
                    guard !isOver(watch), first - left < share.runs, watch.usedTime() < share.until else {
                        return passes.append(summary)
                    }
                    guard let child = await child(of: node, by: candidate) else { continue }
                    if let fewest = known[child.abstractState], fewest <= child.interruptions { continue }
                    known[child.abstractState] = child.interruptions
                    next.append(child)
                }
            }
            layer = next
            summary.inputs += 1
        }
        // A layer without a new abstract state: longer sequences would only repeat what was met.
        if layer.isEmpty { summary.inputs = exploration.limits.depth }
        summary.abstractStates = known.count
        summary.transitions = first - left
        passes.append(summary)
    }

    /// The inputs that may be tried where a sequence leads.
    mutating func candidates(from node: Node, mayInterrupt: Bool) -> [Candidate] {
        let kind = StateClass(node.state.device, target: context.target)
        var candidates: [Candidate] = []
        for place in context.alphabet.indices {
            let interrupts = kind.isInHandler && context.alphabet[place].interrupts
            guard mayInterrupt || !interrupts else { continue }
            let outcome = context.outcome(of: place, in: node.state)
            coverage.note(outcome, of: place, in: kind)
            if outcome.effect != nil { candidates.append(Candidate(input: .input(place), isInterruption: interrupts)) }
        }
        if !node.afterTime { candidates += context.times(from: node.state, mayInterrupt: mayInterrupt) }
        return candidates
    }

    /// Runs a sequence with one more input.
    ///
    /// - Returns: Where it leads; nil when the input was not carried out, as the app did something else this time.
    private mutating func child(of node: Node, by candidate: Candidate) async -> Node? {
        let inputs = node.inputs + [candidate.input]
        let steps = node.steps + [context.step(of: candidate.input, on: node.state.device)]
        guard let sequence = await run(inputs, steps: steps) else { return nil }
        let child = self.node(inputs, steps: steps, sequence, after: node, isInterruption: candidate.isInterruption)
        note(sequence, of: child)
        return sequence.isWhole ? child : nil
    }

    // MARK: Runs

    /// Has a sequence run, unless it was run before.
    ///
    /// - Returns: The result; nil if the runner is gone.
    mutating func run(_ inputs: [ExploredInput], steps: [Value]) async -> RemoteSequence? {
        if let known = sequences[inputs] { return known }
        let sequence = await run(inputs, RemoteRun(steps: steps))
        sequences[inputs] = sequence
        return sequence
    }

    /// What became of a sequence that was run.
    func sequence(of inputs: [ExploredInput]) -> RemoteSequence? { sequences[inputs] }

    /// Keeps what became of a sequence that was run again, unless it was run before.
    mutating func remember(_ sequence: RemoteSequence, of inputs: [ExploredInput]) {
        if sequences[inputs] == nil { sequences[inputs] = sequence }
    }

    /// Has steps carried out.
    ///
    /// - Parameter inputs: The inputs of the whole sequence, those of the remote runs that this one continues included.
    mutating func run(_ inputs: [ExploredInput], _ run: RemoteRun) async -> RemoteSequence? {
        left -= 1
        guard !runnerIsGone, let life = await runner.run(run) else {
            runnerIsGone = true
            return nil
        }
        var follower = LifeFollower(context, start: start, inputs)
        return follower.follow(life)
    }

    /// Where a sequence that was run leads.
    mutating func node(
        _ inputs: [ExploredInput],
        steps: [Value],
        _ sequence: RemoteSequence,
        after node: Node?,
        isInterruption: Bool = false
    ) -> Node {
        var abstractState = context.abstractState(of: sequence.state, abstraction)
        if let text = sequence.abstractState {
            for byte in text.utf8 { abstractState = abstractState.combined(with: UInt64(byte)) }
        } else {
            unlike += 1
            abstractState = abstractState.combined(with: unlike)
        }
        return Node(
            inputs: inputs,
            steps: steps,
            state: sequence.state,
            abstractState: abstractState,
            interruptions: (node?.interruptions ?? 0) + (isInterruption ? 1 : 0),
            afterTime: inputs.last?.isTime == true && sequence.steps.last?.ranCode == false
        )
    }

    /// Takes up what the last input of a sequence has broken and reached, and what those before it have broken this time
    /// only: an app that does not do the same each time.
    mutating func note(_ sequence: RemoteSequence, of node: Node) {
        for (place, step) in sequence.steps.dropLast().enumerated() {
            for broken in step.broken where !failures.holds(broken) {
                let inputs = Array(node.inputs[...place])
                failures.note(broken, depth: inputs.count, interruptions: node.interruptions) { inputs }
                remember(sequence.prefix(inputs.count), of: inputs)
            }
        }
        guard let last = sequence.steps.last else { return }
        let inputs = Array(node.inputs.prefix(sequence.steps.count))
        let length = inputs.count
        for broken in last.broken {
            failures.note(broken, depth: length, interruptions: node.interruptions) { inputs }
        }
        if !last.broken.isEmpty { remember(sequence, of: inputs) }
        notes.features = []
        for record in last.records { notes.read(record) }
        coverage.note(notes.features, inputs: length)
    }

    // MARK: Random runs

    /// Takes inputs at random until the remote runs or the time are used up.
    private mutating func run(from root: Node, _ watch: Search.Watch) async {
        var summary = RandomRunSummary(runs: 0, transitions: 0, features: 0, isAtEnd: false)
        while !isOver(watch) {
            var run = AttachedRandomRun(
                number: UInt64(summary.runs),
                limits: exploration.limits,
                alphabet: context.alphabet
            )
            let taken = await run.take(from: root, in: &self) { $0.isOver(watch) }
            summary.runs += 1
            summary.transitions += taken
            randomRuns = summary
            watch.progress(progress(of: passes.last))
            // Nothing can be tried at all.
            if taken == 0 { return }
        }
    }

    // MARK: Limits and progress

    /// Whether nothing more is to be run.
    func isOver(_ watch: Search.Watch) -> Bool {
        watch.isOver() || runnerIsGone || left <= 0 || watch.usedTime() >= 1 || exploration.isEnough(failures)
    }

    private func progress(of summary: PassSummary?) -> ExplorationProgress {
        let all = max(1, exploration.limits.transitions)
        let broken = failures.entries.map(\.broken).filter(exploration.looksFor)
        return ExplorationProgress(
            interruptions: summary?.interruptions ?? 0,
            inputs: summary?.inputs ?? 0,
            abstractStates: summary?.abstractStates ?? 0,
            transitions: all - left,
            share: min(1, Double(all - left) / Double(all)),
            passes: passes,
            signatures: Set(broken.map { $0.signature(of: exploration.target) }).sorted()
        )
    }
}

extension SearchContext {
    /// How many instants at which something is due are offered to an attached app.
    private static let offeredInstants = 8
    private static let day: Milliseconds = 86_400_000
    private static let hour: Milliseconds = 3_600_000

    /// The passings of time that may be tried on an attached app: to what is due next, which may be due now, and to shortly
    /// before it. What comes after its code has run is not known yet.
    func times(from state: ExploredState, mayInterrupt: Bool) -> [AttachedSearch.Candidate] {
        let start = state.device.now
        var copy = state
        var last: Instant?
        var candidates: [AttachedSearch.Candidate] = []
        for _ in 0..<Self.offeredInstants {
            guard let due = nextInstant(of: copy), due - start <= Self.day else { break }
            if mayInterrupt {
                let stops = stops(before: due, after: last ?? start, since: start).filter { $0 > copy.device.now }
                candidates += stops.map { .init(input: .time($0 - start), isInterruption: true) }
            }
            guard pass(due - copy.device.now, on: &copy) != nil else { break }
            if due != last {
                candidates.append(.init(input: .time(due - start), isInterruption: false))
                last = due
            }
            guard copy.device.pendingCallback(of: target) == nil else { return candidates + given }
        }
        let later = copy.device.now - start + Self.hour
        candidates.append(.init(input: .time(later), isInterruption: false))
        return candidates + given
    }

    /// The lengths of time that the user wants to be tried, too.
    private var given: [AttachedSearch.Candidate] {
        times.map { .init(input: .time($0), isInterruption: false) }
    }
}
