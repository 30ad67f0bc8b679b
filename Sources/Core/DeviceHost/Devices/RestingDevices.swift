import HeapModule
import LifecycleKernel

/// What stays in memory of evicted devices whose clocks run, or that expire: how their clocks run on, and when they have to be
/// loaded.
///
/// A heap has the instants at which they have to be loaded. An entry of it whose device was loaded before is dropped at its
/// time.
struct RestingDevices {
    /// One device.
    struct Device {
        /// What its clock showed at a reading of the real clock.
        var anchor: Instant
        var anchorWall: WallInstant
        private var expiryOrNever: WallInstant
        private var dueOrNever: WallInstant

        /// - Parameters:
        ///   - nextTick: When its next deadline is handled; nil if it has none.
        ///   - expiry: When it expires unless it gets a request; nil if it does not.
        init(_ clock: DeviceClock, nextTick: WallInstant?, expiry: WallInstant?) {
            anchor = clock.anchor
            anchorWall = clock.anchorWall
            expiryOrNever = expiry ?? .never
            dueOrNever = min(nextTick ?? .never, expiryOrNever)
        }

        /// When it expires; nil if it does not.
        var expiry: WallInstant? { expiryOrNever == .never ? nil : expiryOrNever }

        /// When it has to be loaded; nil for not before somebody wants it.
        fileprivate(set) var due: WallInstant? {
            get { dueOrNever == .never ? nil : dueOrNever }
            set { dueOrNever = newValue ?? .never }
        }
    }

    private struct Entry: Comparable {
        var at: WallInstant
        var number: Int64

        static func < (left: Entry, right: Entry) -> Bool {
            left.at != right.at ? left.at < right.at : left.number < right.number
        }
    }

    private var devices = NumberTable<Device>()
    private var heap = Heap<Entry>()

    /// How many entries the heap has, including stale ones.
    var entryCount: Int { heap.count }

    /// The device of a number in the store.
    subscript(number: Int64) -> Device? { devices[number] }

    /// The number of the first device after one.
    func first(after number: Int64) -> Int64? { devices.first(after: number)?.number }

    /// Adds a device.
    mutating func insert(_ device: Device, as number: Int64) {
        devices[number] = device
        insertEntry(device.due, number)
    }

    /// Removes a device, if it is there.
    mutating func remove(_ number: Int64) { devices[number] = nil }

    /// Has a device loaded at another instant.
    mutating func postpone(_ number: Int64, until instant: WallInstant) {
        devices[number]?.due = instant
        if devices[number] != nil { insertEntry(instant, number) }
    }

    /// Removes the entry of the device that has had to be loaded for the longest time at a reading, and returns its number.
    ///
    /// The device stays until it is removed. If it cannot be loaded, it is to be postponed.
    mutating func popDue(at wall: WallInstant) -> (number: Int64, due: WallInstant)? {
        while let entry = heap.min, entry.at <= wall {
            heap.removeMin()
            if devices[entry.number]?.due == entry.at { return (entry.number, entry.at) }
        }
        return nil
    }

    private mutating func insertEntry(_ due: WallInstant?, _ number: Int64) {
        guard let due else { return }
        heap.insert(Entry(at: due, number: number))
        if heap.count > 2 * devices.count + 64 { removeStaleEntries() }
    }

    private mutating func removeStaleEntries() {
        var entries: [Entry] = []
        var last: Int64 = 0
        while let (number, device) = devices.first(after: last) {
            if let due = device.due { entries.append(Entry(at: due, number: number)) }
            last = number
        }
        heap = Heap(entries)
    }
}

extension WallInstant {
    /// What stands for no instant, where an optional one would take twice the memory.
    fileprivate static let never = WallInstant(nanoseconds: .max)
}
