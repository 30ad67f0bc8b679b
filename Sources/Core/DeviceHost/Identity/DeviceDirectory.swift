import Synchronization

/// The ids of all devices, in order and by label, so that lists need not call every shard.
///
/// A shard adds a device when it creates it and removes it when the deletion is durable.
final class DeviceDirectory: Sendable {
    private struct State {
        var all = OrderedIDs()
        var byLabel: [Label: OrderedIDs] = [:]
        /// The lives that were asked for, of devices that are there.
        var lives: [DeviceID: DeviceLife] = [:]

        mutating func remove(_ id: DeviceID, labels: [Label]) {
            all.remove(id)
            for label in labels {
                byLabel[label]?.remove(id)
                if byLabel[label]?.isEmpty == true { byLabel[label] = nil }
            }
        }
    }

    private let state = Mutex(State())
    private let limit: Int
    private let answers: IdempotencyStore
    private let isShared: Bool

    /// An empty directory.
    ///
    /// - Parameters:
    ///   - limit: How many devices there may be.
    ///   - answers: Has the answers to requests to the devices, which end with them.
    ///   - isShared: Whether other servers make devices, too.
    init(limit: Int, answers: IdempotencyStore, isShared: Bool = false) {
        self.limit = limit
        self.answers = answers
        self.isShared = isShared
    }

    /// How many devices there are.
    var count: Int { state.withLock { $0.all.count } }

    /// Whether there is a device with an id.
    func contains(_ id: DeviceID) -> Bool { state.withLock { $0.all.contains(id) } }

    /// Adds a device.
    ///
    /// - Parameter isNew: Whether the limit applies. It does not for a device that is recovered.
    /// - Throws: `deviceExists`, or `tooManyDevices`.
    func add(_ id: DeviceID, labels: [Label], isNew: Bool = true) throws(HostError) {
        try state.withLock { state throws(HostError) in
            guard !state.all.contains(id) else { throw .deviceExists(id) }
            guard !isNew || state.all.count < limit else { throw .tooManyDevices(limit: limit) }
            _ = state.all.insert(id)
            for label in labels { _ = state.byLabel[label, default: OrderedIDs()].insert(id) }
        }
    }

    /// Adds a device of a shared store that was loaded. Lists come from the store, so labels do not matter.
    func enter(_ id: DeviceID) { state.withLock { _ = $0.all.insert(id) } }

    /// Evicts a device of a shared store that is not in memory any more.
    func evict(_ id: DeviceID, labels: [Label]) {
        state.withLock { $0.remove(id, labels: labels) }
        answers.removeAll(of: id)
    }

    /// Removes a device.
    func remove(_ id: DeviceID, labels: [Label]) {
        state.withLock { state in
            state.remove(id, labels: labels)
            state.lives.removeValue(forKey: id)?.end()
        }
        // Another server may have a device under the id, which requests that are being answered are for: they know its number.
        answers.remove(id, endingRequests: !isShared)
    }

    /// The life of a device; nil if there is no such device.
    func life(of id: DeviceID) -> DeviceLife? {
        state.withLock { state in
            if let life = state.lives[id] { return life }
            guard state.all.contains(id) else { return nil }
            let life = DeviceLife()
            state.lives[id] = life
            return life
        }
    }

    /// The ids after one that have all the labels, in order, as many as fit.
    func page(after id: DeviceID?, limit: Int, labels: [Label] = []) -> [DeviceID] {
        state.withLock { state in
            guard !labels.isEmpty else { return state.all.page(after: id, limit: limit) }
            var sets = labels.map { state.byLabel[$0] ?? OrderedIDs() }
            sets.sort { $0.count < $1.count }
            let others = sets.dropFirst()
            return sets[0].page(after: id, limit: limit) { id in others.allSatisfy { $0.contains(id) } }
        }
    }
}
