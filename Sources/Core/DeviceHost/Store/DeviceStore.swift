import LifecycleKernel

/// Where the devices of a server are kept: in memory, or durably, so that they outlive the process.
///
/// Shards write to a store through its `ChangeLog`. A durable store commits one batch of changes after another for the
/// `CommitService`. A committed batch survives the end of the process at any moment; a failed one leaves no trace.
package protocol DeviceStore: Sendable {
    /// False if other processes may change devices: a copy in memory is then checked before it is used, and each change names the
    /// revision that it follows.
    var isExclusive: Bool { get }

    /// Reserves numbers for new devices. Nobody else gets one of them, now or later.
    func reserveDeviceNumbers() async throws -> ClosedRange<Int64>

    /// What was found wrong with the store as a whole when it was opened; nothing if it was sound.
    var integrityErrors: [String] { get }

    /// What the store has lost since it was last open, as its durability allows; nil if nothing.
    var loss: String? { get }

    /// How many bytes it takes on disk.
    var size: Int64 { get }

    /// How many of these bytes are in use, which is what a limit of its size counts. The rest is the write-ahead log,
    /// and the room of what was deleted, which is used again.
    var usedBytes: Int64 { get async throws }

    /// Commits changes in their order, and returns when they are durable. Cancelling the task does not stop the commit.
    ///
    /// A change that can never be written is refused, with all others of its device. The rest is committed. A store that is not
    /// exclusive commits the changes of a device only if its revision is the one that the first of them follows.
    ///
    /// - Parameter id: Names the commit in the revisions that it makes. No two commits have the same.
    /// - Returns: What became of each change.
    /// - Throws: `OutcomeUnknown` if nobody knows what was committed; another error if nothing was, and it may work again later.
    func commit(_ changes: [DeviceChange], as id: CommitID) async throws -> [CommitResult]

    /// Checks whether writing works again after a failure.
    func probe() async throws

    /// Closes the store. Everything written is on disk afterwards.
    func close() async

    // MARK: Reading

    /// The revisions of devices, by their numbers; those that are gone are left out. Empty for an exclusive store.
    func revisions(of devices: [Int64]) async throws -> [Int64: Revision]

    /// The devices that have not been deleted, in the order of their numbers.
    func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin]

    /// The devices with these ids that have not been deleted, in any order.
    func devices(named ids: [DeviceID]) async throws -> [DeviceOrigin]

    /// The items of a kind that can be read, in the order in which they were last written.
    func items(_ kind: ServerItem.Kind) async throws -> PartlyRead<[ServerItem]>

    /// What devices are recovered from, in the order of their arguments; a failure for a device that cannot be read.
    func storedDevices(_ devices: [Int64]) async throws -> [Result<StoredDevice, StoreDamage>]

    /// The answers given under the idempotency keys of devices that can be read, oldest first; of creations for device
    /// 0.
    func answers(of devices: ClosedRange<Int64>) async throws -> PartlyRead<[Int64: [KeyedAnswer]]>

    /// What an earlier state of a device is restored from.
    ///
    /// - Throws: `HostError.stateEvicted` if it is no longer kept.
    func replay(of device: Int64, to sequence: SequenceNumber) async throws -> DeviceReplay

    /// The steps of a device with records after a sequence, in order.
    func steps(of device: Int64, withRecordsAfter sequence: SequenceNumber, limit: Int) async throws -> [StoredStep]

    /// The steps of a device with records up to a sequence, the last one first.
    func steps(of device: Int64, withRecordsUpTo sequence: SequenceNumber, limit: Int) async throws -> [StoredStep]
}

/// A durable store. It keeps what happened to each device as text, which a replay is compared with.
package protocol StepHistory: DeviceStore {
    /// The oldest snapshot of a device; nil when none is kept.
    func firstSnapshot(of device: Int64) async throws -> StoredSnapshot?

    /// The newest snapshot of a device that was taken at a sequence or before; nil when none is kept.
    func snapshot(of device: Int64, upTo sequence: SequenceNumber) async throws -> StoredSnapshot?

    /// The steps of a device after a position, in order.
    func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [StoredStep]

    /// The steps of all devices after a position, in order, up to a limit of steps and of bytes of their records.
    func steps(after position: Int64, limit: SizeLimit) async throws -> StepPage

    /// Begins a run, to which the changes that are committed from now on belong. Called once, before the first of them.
    ///
    /// - Returns: The runs that the store knows, oldest first. The last one is the new one.
    func beginRun() -> [StoreRun]

    /// The position of the last change when the store was opened, or a position between that and the next change.
    var lastPosition: Int64 { get }
}

