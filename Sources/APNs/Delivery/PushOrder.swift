import DequeModule
import DeviceHost
import Synchronization

/// The order of the pushes of a connection: those for one device reach it as they came, those for others side by side.
final class PushOrder: Sendable {
    /// The pushes that have not reached their device, by device; the first of each may go on. Each is a request in progress,
    /// so that their limit is that of streams.
    private let turns = Mutex<[DeviceID: Deque<PushTurn>]>([:])

    /// Adds a push behind all others for its device.
    func enter(for device: DeviceID) -> PushTurn {
        let turn = PushTurn(device, in: self)
        let isFirst = turns.withLock { turns in
            turns[device, default: []].append(turn)
            return turns[device]?.count == 1
        }
        if isFirst { turn.mayBegin.fulfill(()) }
        return turn
    }

    /// Takes a push out, and lets the one behind it begin if it was the first.
    fileprivate func remove(_ turn: PushTurn) {
        let next: PushTurn? = turns.withLock { turns in
            guard let index = turns[turn.device]?.firstIndex(where: { $0 === turn }) else { return nil }
            turns[turn.device]?.remove(at: index)
            guard let first = turns[turn.device]?.first else {
                turns[turn.device] = nil
                return nil
            }
            return index == 0 ? first : nil
        }
        next?.mayBegin.fulfill(())
    }
}

/// The place of a push in the order of its connection.
final class PushTurn: Sendable {
    fileprivate let device: DeviceID
    fileprivate let mayBegin = Promise<Void>()
    private let order: PushOrder
    private let hasEnded = Atomic(false)

    fileprivate init(_ device: DeviceID, in order: PushOrder) {
        self.device = device
        self.order = order
    }

    /// Waits until the pushes before it have reached the device. May be called once.
    func begin() async { await mayBegin.value() }

    /// Lets those behind it begin: the push has reached the device, or will not. Does nothing the second time.
    func end() {
        if !hasEnded.exchange(true, ordering: .relaxed) { order.remove(self) }
    }
}
