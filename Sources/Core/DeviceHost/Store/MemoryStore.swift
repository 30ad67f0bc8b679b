import DequeModule
import LifecycleKernel
import Synchronization

/// The store of a server that keeps its devices in memory only. It commits at once.
///
/// Shards have the devices and their records. The store has what an earlier state of a device is restored from: states,
/// and the inputs after them.
package final class MemoryStore: Sendable {
    /// What is kept of a device. A class, so that a step is added without moving it out of the dictionary and back.
    fileprivate final class Entry {
        let origin: DeviceOrigin
        /// The states, oldest first.
        var states: [Device]
        /// The inputs after the oldest of them.
        var steps: Deque<DeviceStep> = []
        /// About how many bytes the inputs take.
        var bytes = 0

        init(_ origin: DeviceOrigin, _ states: [Device]) {
            self.origin = origin
            self.states = states
        }
    }

    fileprivate struct State {
        var devices: [Int64: Entry] = [:]
        var items: [ServerItem.Key: (position: Int, item: ServerItem)] = [:]
        var lastPosition = 0
        /// The number of the last device. It begins at random, so that the id of an event of an earlier run names no
        /// device of this one.
        var lastDevice = Int64.random(in: 1_000_000_000..<5_000_000_000)
        /// About how many bytes the inputs of all devices take.
        var bytes = 0
        /// The devices with inputs, and the one that was last to lose some: they take turns.
        var withInputs = NumberTable<Void>()
        var lastTurn: Int64 = 0
    }

    let policy: StepPolicy
    private let state = Mutex(State())
    private let limits: HostLimits

    /// An empty store.
    package init(limits: HostLimits = HostLimits()) {
        self.limits = limits
        policy = limits.valuePolicy
    }

    /// About how many bytes the inputs take.
    var bytes: Int { state.withLock { $0.bytes } }
}

// MARK: Writing

extension MemoryStore: ChangeLog {
    var availability: Availability { .open }

    func admit(isRemoval: Bool) throws(HostError) {}

    func nextDevice() -> Int64 {
        state.withLock { state in
            state.lastDevice += 1
            return state.lastDevice
        }
    }

    /// Does nothing: what was added is committed.
    func refuse(_ devices: [Int64: Refusal]) {}

    func append(_ change: DeviceChange, from shard: Int?) -> Commit? {
        if case .stepped(let step) = change, step.values?.isEmpty ?? true { return nil }
        state.withLock { $0.apply(change, limits) }
        return nil
    }
}

extension MemoryStore.State {
    fileprivate mutating func apply(_ change: DeviceChange, _ limits: HostLimits) {
        switch change {
        case .created(let origin, let change):
            lastDevice = max(lastDevice, origin.number)
            devices[origin.number] = MemoryStore.Entry(origin, change.values?.states ?? [])
        case .stepped(let change):
            self.change(change.step.device) { $0.add(change) }
            makeRoom(limits.inputBytesInTotal)
        case .deleted(let number, _, _):
            bytes -= devices.removeValue(forKey: number)?.bytes ?? 0
            withInputs[number] = nil
        case .kept(let item):
            lastPosition += 1
            items[item.key] = item.value == nil ? nil : (lastPosition, item)
        }
    }

    /// Changes what is kept of a device, and counts its bytes.
    private mutating func change(_ number: Int64, _ body: (MemoryStore.Entry) -> Void) {
        guard let entry = devices[number] else { return }
        let before = entry.bytes
        body(entry)
        let after = entry.bytes
        bytes += after - before
        if (before > 0) != (after > 0) { withInputs[number] = after > 0 ? () : nil }
    }

    /// The states and inputs that are kept of a device, to be read without the lock; nil if there is no such device.
    fileprivate func kept(_ number: Int64) -> (states: [Device], steps: Deque<DeviceStep>)? {
        devices[number].map { ($0.states, $0.steps) }
    }

    /// Drops the oldest states of devices in turn, with the inputs up to the next one, while all inputs take too many
    /// bytes.
    private mutating func makeRoom(_ limit: Int) {
        while bytes > limit, let next = withInputs.first(after: lastTurn) ?? withInputs.first(after: 0) {
            lastTurn = next.number
            change(next.number) { $0.evictOldestState() }
        }
    }
}

