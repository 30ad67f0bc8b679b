import DeviceHost
import Fleet
import LifecycleKernel
import Synchronization

/// A journal in memory whose writers can be paused, and made to fail. Several servers may share it.
package final class MemoryJournal: Journal {
    package struct Broken: Error {}

    fileprivate struct State {
        var origins: [Int64: DeviceOrigin] = [:]
        var steps: [JournalStep] = []
        var snapshots: [JournalSnapshot] = []
        var answers: [(device: Int64, answer: KeyedAnswer)] = []
        var items: [ServerItem] = []
        var lastDevice: Int64 = 0
        /// The epoch of each partition that was ever claimed, and whether it is owned in it.
        var partitions: [Partition: (epoch: Int64, isOwned: Bool)] = [:]
        /// The times of the owners of each partition; the last one has no end while it lasts.
        var tenures: [Partition: [(since: Int64, until: Int64?)]] = [:]
        /// The partitions that were handed over, and to which member each was offered.
        var released: [(claim: Claim, offered: Int64?)] = []
        /// The claims under which each batch was written.
        var batchClaims: [[Claim]] = []
        /// The largest number that was set aside.
        var reserved: Int64 = 0
        var reservations = 0
        var reservesNothing = false
        /// Why whoever writes is fenced; nil when nobody is.
        var fence: String?
        /// The clock of the journal, in microseconds; nil for positions that count from 1.
        var clock: (@Sendable () -> Int64)?
        var isBroken = false
        /// The devices whose changes are refused, whichever are written.
        var refused: [Int64: String] = [:]
        var isUnreadable = false
        /// Whether several servers change its items at once.
        var sharesItems = false
        /// Whether the next batch is written although its answer does not come; nil when it comes.
        var doubtful: Bool?
        /// What `settle` tells about the last batch; nil while nobody knows.
        var wasWritten: Bool?
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var batches: [Int] = []
        var heldChanges = 0
        var sizeReadings = 0
        var deviceReadings = 0
        var whenRead: (@Sendable () async throws -> Void)?
        var whenRecovered: (@Sendable () async throws -> Void)?
        var whenWritten: (@Sendable () -> Void)?
    }

    fileprivate let state = Mutex(State())

    /// Makes an empty journal.
    package init() {}

    /// Whether writing fails.
    package var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    /// The devices whose changes are refused, by their numbers, each with a reason: every batch is, whether or not it has any.
    package var refused: [Int64: String] {
        get { state.withLock { $0.refused } }
        set { state.withLock { $0.refused = newValue } }
    }

    /// Whether devices cannot be read back.
    package var isUnreadable: Bool {
        get { state.withLock { $0.isUnreadable } }
        set { state.withLock { $0.isUnreadable = newValue } }
    }

    /// Whether several servers change its items at once.
    package var sharesItems: Bool {
        get { state.withLock { $0.sharesItems } }
        set { state.withLock { $0.sharesItems = newValue } }
    }

    /// Has the answer of the next batch not come. Nobody knows whether it was written until `tellOutcome` is called.
    ///
    /// - Parameter isWritten: Whether it is written.
    package func loseAnswer(isWritten: Bool) {
        state.withLock { state in
            state.doubtful = isWritten
            state.wasWritten = nil
        }
    }

    /// Has `settle` tell whether the last batch was written.
    package func tellOutcome(isWritten: Bool) { state.withLock { $0.wasWritten = isWritten } }

    /// How many changes each batch had.
    package var batches: [Int] { state.withLock { $0.batches } }

    /// How many changes the paused writer has.
    package var heldChanges: Int { state.withLock { $0.held.isEmpty ? 0 : $0.heldChanges } }

    /// How often its size was read.
    package var sizeReadings: Int { state.withLock { $0.sizeReadings } }

    /// How often devices were read in order to be recovered, any number of them at once.
    package var deviceReadings: Int { state.withLock { $0.deviceReadings } }

    /// Runs a closure once, before steps are read the next time.
    package func whenRead(_ work: @escaping @Sendable () async throws -> Void) { state.withLock { $0.whenRead = work } }

    /// Runs a closure once, before devices are read the next time in order to be recovered.
    package func whenRecovered(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.whenRecovered = work }
    }

    /// Runs a closure on the thread that writes, before each batch.
    package func whenWritten(_ work: (@Sendable () -> Void)?) { state.withLock { $0.whenWritten = work } }

    /// How many writers are paused.
    package var heldCount: Int { state.withLock { $0.held.count } }

    /// All steps of a device, oldest first.
    package func steps(of id: String) -> [JournalStep] {
        state.withLock { state in
            let number = state.origins.values.first { $0.id.description == id }?.number
            return state.steps.filter { $0.device == number }
        }
    }

    /// Changes what is kept, as damage or another version would.
    package func tamper(_ change: (inout [JournalStep], inout [JournalSnapshot]) -> Void) {
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

    // MARK: Journal

    package var lastDevice: Int64 { state.withLock { $0.lastDevice } }
    package var size: Int64 {
        state.withLock { state in
            state.sizeReadings += 1
            return Int64(state.steps.count)
        }
    }

    package var usedBytes: Int64 { state.withLock { Int64($0.steps.count) } }

    package func write(_ changes: [JournalChange]) async throws { try await write(changes, under: []) }

    package func write(_ changes: [JournalChange], under claims: [Claim]) async throws {
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
        try state.withLock { state in
            guard !state.isBroken else { throw Broken() }
            guard state.refused.isEmpty else { throw JournalWriteError.refused(state.refused) }
            if let fence = state.fence { throw JournalWriteError.fenced(fence) }
            let lost = claims.filter { !state.isOwned($0) }
            guard lost.isEmpty else { throw JournalWriteError.notOwned(Set(lost.map(\.partition))) }
            let doubtful = state.doubtful.take()
            if doubtful != false {
                state.batches.append(changes.count)
                state.batchClaims.append(claims)
                for change in changes { state.write(change) }
            }
            if doubtful != nil { throw JournalWriteError.inDoubt("no answer") }
        }
    }

    package func settle() async throws -> Bool {
        if let fence = state.withLock({ $0.fence }) { throw JournalWriteError.fenced(fence) }
        guard let wasWritten = state.withLock({ $0.wasWritten }) else { throw JournalWriteError.inDoubt("no answer") }
        return wasWritten
    }

    package func probe() async throws {
        if let fence = state.withLock({ $0.fence }) { throw JournalWriteError.fenced(fence) }
        if isBroken { throw Broken() }
    }

    package func close() async {}

    package func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        state.withLock { state in
            Array(state.origins.values.sorted { $0.number < $1.number }.filter { $0.number > number }.prefix(limit))
        }
    }

    package func items(_ kind: ServerItem.Kind) async throws -> [ServerItem] {
        state.withLock { $0.items.filter { $0.kind == kind } }
    }

    package func keptDevice(_ device: Int64) async throws -> KeptDevice {
        try state.withLock { state in
            let snapshots = state.snapshots.filter { $0.device == device }
            let steps = state.steps.filter { $0.device == device }
            guard let last = snapshots.last, let first = steps.first else { throw JournalDamage("nothing is kept") }
            return KeptDevice(
                snapshot: last,
                steps: steps.filter { $0.position > last.position },
                oldest: first.before + 1,
                snapshots: snapshots.filter { $0.kernel == last.kernel }.map(\.sequence)
            )
        }
    }

    package func keptDevices(_ devices: [Int64]) async throws -> [Result<KeptDevice, JournalDamage>] {
        try await state.withLock { $0.whenRecovered.take() }?()
        guard !isUnreadable else { throw Broken() }
        state.withLock { $0.deviceReadings += 1 }
        return await keptDevicesOneByOne(devices)
    }

    package func answers(of device: Int64) async throws -> [KeyedAnswer] {
        state.withLock { $0.answers.filter { $0.device == device }.map(\.answer) }
    }

    package func firstSnapshot(of device: Int64) async throws -> JournalSnapshot? {
        state.withLock { $0.snapshots.first { $0.device == device } }
    }

    package func snapshot(of device: Int64, upTo sequence: SequenceNumber) async throws -> JournalSnapshot? {
        state.withLock { $0.snapshots.last { $0.device == device && $0.sequence <= sequence } }
    }

    package func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [JournalStep] {
        state.withLock { Array($0.steps.filter { $0.device == device && $0.position > position }.prefix(limit)) }
    }

    package func steps(
        of device: Int64,
        withRecordsAfter sequence: SequenceNumber,
        limit: Int
    ) async throws -> [JournalStep] {
        try await state.withLock { $0.whenRead.take() }?()
        return state.withLock { Array($0.steps.filter { $0.device == device && $0.last > sequence }.prefix(limit)) }
    }

    package func steps(
        of device: Int64,
        withRecordsUpTo sequence: SequenceNumber,
        limit: Int
    ) async throws -> [JournalStep] {
        state.withLock { state in
            Array(state.steps.filter { $0.device == device && $0.before < sequence }.reversed().prefix(limit))
        }
    }
}

