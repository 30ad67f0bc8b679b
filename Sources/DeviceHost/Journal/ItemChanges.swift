/// The items of one kind whose changes by this server are under way, so that what is read of the journal meanwhile, because
/// another server has changed an item, does not undo them. A pure value.
package struct ItemChanges: Sendable {
    private struct Change {
        /// When it began or ended last.
        var revision: UInt64
        /// How many changes of the item are not durable yet.
        var underWay: Int
    }

    private var revision: UInt64 = 0
    private var changes: [String: Change] = [:]

    /// No changes.
    package init() {}

    /// A change of an item was handed to the journal.
    package mutating func begin(_ name: String) { count(name, 1) }

    /// A change of an item has become durable, or was taken back.
    package mutating func end(_ name: String) { count(name, -1) }

    private mutating func count(_ name: String, _ difference: Int) {
        revision += 1
        let underWay = (changes[name]?.underWay ?? 0) + difference
        changes[name] = Change(revision: revision, underWay: max(0, underWay))
    }

    /// Called before the items are read.
    ///
    /// - Returns: What `isCurrent` and `endReading` are given with what was read.
    package func beginReading() -> UInt64 { revision }

    /// Whether what was read of an item is what there is of it now. If not, a change by this server is newer, and the items are
    /// read once more when it is durable.
    package func isCurrent(_ name: String, readAt reading: UInt64) -> Bool {
        guard let change = changes[name] else { return true }
        return change.underWay == 0 && change.revision <= reading
    }

    /// Forgets changes that were durable before the items were read.
    package mutating func endReading(_ reading: UInt64) {
        changes = changes.filter { $0.value.underWay > 0 || $0.value.revision > reading }
    }
}
