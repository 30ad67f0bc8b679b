import LifecycleKernel
import Synchronization
import WireFormat

/// Keeps a server's copies of the items of one kind up to date with the shared store.
package final class ItemCopies: Sendable {
    private let kind: ServerItem.Kind
    private let registry: DeviceRegistry
    private let store: any SharedStore
    private let copies = Mutex(Copies())

    /// What is known of the copies in memory.
    private struct Copies {
        /// The revision that the store had before they were read; nil before that. What was read may be newer.
        var revision: Int64?
        /// How many times they were read, or have begun to be.
        var reads = 0
        /// Which of these they come from.
        var read = 0
    }

    private static let attempts = 20

    /// Creates the copies of a server; nil if no other server shares the store.
    package init?(of kind: ServerItem.Kind, in registry: DeviceRegistry) {
        guard let sharing = registry.sharing else { return nil }
        self.kind = kind
        self.registry = registry
        store = sharing.store
    }

    /// Reads the items if any have changed since they were read.
    ///
    /// Items that are written meanwhile may be among those that were read, or not: their revision differs, and the next call reads again.
    ///
    /// - Parameters:
    ///   - current: Revisions that the store had recently; nil to ask for them.
    ///   - read: Reads the items.
    ///   - replace: Replaces the copies by what was read. Returns false if the items have to be read again.
    /// - Throws: `storeUnreadable`; `overloaded` if they have to be read again each time.
    package func refresh<Items: Sendable>(
        to current: ItemRevisions? = nil,
        _ read: @Sendable () async throws -> Items,
        replace: (Items) -> Bool
    ) async throws(HostError) {
        if let current, current[kind] ?? 0 == copies.withLock(\.revision) { return }
        let earlier = copies.withLock(\.reads)
        for _ in 0..<Self.attempts {
            let (before, number) = copies.withLock { copies in
                copies.reads += 1
                return (copies.revision, copies.reads)
            }
            let found = try await newest()
            guard found != before else { return }
            let items = try await registry.readStore { _ in try await read() }
            let isDone = copies.withLock { copies in
                // Read since this call began, by another one.
                if copies.read > earlier { return true }
                // An earlier read does not replace a later one.
                guard copies.revision == before, replace(items) else { return false }
                (copies.revision, copies.read) = (found, number)
                return true
            }
            if isDone { return }
        }
        throw .overloaded("Other servers keep changing webhooks, explorations or keys, so they could not be read.")
    }

    /// The revision of the items in the store.
    private func newest() async throws(HostError) -> Int64 {
        try await registry.readStore { [store, kind] _ in try await store.itemRevisions()[kind] ?? 0 }
    }
}

extension DeviceRegistry {
    /// The position of the last write of each item of a kind, by name; none if no other servers share the store.
    ///
    /// - Throws: An error if the store cannot be read.
    package func itemPositions(_ kind: ServerItem.Kind) async throws -> [String: Int64] {
        try await sharing?.store.itemPositions(kind) ?? [:]
    }
}
