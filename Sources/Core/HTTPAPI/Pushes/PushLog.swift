import DequeModule
import DeviceHost
import Synchronization
import WireFormat

/// The pushes that can be found by their apns-ids.
final class PushLog: Sendable {
    fileprivate struct State {
        /// Those of each identifier in lower case, oldest first.
        var receipts: [String: [PushReceipt]] = [:]
        /// All of them, oldest first; one that went before its turn stays here until then.
        var order: Deque<(id: String, receipt: PushReceipt)> = []
    }

    /// How many are remembered; the oldest go.
    let limit: Int
    private let state = Mutex(State())

    /// How many of one identifier are remembered: a client repeats a request whose answer was lost, but not for ever.
    private static let limitOfID = 8

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a push. Those that are durable at once are added in any order.
    ///
    /// - Returns: What changes of what is kept: all pushes of an identifier are one item.
    @discardableResult
    func add(_ receipt: PushReceipt) -> [ServerItem] {
        let id = receipt.apnsID.lowercased()
        return state.withLock { state in
            var receipts = state.receipts[id] ?? []
            receipts.insert(receipt, at: receipts.firstIndex { $0.follows(receipt) } ?? receipts.endIndex)
            state.receipts[id] = receipts.suffix(Self.limitOfID)
            state.order.append((id, receipt))
            guard state.order.count > limit, let oldest = state.order.popFirst() else { return [state.item(id)] }
            state.receipts[oldest.id]?.removeAll { $0 == oldest.receipt }
            if state.receipts[oldest.id] == [] { state.receipts[oldest.id] = nil }
            return oldest.id == id ? [state.item(id)] : [state.item(id), state.item(oldest.id)]
        }
    }

    /// The newest push of an identifier, of either case.
    func receipt(_ apnsID: String) -> PushReceipt? {
        let id = apnsID.lowercased()
        return state.withLock { $0.receipts[id]?.last }
    }

    /// What is remembered of a push that a record tells of; nil if nothing is.
    func receipt(of told: PushReceipt) -> PushReceipt? {
        let id = told.apnsID.lowercased()
        return state.withLock { state in
            // A device that was made anew under the same name counts from the beginning.
            state.receipts[id]?.last { $0.device == told.device && $0.sequence == told.sequence }
        }
    }
}

extension PushLog.State {
    /// What is kept of an identifier, under the name by which it is looked up.
    fileprivate func item(_ id: String) -> ServerItem {
        ServerItem(.push, id, receipts[id].map { JSONText.write(all: $0) })
    }
}
