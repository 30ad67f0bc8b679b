import DeviceHost

/// Where a journal is kept, so that it can be opened again after it was closed.
package protocol JournalPlace: Sendable {
    /// Opens the journal; makes it if there is none.
    func open(_ settings: JournalPlaceSettings) async throws -> any StepHistory
}

/// How a test has a journal opened.
package struct JournalPlaceSettings: Sendable {
    /// Called before a batch is committed; an error that it throws fails the batch.
    package var willCommit: @Sendable () throws -> Void = {}
    /// How many answers under idempotency keys are kept for a device; nil for the default.
    package var answersKept: Int?

    /// The defaults.
    package init() {}
}

extension JournalPlace {
    /// Opens the journal with the defaults.
    package func open() async throws -> any StepHistory { try await open(JournalPlaceSettings()) }
}