extension StepHistory {
    /// What an earlier state is restored from: the newest snapshot at the sequence or before it, and the steps after
    /// it.
    ///
    /// - Throws: `HostError.stateEvicted`; `StoreDamage` if the snapshot or a step cannot be used; what the store
    ///   throws.
    package func stepsToReplay(of device: Int64, to sequence: SequenceNumber) async throws -> DeviceReplay {
        guard let snapshot = try await snapshot(of: device, upTo: sequence) else {
            guard let first = try await firstSnapshot(of: device) else {
                throw StoreDamage("no snapshot of it is kept")
            }
            throw HostError.stateEvicted(oldest: first.sequence)
        }
        guard snapshot.kernel == KernelVersion.current else {
            throw StoreDamage("record \(sequence) was written by kernel \(snapshot.kernel)")
        }
        var replay = DeviceReplay(device: try snapshot.restored(), steps: [])
        var position = snapshot.position
        while (replay.steps.last?.last ?? snapshot.sequence) < sequence {
            let steps = try await steps(of: device, after: position, limit: 256)
            guard let last = steps.last else { break }
            position = last.position
            for step in steps {
                // Another kernel took the device over here. What follows is replayed from its snapshot at this step.
                guard let again = try DeviceStep(step) else { return replay }
                replay.steps.append(again)
            }
        }
        return replay
    }
}

/// The time in which one server writes to a store; in a store that several servers share, the time in which they do. After a loss, or when a backup was restored, positions are used
/// again; the run tells them apart.
package struct StoreRun: Hashable, Sendable {
    /// Identifies the run.
    package var id: String
    /// The position before its first change. The run ends where the next one begins.
    package var after: Int64

    /// Makes a run.
    package init(id: String, after: Int64) {
        self.id = id
        self.after = after
    }

    /// Makes a run of a new id.
    package init(after: Int64) {
        self.init(id: String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16), after: after)
    }
}

/// Part of the steps of all devices.
package struct StepPage: Sendable {
    /// The steps, in order.
    package var steps: [StoredStep]
    /// The devices of these steps, by their numbers.
    package var origins: [Int64: DeviceOrigin]
    /// The position up to which the steps are all that can be read.
    package var end: Int64
    /// The position of the newest change that is not kept any more, or cannot be read: a step that was deleted, or the
    /// deletion of a device. 0 if nothing is missing.
    package var missingUpTo: Int64
    /// The deletions of devices among these changes, in order; empty in a store that keeps none.
    package var deletions: [Deletion] = []

    /// The deletion of a device.
    package struct Deletion: Sendable {
        /// Its position.
        package var position: Int64
        /// The device.
        package var origin: DeviceOrigin

        /// Makes it.
        package init(position: Int64, origin: DeviceOrigin) {
            self.position = position
            self.origin = origin
        }
    }

    /// Makes a page.
    package init(steps: [StoredStep], origins: [Int64: DeviceOrigin], end: Int64, missingUpTo: Int64) {
        self.steps = steps
        self.origins = origins
        self.end = end
        self.missingUpTo = missingUpTo
    }
}

/// What became of a change.
package enum CommitResult: Hashable, Sendable {
    /// It is durable, and has this position. Positions count changes.
    case committed(at: Int64)
    /// It can never be written, and why.
    case refused(String)
    /// Another process has changed the device: its revision is not the one that the change follows.
    case conflict
    /// The idempotency key was used by another request, with this answer.
    case answered(KeyedAnswer)
    /// The device is deleted.
    case gone
    /// Another device has the id.
    case exists
    /// Another process is changing the device, or the store could not write it in time. Nothing is written; it can be tried again.
    case busy

    /// Its position, if it was committed.
    var position: Int64? { if case .committed(let position) = self { position } else { nil } }
}

/// A change that is written to a store.
///
/// A step is in a box, so that a change on its way to the store is not copied with all its parts.
package enum DeviceChange: Sendable {
    /// A device was created, with its first step.
    indirect case created(DeviceOrigin, StepChange)
    /// A device took a step.
    indirect case stepped(StepChange)
    /// A device was removed, with all that is kept of it; only at a revision, or at any if that is nil. `ifExpired`: only if the
    /// store has no later use of it, in a store that is not exclusive.
    case deleted(Int64, at: Revision?, ifExpired: Bool = false)
    /// Something of the server was kept, replaced or removed.
    case kept(ServerItem)

    /// Whether it removes a device.
    var isRemoval: Bool { if case .deleted = self { true } else { false } }

    /// The number of the device that it changes; nil for what is the server's.
    package var device: Int64? {
        switch self {
        case .created(_, let change), .stepped(let change): change.step.device
        case .deleted(let number, _, _): number
        case .kept: nil
        }
    }

    /// The claim of the request that made it, if the request has an idempotency key.
    var claim: AnswerClaim? {
        switch self {
        case .created(_, let change), .stepped(let change): change.claim
        case .deleted, .kept: nil
        }
    }

    /// About how many bytes it takes.
    package var size: Int {
        switch self {
        case .created(_, let change), .stepped(let change): change.size
        case .deleted: 64
        case .kept(let item): 64 + item.name.utf8.count + (item.value?.count ?? 0)
        }
    }
}

