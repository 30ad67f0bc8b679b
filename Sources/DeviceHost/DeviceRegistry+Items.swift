import LifecycleKernel
import Logging
import WireFormat

extension DeviceRegistry {
    /// The items of a kind that the journal keeps, in the order in which they were last written; none without a journal.
    ///
    /// An item that cannot be read is left out.
    ///
    /// - Parameters:
    ///   - logger: Logs what is left out.
    ///   - read: Reads what an item holds.
    /// - Throws: An error if the journal cannot be read.
    package func items<Item>(
        _ kind: ServerItem.Kind,
        logger: Logger,
        _ read: (Value) throws(Rejection) -> Item
    ) async throws -> [Item] {
        try await journal?.store.items(kind).compactMap { item in
            do throws(Rejection) {
                return try read(JSONText.parse(item.value ?? []))
            } catch {
                let about: Logger.Metadata = ["kind": "\(kind)", "name": "\(item.name)", "why": "\(error.detail)"]
                logger.error("something that the journal keeps cannot be read", metadata: about)
                return nil
            }
        } ?? []
    }

    /// Adds items to what is written to the journal next.
    ///
    /// - Returns: To be awaited before the items are shown: `whenDurable`.
    /// - Throws: `overloaded` or `journalUnavailable` when they cannot be written; then none is.
    package func keep(_ items: [ServerItem]) throws(HostError) -> Held<Void> {
        guard let queue = journal?.queue, !items.isEmpty else { return Held(value: (), commit: nil) }
        try queue.admit()
        var commit: Commit?
        for item in items { commit = queue.append(.kept(item)) }
        return Held(value: (), commit: commit)
    }
}
