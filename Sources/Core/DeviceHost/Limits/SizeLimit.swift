/// How many entries something has at most, and how many bytes of them.
package struct SizeLimit: Hashable, Sendable {
    /// How many entries.
    package var count: Int
    /// How many bytes; `Record.keptSize` for records.
    package var bytes: Int

    /// Makes a limit; bytes have none unless given.
    package init(count: Int, bytes: Int = .max) {
        self.count = count
        self.bytes = bytes
    }

    /// Whether so many entries with so many bytes are more than the limit.
    func isExceeded(count: Int, bytes: Int) -> Bool { count > self.count || bytes > self.bytes }
}

/// What is left of a limit while entries are added to a page, a step of a stream or an answer.
///
/// An entry that is begun is added whole. So if the limit allows any entry, there is at least one, however large it is.
package struct SizeBudget: Sendable {
    /// What is left.
    package private(set) var left: SizeLimit

    /// The whole limit is left.
    package init(_ limit: SizeLimit) { left = limit }

    /// Whether no further entry is added.
    package var isUsedUp: Bool { left.count <= 0 || left.bytes <= 0 }

    /// Counts an entry.
    ///
    /// - Parameter bytes: Its size.
    package mutating func take(_ bytes: Int) {
        left.count -= 1
        left.bytes -= bytes
    }
}
