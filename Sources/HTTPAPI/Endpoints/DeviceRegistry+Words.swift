import DeviceHost
import LifecycleKernel
import Vocabularies

extension DeviceRegistry {
    /// Records read at once for the frameworks to hear.
    private static let pageSize = 1_000

    /// What frameworks would have told their code because of the records of a page, by sequence.
    ///
    /// What a framework tells depends on what it told before, so it hears everything from the oldest record kept to the
    /// end of the page.
    ///
    /// - Parameters:
    ///   - frameworks: The frameworks.
    ///   - page: The page.
    ///   - bundleID: The app that all records of the page are about; nil when they are about several.
    /// - Throws: `unknownDevice` when the device is deleted meanwhile.
    func words(
        of frameworks: [Framework],
        in page: TimelinePage,
        bundleID: BundleID?
    ) async throws(HostError) -> [UInt64: [Value.Member]] {
        guard !frameworks.isEmpty, let first = page.records.first, let last = page.records.last else { return [:] }
        let rules = try await rulebook(of: page.device).value
        var interpreters = Interpreters(frameworks, rules: rules)
        var words: [UInt64: [Value.Member]] = [:]
        var query = TimelineQuery(limit: Self.pageSize, kinds: Interpreter.kinds, bundleID: bundleID)
        var isAtEnd = false
        while !isAtEnd {
            let heard = try await keptTimeline(of: page.device, query)
            for record in heard.records.prefix(while: { $0.sequence <= last.sequence }) {
                let told = interpreters.heard(record)
                if !told.isEmpty, record.sequence >= first.sequence { words[record.sequence] = told }
            }
            query.after = heard.next
            isAtEnd = heard.next.map { $0 >= last.sequence } ?? true
        }
        return words
    }

    /// Part of a timeline; what is no longer kept when it is asked for is passed over.
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
