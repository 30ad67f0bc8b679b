import LifecycleKernel

/// The shortest way to each feature that walks have met: where later walks begin.
struct WalkCorpus: Sendable {
    /// A way, with the state at its end.
    struct Entry: Sendable {
        var inputs: [ExploredInput]
        var interruptions: Int
        var state: ExploredState
    }

    private(set) var entries: [Entry] = []
    /// For each feature the entry with the shortest way, and how many walks have met it.
    private var features: [WalkFeature: (entry: Int, met: Int)] = [:]

    /// How many entries are kept.
    private static let mostEntries = 4_096

    /// The length of the shortest way to a feature; nil where it was never met.
    func length(to feature: WalkFeature) -> Int? { features[feature].map { entries[$0.entry].inputs.count } }

    /// Takes up a way to a feature, if it is the first or the shortest.
    mutating func note(_ feature: WalkFeature, _ entry: Entry) {
        if let known = length(to: feature), known <= entry.inputs.count { return }
        guard entries.count < Self.mostEntries else { return }
        entries.append(entry)
        features[feature] = (entries.count - 1, features[feature]?.met ?? 0)
    }

    /// Counts that a walk has met features.
    mutating func count(_ met: Set<WalkFeature>) {
        for feature in met { features[feature]?.met += 1 }
    }

    /// The entries in the order in which walks take them: the rarest feature first.
    var byRarity: [Int] {
        var rarest: [Int: Int] = [:]
        for (_, value) in features { rarest[value.entry] = min(rarest[value.entry] ?? .max, value.met) }
        return rarest.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }
}
