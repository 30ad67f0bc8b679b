import HeapModule

/// When something is due for each of many places, kept so that asking what is due costs what is due, not what exists.
///
/// A heap holds one valid entry for each place that is due some time. Putting a deadline off leaves the entry where it
/// is: when its time comes it is looked at and put back. Bringing one forward adds an entry, and the old one is dropped
/// when it comes up. So renewing a deadline again and again costs one write to an array.
struct DeadlineIndex {
    private struct Entry: Comparable {
        var at: WallInstant
        var place: Int32

        static func < (left: Entry, right: Entry) -> Bool {
            left.at != right.at ? left.at < right.at : left.place < right.place
        }
    }

    /// Never: what a place without a deadline has.
    private static let never = WallInstant(nanoseconds: .max)

    private var heap = Heap<Entry>()
    /// When each place is due.
    private var due: [WallInstant] = []
    /// The entry of each place that counts; others are left over.
    private var entered: [WallInstant] = []

    /// Sets when a place is due; nil is never.
    mutating func set(_ place: Int, at deadline: WallInstant?) {
        grow(to: place)
        due[place] = deadline ?? Self.never
        enter(place)
    }

    /// When a place is due; nil is never.
    func deadline(of place: Int) -> WallInstant? {
        guard place < due.count, due[place] != Self.never else { return nil }
        return due[place]
    }

    /// Takes out the place that is due first, if it is due at a reading; it is then due never.
    mutating func popDue(at wall: WallInstant) -> (place: Int, deadline: WallInstant)? {
        while let entry = heap.min, entry.at <= wall {
            heap.removeMin()
            let place = Int(entry.place)
            guard entered[place] == entry.at else { continue }
            entered[place] = Self.never
            let deadline = due[place]
            guard deadline == entry.at else {
                // Put off meanwhile; others may come before it now.
                enter(place)
                continue
            }
            due[place] = Self.never
            return (place, deadline)
        }
        return nil
    }

    /// How many entries there are, left over ones included.
    var entryCount: Int { heap.count }

    private mutating func grow(to place: Int) {
        while due.count <= place {
            due.append(Self.never)
            entered.append(Self.never)
        }
    }

    private mutating func enter(_ place: Int) {
        guard due[place] < entered[place] else { return }
        entered[place] = due[place]
        heap.insert(Entry(at: due[place], place: Int32(place)))
        if heap.count > 2 * due.count + 64 { dropLeftOvers() }
    }

    private mutating func dropLeftOvers() {
        let valid = entered.enumerated().filter { $0.element != Self.never }
        heap = Heap(valid.map { Entry(at: $0.element, place: Int32($0.offset)) })
    }
}
