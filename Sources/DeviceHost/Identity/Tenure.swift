import Fleet
import Synchronization

/// The devices that this server answers for, and until when, where several servers share them.
///
/// Shards read it with every request. What keeps the server's lease writes it; the registry adds which partitions have
/// their devices in memory, and a device is answered for only where both agree on the epoch.
package final class Tenure: Sendable {
    /// A partition whose devices are in memory, in part or all of them.
    private struct Hosted {
        var epoch: Int64
        /// Whether all of its devices are in memory, and requests for them are accepted.
        var isOpen = false
    }

    private struct State {
        /// The epochs of the partitions that the server owns.
        var epochs: [Int64?]
        /// The partitions in memory.
        var hosted: [Hosted?]
        /// How often partitions began or ceased to be owned or answered for.
        var changeCount: UInt64 = 0
        /// The reading from which nothing is answered.
        var end = WallInstant(nanoseconds: .min)

        /// The epoch in which a partition is owned, and in memory.
        func answered(_ number: Int) -> Int64? {
            guard let hosted = hosted[number], hosted.isOpen, hosted.epoch == epochs[number] else { return nil }
            return hosted.epoch
        }
    }

    /// How many partitions there are.
    package let partitionCount: Int
    private let state: Mutex<State>

    /// A tenure of a server that owns nothing yet.
    package init(partitionCount: Int = Partition.defaultCount) {
        self.partitionCount = partitionCount
        let nothing = [Int64?](repeating: nil, count: partitionCount)
        state = Mutex(State(epochs: nothing, hosted: Array(repeating: nil, count: partitionCount)))
    }

    /// The partition of a device.
    package func partition(of id: DeviceID) -> Partition { Partition.of(id.description, among: partitionCount) }

    /// Takes over what the server owns, and the reading from which it answers nothing.
    package func update(owned: [Claim], until end: WallInstant) {
        state.withLock { state in
            var epochs = [Int64?](repeating: nil, count: partitionCount)
            for claim in owned { epochs[claim.partition.number] = claim.epoch }
            if epochs != state.epochs { state.changeCount += 1 }
            state.epochs = epochs
            state.end = end
        }
    }

    /// Checks that the server owns the partition of a device at a reading, whether or not it is in memory.
    ///
    /// - Parameter wall: A reading that was taken after the request came in.
    /// - Returns: The partition of the device, in the epoch in which the server owns it.
    /// - Throws: `notOwner`.
    package func check(_ id: DeviceID, at wall: WallInstant) throws(HostError) -> Claim {
        let partition = partition(of: id)
        let epoch = state.withLock { $0.end > wall ? $0.epochs[partition.number] : nil }
        guard let epoch else { throw .notOwner(partition) }
        return Claim(partition, epoch: epoch)
    }

    /// The partitions that the server owns at a reading, whether or not they are in memory.
    package func owned(at wall: WallInstant) -> [Claim] {
        claims { state, number in state.end > wall ? state.epochs[number] : nil }
    }

    private func claims(_ epoch: (State, Int) -> Int64?) -> [Claim] {
        state.withLock { state in
            state.epochs.indices.compactMap { number in
                epoch(state, number).map { Claim(Partition(number), epoch: $0) }
            }
        }
    }

    // MARK: Answering

    /// Checks that the server answers for a device at a reading: it owns the partition, and has it in memory.
    ///
    /// - Returns: The partition of the device, in the epoch in which the server owns it.
    /// - Throws: `notOwner`.
    func claim(on id: DeviceID, at wall: WallInstant) throws(HostError) -> Claim {
        let partition = partition(of: id)
        let epoch = state.withLock { $0.end > wall ? $0.answered(partition.number) : nil }
        guard let epoch else { throw .notOwner(partition) }
        return Claim(partition, epoch: epoch)
    }

    /// Whether the server answers for the devices of a claim at a reading.
    func answers(_ claim: Claim, at wall: WallInstant) -> Bool {
        state.withLock { $0.end > wall && $0.answered(claim.partition.number) == claim.epoch }
    }

    /// The partitions whose devices the server answers for at a reading.
    func answered(at wall: WallInstant) -> [Claim] {
        claims { state, number in state.end > wall ? state.answered(number) : nil }
    }

    /// How often partitions began or ceased to be owned or answered for. What was read of all devices at one reading is complete
    /// for what is `answered` at it if this has not grown meanwhile: that the same is answered for before and after is not enough,
    /// because a handover may have begun and failed between.
    var changeCount: UInt64 { state.withLock { $0.changeCount } }

    // MARK: What is in memory

    /// The partitions that are in memory, also those that are being loaded or released.
    var hosted: [Claim] { claims { state, number in state.hosted[number]?.epoch } }

    /// Whether a partition is in memory in this epoch.
    func hosts(_ claim: Claim) -> Bool {
        state.withLock { $0.hosted[claim.partition.number]?.epoch == claim.epoch }
    }

    /// Whether a partition is in memory in another epoch than this one.
    func hostsOther(than claim: Claim) -> Bool {
        state.withLock { state in state.hosted[claim.partition.number].map { $0.epoch != claim.epoch } ?? false }
    }

    /// Begins to have a partition in memory. Nothing of it may be in memory.
    func beginLoading(_ claim: Claim) {
        state.withLock { $0.hosted[claim.partition.number] = Hosted(epoch: claim.epoch) }
    }

    /// Accepts requests for a partition, or no longer.
    ///
    /// - Returns: Whether it is in memory.
    @discardableResult
    func setOpen(_ claim: Claim, _ isOpen: Bool) -> Bool {
        state.withLock { state in
            guard state.hosted[claim.partition.number]?.epoch == claim.epoch else { return false }
            state.changeCount += 1
            state.hosted[claim.partition.number]?.isOpen = isOpen
            return true
        }
    }

    /// Accepts no more devices of partitions, and no requests for them. Shards then forget what they have of them.
    func unload(_ claims: Set<Claim>) {
        state.withLock { state in
            for claim in claims where state.hosted[claim.partition.number]?.epoch == claim.epoch {
                state.changeCount += 1
                state.hosted[claim.partition.number] = nil
            }
        }
    }

    /// As the above, in whichever epoch they are in memory.
    ///
    /// - Returns: The partitions that were in memory.
    func unload(_ partitions: Set<Partition>) -> Set<Claim> {
        state.withLock { state in
            var unloaded: Set<Claim> = []
            for partition in partitions {
                guard let hosted = state.hosted[partition.number] else { continue }
                unloaded.insert(Claim(partition, epoch: hosted.epoch))
                state.changeCount += 1
                state.hosted[partition.number] = nil
            }
            return unloaded
        }
    }
}