// MARK: Several servers

extension MemoryJournal {
    /// Claims partitions, whoever owns them now.
    ///
    /// - Parameter lastEnd: When they were owned last, by the journal's clock; nil if that is not known.
    package func claim(_ partitions: some Collection<Partition>, since lastEnd: Int64? = nil) -> [Claim] {
        state.withLock { state in
            partitions.map { partition in
                state.endTenure(of: partition, at: lastEnd)
                state.tenures[partition, default: []].append((state.clock?() ?? 0, nil))
                let epoch = (state.partitions[partition]?.epoch ?? 0) + 1
                state.partitions[partition] = (epoch, true)
                return Claim(partition, epoch: epoch)
            }
        }
    }

    /// The partitions that were handed over, and to which member each was offered.
    package var released: [(claim: Claim, offered: Int64?)] { state.withLock { $0.released } }

    /// The claims under which each batch was written.
    package var batchClaims: [[Claim]] { state.withLock { $0.batchClaims } }

    /// How often numbers were set aside.
    package var reservations: Int { state.withLock { $0.reservations } }

    /// Whether no numbers are set aside.
    package var reservesNothing: Bool {
        get { state.withLock { $0.reservesNothing } }
        set { state.withLock { $0.reservesNothing = newValue } }
    }

    /// Why whoever writes is fenced; nil when nobody is.
    package var fence: String? {
        get { state.withLock { $0.fence } }
        set { state.withLock { $0.fence = newValue } }
    }

