import LifecycleKernel

/// The result of replaying a durable store as a whole.
package struct StoreReplay: Sendable {
    /// The devices whose steps were all replayed.
    package private(set) var devices = 0
    /// The steps replayed.
    package private(set) var steps = 0
    /// The records that came out as they were written.
    package private(set) var records = 0
    /// Steps of other kernel versions, of which only the digests were compared.
    package private(set) var stepsOfOtherKernels = 0
    /// The first difference of each device that has one.
    package private(set) var differences: [(device: DeviceID, what: String)] = []

    private static let devicesAtOnce = 1_024
    private static let stepsAtOnce = 256

    /// Replays every step of every device.
    ///
    /// - Parameter store: The store; nothing may write to it meanwhile.
    /// - Throws: An error if the store cannot be read at all.
    package init(of store: any StepHistory) async throws {
        var last: Int64 = 0
        while true {
            let origins = try await store.devices(after: last, limit: Self.devicesAtOnce)
            guard let end = origins.last else { return }
            last = end.number
            for origin in origins {
                do {
                    try await replay(origin.number, in: store)
                    devices += 1
                } catch {
                    // It may have been deleted meanwhile, where servers run.
                    guard try await store.devices(after: origin.number - 1, limit: 1).first?.number == origin.number
                    else {
                        continue
                    }
                    differences.append((origin.id, "\(error)"))
                }
            }
        }
    }

    /// Replays every step of a device, from its oldest snapshot on.
    private mutating func replay(_ device: Int64, in store: any StepHistory) async throws {
        // A device that a server would not recover has a difference, whatever its steps are.
        for stored in try await store.storedDevices([device]) { _ = try stored.get() }
        guard let first = try await store.firstSnapshot(of: device) else {
            throw StoreDamage("no snapshot of it is kept")
        }
        try await checkStep(before: first, in: store)
        var replay = try StepReplay(beginningWith: first)
        var digest = first.digest
        var position = first.position
        while true {
            let steps = try await store.steps(of: device, after: position, limit: Self.stepsAtOnce)
            guard let end = steps.last else { return }
            position = end.position
            for step in steps {
                if step.kind == .beginning {
                    try step.checkDigest(after: digest)
                    let snapshot = try await store.snapshot(of: device, upTo: step.last)
                    guard let snapshot, snapshot.position == step.position else {
                        throw StoreDamage("its snapshot at \(step.last) is missing")
                    }
                    replay = try StepReplay(beginningWith: snapshot)
                } else if replay != nil {
                    try replay!.apply(step)
                    replay!.removeRecords()
                    self.steps += 1
                    records += step.last.count(after: step.before)
                } else {
                    try step.checkDigest(after: digest)
                    stepsOfOtherKernels += 1
                }
                digest = step.digest
            }
        }
    }
}

extension StoreReplay {
    /// Checks the step that the oldest snapshot follows, if it is kept. It is the beginning of the device, or of a fork
    /// with the records that it was made with, so nothing replays it.
    private func checkStep(before snapshot: StoredSnapshot, in store: any StepHistory) async throws {
        let steps = try await store.steps(of: snapshot.device, after: snapshot.position - 1, limit: 1)
        guard let step = steps.first, step.position == snapshot.position else { return }
        var chain = StepChain(of: snapshot.device)
        try chain.add(step, StepChain.Snapshot(snapshot))
    }
}

extension StepReplay {
    /// Begins with a snapshot; nil if another kernel version wrote it.
    fileprivate init?(beginningWith snapshot: StoredSnapshot) throws(StoreDamage) {
        guard snapshot.kernel == KernelVersion.current else { return nil }
        try self.init(from: snapshot)
    }
}
