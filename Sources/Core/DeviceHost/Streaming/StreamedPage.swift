import DequeModule
import DeviceTokens
import LifecycleKernel
import Synchronization

extension DeviceRegistry {
    /// What a durable store has of all devices after a position.
    ///
    /// - Parameter limit: How much is returned at most; at least one item if there is any.
    /// - Throws: `storeUnreadable`.
    func streamed(after position: StreamPosition, limit: SizeLimit) async throws(HostError) -> StreamedPage {
        if let page = hub.pages.withLock({ $0.page(after: position) }) {
            return page.part(after: position, within: limit)
        }
        guard let history else { throw .storeUnreadable("it is in memory, and keeps no earlier records") }
        let page = StreamedPage(
            try await readStore { _ in try await history.steps(after: Int64(position.number), limit: limit) }
        )
        let part = page.part(after: position, within: limit)
        if part.end < page.end { hub.pages.withLock { $0.insert(page, upTo: limits.streamedBytes) } }
        return part
    }
}

/// Part of the stream of all devices, read from the store.
struct StreamedPage: Sendable {
    /// The items, in order.
    private(set) var items: [StreamItem] = []
    /// The position before the first item.
    private(set) var start: StreamPosition
    /// The position up to which the items are all that can be read.
    private(set) var end: StreamPosition
    /// The position up to which something is missing in the store; 0 if nothing is.
    private(set) var missingUpTo: UInt64

    /// The items of steps. A step that cannot be read ends the page; if it is the first one, it is missing.
    fileprivate init(_ page: StepPage) {
        end = StreamPosition(UInt64(page.end))
        let first = [page.steps.first?.position, page.deletions.first?.position].compactMap(\.self).min()
        start = first.map { StreamPosition(UInt64($0 - 1)) } ?? end
        missingUpTo = UInt64(page.missingUpTo)
        var deletions = page.deletions[...]
        for step in page.steps {
            while let next = deletions.first, next.position < step.position { add(deletions.removeFirst()) }
            guard let origin = page.origins[step.device], let records = try? step.readRecords() else {
                let isFirst = step.position == page.steps[0].position
                end = StreamPosition(UInt64(isFirst ? step.position : step.position - 1))
                if isFirst { (start, missingUpTo) = (end, max(missingUpTo, end.number)) }
                return
            }
            items += step.items(
                records.namingTokens(on: origin.id.description).map {
                    .record(StreamedRecord($0, of: origin.id, labels: origin.labels))
                }
            )
        }
        for deletion in deletions { add(deletion) }
    }

    private mutating func add(_ deletion: StepPage.Deletion) {
        let content = StreamItem.Content.deviceDeleted(deletion.origin.id, labels: deletion.origin.labels)
        items.append(StreamItem(position: StreamPosition(UInt64(deletion.position)), content: content))
    }

    /// What comes after a position, up to a limit.
    func part(after position: StreamPosition, within limit: SizeLimit) -> StreamedPage {
        let rest = items.drop { $0.position <= position }
        var part = self
        part.items = rest.prefix(within: limit)
        if part.items.count < rest.count { part.end = part.items[part.items.count - 1].position }
        return part
    }
}

/// The newest pages of which readers have taken only a part, so that a long step is not read again for each part of it.
struct StreamedPages: Sendable {
    private var pages: Deque<StreamedPage> = []
    /// About how many bytes they take.
    private(set) var bytes = 0

    /// A page that has items after a position, and everything from there on.
    fileprivate func page(after position: StreamPosition) -> StreamedPage? {
        pages.first { page in page.start <= position && page.items.last.map { position < $0.position } ?? false }
    }

    /// Keeps a page, and drops the oldest ones beyond a number of bytes.
    fileprivate mutating func insert(_ page: StreamedPage, upTo limit: Int) {
        pages.append(page)
        bytes += page.items.keptSize
        while bytes > limit, let oldest = pages.popFirst() { bytes -= oldest.items.keptSize }
    }
}
