import Synchronization

/// Tells a search to stop.
final class StopSignal: Sendable {
    private let flag = Atomic(false)

    /// Whether the search must stop.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    /// Tells it.
    func set() { flag.store(true, ordering: .relaxed) }
}
