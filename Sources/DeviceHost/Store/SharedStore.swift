/// A durable store whose devices several servers change.
///
/// The servers share the work that no request asks for. A server claims devices that are due, so that the others leave them alone
/// for two seconds. A claim protects nothing: if two servers work on a device, one of their commits is a conflict.
///
/// A reading of real time is the time of the store's clock since 1970, so that all servers mean the same by it.
package protocol SharedStore: StepHistory {
    /// Notes that this server is there. To be called every few seconds: others count on it for ten.
    ///
    /// - Returns: The newest format of states that this server and all others know; nil if there is none.
    func noteServer() async throws -> Int64?

    /// Claims devices whose deadline or expiry has come and whose state has a format that this server knows, those that have been
    /// due for longest first.
    ///
    /// A claim ends with a change that puts the deadline off, with `release`, or after two seconds. After three claims of a device
    /// that ended without any of these the next ones are given later and later.
    func claimDue(_ limit: Int, as claim: ClaimID) async throws -> ClaimedDevices

    /// Continues a claim for two seconds.
    ///
    /// - Returns: The devices that are still claimed.
    func renew(_ claim: ClaimID, of devices: [Int64]) async throws -> Set<Int64>

    /// Ends a claim of devices that had nothing to write.
    func release(_ claim: ClaimID, _ devices: [SettledDevice]) async throws

    /// Tells other servers which devices this one changes, and finds out which ones they change, until the task is cancelled.
    /// Called once.
    ///
    /// - Parameter noteChanges: Called with devices that other servers have changed; with nil once a second, as any device may have
    ///   been changed without a notice.
    func followChanges(_ noteChanges: @Sendable (Set<Int64>?) async -> Void) async

    /// The store's time, between two readings of a clock of the server.
    func time(by clock: any WallClock) async throws -> StoreClock.Measurement

    /// Notes that devices that expire are used now. Written at most once in a tenth of the expiry, by which a device may live
    /// longer.
    func noteUses(of devices: [Int64]) async throws
}

/// Names a claim.
package struct ClaimID: Hashable, Sendable {
    /// The bits.
    package let bits = UInt128.random(in: .min ... .max)

    /// Makes a new id.
    package init() {}
}

/// What a server has claimed.
package struct ClaimedDevices: Hashable, Sendable {
    /// A device that is due.
    package struct Device: Hashable, Sendable {
        /// Its number.
        package var number: Int64
        /// Whether it is to be removed.
        package var isExpired: Bool
        /// How often it was claimed since its last change; 1 for the first time. It may have ended the servers before.
        package var attempts: Int

        /// Makes it.
        package init(number: Int64, isExpired: Bool, attempts: Int) {
            self.number = number
            self.isExpired = isExpired
            self.attempts = attempts
        }
    }

    /// The devices.
    package var devices: [Device]
    /// When the next device is due; nil if none will be.
    package var next: WallInstant?

    /// Makes it.
    package init(devices: [Device], next: WallInstant?) {
        self.devices = devices
        self.next = next
    }
}

/// A device that a server has brought to the present, without anything to write.
package struct SettledDevice: Hashable, Sendable {
    /// Its number.
    package var number: Int64
    /// The revision that it had. If the store has another one, its deadline is that of this other one.
    package var revision: Revision
    /// When its next deadline is handled; nil for never.
    package var deadline: WallInstant?

    /// Makes it.
    package init(number: Int64, revision: Revision, deadline: WallInstant?) {
        self.number = number
        self.revision = revision
        self.deadline = deadline
    }
}
