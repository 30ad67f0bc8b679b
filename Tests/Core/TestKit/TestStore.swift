import DeviceHost
import LifecycleKernel
import Synchronization

/// A durable store for tests, in memory, whose writer can be paused and made to fail.
package final class TestStore: StepHistory {
    package struct Broken: Error {}

    fileprivate struct State {
        var origins: [Int64: DeviceOrigin] = [:]
        var steps: [StoredStep] = []
        var snapshots: [StoredSnapshot] = []
        var answers: [(device: Int64, answer: KeyedAnswer)] = []
        var items: [ServerItem] = []
        var lastDevice: Int64 = 0
        var last: Int64 = 0
        var missing: Int64 = 0
        var runs: [StoreRun] = []
        var isBroken = false
        /// The devices whose changes are refused, whichever are written.
        var refused: [Int64: String] = [:]
        var isUnreadable = false
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var batches: [Int] = []
        var heldChanges = 0
        var sizeReadings = 0
        var deviceReadings = 0
        var pageReadings = 0
        var whenRead: (@Sendable () async throws -> Void)?
        var whenWritten: (@Sendable () -> Void)?
    }

    fileprivate let state = Mutex(State())

    /// Makes an empty store.
    package init() {}

    /// Whether writing fails.
    package var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    /// The devices whose changes are refused, by their numbers, each with a reason.
    package var refused: [Int64: String] {
        get { state.withLock { $0.refused } }
        set { state.withLock { $0.refused = newValue } }
    }

    /// Whether devices cannot be read back.
    package var isUnreadable: Bool {
        get { state.withLock { $0.isUnreadable } }
        set { state.withLock { $0.isUnreadable = newValue } }
    }

    /// How many changes each batch had.
    package var batches: [Int] { state.withLock { $0.batches } }

    /// How many changes the paused writer has.
    package var heldChanges: Int { state.withLock { $0.held.isEmpty ? 0 : $0.heldChanges } }

    /// How often its size was read.
    package var sizeReadings: Int { state.withLock { $0.sizeReadings } }

    /// How often devices were read in order to be recovered, any number of them at once.
    package var deviceReadings: Int { state.withLock { $0.deviceReadings } }

    /// How often steps of all devices were read.
    package var pageReadings: Int { state.withLock { $0.pageReadings } }

    /// Runs a closure once, before steps are read the next time.
    package func whenRead(_ work: @escaping @Sendable () async throws -> Void) { state.withLock { $0.whenRead = work } }

    /// Runs a closure on the thread that writes, before each batch.
    package func whenWritten(_ work: (@Sendable () -> Void)?) { state.withLock { $0.whenWritten = work } }

    /// How many writers are paused.
    package var heldCount: Int { state.withLock { $0.held.count } }

    /// All steps of a device, oldest first.
    package func steps(of id: String) -> [StoredStep] {
        state.withLock { state in
            let number = state.origins.values.first { $0.id.description == id }?.number
            return state.steps.filter { $0.device == number }
        }
    }

    /// Changes what is kept, as damage or another version would.
    package func tamper(_ change: (inout [StoredStep], inout [StoredSnapshot]) -> Void) {
        state.withLock { change(&$0.steps, &$0.snapshots) }
    }

    /// Pauses writers from now on.
    package func hold() { state.withLock { $0.isHeld = true } }

    /// Lets the writers continue.
    package func resume() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for writer in held { writer.resume() }
    }

    // MARK: Store

    package var integrityErrors: [String] { [] }
    package var loss: String? { nil }
    package var isExclusive: Bool { true }
    package func reserveDeviceNumbers() -> ClosedRange<Int64> {
        state.withLock { $0.lastDevice } + 1...StoreBounds.numbers.upperBound
    }
    package func revisions(of devices: [Int64]) -> [Int64: Revision] { [:] }
    package var size: Int64 {
        state.withLock { state in
            state.sizeReadings += 1
            return Int64(state.steps.count)
        }
    }

    package var usedBytes: Int64 { state.withLock { Int64($0.steps.count) } }

    package var lastPosition: Int64 { state.withLock { $0.last } }

    package func beginRun() -> [StoreRun] {
        state.withLock { state in
            // A run is saved with its first change.
            if state.runs.last?.after == state.last { state.runs.removeLast() }
            state.runs.append(StoreRun(after: state.last))
            return state.runs
        }
    }

    package func commit(_ changes: [DeviceChange], as id: CommitID) async throws -> [CommitResult] {
        await withCheckedContinuation { writer in
            let goesOn = state.withLock { state in
                if state.isHeld {
                    state.held.append(writer)
                    state.heldChanges = changes.count
                }
                return !state.isHeld
            }
            if goesOn { writer.resume() }
        }
        state.withLock { $0.whenWritten }?()
        return try state.withLock { state in
            guard !state.isBroken else { throw Broken() }
            let results = changes.map { change in
                if let reason = change.device.flatMap({ state.refused[$0] }) { return CommitResult.refused(reason) }
                state.write(change)
                return .committed(at: state.last)
            }
            state.batches.append(results.count { if case .committed = $0 { true } else { false } })
            return results
        }
    }

    package func probe() async throws {
        if isBroken { throw Broken() }
    }

    package func close() async {}

    package func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        state.withLock { state in
            Array(state.origins.values.sorted { $0.number < $1.number }.filter { $0.number > number }.prefix(limit))
        }
    }

    package func devices(named ids: [DeviceID]) async throws -> [DeviceOrigin] {
        guard !isUnreadable else { throw Broken() }
        return state.withLock { state in state.origins.values.filter { ids.contains($0.id) } }
    }

    package func items(_ kind: ServerItem.Kind) async throws -> PartlyRead<[ServerItem]> {
        PartlyRead(state.withLock { $0.items.filter { $0.kind == kind } })
    }

    package func storedDevices(_ devices: [Int64]) async throws -> [Result<StoredDevice, StoreDamage>] {
        guard !isUnreadable else { throw Broken() }
        state.withLock { $0.deviceReadings += 1 }
        return state.withLock { state in
            devices.map { device in Result { () throws(StoreDamage) in try state.storedDevice(device) } }
        }
    }

    package func answers(of devices: ClosedRange<Int64>) async throws -> PartlyRead<[Int64: [KeyedAnswer]]> {
        PartlyRead(
            state.withLock { state in
                Dictionary(grouping: state.answers.filter { devices.contains($0.device) }, by: \.device)
                    .mapValues { $0.map(\.answer) }
            }
        )
    }

    package func replay(of device: Int64, to sequence: SequenceNumber) async throws -> DeviceReplay {
        try await stepsToReplay(of: device, to: sequence)
    }

    package func firstSnapshot(of device: Int64) async throws -> StoredSnapshot? {
        state.withLock { $0.snapshots.first { $0.device == device } }
    }

    package func snapshot(of device: Int64, upTo sequence: SequenceNumber) async throws -> StoredSnapshot? {
        state.withLock { $0.snapshots.last { $0.device == device && $0.sequence <= sequence } }
    }

    package func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [StoredStep] {
        state.withLock { Array($0.steps.filter { $0.device == device && $0.position > position }.prefix(limit)) }
    }

    package func steps(
        of device: Int64,
        withRecordsAfter sequence: SequenceNumber,
        limit: Int
    ) async throws -> [StoredStep] {
        try await state.withLock { $0.whenRead.take() }?()
        return state.withLock { Array($0.steps.filter { $0.device == device && $0.last > sequence }.prefix(limit)) }
    }

    package func steps(
        of device: Int64,
        withRecordsUpTo sequence: SequenceNumber,
        limit: Int
    ) async throws -> [StoredStep] {
        state.withLock { state in
            Array(state.steps.filter { $0.device == device && $0.before < sequence }.reversed().prefix(limit))
        }
    }

    package func steps(after position: Int64, limit: SizeLimit) async throws -> StepPage {
        guard !isUnreadable else { throw Broken() }
        return state.withLock { state in
            state.pageReadings += 1
            var budget = SizeBudget(limit)
            let next = state.steps.filter { $0.position > position }
            let steps = next.prefix { step in
                defer { budget.take(step.records.count) }
                return !budget.isUsedUp
            }
            return StepPage(
                steps: Array(steps),
                origins: state.origins,
                end: steps.count < next.count ? steps.last?.position ?? position : state.last,
                missingUpTo: state.missing
            )
        }
    }
}

