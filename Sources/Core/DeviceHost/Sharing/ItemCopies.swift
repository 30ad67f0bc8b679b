import LifecycleKernel
import Synchronization
import WireFormat

/// Keeps what a server has in memory of the items of a kind in a shared store as the store has it.
package final class ItemCopies: Sendable {
    private let kind: ServerItem.Kind
    private let registry: DeviceRegistry
    private let store: any SharedStore
    /// That of the items in memory; nil before they have been read.
    private let revision = Mutex<Int64?>(nil)

    private static let attempts = 20

    /// Makes the copies of a server; nil if it shares its store with no other.
    package init?(of kind: ServerItem.Kind, in registry: DeviceRegistry) {
        guard let sharing = registry.sharing else { return nil }
        self.kind = kind
        self.registry = registry
        store = sharing.store
    }

    /// Reads the items if any have changed since they were read.
    ///
    /// - Parameters:
    ///   - current: The revisions that the store had lately; nil to ask for them.
    ///   - read: Reads the items.
    ///   - replace: Has what was read in the place of what was there; false if it has to be read again.
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
            // What was read earlier does not replace what was read later.
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
    /// The positions at which items of a kind were written last, by their names; none if no other servers share the store.
    ///
    /// - Throws: An error if the store cannot be read.
    package func itemPositions(_ kind: ServerItem.Kind) async throws -> [String: Int64] {
        try await sharing?.store.itemPositions(kind) ?? [:]
    }
}
