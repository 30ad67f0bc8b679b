/// A sorted set of device ids.
///
/// They are kept in chunks of a bounded size, so that an insertion moves few of them however many there are. A chunk has the
/// characters of its ids one after the other, because a string of more than 15 characters takes 80 bytes.
struct OrderedIDs: Sendable {
    private var chunks: [Chunk] = []
    /// How many there are.
    private(set) var count = 0

    private static let chunkCapacity = 512

    /// No ids.
    init() {}

    /// Whether there are none.
    var isEmpty: Bool { count == 0 }

    /// Whether the id is there.
    func contains(_ id: DeviceID) -> Bool {
        id.withCharacters { id in
            guard let chunk = chunkIndex(for: id) else { return false }
            return chunks[chunk].has(id, at: chunks[chunk].index(of: id))
        }
    }

    /// Adds an id.
    ///
    /// - Returns: Whether it was not there before.
    mutating func insert(_ id: DeviceID) -> Bool {
        id.withCharacters { id in
            if chunks.isEmpty { chunks.append(Chunk()) }
            guard let chunk = chunkIndex(for: id) else { return false }
            let index = chunks[chunk].index(of: id)
            guard !chunks[chunk].has(id, at: index) else { return false }
            chunks[chunk].insert(id, at: index)
            count += 1
            if chunks[chunk].count > Self.chunkCapacity { chunks.insert(chunks[chunk].split(), at: chunk + 1) }
            return true
        }
    }

    /// Removes an id, if it is there.
    mutating func remove(_ id: DeviceID) {
        id.withCharacters { id in
            guard let chunk = chunkIndex(for: id) else { return }
            let index = chunks[chunk].index(of: id)
            guard chunks[chunk].has(id, at: index) else { return }
            chunks[chunk].remove(at: index)
            count -= 1
            if chunks[chunk].count == 0 { chunks.remove(at: chunk) }
        }
    }

    /// The ids after one, in order, as many as fit and are wanted; from the first when no id is given.
    func page(after id: DeviceID?, limit: Int, where isWanted: (DeviceID) -> Bool = { _ in true }) -> [DeviceID] {
        var page: [DeviceID] = []
        let first = id.flatMap { $0.withCharacters(chunkIndex(for:)) } ?? 0
        for chunk in chunks.dropFirst(first) {
            var index = id.map { $0.withCharacters(chunk.index(of:)) } ?? 0
            if let id, index < chunk.count, chunk[index] == id { index += 1 }
            for index in index..<chunk.count {
                let candidate = chunk[index]
                guard isWanted(candidate) else { continue }
                guard page.count < limit else { return page }
                page.append(candidate)
            }
        }
        return page
    }

    /// The chunk in which an id is, or would be put; nil when there is no chunk.
    private func chunkIndex(for id: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !chunks.isEmpty else { return nil }
        // The last chunk that begins at or before the id; the first one when none does.
        return max(0, chunks.partitionPoint { $0.count > 0 && $0.compare(0, with: id) <= 0 } - 1)
    }
}

/// Some ids in order.
private struct Chunk: Sendable {
    /// The characters of all ids.
    private var characters: [UInt8] = []
    /// Where each id ends in them.
    private var ends: [UInt16] = []

    var count: Int { ends.count }

    subscript(index: Int) -> DeviceID {
        DeviceID(unchecked: String(decoding: characters[range(index)], as: UTF8.self))
    }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

    /// The index of an id, or the index at which it would be inserted.
    func index(of id: UnsafeBufferPointer<UInt8>) -> Int { ends.indices.partitionPoint { compare($0, with: id) < 0 } }

    func has(_ id: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool { index < count && compare(index, with: id) == 0 }

    /// Below 0 if the id at an index comes before another one, 0 if it is the same, above 0 if it comes after it.
    func compare(_ index: Int, with id: UnsafeBufferPointer<UInt8>) -> Int {
        let range = range(index)
        for (own, other) in zip(characters[range], id) where own != other { return Int(own) - Int(other) }
        return range.count - id.count
    }

    mutating func insert(_ id: UnsafeBufferPointer<UInt8>, at index: Int) {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        characters.insert(contentsOf: id, at: start)
        ends.insert(UInt16(start), at: index)
        for index in index..<ends.count { ends[index] += UInt16(id.count) }
    }

    mutating func remove(at index: Int) {
        let range = range(index)
        characters.removeSubrange(range)
        ends.remove(at: index)
        for index in index..<ends.count { ends[index] -= UInt16(range.count) }
    }

    /// Removes the second half and returns it.
    mutating func split() -> Chunk {
        let half = count / 2
        let start = Int(ends[half - 1])
        var tail = Chunk()
        tail.characters = Array(characters[start...])
        tail.ends = ends[half...].map { $0 - UInt16(start) }
        // Copies, which take no more room than they need.
        characters = Array(characters[..<start])
        ends = Array(ends[..<half])
        return tail
    }
}
