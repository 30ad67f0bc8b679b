/// Why a journal has not written a batch. Any other error that it throws means that nothing was written, and that it may
/// work again later.
package enum JournalWriteError: Error, Hashable, Sendable {
    /// Nobody knows whether the batch was written, with the reason. `Journal.settle` finds out; nothing else may be written
    /// before.
    case inDoubt(String)
    /// The changes of these devices, by their numbers, are refused even alone, each for a reason. Nothing was written; the
    /// others can be.
    case refused([Int64: String])
}

extension JournalWriteError: CustomStringConvertible {
    /// The reason.
    package var description: String {
        switch self {
        case .refused(let devices):
            devices.sorted { $0.key < $1.key }.map { "device \($0.key): \($0.value)" }.joined(separator: "; ")
        case .inDoubt(let reason): reason
        }
    }
}
