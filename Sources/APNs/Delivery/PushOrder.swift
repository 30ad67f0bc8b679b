import DequeModule
import DeviceHost
import Synchronization

/// The order of the pushes of a connection: those for one device reach it as they came, those for others side by side.
final class PushOrder: Sendable {
    /// What pushes are in order for.
    enum Recipient: Hashable {
        case device(DeviceID)
        /// Where several servers share the devices, so that it does not matter which of them hosts one.
        ///
        /// Several tokens of one device are in no order.
        case token(DeviceTokenKey)
    }

    /// The pushes that have not reached their device, by recipient; the first of each may go on. Each is a request in progress,
    /// so that their limit is that of streams.
    private let turns = Mutex<[Recipient: Deque<PushTurn>]>([:])

    /// Adds a push behind all others for the same.
    func enter(for recipient: Recipient) -> PushTurn {
        let turn = PushTurn(recipient, in: self)
        let isFirst = turns.withLock { turns in
            turns[recipient, default: []].append(turn)
            return turns[recipient]?.count == 1
        }
        if isFirst { turn.mayBegin.fulfill(()) }
        return turn
    }

    /// Takes a push out, and lets the one behind it begin if it was the first.
    fileprivate func remove(_ turn: PushTurn) {
        let next: PushTurn? = turns.withLock { turns in
            guard let index = turns[turn.recipient]?.firstIndex(where: { $0 === turn }) else { return nil }
            turns[turn.recipient]?.remove(at: index)
            guard let first = turns[turn.recipient]?.first else {
                turns[turn.recipient] = nil
                return nil
            }
            return index == 0 ? first : nil
        }
        next?.mayBegin.fulfill(())
    }
}

/// The place of a push in the order of its connection.
final class PushTurn: Sendable {
    fileprivate let recipient: PushOrder.Recipient
    fileprivate let mayBegin = Promise<Void>()
    private let order: PushOrder
    private let hasEnded = Atomic(false)

    fileprivate init(_ recipient: PushOrder.Recipient, in order: PushOrder) {
        self.recipient = recipient
        self.order = order
    }

    /// Waits until the pushes before it have reached the device. May be called again once it has returned.
    func begin() async { await mayBegin.value() }

    /// Lets those behind it begin: the push has reached the device, or will not. Does nothing the second time.
    func end() {
        if !hasEnded.exchange(true, ordering: .relaxed) { order.remove(self) }
    }
}
