import DeviceHost
import LifecycleKernel
import Vocabularies

extension DeviceRegistry {
    /// Records read at once for the interpreters.
    private static let pageSize = 1_000

    /// What frameworks would have reported for the records of a page, by sequence.
    ///
    /// A report may depend on earlier ones, so the interpreters consume all records from the oldest kept one to the end of
    /// the page.
    ///
    /// - Parameters:
    ///   - frameworks: The frameworks.
    ///   - page: The page.
    ///   - bundleID: The app that all records of the page are about; nil when they are about several.
    /// - Throws: `unknownDevice` when the device is deleted meanwhile.
    func vocabulary(
        of frameworks: [Framework],
        in page: TimelinePage,
        bundleID: BundleID?
    ) async throws(HostError) -> [SequenceNumber: [Value.Member]] {
        guard !frameworks.isEmpty, let first = page.records.first, let last = page.records.last else { return [:] }
        let rules = try await rulebook(of: page.device).value
        var interpreters = Interpreters(frameworks, rules: rules)
        var vocabulary: [SequenceNumber: [Value.Member]] = [:]
        var query = TimelineQuery(limit: Self.pageSize, kinds: Interpreter.kinds, bundleID: bundleID)
        var isAtEnd = false
        while !isAtEnd {
            let kept = try await keptTimeline(of: page.device, query)
            for record in kept.records.prefix(while: { $0.sequence <= last.sequence }) {
                let reports = interpreters.consume(record)
                if !reports.isEmpty, record.sequence >= first.sequence { vocabulary[record.sequence] = reports }
            }
            query.after = kept.next
            isAtEnd = kept.next.map { $0 >= last.sequence } ?? true
        }
        return vocabulary
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
