import LifecycleKernel

/// What a search does beyond its passes: random runs that begin where something rare was met.
///
/// A random run draws from its number and uses the corpus of the round before. So the same seed gives the same runs, whatever the
/// number of workers.
struct RandomRunSearch {
    private let context: SearchContext
    private let limits: SearchLimits
    /// Where the widest pass was cut.
    private let frontier: [FrontierWay]
    private let isOver: @Sendable () -> Bool
    private var corpus = RandomRunCorpus()
    private var count: UInt64 = 0
    private var transitions = 0
    private var isAtEnd = false
    /// How many inputs were taken and not counted, as the search was stopped before their round was complete.
    private(set) var discarded = 0
    private(set) var failures = FailureTable()
    private(set) var coverage: Coverage

    /// How many random runs see the same corpus.
    private static let round = 64

    /// Makes random runs.
    ///
    /// - Parameter isOver: Asked by every worker before each random run whether to stop. The round that runs then is dropped.
    init(
        _ context: SearchContext,
        limits: SearchLimits,
        frontier: [FrontierWay],
        isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        self.context = context
        self.limits = limits
        self.frontier = frontier
        self.isOver = isOver
        coverage = Coverage(inputs: context.alphabet.count)
    }

    /// What the random runs have come to.
    var summary: RandomRunSummary {
        RandomRunSummary(
            runs: Int(count),
            transitions: transitions,
            features: corpus.entries.count,
            isAtEnd: isAtEnd
        )
    }

    /// Takes inputs until the budget is used up.
    ///
    /// - Parameters:
    ///   - budget: The most transitions; the last random run may go a little beyond.
    ///   - goesOn: Told between rounds how far the random runs have come, and asked whether to go on.
    mutating func run(budget: Int, goesOn: (RandomRunSummary, FailureTable) -> Bool) async {
        while transitions < budget, goesOn(summary, failures) {
            guard let results = await takeRound() else { return }
            for result in results where transitions < budget { take(result) }
            guard results.contains(where: { $0.transitions > 0 }) else {
                isAtEnd = true
                return
            }
        }
    }

    /// The random runs of a round, in the order of their numbers; nil when the search is stopped before all of them are taken.
    private mutating func takeRound() async -> [RandomRun.Result]? {
        let jobs = max(1, min(limits.jobs, Self.round))
        let work = self
        let order = corpus.byRarity
        let results = await withTaskGroup(of: (Int, [RandomRun.Result]).self) { group in
            for job in 0..<jobs { group.addTask { (job, work.takeRuns(of: job, of: jobs, order)) } }
            var results = [[RandomRun.Result]](repeating: [], count: jobs)
            for await (job, taken) in group { results[job] = taken }
            return results
        }
        guard results.reduce(0, { $0 + $1.count }) == Self.round else {
            discarded += results.joined().reduce(0) { $0 + $1.transitions }
            return nil
        }
        return (0..<Self.round).map { results[$0 % jobs][$0 / jobs] }
    }

    /// A worker's share of a round; fewer random runs when the search is stopped.
    private func takeRuns(of job: Int, of jobs: Int, _ order: [Int]) -> [RandomRun.Result] {
        var results: [RandomRun.Result] = []
        for number in stride(from: job, to: Self.round, by: jobs) {
            guard !isOver() else { break }
            results.append(run(count + UInt64(number), order))
        }
        return results
    }

    private func run(_ number: UInt64, _ order: [Int]) -> RandomRun.Result {
        var generator = SplitMix64(seed: SplitMix64.mixed(limits.seed, number))
        let start = start(using: &generator, order)
        var run = RandomRun(context, corpus: corpus, from: start, limits: limits, generator)
        return run.taken()
    }

