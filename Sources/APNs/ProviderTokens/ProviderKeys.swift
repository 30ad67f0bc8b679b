import Synchronization

/// The registered keys of providers, by their identifiers.
package final class ProviderKeys: Sendable {
    /// How many there may be.
    package static let limit = 1_000

    private let keys = Mutex<[String: ProviderKey]>([:])

    /// Makes an empty list.
    package init() {}

    /// The key of an identifier.
    package func key(_ id: String) -> ProviderKey? { keys.withLock { $0[id] } }

    /// All keys, by their identifiers.
    package var all: [ProviderKey] { keys.withLock { $0.values.sorted { $0.keyID < $1.keyID } } }

    /// Registers a key, in place of one of the same identifier.
    ///
    /// - Returns: Whether there was room for it.
    package func register(_ key: ProviderKey) -> Bool {
        keys.withLock { keys in
            guard keys[key.keyID] != nil || keys.count < Self.limit else { return false }
            keys[key.keyID] = key
            return true
        }
    }

    /// Removes a key.
    ///
    /// - Returns: Whether there was one.
    package func remove(_ id: String) -> Bool { keys.withLock { $0.removeValue(forKey: id) != nil } }
}
