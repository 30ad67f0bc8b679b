import DeviceHost
import LifecycleKernel
import Synchronization
import WireFormat

/// What several servers have written, in memory, for tests of the stream of all devices. It keeps nothing else.
package final class FleetJournalModel: FleetJournal {
    package struct Broken: Error {}

    private struct State {
        var entries: [FleetEntry] = []
        var time: Int64 = 0
        var mark: Int64 = 0
        var oldest: Int64 = 0
        var readings = 0
        var isBroken = false
    }

    private let state = Mutex(State())

    /// Makes an empty journal.
    ///
    /// - Parameter time: The time by the database's clock, in microseconds.
    package init(time: Int64 = 0) { state.withLock { $0.time = time } }

    /// The time by the database's clock, in microseconds.
    package var earliestTime: Int64 {
        get { state.withLock { $0.time } }
        set { state.withLock { $0.time = newValue } }
    }

    /// The mark of this server.
    package var mark: Int64 {
        get { state.withLock { $0.mark } }
        set { state.withLock { $0.mark = newValue } }
    }

    /// How often entries were read.
    package var readings: Int { state.withLock { $0.readings } }

    /// Whether reading fails.
    package var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    /// Forgets what stands at a position or before.
    package func forget(upTo position: Int64) {
        state.withLock { state in
            state.oldest = position
            state.entries.removeAll { $0.position <= position }
        }
    }

    /// Adds a step with records.
    package func add(
        at position: Int64,
        in partition: Int,
        of device: String,
        labels: [Label] = [],
        _ records: [Record],
        inherited: SequenceNumber = 0
    ) {
        add(
            at: position,
            in: partition,
            of: device,
            labels,
            .step(records: JSONText.write(all: records), inherited: inherited)
        )
    }

    /// Adds a deletion.
    package func addDeletion(at position: Int64, in partition: Int, of device: String, labels: [Label] = []) {
        add(at: position, in: partition, of: device, labels, .deletion)
    }

    private func add(
        at position: Int64,
        in partition: Int,
        of device: String,
        _ labels: [Label],
        _ content: FleetEntry.Content
    ) {
        guard let id = DeviceID(device) else { preconditionFailure("\(device) is no id") }
        let entry = FleetEntry(position: position, partition: partition, device: id, labels: labels, content: content)
        state.withLock { state in
            state.entries.append(entry)
            state.entries.sort { ($0.position, $0.partition) < ($1.position, $1.partition) }
        }
    }

    // MARK: The stream

    package func entries(
        after start: FleetPosition,
        upTo end: Int64,
        limit: FleetEntryLimit
    ) async throws -> FleetEntries {
        try state.withLock { state in
            guard !state.isBroken else { throw Broken() }
            state.readings += 1
            // Of a step that it is in the midst of, it gives the rest, too.
            let found = state.entries.filter { entry in
                entry.position <= end
                    && FleetPosition(position: entry.position, partition: entry.partition, index: 1_000) > start
            }
            return FleetEntries(
                entries: Array(found.prefix(limit.entries)),
                isComplete: found.count <= limit.entries
            )
        }
    }

    package func keepsAll(after position: Int64, upTo end: Int64, atMost records: Int) async throws -> Bool {
        state.withLock { state in
            let newer = state.entries.filter { $0.position > position && $0.position <= end }
            return position >= state.oldest && newer.count <= records
        }
    }

    // MARK: What it does not keep

    package func checkAcknowledged() async throws {}

    package var lastDevice: Int64 { 0 }
    package var size: Int64 { 0 }
    package var usedBytes: Int64 { 0 }
    package func write(_ changes: [JournalChange]) async throws {}
    package func probe() async throws {}
    package func close() async {}
    package func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] { [] }
    package func items(_ kind: ServerItem.Kind) async throws -> [ServerItem] { [] }
    package func keptDevice(_ device: Int64) async throws -> KeptDevice { throw Broken() }
    package func answers(of device: Int64) async throws -> [KeyedAnswer] { [] }
    package func firstSnapshot(of device: Int64) async throws -> JournalSnapshot? { nil }
    package func snapshot(of device: Int64, upTo sequence: SequenceNumber) async throws -> JournalSnapshot? { nil }
    package func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [JournalStep] { [] }
    package func steps(
        of device: Int64,
        withRecordsAfter sequence: SequenceNumber,
        limit: Int
    ) async throws -> [JournalStep] { [] }
    package func steps(
        of device: Int64,
        withRecordsUpTo sequence: SequenceNumber,
        limit: Int
    ) async throws -> [JournalStep] { [] }
}

extension DeviceRegistry {
    /// The records of a new device with an app, which are of several kinds.
    package static func someRecords() async throws -> [Record] {
        let registry = DeviceRegistry(wall: HandMovedClock())
        let app = AppManifest(bundleID: "com.example.notes")
        guard let id = DeviceID("a") else { preconditionFailure("a is no id") }
        _ = try await registry.create(
            NewDevice(id: id, settings: DeviceSettings(clock: ClockSettings(mode: .manual)), apps: [app])
        )
        _ = try await registry.apply(.event(.app(app.bundleID, .launch(arguments: []))), to: id)
        return try await registry.timeline(of: id).records
    }
}
