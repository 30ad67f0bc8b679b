#if PostgreSQL
import Fleet

extension BatchWriter {
    /// What shows whether the batch was written, when its answer has not come.
    enum Witness: Hashable, Sendable {
        /// The step of a device at a position, or the state after it.
        case step(device: Int64, position: Int64)
        /// A device that is gone, since a position.
        case removal(device: Int64, position: Int64)
        /// An item that was written at a position; nil if it was removed.
        case item(kind: Int64, name: String, position: Int64?)
        /// A partition that this server owned in an epoch, and does not any more.
        case release(Claim)
    }
}

extension BatchWriter.Witness {
    /// Whether a step shows it.
    var isStep: Bool { if case .step = self { true } else { false } }

    /// Whether a step of a device shows it.
    func isStep(of device: Int64) -> Bool { if case .step(device, _) = self { true } else { false } }

    /// Whether a release shows it.
    var isRelease: Bool { if case .release = self { true } else { false } }

    /// Whether an item shows it.
    var isItem: Bool { if case .item = self { true } else { false } }

    /// Where it stands in the journal; nil if that is not known.
    var position: Int64? {
        switch self {
        case .step(_, let position), .removal(_, let position): position
        case .item(_, _, let position): position
        case .release: nil
        }
    }
}
#endif
