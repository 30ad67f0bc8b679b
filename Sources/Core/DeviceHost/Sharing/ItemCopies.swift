import LifecycleKernel
import Synchronization
import WireFormat

/// Keeps a server's copies of the items of one kind up to date with the shared store.
package final class ItemCopies: Sendable {
    private let kind: ServerItem.Kind
    private let registry: DeviceRegistry
    private let store: any SharedStore
    /// The revision of the items in memory; nil before they have been read.
    private let revision = Mutex<Int64?>(nil)

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
    /// - Parameters:
    ///   - current: Revisions that the store had recently; nil to ask for them.
    ///   - read: Reads the items.
    ///   - replace: Replaces the copies by what was read. Returns false if the items have to be read again.
    /// - Throws: `storeUnreadable`; `overloaded` if they change all the time.
    package func refresh<Items: Sendable>(
        to current: ItemRevisions? = nil,
        _ read: @Sendable () async throws -> Items,
        replace: (Items) -> Bool
    ) async throws(HostError) {
        if let current, current[kind] ?? 0 == revision.withLock(\.self) { return }
        for _ in 0..<Self.attempts {
            let before = revision.withLock(\.self)
            let found = try await newest()
            guard found != before else { return }
            let items = try await registry.readStore { _ in try await read() }
            guard try await newest() == found else { continue }
            // An earlier read does not replace a later one.
            let isReplaced = revision.withLock { revision in
                guard revision == before, replace(items) else { return false }
                revision = found
                return true
            }
            if isReplaced { return }
        }
        throw .overloaded("What the server keeps beside devices changes all the time.")
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