extension TestStore.State {
    fileprivate func storedDevice(_ device: Int64) throws(StoreDamage) -> StoredDevice {
        let snapshots = snapshots.filter { $0.device == device }
        let steps = steps.filter { $0.device == device }
        guard let last = snapshots.last, let first = steps.first else { throw StoreDamage("nothing is kept") }
        return StoredDevice(
            revision: nil,
            snapshot: last,
            steps: steps.filter { $0.position > last.position },
            oldest: first.before + 1,
            snapshots: snapshots.filter { $0.kernel == last.kernel }.map(\.sequence)
        )
    }

    fileprivate mutating func write(_ change: DeviceChange) {
        last += 1
        switch change {
        case .created(let origin, let change):
            origins[origin.number] = origin
            lastDevice = max(lastDevice, origin.number)
            write(change, answerOf: 0)
        case .stepped(let change): write(change, answerOf: change.step.device)
        case .deleted(let number, _, _):
            missing = last
            origins[number] = nil
            steps.removeAll { $0.device == number }
            snapshots.removeAll { $0.device == number }
            answers.removeAll { $0.device == number }
        case .kept(let item):
            items.removeAll { $0.kind == item.kind && $0.name == item.name }
            if item.value != nil { items.append(item) }
        }
    }

    private mutating func write(_ change: StepChange, answerOf device: Int64) {
        var step = change.step
        step.position = last
        steps.append(step)
        if var snapshot = change.snapshot {
            snapshot.position = step.position
            snapshots.append(snapshot)
        }
        if let sequence = change.deletesBefore {
            let end = steps.last { $0.device == step.device && $0.last <= sequence }?.position
            missing = max(missing, end ?? 0)
            steps.removeAll { $0.device == step.device && $0.last <= sequence }
            snapshots.removeAll { $0.device == step.device && $0.sequence < sequence }
        }
        if let answer = change.answer { answers.append((device, answer)) }
    }
}