/// What a device is, apart from its state.
package struct DeviceOrigin: Hashable, Sendable {
    /// Its number: ids are used again after a deletion, numbers are not.
    package var number: Int64
    /// Its id.
    package var id: DeviceID
    /// Its labels, in the order of their names.
    package var labels: [Label]
    /// How long it is kept without requests, in milliseconds of real time; nil for ever.
    package var expiresAfter: Milliseconds?

    /// Makes an origin.
    package init(number: Int64, id: DeviceID, labels: [Label], expiresAfter: Milliseconds?) {
        self.number = number
        self.id = id
        self.labels = labels
        self.expiresAfter = expiresAfter
    }
}

/// A step, and what is written together with it.
package struct StepChange: Sendable {
    /// The step.
    package var step: StoredStep
    /// The device's state after it, for later replays and forks; nil when none is taken.
    package var snapshot: StoredSnapshot?
    /// What it has for a shared store; nil for other stores.
    package var shared: SharedChange?
    /// The sequence of the snapshot before which everything is deleted; nil if nothing is.
    package var deletesBefore: SequenceNumber?
    /// The claim of the request that made the step, when it has an idempotency key.
    var claim: AnswerClaim?
    /// What a store that keeps values has in place of the records and the snapshot; nil for a store that keeps text.
    var values: StepValues?

    /// The answer to be written with the step. `CommitService` waits until it has been made.
    package var answer: KeyedAnswer? { claim?.answer }

    var size: Int {
        // An answer that is still being made shows at least the records.
        let answerSize = claim.map { $0.answer?.answer.body.count ?? step.records.count } ?? 0
        return 128 + step.records.count + (snapshot?.state.count ?? 0) + (shared?.state.state.count ?? 0) + answerSize
    }
}

/// What is kept of a step as values.
struct StepValues: Sendable {
    /// The inputs; none if only time has passed.
    let inputs: [Input]
    /// About how many bytes they take.
    let bytes: Int
    /// The device after it, where its state is kept; otherwise none. In a list, because few steps have one and it is large.
    var states: [Device] = []

    init(_ inputs: [Input]) {
        self.inputs = inputs
        bytes = inputs.isEmpty ? 0 : inputs.keptSize
    }

    var isEmpty: Bool { inputs.isEmpty && states.isEmpty }
}

extension StepChange {
    /// Makes a change that is a step alone, or with the answer to its request.
    package init(step: StoredStep, answer: KeyedAnswer? = nil) {
        let claim = answer.map { answer in
            let claim = AnswerClaim(answer.key, answer.fingerprint, in: .creation)
            claim.promise.fulfill(answer)
            return claim
        }
        self.init(step: step, snapshot: nil, shared: nil, deletesBefore: nil, claim: claim, values: nil)
    }
}

/// A step of a device: inputs at an instant, or the passing of time, with the records that it wrote.
///
/// Inputs are among the records, so they are not kept a second time.
package struct StoredStep: Hashable, Sendable {
    /// The kinds of steps. Their numbers are what a store keeps.
    package enum Kind: Int64, Sendable {
        /// The device begins here, with a snapshot: it was created, or taken over by another kernel version.
        case beginning = 0
        /// Inputs were applied together, at the instant.
        case inputs = 1
        /// Time passed: all deadlines before the instant were handled.
        case time = 2
        /// Time passed until the step's last record was written, with further deadlines due.
        case partOfTime = 3
        /// The device begins here, with a snapshot and with records of the device that it is a copy of.
        case copy = 4
    }

    /// The device's number.
    package var device: Int64
    /// Its position in the store; 0 before it is written.
    package var position: Int64
    /// What kind of step it is.
    package var kind: Kind
    /// The sequence of the last record before it.
    package var before: SequenceNumber
    /// The sequence of the last record written by it.
    package var last: SequenceNumber
    /// When it was taken, in the device's time.
    package var at: Instant
    /// The limits of an advance among the inputs.
    package var limits: AdvanceLimits
    /// The records written, as a JSON array.
    package var records: [UInt8]
    /// A digest of the records of this step and of all before it.
    package var digest: UInt64
    /// The hash of the device's state after it, where one was taken.
    package var hash: UInt64?

    /// Makes a step.
    package init(
        device: Int64,
        position: Int64 = 0,
        kind: Kind,
        before: SequenceNumber,
        last: SequenceNumber,
        at: Instant,
        limits: AdvanceLimits,
        records: [UInt8],
        digest: UInt64,
        hash: UInt64? = nil
    ) {
        self.device = device
        self.position = position
        self.kind = kind
        self.before = before
        self.last = last
        self.at = at
        self.limits = limits
        self.records = records
        self.digest = digest
        self.hash = hash
    }
}

