/// Values by the numbers of devices, sorted by number.
///
/// A table of a million devices takes little more than their numbers and values: a dictionary would take up to three times as
/// much. New devices have the largest numbers, so that most insertions append.
struct NumberTable<Value: Sendable>: Sendable {
    private struct Chunk {
        var numbers: [Int64] = []
        var values: [Value] = []

        init() {
            numbers.reserveCapacity(chunkCapacity)
            values.reserveCapacity(chunkCapacity)
        }

        /// The index of a number, or the index at which it would be inserted.
        func index(of number: Int64) -> Int { numbers.partitionPoint { $0 < number } }

        func has(_ number: Int64, at index: Int) -> Bool { index < numbers.count && numbers[index] == number }

        mutating func insert(_ value: Value, for number: Int64, at index: Int) {
            numbers.insert(number, at: index)
            values.insert(value, at: index)
        }

        mutating func remove(at index: Int) {
            numbers.remove(at: index)
            values.remove(at: index)
        }

        /// Removes the second half and returns it.
        mutating func split() -> Chunk {
            let half = numbers.count / 2
            var tail = Chunk()
            tail.numbers += numbers[half...]
            tail.values += values[half...]
            numbers.removeSubrange(half...)
            values.removeSubrange(half...)
            return tail
        }
    }

    private var chunks: [Chunk] = []
    /// How many values there are.
    private(set) var count = 0

    private static var chunkCapacity: Int { 512 }

    /// An empty table.
    init() {}

    /// The value of a number; nil if it has none.
    subscript(number: Int64) -> Value? {
        get {
            guard let chunk = chunkIndex(for: number) else { return nil }
            let index = chunks[chunk].index(of: number)
            return chunks[chunk].has(number, at: index) ? chunks[chunk].values[index] : nil
        }
        set {
            if let newValue { set(newValue, for: number) } else { remove(number) }
        }
    }

    /// The first number after one, with its value.
    func first(after number: Int64) -> (number: Int64, value: Value)? {
        guard let start = chunkIndex(for: number) else { return nil }
        for chunk in chunks[start...] {
            let index = chunk.numbers.partitionPoint { $0 <= number }
            if index < chunk.numbers.count { return (chunk.numbers[index], chunk.values[index]) }
        }
        return nil
    }

    private mutating func set(_ value: Value, for number: Int64) {
        guard var chunk = chunkIndex(for: number) else {
            chunks.append(Chunk())
            chunks[0].insert(value, for: number, at: 0)
            count = 1
            return
        }
        var index = chunks[chunk].index(of: number)
        if chunks[chunk].has(number, at: index) {
            chunks[chunk].values[index] = value
            return
        }
        count += 1
        if chunks[chunk].numbers.count == Self.chunkCapacity {
            // Chunks stay full where numbers come in their order.
            let isLast = chunk == chunks.endIndex - 1 && index == Self.chunkCapacity
            chunks.insert(isLast ? Chunk() : chunks[chunk].split(), at: chunk + 1)
            if index > chunks[chunk].numbers.count || isLast {
                index -= chunks[chunk].numbers.count
                chunk += 1
            }
        }
        chunks[chunk].insert(value, for: number, at: index)
    }

    private mutating func remove(_ number: Int64) {
        guard let chunk = chunkIndex(for: number) else { return }
        let index = chunks[chunk].index(of: number)
        guard chunks[chunk].has(number, at: index) else { return }
        chunks[chunk].remove(at: index)
        count -= 1
        if chunks[chunk].numbers.isEmpty { chunks.remove(at: chunk) }
    }

    /// The chunk in which a number is, or would be put; nil if there is none.
    private func chunkIndex(for number: Int64) -> Int? {
        guard !chunks.isEmpty else { return nil }
        return max(0, chunks.partitionPoint { $0.numbers[0] <= number } - 1)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index for whose element a predicate does not hold; it holds for all before it and for none after.
    func partitionPoint(_ holds: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Positions by the numbers of devices.
///
/// Not generic: a generic table takes ten times as long in another module, which is not compiled for its type of value.
package struct PositionTable: Sendable {
    private var positions = NumberTable<Int64>()

    /// An empty table.
    package init() {}

    /// The position of a number; nil if it has none.
    package subscript(number: Int64) -> Int64? {
        get { positions[number] }
        set { positions[number] = newValue }
    }
}