    /// Where a random run begins: half of them at an entry of the corpus, three in ten where the widest pass was cut.
    private func start(using generator: inout SplitMix64, _ order: [Int]) -> RandomRunCorpus.Entry {
        let share = generator.below(10)
        if share < 5, !order.isEmpty {
            // The least of two draws, so that what is rare is begun at more often.
            let place = min(generator.below(order.count), generator.below(order.count))
            return corpus.entries[order[place]]
        }
        if share < 8, !frontier.isEmpty {
            let way = frontier[generator.below(frontier.count)]
            if let state = context.replay(way.inputs) {
                return RandomRunCorpus.Entry(inputs: way.inputs, interruptions: way.interruptions, state: state)
            }
        }
        return RandomRunCorpus.Entry(inputs: [], interruptions: 0, state: context.start)
    }

    private mutating func take(_ result: RandomRun.Result) {
        count += 1
        transitions += result.transitions
        for found in result.found {
            failures.note(found.broken, depth: found.length, interruptions: found.interruptions) {
                Array(result.inputs.prefix(found.length))
            }
        }
        for way in result.ways {
            corpus.note(
                way.feature,
                RandomRunCorpus.Entry(
                    inputs: Array(result.inputs.prefix(way.length)),
                    interruptions: way.interruptions,
                    state: way.state
                )
            )
            if case .record(let feature) = way.feature { coverage.note([feature], inputs: way.length) }
        }
        corpus.count(result.met)
        coverage.merge(result.coverage)
    }
}

/// What the random runs of a search have come to.
public struct RandomRunSummary: Hashable, Codable, Sendable {
    /// How many runs there were.
    public var runs: Int
    /// How many inputs were taken on them.
    public var transitions: Int
    /// How many ways are kept, each the shortest to something new.
    public var features: Int
    /// Whether no run can take an input any more.
    var isAtEnd: Bool
}

extension SplitMix64 {
    /// A seed for one of several numbered sequences.
    static func mixed(_ seed: UInt64, _ number: UInt64) -> UInt64 {
        var generator = SplitMix64(seed: seed)
        let first = generator.next()
        generator = SplitMix64(seed: first ^ number)
        return generator.next()
    }

    /// A number from 0 to less than a bound.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}

/// The shortest way to each feature that random runs have met: where later random runs begin.
struct RandomRunCorpus: Sendable {
    /// A way, with the state at its end.
    struct Entry: Sendable {
        var inputs: [ExploredInput]
        var interruptions: Int
        var state: ExploredState
    }

    private(set) var entries: [Entry] = []
    /// For each feature the entry with the shortest way, and how many random runs have met it.
    private var features: [RandomRunFeature: (entry: Int, met: Int)] = [:]

    /// How many entries are kept.
    private static let mostEntries = 4_096

    /// The length of the shortest way to a feature; nil where it was never met.
    func length(to feature: RandomRunFeature) -> Int? { features[feature].map { entries[$0.entry].inputs.count } }

    /// Takes up a way to a feature, if it is the first or the shortest.
    mutating func note(_ feature: RandomRunFeature, _ entry: Entry) {
        if let known = length(to: feature), known <= entry.inputs.count { return }
        guard entries.count < Self.mostEntries else { return }
        entries.append(entry)
        features[feature] = (entries.count - 1, features[feature]?.met ?? 0)
    }

    mutating func count(_ met: Set<RandomRunFeature>) {
        for feature in met { features[feature]?.met += 1 }
    }

    /// The entries in the order in which random runs take them: the rarest feature first.
    fileprivate var byRarity: [Int] {
        var rarest: [Int: Int] = [:]
        for (_, value) in features { rarest[value.entry] = min(rarest[value.entry] ?? .max, value.met) }
        return rarest.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }
}

/// What makes a way worth keeping for random runs: something that no shorter way has had.
enum RandomRunFeature: Hashable, Sendable {
    /// A record said something.
    case record(Feature)
    /// An input was taken in a class of abstract state: the input at a place, or -1 for time.
    case input(StateClass, Int)
    /// The app has so much of something, by powers of two.
    case count(AppCounts.Kind, Int)
}

extension AppCounts {
    var features: [RandomRunFeature] {
        Kind.allCases.compactMap { kind in
            let count = self[kind]
            return count > 0 ? .count(kind, Int64.bitWidth - count.leadingZeroBitCount) : nil
        }
    }
}
