import DeviceHost

/// Where a durable store is, so that it can be opened again after it was closed.
package protocol StorePlace: Sendable {
    /// Opens the store, or makes it if there is none.
    func open(_ settings: StorePlaceSettings) async throws -> any StepHistory
}

/// How a test opens a store.
package struct StorePlaceSettings: Sendable {
    /// Called before a batch is committed. If it throws an error, the batch fails.
    package var willCommit: @Sendable () throws -> Void = {}
    /// How many answers under idempotency keys are kept for a device; nil for the default.
    package var answersKept: Int?

    /// The defaults.
    package init() {}
}

extension StorePlace {
    /// Opens the store with the defaults.
    package func open() async throws -> any StepHistory { try await open(StorePlaceSettings()) }
}
