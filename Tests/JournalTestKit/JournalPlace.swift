import DeviceHost

/// Where a journal is kept, so that it can be opened again after it was closed: the same tests hold for every kind.
package protocol JournalPlace: Sendable {
    /// Opens the journal; makes it if there is none.
    func open(_ settings: JournalPlaceSettings) async throws -> any Journal
    /// Whether a deletion has a position of its own among the steps.
    var deletionsHavePositions: Bool { get }
}

/// How a test has a journal opened.
package struct JournalPlaceSettings: Sendable {
    /// Called before a batch is committed; an error that it throws fails the batch.
    package var willCommit: @Sendable () throws -> Void = {}
    /// How many answers under idempotency keys are kept for a device; nil for the default.
    package var answersKept: Int?
    /// The lowest position of the next step, for a journal that takes it from a clock and does not count.
    package var positions: (@Sendable () -> Int64)?

    /// The defaults.
    package init() {}
}

extension JournalPlace {
    /// They have none where nobody follows the devices of several servers.
    package var deletionsHavePositions: Bool { false }

    /// Opens the journal with the defaults.
    package func open() async throws -> any Journal { try await open(JournalPlaceSettings()) }
}
