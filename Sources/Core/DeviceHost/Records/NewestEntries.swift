/// A list that keeps its newest entries, up to a limit.
package struct NewestEntries<Element> {
    /// The entries, the oldest first.
    package private(set) var all: [Element] = []
    /// How many there are at most.
    private let limit: Int

    /// Makes an empty list.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Adds an entry; the oldest goes if there are too many.
    package mutating func append(_ entry: Element) {
        if all.count == limit { all.removeFirst() }
        all.append(entry)
    }
}

extension NewestEntries: Sendable where Element: Sendable {}
