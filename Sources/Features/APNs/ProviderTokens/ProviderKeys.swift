import DeviceHost
import Logging
import Synchronization

/// The registered keys of providers, by their identifiers. With a data directory they are there again after a start.
package final class ProviderKeys: Sendable {
    /// How many there may be.
    package static let limit = 1_000

    private struct State {
        var keys: [String: ProviderKey] = [:]
        /// Those that a folder gave at the start.
        var given: [String: ProviderKey] = [:]
    }

    private let state = Mutex(State())
    private let registry: DeviceRegistry
    /// Those that other servers may change; nil if there are none.
    private let copies: ItemCopies?
    private let logger: Logger

    init(_ registry: DeviceRegistry, logger: Logger) {
        self.registry = registry
        copies = ItemCopies(of: .providerKey, in: registry)
        self.logger = logger
    }

    /// Whether other servers may change the keys.
    var areShared: Bool { copies != nil }

    /// The key of an identifier.
    package func key(_ id: String) -> ProviderKey? { state.withLock { $0.keys[id] } }

    /// All keys, by their identifiers.
    package var all: [ProviderKey] { state.withLock { $0.keys.values.sorted { $0.keyID < $1.keyID } } }

    /// Adds the keys of a folder, which are there at each start that names it.
    package func add(given keys: [ProviderKey]) {
        state.withLock { state in
            for key in keys { state.given[key.keyID] = key }
            state.keys.merge(state.given) { $1 }
        }
    }

    /// Adds the keys that the store has, except those of the folder.
    ///
    /// - Throws: An error if the store cannot be read.
    func restore() async throws {
        guard copies == nil else { return try await refresh() }
        let kept = try await kept()
        state.withLock { state in
            for key in kept where state.given[key.keyID] == nil { state.keys[key.keyID] = key }
        }
    }

    /// Reads the keys again if other servers have changed any. Without other servers it does nothing.
    ///
    /// - Parameter revisions: The revisions of items that the store had lately; nil to ask for them.
    /// - Throws: `storeUnreadable`, `overloaded`.
    package func refresh(to revisions: ItemRevisions? = nil) async throws(HostError) {
        try await copies?.refresh(to: revisions, kept) { kept in
            state.withLock { state in
                state.keys = Dictionary(kept.map { ($0.keyID, $0) }, uniquingKeysWith: { $1 })
                state.keys.merge(state.given) { $1 }
            }
            return true
        }
    }

    @Sendable private func kept() async throws -> [ProviderKey] {
        try await registry.items(.providerKey, logger: logger, ProviderKey.init(_:))
    }

    /// Registers a key, in place of one of the same identifier.
    ///
    /// - Returns: Whether there was room for it.
    /// - Throws: `overloaded` or `storeUnavailable` when it cannot be kept.
    package func register(_ key: ProviderKey) async throws(HostError) -> Bool {
        try await change(key.item) { keys in
            guard keys[key.keyID] != nil || keys.count < Self.limit else { return false }
            keys[key.keyID] = key
            return true
        }
    }

    /// Removes a key. One that a folder gave is there again after a start.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `overloaded` or `storeUnavailable` when that cannot be kept.
    package func remove(_ id: String) async throws(HostError) -> Bool {
        try await change(ServerItem(.providerKey, id, nil)) { $0.removeValue(forKey: id) != nil }
    }

    /// Changes the keys, and waits until that is durable.
    ///
    /// - Returns: Whether there was something to change.
    private func change(
        _ item: ServerItem,
        _ body: (inout [String: ProviderKey]) -> Bool
    ) async throws(HostError) -> Bool {
        try await refresh()
        // In the lock, so that the store has the changes in the order in which they are made.
        let held = try state.withLock { state throws(HostError) -> Held<Void>? in
            var keys = state.keys
            guard body(&keys) else { return nil }
            let held = try registry.keep([item])
            state.keys = keys
            return held
        }
        guard let held else { return false }
        do throws(HostError) {
            try await held.whenDurable()
        } catch {
            await reload(item.name)
            throw error
        }
        // Until the next start what was asked for counts.
        state.withLock { $0.given[item.name] = nil }
        try await refresh()
        return true
    }

    /// Takes a change back that was not written: the key is again what is kept.
    private func reload(_ id: String) async {
        guard let kept = try? await kept() else { return }
        state.withLock { state in
            state.keys[id] = state.given[id] ?? kept.first { $0.keyID == id }
        }
    }
}