    package func ownedTimes(of partition: Partition, before epoch: Int64) async throws -> OwnedTimes {
        let tenures = state.withLock { $0.tenures[partition] ?? [] }
        return OwnedTimes(
            tenures.compactMap { tenure in tenure.until.map { OwnedTimes.Span(since: tenure.since, until: $0) } }
        )
    }

    /// Has positions be instants of a clock, in microseconds.
    package func setClock(_ clock: @escaping @Sendable () -> Int64) { state.withLock { $0.clock = clock } }

    package func reserveNumbers(_ count: Int) async throws -> Range<Int64> {
        try state.withLock { state in
            guard !state.reservesNothing else { throw Broken() }
            state.reservations += 1
            let first = max(state.reserved, state.lastDevice) + 1
            state.reserved = first + Int64(count) - 1
            return first..<first + Int64(count)
        }
    }
}

extension MemoryJournal.State {
    fileprivate func isOwned(_ claim: Claim) -> Bool {
        partitions[claim.partition].map { $0.epoch == claim.epoch && $0.isOwned } ?? false
    }

    fileprivate mutating func write(_ change: JournalChange) {
        switch change {
        case .created(let origin, let entry):
            origins[origin.number] = origin
            lastDevice = max(lastDevice, origin.number)
            write(entry, answerOf: 0)
        case .stepped(let entry): write(entry, answerOf: entry.step.device)
        case .deleted(let number):
            origins[number] = nil
            steps.removeAll { $0.device == number }
            snapshots.removeAll { $0.device == number }
            answers.removeAll { $0.device == number }
        case .kept(let item):
            items.removeAll { $0.kind == item.kind && $0.name == item.name }
            if item.value != nil { items.append(item) }
        case .released(let claim, let offered):
            released.append((claim, offered))
            partitions[claim.partition]?.isOwned = false
            endTenure(of: claim.partition, at: clock?())
        }
    }

    fileprivate mutating func endTenure(of partition: Partition, at end: Int64?) {
        guard let end, let last = tenures[partition]?.last, last.until == nil else { return }
        tenures[partition]![tenures[partition]!.count - 1].until = end
    }

    private mutating func write(_ entry: JournalEntry, answerOf device: Int64) {
        var step = entry.step
        step.position = max(clock?() ?? 0, (steps.last?.position ?? 0) + 1)
        steps.append(step)
        if var snapshot = entry.snapshot {
            snapshot.position = step.position
            snapshots.append(snapshot)
        }
        if let sequence = entry.forgetsBefore {
            steps.removeAll { $0.device == step.device && $0.last <= sequence }
            snapshots.removeAll { $0.device == step.device && $0.sequence < sequence }
        }
        if let answer = entry.answer { answers.append((device, answer)) }
    }
}

extension MemoryJournal: SharedItems {
    package var sharedItems: (any SharedItems)? { sharesItems ? self : nil }

    package func add(_ item: ServerItem, atMost limit: Int) async throws -> Bool {
        guard !isBroken else { throw Broken() }
        return state.withLock { state in
            let ofKind = state.items.filter { $0.kind == item.kind }
            guard ofKind.count < limit, !ofKind.contains(where: { $0.name == item.name }) else { return false }
            state.items.append(item)
            return true
        }
    }

    package func replace(_ item: ServerItem, with value: [UInt8]?) async throws -> Bool {
        guard !isBroken else { throw Broken() }
        return state.withLock { state in
            guard let index = state.items.firstIndex(of: item) else { return false }
            if let value { state.items[index].value = value } else { state.items.remove(at: index) }
            return true
        }
    }
}
