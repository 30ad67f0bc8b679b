import LifecycleKernel
import StateCoding

@testable import Explorer

/// Compares states that are one situation and were reached on different ways: whether the same inputs cause the same of
/// both, and lead to one situation again.
struct Bisimulation {
    let context: SearchContext
    let encoder: SituationEncoder
    private(set) var pairs = 0
    private(set) var differences: [String] = []
    private var met: [Situation: ExploredState] = [:]

    init(_ context: SearchContext, table: SituationTable = .standard) {
        self.context = context
        encoder = SituationEncoder(rules: context.rules, options: context.options, table: table)
    }

    /// Walks at random, and compares each state with the first one met of its situation.
    mutating func walk(_ inputs: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var state = context.start
        for step in 0..<inputs {
            if step % 25 == 0 { state = context.start }
            let input = random.next() % 10 < 4 ? time(after: state) : letter(&random)
            guard context.take(input, on: &state) != nil else { continue }
            let situation = context.situation(of: state, encoder)
            if let other = met[situation] { compare(state, other) } else { met[situation] = state }
        }
    }

    /// Half of the letters are added ones, where there are some.
    private func letter(_ random: inout SplitMix64) -> ExploredInput {
        let added = context.letters.indices.filter { context.letters[$0].group == "added" }
        let places = added.isEmpty || random.next() % 2 == 0 ? Array(context.letters.indices) : added
        return .letter(places[Int(random.next() % UInt64(places.count))])
    }

    /// Up to the next instant at which something is due, half of the way for a long time.
    private func time(after state: ExploredState) -> ExploredInput {
        .time(context.nextInstant(of: state).map { $0 - state.device.now } ?? 3_600_000)
    }

    private mutating func compare(_ one: ExploredState, _ other: ExploredState) {
        // The same way leads to the same state, which proves nothing.
        let isSame = one.device.now == other.device.now && one.device.lastSequence == other.device.lastSequence
        guard !isSame else { return }
        pairs += 1
        for input in context.letters.indices.map(ExploredInput.letter) + [time(after: one), time(after: other)] {
            let (left, right) = (outcome(of: input, on: one), outcome(of: input, on: other))
            if left != right { differences.append("\(context.name(of: input)): \(left) \(right)") }
        }
    }

    /// What an input causes, and the situation that it leads to.
    private func outcome(of input: ExploredInput, on state: ExploredState) -> [String] {
        var state = state
        let start = state.device.now
        var notes = Notes(records: [])
        guard let effect = context.take(input, on: &state, noting: &notes) else { return ["refused"] }
        return (notes.records ?? []).map { "\($0.time - start) \($0.gist)" } + effect.broken.map { "\($0)" }
            + ["\(context.situation(of: state, encoder))"]
    }
}

extension Record {
    /// What happened, without numbers.
    fileprivate var gist: String {
        switch body {
        case .callback(let callback): callback.name.rawValue
        case .exit(let exit): exit.reason.rawValue
        case .finding(let finding): finding.code.rawValue
        case .process(let change): "\(change.to)"
        case .verdict(let verdict): "\(verdict.decision) \(verdict.reason?.rawValue ?? "") \(verdict.apnsID ?? "")"
        case .assertion(let change): "\(change.kind) \(change.change)"
        default: ""
        }
    }
}
