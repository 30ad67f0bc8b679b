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
        guard let found = try await journal?.store.readableItems(kind) else { return [] }
        for damage in found.damage { logger.error(leavingOut: damage) }
        return found.value.compactMap { $0.held(logger: logger, read) }
    }

    /// The items of a kind that have one of these names, where several servers share the journal; none elsewhere.
    ///
    /// - Throws: `journalUnavailable` if they cannot be read.
    package func sharedItems<Item>(
        _ kind: ServerItem.Kind,
        named names: [String],
        logger: Logger,
        _ read: (Value) throws(Rejection) -> Item
    ) async throws(HostError) -> [Item] {
        guard let store = journal?.store, store.sharedItems != nil, !names.isEmpty else { return [] }
        do {
            return try await store.items(kind, named: names).compactMap { $0.held(logger: logger, read) }
        } catch {
            throw .journalUnavailable("\(error)")
        }
    }

    /// What is kept of a device token that was retired by one of several servers that share the journal; nil if nothing is.
    ///
    /// - Throws: `journalUnavailable` if it cannot be read.
    package func retiredToken(
        _ token: DeviceTokenKey,
        logger: Logger
    ) async throws(HostError) -> DeviceTokenIndex.Entry? {
        try await sharedItems(.retiredToken, named: [token.text], logger: logger, RetiredToken.init(_:)).first?.entry
    }

    /// Works on items that several servers change at once; nil where one server has the journal.
    ///
    /// - Throws: `journalUnavailable` if the work throws.
    package func withSharedItems<Result>(
        _ work: (any Journal, any SharedItems) async throws -> Result
    ) async throws(HostError) -> Result? {
        guard let store = journal?.store, let items = store.sharedItems else { return nil }
        do {
            return try await work(store, items)
        } catch {
            throw .journalUnavailable("\(error)")
        }
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