/// A device's whole state after one of its steps.
package struct StoredSnapshot: Hashable, Sendable {
    /// The device's number.
    package var device: Int64
    /// The position of the step in the store; 0 before it is written.
    package var position: Int64
    /// The sequence of the device's last record.
    package var sequence: SequenceNumber
    /// The digest of all records up to that one.
    package var digest: UInt64
    /// The version of the kernel whose state it is.
    package var kernel: String
    /// The hash of the state.
    package var hash: UInt64
    /// The format of the state.
    package var format: StateFormat
    /// The state, in this format.
    package var state: [UInt8]

    /// Makes a snapshot.
    package init(
        device: Int64,
        position: Int64 = 0,
        sequence: SequenceNumber,
        digest: UInt64,
        kernel: String,
        hash: UInt64,
        format: StateFormat = .newest,
        state: [UInt8]
    ) {
        self.device = device
        self.position = position
        self.sequence = sequence
        self.digest = digest
        self.kernel = kernel
        self.hash = hash
        self.format = format
        self.state = state
    }
}

/// Names a commit. It is random, so that a commit which a database has lost is not taken for the one that it has instead.
package struct CommitID: Hashable, Sendable {
    /// The bits.
    package var bits: UInt128

    /// Makes an id from its bits.
    package init(bits: UInt128) { self.bits = bits }

    /// Makes a new id.
    package init() { bits = .random(in: .min ... .max) }
}

/// Tells whether a copy of a device is the one that the store has.
package struct Revision: Hashable, Sendable {
    /// How many changes the device has had; its creation is the first.
    package var count: Int64
    /// The commit of the last of them.
    package var commit: CommitID

    /// Makes a revision.
    package init(count: Int64, commit: CommitID) {
        self.count = count
        self.commit = commit
    }

    /// Before the first change.
    static let none = Revision(count: 0, commit: CommitID(bits: 0))

    /// The revision that the next change makes.
    package func next(in commit: CommitID) -> Revision { Revision(count: count + 1, commit: commit) }
}

/// Thrown when a store has lost its connection during a commit, and cannot find out what was committed.
package struct OutcomeUnknown: Error, CustomStringConvertible {
    /// Why, as part of a sentence.
    package var description: String

    /// Makes it.
    package init(_ description: String) { self.description = description }
}

/// What a device is recovered from.
package struct StoredDevice: Sendable {
    /// Its revision; nil in an exclusive store.
    package var revision: Revision?
    /// Its newest snapshot.
    package var snapshot: StoredSnapshot
    /// The steps after it.
    package var steps: [StoredStep]
    /// The sequence of the oldest record kept.
    package var oldest: SequenceNumber
    /// The sequences of the snapshots kept whose kernel is that of the newest, oldest first.
    package var snapshots: [SequenceNumber]
    /// How many steps there are between the last of these and `snapshot`, and how many bytes of records; 0 where that is the same.
    package var stepsSinceSnapshot = 0
    /// See `stepsSinceSnapshot`.
    package var bytesSinceSnapshot = 0
    /// How its clock runs on; nil in an exclusive store.
    package var clock: ClockAnchor?

    /// Makes it.
    package init(
        revision: Revision?,
        snapshot: StoredSnapshot,
        steps: [StoredStep],
        oldest: SequenceNumber,
        snapshots: [SequenceNumber]
    ) {
        self.revision = revision
        self.snapshot = snapshot
        self.steps = steps
        self.oldest = oldest
        self.snapshots = snapshots
    }
}

/// An answer that was given under an idempotency key.
package struct KeyedAnswer: Hashable, Sendable {
    /// The key.
    package var key: String
    /// What tells the request from others with the same key.
    package var fingerprint: RequestFingerprint
    /// The answer.
    package var answer: StoredAnswer
    /// When it was given, by the date and time of day.
    package var givenAt: Instant

    /// Makes it.
    package init(key: String, fingerprint: RequestFingerprint, answer: StoredAnswer, givenAt: Instant) {
        self.givenAt = givenAt
        self.key = key
        self.fingerprint = fingerprint
        self.answer = answer
    }
}

/// Thrown when something in a store cannot be used.
package struct StoreDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as part of a sentence.
    package var description: String
    /// Whether servers of another version can use it.
    package var isOfOtherVersion: Bool

    /// Makes it.
    package init(_ description: String, isOfOtherVersion: Bool = false) {
        self.description = description
        self.isOfOtherVersion = isOfOtherVersion
    }
}
