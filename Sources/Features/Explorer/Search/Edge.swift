import LifecycleKernel

/// One input taken in one abstract state.
struct Edge: Sendable {
    let input: ExploredInput
    /// Whether it interrupts a handler, or stops shortly before something is due.
    let isInterruption: Bool
    let broken: [Breakage]
    let abstractState: AbstractState
    /// The node of the state graph that it leads to.
    let node: GraphKey
    /// The state that it leads to; nil where that abstract state was known before the layer was expanded.
    let state: KeptState?
}

/// A state that is kept until its edges are taken.
// Out of line, as it goes through several lists on its way: copying a device retains some fifty objects.
final class KeptState: Sendable {
    let state: ExploredState

    init(_ state: ExploredState) { self.state = state }
}

/// Takes every input in a state.
struct Expansion {
    let context: SearchContext
    let abstraction: Abstraction
    /// The abstract states met before, each with the least number of interruptions with which it was met.
    let known: KnownStates
    /// What the inputs caused that nothing caused before.
    var notes: Notes
    /// What became of the inputs.
    var coverage: Coverage
    /// Says whether to stop. The edges of the state that is being expanded are then not complete.
    var stop: StopCheck
    /// How many interruptions the sequence to the expanded state has.
    private var interruptions = 0

    init(
        _ context: SearchContext,
        known: KnownStates,
        features: Set<Feature>,
        isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        self.context = context
        self.known = known
        stop = StopCheck(isOver)
        abstraction = Abstraction(rules: context.rules, options: context.options)
        notes = Notes(known: features)
        coverage = Coverage(inputs: context.alphabet.count)
    }

    /// How many instants at which something is due are offered.
    private static let instants = 32
    private static let day: Milliseconds = 86_400_000
    private static let later: Milliseconds = 3_600_000

    /// The edges from a state.
    ///
    /// - Parameters:
    ///   - abstract state: The abstract state that it is.
    ///   - afterTime: Whether the state was reached by letting time pass. Then no more time passes.
    ///   - interruptions: How many interruptions the sequence to it has.
    ///   - mayInterrupt: Whether the sequence may have one more interruption.
    mutating func edges(
        from state: ExploredState,
        in abstractState: AbstractState,
        afterTime: Bool,
        interruptions: Int,
        mayInterrupt: Bool
    ) -> [Edge] {
        self.interruptions = interruptions
        var edges: [Edge] = []
        let kind = StateClass(state.device, target: context.target)
        for place in context.alphabet.indices where !stop.isStopped {
            let interrupts = kind.isInHandler && context.alphabet[place].interrupts
            guard mayInterrupt || !interrupts else { continue }
            // Most inputs are refused in most abstract states: the state is copied for those that are not.
            switch context.admit(place, in: state) {
            case .guarded: coverage.note(.guarded, of: place, in: kind)
            case .refused(let code): coverage.note(.refused(code), of: place, in: kind)
            case .possible(let inputs):
                var next = state
                let outcome = context.take(inputs, of: place, on: &next, noting: &notes)
                coverage.note(outcome, of: place, in: kind)
                guard let effect = outcome.effect else { continue }
                edges.append(edge(.input(place), interrupts, effect.broken, next))
            }
        }
        if !afterTime { addTimes(from: state, in: abstractState, mayInterrupt: mayInterrupt, to: &edges) }
        return edges
    }

    /// Whether an abstract state needs no state: it is known with as few interruptions.
    private func isKnown(_ abstractState: AbstractState, _ isInterruption: Bool) -> Bool {
        guard let fewest = known[abstractState] else { return false }
        return fewest <= interruptions + (isInterruption ? 1 : 0)
    }

    private mutating func edge(
        _ input: ExploredInput,
        _ isInterruption: Bool,
        _ broken: [Breakage],
        _ state: ExploredState
    ) -> Edge {
        stop.count(writing: notes.takeCount())
        let abstractState = context.abstractState(of: state, abstraction)
        return Edge(
            input: input,
            isInterruption: isInterruption,
            broken: broken,
            abstractState: abstractState,
            node: GraphKey(state.device, target: context.target),
            state: isKnown(abstractState, isInterruption) ? nil : KeptState(state)
        )
    }

