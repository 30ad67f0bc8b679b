import DeviceHost
import LifecycleKernel
import Vocabularies
import WireFormat

/// What frameworks would have reported for records, by the sequence of the record.
typealias Vocabulary = [SequenceNumber: [Value.Member]]

extension DeviceRegistry {
    /// Records read at once for the interpreters.
    private static let pageSize = 1_000

    /// What frameworks would have reported for some records of a device.
    ///
    /// A report may depend on earlier ones, so the interpreters consume all records from the oldest kept one to the last of
    /// these.
    ///
    /// - Parameters:
    ///   - frameworks: The frameworks.
    ///   - sequences: The sequences of the records.
    ///   - device: The device.
    ///   - bundleID: The app that all records are about; nil when they are about several.
    ///   - readsAhead: Whether the records may be of a change that is not durable yet.
    /// - Throws: `unknownDevice` when the device is deleted meanwhile.
    func vocabulary(
        of frameworks: [Framework],
        for sequences: [SequenceNumber],
        on device: DeviceID,
        bundleID: BundleID? = nil,
        readsAhead: Bool = false
    ) async throws(HostError) -> Vocabulary {
        guard !frameworks.isEmpty, let last = sequences.max() else { return [:] }
        let wanted = Set(sequences)
        var interpreters: Interpreters?
        var vocabulary: Vocabulary = [:]
        var query = TimelineQuery(limit: Self.pageSize, kinds: Interpreter.kinds, bundleID: bundleID)
        query.readsAhead = readsAhead
        var isAtEnd = false
        while !isAtEnd {
            let kept = try await keptTimeline(of: device, query)
            var consuming = interpreters ?? Interpreters(frameworks, rules: kept.rules)
            for record in kept.records.prefix(while: { $0.sequence <= last }) {
                let reports = consuming.consume(record)
                if !reports.isEmpty, wanted.contains(record.sequence) { vocabulary[record.sequence] = reports }
            }
            interpreters = consuming
            query.after = kept.next
            isAtEnd = kept.next.map { $0 >= last } ?? true
        }
        return vocabulary
    }

    /// What frameworks would have reported for the records and the callbacks in flight of an outcome that is not durable yet.
    ///
    /// - Throws: `unknownDevice` when the device is deleted meanwhile.
    func vocabulary(
        of frameworks: [Framework],
        for outcome: InputOutcome
    ) async throws(HostError) -> Vocabulary {
        try await vocabulary(
            of: frameworks,
            for: outcome.records.map(\.sequence) + outcome.callbacks.map(\.callback.sequence),
            on: outcome.device,
            readsAhead: true
        )
    }

    /// Part of a timeline; skips records that are no longer kept.
    private func keptTimeline(of device: DeviceID, _ query: TimelineQuery) async throws(HostError) -> TimelinePage {
        do throws(HostError) {
            return try await timeline(of: device, query)
        } catch .recordsEvicted {
            var query = query
            query.after = nil
            return try await timeline(of: device, query)
        }
    }
}
