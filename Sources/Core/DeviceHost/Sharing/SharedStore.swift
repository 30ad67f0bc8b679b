import LifecycleKernel

/// A durable store that several servers share: each of them can change every device.
///
/// Invariant: a change that names the revision it follows is committed only if that is the newest revision of its device. Otherwise
/// the commit is a conflict, and the server makes the change again to the newest state.
///
/// The servers also share the work that no request asks for. A server claims devices that are due, so that the others leave them
/// alone for two seconds. A claim only saves work and protects nothing: if two servers work on a device, one of their commits is a
/// conflict.
///
/// Readings of real time are times of the store's clock since 1970, so that they mean the same to all servers.
package protocol SharedStore: StepHistory {
    /// Checks that this server can use the store. Called once, before anything else.
    ///
    /// - Throws: `StoreAway` while it cannot be reached; another error if an operator has to act.
    func open() async throws

    /// Notes that this server is running. Called every few seconds: after ten seconds without a call, the others no longer count
    /// this server.
    ///
    /// - Returns: The newest format of states that this server and all others know; nil if there is none.
    func noteServer() async throws -> StateFormat?

    /// Claims devices whose deadline or expiry has come and whose state has a format that this server knows, those that have been
    /// due for longest first.
    ///
    /// A claim ends with a change that sets another deadline, with `release`, or after two seconds. If three claims of a device
    /// have run out, the store waits longer and longer before it gives further ones.
    func claimDue(_ limit: Int, as claim: ClaimID) async throws -> ClaimedDevices

    /// Extends a claim to two seconds from now.
    ///
    /// - Returns: The devices that are still claimed.
    func renew(_ claim: ClaimID, of devices: [Int64]) async throws -> Set<Int64>

    /// Ends a claim of devices for which there was nothing to write.
    func release(_ claim: ClaimID, _ devices: [SettledDevice]) async throws

    /// Tells other servers which devices this one changes, and finds out which ones they change, until the task is cancelled.
    /// Called once.
    ///
    /// - Parameter noteChanges: Called with the numbers of devices that other servers have changed, and with 0 if `itemRevisions`
    ///   have changed. Called with nil once a second, since anything may have changed without a notice.
    func followChanges(_ noteChanges: @escaping @Sendable (Set<Int64>?) -> Void) async

    /// The store's time, between two readings of a clock of the server.
    func time(by clock: any WallClock) async throws -> StoreClock.Measurement

    /// The runs that the store knows now, oldest first. A new run begins after a failover, or in a restored copy.
    var runs: [StoreRun] { get }

    /// Returns a device as it is now; nil if no device has the id.
    func device(_ id: DeviceID) async throws -> FoundDevice?

    /// The devices that have all the labels, in the order of their ids, which is that of their bytes.
    func devices(after id: DeviceID?, labels: [Label], limit: Int) async throws -> [DeviceOrigin]

    /// How many devices have all the labels, and how many apps they have in each state; without labels, of all devices.
    func totals(labels: [Label]) async throws -> StoreTotals

    /// Returns the answer that was given under an idempotency key to a request for a device; device 0 stands for creations.
    func answer(under key: String, of device: Int64) async throws -> KeyedAnswer?

    /// Keeps the answer to a request that has changed no device.
    ///
    /// - Parameter device: The number of the device that the request was for; 0 if it was for none.
    /// - Returns: Whether it is the first answer under its key.
    func keep(_ answer: KeyedAnswer, of device: Int64) async throws -> Bool

    /// What is known of a device token; nil if it was never given out, or was retired long ago.
    func token(_ token: DeviceTokenKey) async throws -> DeviceTokenIndex.Entry?

    /// Whether tokens of devices of a name are retired.
    func hasRetiredTokens(of device: DeviceID) async throws -> Bool

    /// Returns a number for each kind with `changesItemRevision`. The number changes whenever an item of the kind is written or
    /// removed.
    func itemRevisions() async throws -> ItemRevisions

    /// An item; nil if there is none of the name.
    func item(_ kind: ServerItem.Kind, named name: String) async throws -> StoredItem?

    /// Writes or removes an item, unless somebody else has done so since it was read.
    ///
    /// If the answer of the store is lost, this tries once more. Then a value that the store already has counts as written, and an
    /// item that is gone counts as removed by somebody else.
    ///
    /// - Parameter position: The position at which the item was written last; nil if there was none.
    /// - Returns: False if another server was faster, or is writing the item now. Then nothing is written.
    func replace(_ item: ServerItem, writtenAt position: Int64?) async throws -> Bool

    /// Returns the position of the last write of each item of a kind, by name. Later commits have later positions.
    func itemPositions(_ kind: ServerItem.Kind) async throws -> [String: Int64]

    /// Takes a role for three seconds. Only one server at a time has it.
    ///
    /// - Returns: How far the work of the role has come; empty if nobody has had the role. Nil while another server has it.
    func takeRole(_ role: ServerRole.Name) async throws -> String?

    /// Renews a role for three seconds, and notes how far this server has come in it.
    ///
    /// - Parameter isLast: Whether the server gives the role back instead.
    /// - Returns: False if another server has taken the role. Then nothing is written.
    func renewRole(_ role: ServerRole.Name, reached: String, isLast: Bool) async throws -> Bool

    /// The position up to which the steps of all devices can be read now.
    func readablePosition() async throws -> Int64

    /// Notes that devices that expire are used now. It is written at most once in a tenth of the expiry, so a device may expire
    /// that much later.
    func noteUses(of devices: [Int64]) async throws
}

