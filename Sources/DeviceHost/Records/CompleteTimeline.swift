import LifecycleKernel

/// The complete timeline of a device, from its first record on.
package struct CompleteTimeline: Sendable {
    /// The settings it was created with.
    package var initialSettings: DeviceSettings
    /// Every record.
    package var records: [Record]
    /// What its clock shows.
    package var now: Instant
}

extension DeviceRegistry {
    /// Reads the complete timeline of a device.
    ///
    /// - Throws: `unknownDevice`; `recordsEvicted` when its first records are no longer kept.
    package func completeTimeline(of id: DeviceID) async throws(HostError) -> CompleteTimeline {
        let reading = try await read(id) { $0.device.initialSettings }
        let records = try await records(of: id, upTo: reading.sequence, atMost: .max)
        let oldest = records.first?.sequence ?? reading.sequence.next
        guard oldest == 1 else { throw .recordsEvicted(oldest: oldest) }
        return CompleteTimeline(initialSettings: reading.value, records: records, now: reading.time)
    }
}
