import LifecycleKernel
import WireFormat

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
    /// - Throws: `unknownDevice`; `recordsEvicted` when its first records are no longer kept; `tooComplex` when there are more
    ///   bytes of them than `limits.exportedBytes`.
    package func completeTimeline(of id: DeviceID) async throws(HostError) -> CompleteTimeline {
        let reading = try await read(id) { $0.device.initialSettings }
        var records: [Record] = []
        var budget = SizeBudget(SizeLimit(count: .max, bytes: limits.exportedBytes))
        var next: SequenceNumber? = 0
        while let after = next, after < reading.sequence {
            let page = try await timeline(of: id, TimelineQuery(after: after, limit: limits.pageSize))
            for record in page.records where record.sequence <= reading.sequence {
                budget.take(record.keptSize)
                records.append(record)
            }
            guard budget.left.bytes >= 0 else {
                throw .tooComplex(what: "bytes of records in a timeline that is exported", limit: limits.exportedBytes)
            }
            next = page.next
        }
        return CompleteTimeline(initialSettings: reading.value, records: records, now: reading.time)
    }
}