/// Thrown while a shared store cannot be reached.
package struct StoreAway: Error, CustomStringConvertible {
    /// Why, as part of a sentence.
    package var description: String

    /// Creates the error.
    package init(_ description: String) { self.description = description }
}

/// Names a claim.
package struct ClaimID: Hashable, Sendable {
    /// The bits.
    package let bits = UInt128.random(in: .min ... .max)

    /// Creates a new id.
    package init() {}
}

/// What a server has claimed.
package struct ClaimedDevices: Hashable, Sendable {
    /// A device that is due.
    package struct Device: Hashable, Sendable {
        /// Its number.
        package var number: Int64
        /// Its id.
        package var id: DeviceID
        /// When it became due.
        package var due: WallInstant
        /// Whether it is to be removed.
        package var isExpired: Bool
        /// How often it was claimed since its last change; 1 for the first time. A device may have ended the servers that claimed
        /// it before.
        package var attempts: Int

        /// Creates a claimed device.
        package init(number: Int64, id: DeviceID, due: WallInstant, isExpired: Bool, attempts: Int) {
            self.number = number
            self.id = id
            self.due = due
            self.isExpired = isExpired
            self.attempts = attempts
        }
    }

    /// The devices.
    package var devices: [Device]
    /// When the next device is due; nil if none will be.
    package var next: WallInstant?

    /// Creates the result.
    package init(devices: [Device], next: WallInstant?) {
        self.devices = devices
        self.next = next
    }
}

/// A device as the store has it.
package struct FoundDevice: Sendable {
    /// Its number, id and labels.
    package var origin: DeviceOrigin
    /// What the device is restored from, or why that cannot be used.
    package var stored: Result<StoredDevice, StoreDamage>

    /// Creates a found device.
    package init(origin: DeviceOrigin, stored: Result<StoredDevice, StoreDamage>) {
        self.origin = origin
        self.stored = stored
    }
}

/// How many of some devices there are, and how many apps they have in each state.
package struct StoreTotals: Hashable, Sendable {
    /// How many devices there are.
    package var devices: Int
    /// How many apps there are in each state.
    package var apps: StateCounts

    /// Makes totals.
    package init(devices: Int, apps: StateCounts) {
        self.devices = devices
        self.apps = apps
    }

    static func += (left: inout StoreTotals, right: StoreTotals) {
        left.devices += right.devices
        left.apps += right.apps
    }
}

/// What a change of a device carries only for a shared store.
package final class SharedChange: Sendable {
    /// The device's state after the change.
    package let state: StoredSnapshot
    /// The revision of the device that the change follows; nil if it may follow any.
    package let follows: Revision?
    /// When the device's next deadline is handled; nil for never.
    package let deadline: WallInstant?
    /// What the device's clock showed at a reading of the store's clock; it continues from there.
    package let clock: ClockAnchor
    /// The device's apps by state.
    package let apps: StateCounts
    /// The device tokens of all its apps; nil if the change installs or removes none.
    package let tokens: [OwnedToken]?

    /// Creates the part of a change.
    package init(
        state: StoredSnapshot,
        follows: Revision?,
        deadline: WallInstant? = nil,
        clock: ClockAnchor,
        apps: StateCounts = .zero,
        tokens: [OwnedToken]? = nil
    ) {
        self.state = state
        self.follows = follows
        self.deadline = deadline
        self.clock = clock
        self.apps = apps
        self.tokens = tokens
    }
}

/// What a device's clock showed at a reading of the store's clock.
package struct ClockAnchor: Hashable, Sendable {
    /// What it showed.
    package var shows: Instant
    /// The reading.
    package var at: WallInstant

    /// Makes an anchor.
    package init(shows: Instant, at: WallInstant) {
        self.shows = shows
        self.at = at
    }
}

/// A device that a server has brought up to the present time, with nothing to write.
package struct SettledDevice: Hashable, Sendable {
    /// Its number.
    package var number: Int64
    /// The revision that it had. If the store has another revision, the deadline of that one applies.
    package var revision: Revision
    /// When its next deadline is handled; nil for never.
    package var deadline: WallInstant?

    /// Creates a settled device.
    package init(number: Int64, revision: Revision, deadline: WallInstant?) {
        self.number = number
        self.revision = revision
        self.deadline = deadline
    }
}

/// The revision of the items of each kind. It tells whether copies of them are as the store has them.
package typealias ItemRevisions = [ServerItem.Kind: Int64]

extension ServerItem.Kind {
    /// Whether servers that share a store have items of the kind in memory, and read them again when others have changed them.
    package var changesItemRevision: Bool {
        switch self {
        case .push, .retiredToken, .session, .simulation, .driverAnswer, .turn, .pushFaults, .pushAuthority,
            .explorationResult:
            false
        case .providerKey, .webhook, .exploration, .explorationRemoteRuns: true
        }
    }
}
