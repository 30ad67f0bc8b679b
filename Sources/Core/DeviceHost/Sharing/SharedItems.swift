import LifecycleKernel
import WireFormat

/// Items of a kind that all servers change. No server keeps copies of them: each use reads them from the store.
package struct SharedItems: Sendable {
    private let kind: ServerItem.Kind
    private let registry: DeviceRegistry
    private let store: any SharedStore

    /// Creates access to the items; nil if no other server shares the store.
    package init?(_ kind: ServerItem.Kind, in registry: DeviceRegistry) {
        guard let sharing = registry.sharing else { return nil }
        self.kind = kind
        self.registry = registry
        store = sharing.store
    }

    /// What is kept under a name; nil if nothing is.
    ///
    /// - Throws: `storeUnreadable`.
    package func value(named name: String) async throws(HostError) -> [UInt8]? {
        try await registry.readStore { [store, kind] _ in try await store.item(kind, named: name)?.value }
    }

    /// The position of the last write of each item, by name.
    ///
    /// - Throws: `storeUnreadable`.
    package func positions() async throws(HostError) -> [String: Int64] {
        try await registry.readStore { [store, kind] _ in try await store.itemPositions(kind) }
    }

    /// All items, in the order of their last writes.
    ///
    /// - Throws: `storeUnreadable`.
    package func all() async throws(HostError) -> [ServerItem] {
        try await registry.readStore { [kind] store in try await store.items(kind).value }
    }

    /// Changes what is kept under a name, and waits until that is durable.
    ///
    /// If another server is faster, makes the change again, to what that server has written.
    ///
    /// - Parameter change: Makes the change. Nil means that nothing is kept, before the change or after it. If it changes nothing,
    ///   nothing is written.
    /// - Throws: What `change` throws; `storeUnreadable`; `overloaded` if other servers change the item all the time.
    package func change<Result: Sendable>(
        _ name: String,
        _ change: (_ value: inout [UInt8]?) throws -> Result
    ) async throws -> Result {
        for attempt in 1...Attempts.limit {
            let found = try await registry.readStore { [store, kind] _ in try await store.item(kind, named: name) }
            var value = found?.value
            let result = try change(&value)
            guard value != found?.value else { return result }
            let item = ServerItem(kind, name, value)
            let isWritten = try await registry.readStore { [store] _ in
                try await store.replace(item, writtenAt: found?.position)
            }
            if isWritten { return result }
            try await registry.wall.sleep(until: registry.wall.now + Attempts.backoff.pause(after: attempt))
        }
        throw HostError.overloaded("Other servers keep changing the same data, so the request was not carried out.")
    }
}

/// An item as a shared store has it.
package struct StoredItem: Hashable, Sendable {
    /// What is kept.
    package var value: [UInt8]
    /// The position of its last write, in the order of all changes.
    package var position: Int64

    /// Makes an item.
    package init(value: [UInt8], position: Int64) {
        self.value = value
        self.position = position
    }
}
