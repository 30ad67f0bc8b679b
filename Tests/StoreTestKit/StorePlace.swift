import DeviceHost

/// Where a store is kept, so that it can be opened again after it was closed.
package protocol StorePlace: Sendable {
    /// Opens the store; makes it if there is none.
    func open(_ settings: StorePlaceSettings) async throws -> any StepHistory
}

/// How a test has a store opened.
package struct StorePlaceSettings: Sendable {
    /// Called before a batch is committed; an error that it throws fails the batch.
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