extension MemoryStore.Entry {
    fileprivate func add(_ change: StepChange) {
        // Without a state there is nothing that the inputs could be applied to.
        if let inputs = change.values?.inputs, let size = change.values?.bytes, !inputs.isEmpty, !states.isEmpty {
            let kind = DeviceStep.Kind.inputs(inputs, within: change.step.limits)
            steps.append(DeviceStep(at: change.step.at, kind: kind, last: change.step.last))
            bytes += size
        }
        states += change.values?.states ?? []
        guard let first = change.deletesBefore else { return }
        while let state = states.first, state.lastSequence < first { evictOldestState() }
    }

    /// Drops the oldest state, with the inputs up to the next one.
    fileprivate func evictOldestState() {
        states.removeFirst()
        let end = states.first?.lastSequence
        while let step = steps.first, end.map({ step.last <= $0 }) ?? true {
            bytes -= step.keptSize
            steps.removeFirst()
        }
    }
}

// MARK: Reading

extension MemoryStore: DeviceStore {
    package var integrityErrors: [String] { [] }
    package var loss: String? { nil }
    package var isExclusive: Bool { true }
    package var size: Int64 { 0 }
    package var usedBytes: Int64 { 0 }

    package func reserveDeviceNumbers() -> ClosedRange<Int64> {
        state.withLock { $0.lastDevice } + 1...StoreBounds.numbers.upperBound
    }

    package func revisions(of devices: [Int64]) -> [Int64: Revision] { [:] }

    package func commit(_ changes: [DeviceChange], as id: CommitID) -> [CommitResult] {
        state.withLock { state in
            changes.map { change in
                state.apply(change, limits)
                state.lastPosition += 1
                return .committed(at: Int64(state.lastPosition))
            }
        }
    }

    package func probe() {}

    package func close() {}

    package func devices(after number: Int64, limit: Int) -> [DeviceOrigin] {
        state.withLock { state in
            let numbers = state.devices.keys.filter { $0 > number }.sorted().prefix(limit)
            return numbers.map { state.devices[$0]!.origin }
        }
    }

    package func devices(named ids: [DeviceID]) -> [DeviceOrigin] {
        state.withLock { state in
            state.devices.values.map(\.origin).filter { ids.contains($0.id) }
        }
    }

    package func items(_ kind: ServerItem.Kind) -> PartlyRead<[ServerItem]> {
        let items = state.withLock { $0.items.values.filter { $0.item.kind == kind } }
        return PartlyRead(items.sorted { $0.position < $1.position }.map(\.item))
    }

    /// The present states, each without records.
    package func storedDevices(_ devices: [Int64]) -> [Result<StoredDevice, StoreDamage>] {
        devices.map { device in Result { () throws(StoreDamage) in try storedDevice(device) } }
    }

    private func storedDevice(_ number: Int64) throws(StoreDamage) -> StoredDevice {
        let kept = state.withLock { $0.kept(number) }
        guard let kept, var device = kept.states.last else { throw StoreDamage("no state of it is kept") }
        do throws(Rejection) {
            for step in kept.steps where step.last > device.lastSequence {
                try device.replay(step)
                _ = device.takeRecords()
            }
        } catch {
            throw StoreDamage("one of its inputs is refused in the replay: \(error.detail)")
        }
        return StoredDevice(
            revision: nil,
            snapshot: StoredSnapshot(of: device, as: number, digest: 0),
            steps: [],
            oldest: device.lastSequence.next,
            snapshots: kept.states.map(\.lastSequence)
        )
    }

    /// None: the `IdempotencyStore` has the answers.
    package func answers(of devices: ClosedRange<Int64>) -> PartlyRead<[Int64: [KeyedAnswer]]> { PartlyRead([:]) }

    package func replay(of device: Int64, to sequence: SequenceNumber) throws(HostError) -> DeviceReplay {
        let kept = state.withLock { $0.kept(device) }
        guard let kept, let state = kept.states.last(where: { $0.lastSequence <= sequence }) else {
            throw .stateEvicted(oldest: kept?.states.first?.lastSequence ?? SequenceNumber(rawValue: .max))
        }
        return DeviceReplay(device: state, steps: kept.steps.filter { $0.last > state.lastSequence })
    }

    /// None: shards have the records.
    package func steps(of device: Int64, withRecordsAfter sequence: SequenceNumber, limit: Int) -> [StoredStep] { [] }

    /// None: shards have the records.
    package func steps(of device: Int64, withRecordsUpTo sequence: SequenceNumber, limit: Int) -> [StoredStep] { [] }
}
