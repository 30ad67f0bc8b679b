import LifecycleKernel
import WireFormat

/// Finds the records that are most like a pattern that was not matched.
enum NearestRecords {
    /// How many are returned at most.
    static let count = 5
    /// How many of the newest records are searched.
    static let lookedAt = 1_000

    /// The records that have at least half of a pattern's fields: those with most of them first, newer ones before
    /// older ones.
    static func find(
        _ patterns: [Value],
        in records: some BidirectionalCollection<Record>
    ) -> [Record] {
        guard !patterns.isEmpty else { return [] }
        var scored: [(score: Int, record: Record)] = []
        for record in records.suffix(lookedAt).reversed() {
            let value = record.value
            let score = patterns.map { Self.score(value, $0) }.max() ?? 0
            if score > 0 { scored.append((score, record)) }
        }
        // Records of equal score stay in order, newest first.
        var best: [Record] = []
        for score in Set(scored.map(\.score)).sorted(by: >) where best.count < Self.count {
            best += scored.lazy.filter { $0.score == score }.map(\.record).prefix(Self.count - best.count)
        }
        return best
    }

    /// How many per cent of the pattern's fields the record has; 0 for fewer than half.
    private static func score(_ record: Value, _ pattern: Value) -> Int {
        guard case .object(let wanted) = pattern, case .object(let members) = record, !wanted.isEmpty,
            // Otherwise it cannot have half of them.
            wanted.count <= 2 * members.count
        else { return 0 }
        let found = wanted.count(where: { record[$0.name]?.matches($0.value) ?? false })
        return found * 2 >= wanted.count ? found * 100 / wanted.count : 0
    }
}
