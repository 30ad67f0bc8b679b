import HeapModule

/// The deadline of each of many slots, indexed so that finding the due ones costs in proportion to those due and not to
/// all.
///
/// A heap holds one valid entry for each slot with a deadline. Postponing a deadline leaves the entry as it is: at its time
/// it is checked and inserted again. Moving one forward adds an entry, and the old one is dropped at its time. So renewing
/// a deadline repeatedly costs one write to an array.
struct DeadlineIndex {
    private struct Entry: Comparable {
        var at: WallInstant
        var slot: Int32

        static func < (left: Entry, right: Entry) -> Bool {
            left.at != right.at ? left.at < right.at : left.slot < right.slot
        }
    }

    /// The value of a slot without a deadline.
    private static let never = WallInstant(nanoseconds: .max)

    private var heap = Heap<Entry>()
    /// When each slot is due.
    private var due: [WallInstant] = []
    /// The time of the valid entry of each slot; entries with other times are stale.
    private var entered: [WallInstant] = []

    /// Sets when a slot is due; nil is never.
    mutating func set(_ slot: Int, at deadline: WallInstant?) {
        grow(toInclude: slot)
        due[slot] = deadline ?? Self.never
        insertEntry(for: slot)
    }

    /// When a slot is due; nil is never.
    func deadline(of slot: Int) -> WallInstant? {
        guard slot < due.count, due[slot] != Self.never else { return nil }
        return due[slot]
    }

    /// Removes the earliest deadline, if it is due at a reading, and returns it with its slot.
    mutating func popDue(at wall: WallInstant) -> (slot: Int, deadline: WallInstant)? {
        while let entry = heap.min, entry.at <= wall {
            heap.removeMin()
            let slot = Int(entry.slot)
            guard entered[slot] == entry.at else { continue }
            entered[slot] = Self.never
            let deadline = due[slot]
            guard deadline == entry.at else {
                // It was postponed; other slots may be due before it now.
                insertEntry(for: slot)
                continue
            }
            due[slot] = Self.never
            return (slot, deadline)
        }
        return nil
    }

    /// How many entries there are, including stale ones.
    var entryCount: Int { heap.count }

    private mutating func grow(toInclude slot: Int) {
        while due.count <= slot {
            due.append(Self.never)
            entered.append(Self.never)
        }
    }

    private mutating func insertEntry(for slot: Int) {
        guard due[slot] < entered[slot] else { return }
        entered[slot] = due[slot]
        heap.insert(Entry(at: due[slot], slot: Int32(slot)))
        if heap.count > 2 * due.count + 64 { removeStaleEntries() }
    }

    private mutating func removeStaleEntries() {
        let valid = entered.enumerated().filter { $0.element != Self.never }
        heap = Heap(valid.map { Entry(at: $0.element, slot: Int32($0.offset)) })
    }
}
