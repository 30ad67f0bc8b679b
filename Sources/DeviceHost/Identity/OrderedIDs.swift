/// A sorted set of device ids.
///
/// They are kept in chunks of a bounded size, so that an insertion moves few of them however many there are.
struct OrderedIDs: Sendable {
    private var chunks: [[DeviceID]] = []
    /// How many there are.
    private(set) var count = 0

    private static let chunkCapacity = 512

    /// No ids.
    init() {}

    /// Whether there are none.
    var isEmpty: Bool { count == 0 }

    /// Whether the id is there.
    func contains(_ id: DeviceID) -> Bool {
        guard let chunk = chunkIndex(for: id) else { return false }
        let index = Self.index(of: id, in: chunks[chunk])
        return index < chunks[chunk].count && chunks[chunk][index] == id
    }

    /// Adds an id.
    ///
    /// - Returns: Whether it was not there before.
    mutating func insert(_ id: DeviceID) -> Bool {
        guard let chunk = chunkIndex(for: id) else {
            chunks.append([id])
            count = 1
            return true
        }
        let index = Self.index(of: id, in: chunks[chunk])
        if index < chunks[chunk].count, chunks[chunk][index] == id { return false }
        chunks[chunk].insert(id, at: index)
        count += 1
        if chunks[chunk].count > Self.chunkCapacity { split(chunk) }
        return true
    }

    /// Removes an id, if it is there.
    mutating func remove(_ id: DeviceID) {
        guard let chunk = chunkIndex(for: id) else { return }
        let index = Self.index(of: id, in: chunks[chunk])
        guard index < chunks[chunk].count, chunks[chunk][index] == id else { return }
        chunks[chunk].remove(at: index)
        count -= 1
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    }

    /// The ids after one, in order, as many as fit and are wanted; from the first when no id is given.
    func page(after id: DeviceID?, limit: Int, where isWanted: (DeviceID) -> Bool = { _ in true }) -> [DeviceID] {
        var page: [DeviceID] = []
        let first = id.flatMap(chunkIndex(for:)) ?? 0
        for chunk in chunks.dropFirst(first) {
            var index = id.map { Self.index(of: $0, in: chunk) } ?? 0
            if index < chunk.count, chunk[index] == id { index += 1 }
            for candidate in chunk[index...] where isWanted(candidate) {
                guard page.count < limit else { return page }
                page.append(candidate)
            }
        }
        return page
    }

    /// The chunk in which an id is, or would be put; nil when there is no chunk.
    private func chunkIndex(for id: DeviceID) -> Int? {
        guard !chunks.isEmpty else { return nil }
        // The last chunk that begins at or before the id; the first one when none does.
        return max(0, partitionPoint(chunks.count) { chunks[$0][0] <= id } - 1)
    }

    /// The index of an id in a chunk, or the index at which it would be inserted.
    private static func index(of id: DeviceID, in chunk: [DeviceID]) -> Int {
        partitionPoint(chunk.count) { chunk[$0] < id }
    }

    private mutating func split(_ chunk: Int) {
        let half = chunks[chunk].count / 2
        let tail = Array(chunks[chunk][half...])
        chunks[chunk].removeSubrange(half...)
        chunks.insert(tail, at: chunk + 1)
    }
}

/// The first index for which a predicate does not hold; it holds for all before it and for none after.
private func partitionPoint(_ count: Int, _ holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
        let middle = (low + high) / 2
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
