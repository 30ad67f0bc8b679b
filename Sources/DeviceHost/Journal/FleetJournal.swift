import DeviceTokens
import LifecycleKernel

/// A journal that several servers share, each of which reads what all of them write.
package protocol FleetJournal: Journal {
    /// The time by the clock that positions are given by, in microseconds since 1970; never later than that clock shows.
    var earliestTime: Int64 { get }

    /// A promise of this server: everything that it has written, or will, at this position or before is durable, or will never
    /// be. It never goes back.
    var mark: Int64 { get }

    /// Looks whether what was acknowledged is still there, if the connection to the database has ended since. What is lost is
    /// told to who keeps this server's place among the others.
    ///
    /// - Throws: `JournalWriteError.fenced` if this server has no place any more; any other error while nobody knows.
    func checkAcknowledged() async throws

    /// The steps of all devices that have records after a position, and the deletions after it, in order.
    ///
    /// - Parameters:
    ///   - start: The position after which to begin. Of a step that it is in the midst of, all records are given.
    ///   - end: The last position in the journal. What is given is complete if the marks of all servers have reached it.
    ///   - limit: How much is given at most.
    func entries(after start: FleetPosition, upTo end: Int64, limit: FleetEntryLimit) async throws -> FleetEntries

    /// Whether everything after a position in the journal is still there but for deleted devices, and has at most so many
    /// records.
    ///
    /// - Parameters:
    ///   - position: The position after which to look.
    ///   - end: The last position of which records are counted.
    ///   - records: How many records there may be.
    func keepsAll(after position: Int64, upTo end: Int64, atMost records: Int) async throws -> Bool
}

/// How much of the stream of all devices is read at once. There is always at least one entry, if there are any.
package struct FleetEntryLimit: Sendable {
    /// How many entries.
    package var entries: Int
    /// About how many bytes of records.
    package var bytes: Int

    /// Makes a limit.
    package init(entries: Int = 1_000, bytes: Int = 4 * 1_024 * 1_024) {
        self.entries = entries
        self.bytes = bytes
    }
}

/// A part of the stream of all devices.
package struct FleetEntries: Sendable {
    /// What there is, in order.
    package var entries: [FleetEntry]
    /// Whether there is nothing after them up to the end that was asked for.
    package var isComplete: Bool

    /// Makes it.
    package init(entries: [FleetEntry], isComplete: Bool) {
        self.entries = entries
        self.isComplete = isComplete
    }
}

/// A step of a device, or its deletion, in the stream of all devices.
package struct FleetEntry: Sendable {
    /// What happened.
    package enum Content: Sendable {
        /// A step was taken: its records, as the journal keeps them, and the sequence of the last one that the device has from
        /// another, of which it is a copy.
        case step(records: [UInt8], inherited: SequenceNumber)
        /// The device was deleted.
        case deletion
    }

    /// The position in the journal.
    package var position: Int64
    /// The partition of the device.
    package var partition: Int
    /// The device.
    package var device: DeviceID
    /// The labels of the device.
    package var labels: [Label]
    /// What happened.
    package var content: Content

    /// Makes an entry.
    package init(position: Int64, partition: Int, device: DeviceID, labels: [Label], content: Content) {
        self.position = position
        self.partition = partition
        self.device = device
        self.labels = labels
        self.content = content
    }

    /// What subscribers get of it; nothing if its records cannot be read: then the owner sets the device aside.
    package var items: [FleetItem] {
        switch content {
        case .deletion: [FleetItem(position: position(1), item: .deviceDeleted(device, labels: labels))]
        case .step(let bytes, let inherited):
            ((try? RecordText.read(bytes)) ?? []).namingTokens(on: device.description).enumerated()
                .filter { $0.element.sequence > inherited }
                .map { index, record in
                    let streamed = StreamedRecord(record, of: device, labels: labels)
                    return FleetItem(position: position(index + 1), item: .record(streamed))
                }
        }
    }

    /// The position after everything of it.
    var end: FleetPosition { position(Int(Int32.max)) }

    private func position(_ index: Int) -> FleetPosition {
        FleetPosition(position: position, partition: partition, index: index)
    }
}

/// An item of the stream of all devices of several servers.
package struct FleetItem: Sendable {
    /// Its position.
    package var position: FleetPosition
    /// The record or the deletion.
    package var item: StreamItem
}

/// What a subscriber to all devices of several servers gets next.
package enum FleetStep: Sendable {
    /// Items in order.
    case items([FleetItem])
    /// Items were missed before the next step.
    case gap(StreamGap.Reason)
    /// A heartbeat is due.
    case heartbeat
    /// The last step.
    case end(StreamEnd)
}
