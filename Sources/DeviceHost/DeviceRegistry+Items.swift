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
        guard let found = try await journal?.store.items(kind) else { return [] }
        for damage in found.damage { logger.error(leavingOut: damage) }
        return found.value.compactMap { $0.held(logger: logger, read) }
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

extension ServerItem {
    /// What it holds; nil if that cannot be read, which is logged.
    package func held<Item>(logger: Logger, _ read: (Value) throws(Rejection) -> Item) -> Item? {
        do throws(Rejection) {
            return try read(JSONText.parse(value ?? []))
        } catch {
            let about: Logger.Metadata = ["kind": "\(kind)", "name": "\(name)", "why": "\(error.detail)"]
            logger.error("something that the journal keeps cannot be read", metadata: about)
            return nil
        }
    }
}

extension Logger {
    /// Logs that something beside the devices is not as it was written, and is left out.
    func error(leavingOut damage: JournalDamage) {
        error("something that the journal keeps cannot be read", metadata: ["why": "\(damage)"])
    }
}
