/// What will happen in a simulation, by instants; what is due at one instant happens in the order in which it was added.
struct EventQueue<Event> {
    private struct Entry {
        let at: Int64
        let order: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool { (at, order) < (other.at, other.order) }
    }

    private var heap: [Entry] = []
    private var added = 0

    mutating func add(_ event: Event, at instant: Int64) {
        added += 1
        heap.append(Entry(at: instant, order: added, event: event))
        var index = heap.count - 1
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func next() -> (at: Int64, event: Event)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return (first.at, first.event) }
        heap[0] = last
        var index = 0
        while true {
            let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count && heap[$0].isBefore(heap[index]) }
            guard let least = children.min(by: { heap[$0].isBefore(heap[$1]) }) else { break }
            heap.swapAt(index, least)
            index = least
        }
        return (first.at, first.event)
    }
}
