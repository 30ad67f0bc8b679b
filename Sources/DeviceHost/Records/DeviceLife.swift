import LifecycleKernel

/// All that a device has been through, from its first record on.
package struct DeviceLife: Sendable {
    /// What it was made with.
    package var madeWith: DeviceSettings
    /// Every record.
    package var records: [Record]
    /// What its clock shows.
    package var now: Instant
}

extension DeviceRegistry {
    /// All that a device has been through.
    ///
    /// - Throws: `unknownDevice`; `recordsEvicted` when its first records are no longer kept.
    package func life(of id: DeviceID) async throws(HostError) -> DeviceLife {
        let reading = try await read(id) { $0.device.madeWith }
        let records = try await records(of: id, upTo: reading.sequence, atMost: .max)
        let oldest = records.first?.sequence ?? reading.sequence + 1
        guard oldest == 1 else { throw .recordsEvicted(oldest: oldest) }
        return DeviceLife(madeWith: reading.value, records: records, now: reading.time)
    }
}