    /// Advances a copy of the state, and offers each instant at which something is due, and the instant shortly before it.
    private mutating func addTimes(
        from state: ExploredState,
        in abstractState: AbstractState,
        mayInterrupt: Bool,
        to edges: inout [Edge]
    ) {
        let start = state.device.now
        var copy = state
        var broken: [Breakage] = []
        var met = [abstractState]
        var last = start
        for _ in 0..<Self.instants where !stop.isStopped {
            guard let due = context.nextInstant(of: copy), due - start <= Self.day else { break }
            if mayInterrupt { addStops(before: due, after: last, from: copy, start, broken, to: &edges) }
            guard let effect = pass(due - copy.device.now, on: &copy) else { break }
            broken += effect.broken
            if due > start {
                let made = edge(.time(due - start), false, broken, copy)
                edges.append(made)
                last = due
                if met.contains(made.abstractState) { break }
                met.append(made.abstractState)
            }
        }
        if context.mayPass(Self.later, in: copy), let effect = pass(Self.later, on: &copy) {
            edges.append(edge(.time(copy.device.now - start), false, broken + effect.broken, copy))
        }
        for length in context.times where !stop.isStopped && context.mayPass(length, in: state) {
            var next = state
            guard let effect = pass(length, on: &next) else { continue }
            edges.append(edge(.time(length), true, effect.broken, next))
        }
    }

    /// Lets time pass, and counts what that takes even where it comes to no edge.
    private mutating func pass(_ length: Milliseconds, on state: inout ExploredState) -> ExploredState.Effect? {
        let effect = context.pass(length, on: &state, noting: &notes)
        if effect == nil { stop.count(writing: notes.takeCount()) }
        return effect
    }

    /// Offers the moment before an instant at which something is due; on a grid every multiple of the resolution between.
    private mutating func addStops(
        before due: Instant,
        after last: Instant,
        from copy: ExploredState,
        _ start: Instant,
        _ broken: [Breakage],
        to edges: inout [Edge]
    ) {
        let stops = context.stops(before: due, after: last, since: start)
        for instant in stops where instant > copy.device.now && !stop.isStopped {
            var short = copy
            guard let effect = pass(instant - copy.device.now, on: &short) else { continue }
            edges.append(edge(.time(instant - start), true, broken + effect.broken, short))
        }
    }
}

/// The resolution of times: how long before a deadline the search also tries inputs.
enum TimeResolution {
    /// The largest of these that divides every length of time that sets a deadline; the least one, if none does.
    private static let candidates: [Milliseconds] = [500, 250, 100, 50]

    static func of(_ lengths: [Milliseconds]) -> Milliseconds {
        let given = lengths.filter { $0 > 0 }
        return candidates.first { candidate in given.allSatisfy { $0.count % candidate.count == 0 } } ?? 50
    }

    /// Every length of time among the rules in force.
    static func lengths(of rules: Rulebook) -> [Milliseconds] {
        RuleKey.allCases.compactMap { key in
            if case .milliseconds(let length)? = rules[key] { length } else { nil }
        }
    }
}

public enum ExploredInput: Hashable, Codable, Sendable {
    /// The input at this place of the alphabet.
    case input(Int)
    /// Time passes, including what is due at its end.
    case time(Milliseconds)
}

extension ExploredInput {
    var isTime: Bool { if case .time = self { true } else { false } }
}

/// A way to where a pass was cut.
struct FrontierWay: Sendable {
    var inputs: [ExploredInput]
    var interruptions: Int
}

/// The ways to abstract states: each is an input after another way.
struct Ways: Sendable {
    /// The way without an input.
    static let start: Int32 = -1
    private var steps: [(previous: Int32, input: ExploredInput)] = []

    mutating func add(_ input: ExploredInput, after previous: Int32) -> Int32 {
        steps.append((previous, input))
        return Int32(steps.count - 1)
    }

    /// The inputs of a way, in order.
    func inputs(to way: Int32) -> [ExploredInput] {
        var inputs: [ExploredInput] = []
        var way = way
        while way != Self.start {
            inputs.append(steps[Int(way)].input)
            way = steps[Int(way)].previous
        }
        return inputs.reversed()
    }
}
