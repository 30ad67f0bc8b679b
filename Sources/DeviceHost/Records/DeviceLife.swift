import LifecycleKernel

/// All that a device has been through, from its first record on.
public struct DeviceLife: Sendable {
    /// What it was made with.
    public var madeWith: DeviceSettings
    /// Every record.
    public var records: [Record]
    /// What its clock shows.
    public var now: Instant
}

extension DeviceRegistry {
    /// All that a device has been through.
    ///
    /// - Throws: `unknownDevice`; `recordsEvicted` when its first records are no longer kept.
    public func life(of id: DeviceID) async throws(HostError) -> DeviceLife {
        let reading = try await shard(of: id).read(id) { hosted in
            let records = Array(hosted.records.after(0))
            let life = DeviceLife(madeWith: hosted.device.madeWith, records: records, now: hosted.device.now)
            return (life: life, oldest: hosted.records.oldestSequence)
        }
        guard reading.value.oldest == 1 else { throw .recordsEvicted(oldest: reading.value.oldest) }
        return reading.value.life
    }
}
