import DequeModule
import DeviceHost
import Synchronization

/// The pushes that were accepted, by their apns-ids.
final class PushLog: Sendable {
    private struct State {
        /// The newest under each identifier in lower case.
        var newest: [String: PushReceipt] = [:]
        /// The identifiers and sequences, oldest first.
        var order: Deque<(id: String, receipt: PushReceipt)> = []
    }

    /// How many are remembered; the oldest go.
    let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a push that was accepted, unless a later one of the same identifier is there: pushes that are durable at once
    /// are added in any order.
    ///
    /// - Returns: What changes of what is kept.
    @discardableResult
    func add(_ receipt: PushReceipt) -> [ServerItem] {
        let item = receipt.item
        return state.withLock { state in
            guard state.newest[item.name]?.follows(receipt) != true else { return [] }
            state.newest[item.name] = receipt
            state.order.append((item.name, receipt))
            // A later push of the same identifier stays.
            guard state.order.count > limit, let oldest = state.order.popFirst(),
                state.newest[oldest.id] == oldest.receipt
            else { return [item] }
            state.newest[oldest.id] = nil
            return [item, ServerItem(.push, oldest.id, nil)]
        }
    }

    /// The newest push of an identifier, of either case.
    func receipt(_ apnsID: String) -> PushReceipt? {
        let id = apnsID.lowercased()
        return state.withLock { $0.newest[id] }
    }

    /// What is remembered of a push that a record tells of; nil if that came another way.
    func receipt(of told: PushReceipt) -> PushReceipt? {
        guard let receipt = receipt(told.apnsID), receipt.device == told.device, receipt.sequence == told.sequence
        else {
            return nil
        }
        return receipt
    }
}
