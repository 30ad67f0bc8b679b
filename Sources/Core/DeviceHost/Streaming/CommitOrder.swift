import DequeModule
import LifecycleKernel

/// Puts what shards publish into the order of the store.
///
/// Several shards publish the changes of a commit at the same time. Each change gets a slot when it is written. Its
/// shard fills the slot, and items leave from the front.
struct CommitOrder {
    fileprivate enum Change {
        /// A step at its position, without the text of its records.
        case step(StoredStep)
        case deletion(position: Int64)
    }

    private struct Slot {
        let change: Change
        /// What its shard has published; nil until then.
        var items: [StreamItem]?
    }

    private var slots: Deque<Slot> = []
    /// How many slots have left at the front.
    private var left = 0
    /// The empty slots of each device, by the number of the device. Its shard fills them in order.
    private var open: [Int64: Deque<Int>] = [:]
    /// About how many bytes the items in slots take.
    private(set) var bytes = 0

    /// How many slots there are.
    var count: Int { slots.count }

    /// Adds a change that was committed.
    mutating func expect(_ change: DeviceChange, at position: Int64) {
        guard let device = change.device, let expected = Change(change, at: position) else { return }
        open[device, default: []].append(left + slots.count)
        slots.append(Slot(change: expected))
    }

    /// Fills the next slot of a device with what its shard has published. Does nothing if the change has no slot,
    /// because it was written before there was a subscriber.
    mutating func fill(_ device: Int64, _ contents: [StreamItem.Content]) {
        guard let slot = open[device]?.first, let items = slots[slot - left].change.items(of: contents) else { return }
        open[device]!.removeFirst()
        if open[device]!.isEmpty { open[device] = nil }
        slots[slot - left].items = items
        bytes += items.keptSize
    }

    /// Removes the items that are next, up to an empty slot.
    mutating func takeNext() -> [StreamItem] {
        var next: [StreamItem] = []
        while let items = slots.first?.items {
            slots.removeFirst()
            left += 1
            next += items
        }
        bytes -= next.keptSize
        return next
    }
}

extension CommitOrder.Change {
    fileprivate init?(_ change: DeviceChange, at position: Int64) {
        switch change {
        case .created(_, let change), .stepped(let change):
            var step = change.step
            step.position = position
            step.records = []
            self = .step(step)
        case .deleted: self = .deletion(position: position)
        case .kept: return nil
        }
    }

    /// What was published of the change, at its positions; nil if the contents are of another change.
    fileprivate func items(of contents: [StreamItem.Content]) -> [StreamItem]? {
        switch (self, contents.last) {
        case (.deletion(let position), .deviceDeleted):
            contents.map { StreamItem(position: StreamPosition(UInt64(position)), content: $0) }
        case (.step(let step), nil): step.recordsPublished == 0 ? [] : nil
        case (.step(let step), .record(let last)):
            step.recordsPublished == contents.count && step.last == last.record.sequence ? step.items(contents) : nil
        default: nil
        }
    }
}

extension StoredStep {
    /// How many of its records the streams get: none if a fork begins with them, because another device wrote them.
    fileprivate var recordsPublished: Int { kind == .copy ? 0 : last.count(after: before) }

    /// Its records at their positions in the stream of all devices.
    func items(_ contents: [StreamItem.Content]) -> [StreamItem] {
        let number = UInt64(position)
        return contents.suffix(recordsPublished).enumerated().map { index, content in
            let isLast = index == recordsPublished - 1
            let position = isLast ? StreamPosition(number) : StreamPosition(number - 1, index: UInt64(index + 1))
            return StreamItem(position: position, content: content)
        }
    }
}
