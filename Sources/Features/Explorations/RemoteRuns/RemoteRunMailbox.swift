import DeviceHost
import LifecycleKernel
import StateCoding
import Synchronization

/// Where a search and the client that runs for it exchange remote runs: in memory, or in the store that servers share.
final class RemoteRunMailbox: Sendable {
    /// Why somebody who waits wakes.
    enum Alarm: Sendable {
        /// Something has changed.
        case event
        /// It has waited long enough.
        case silence
        /// Its connection has ended, or the server stops.
        case nothing
    }

    private let items: SharedItems?
    private let name: String
    private let state: Mutex<RemoteRunState>
    private let waiting = Mutex<[Promise<Alarm>]>([])

    /// Makes the mailbox of an exploration.
    ///
    /// - Parameters:
    ///   - name: The name of the item in the store.
    ///   - items: The mailboxes in a store that other servers share; nil if there are none.
    init(named name: String, in items: SharedItems?, at now: WallInstant) {
        self.name = name
        self.items = items
        state = Mutex(RemoteRunState(contact: now))
    }

    /// How long nobody waits without looking: others may have changed it.
    var longestWait: Duration? { items.map { _ in .seconds(1) } }

    /// Puts it into the store, unless it is there.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func create(at now: WallInstant) async throws {
        try await items?.change(name) { $0 = $0 ?? KeptBytes.encode(RemoteRunState(contact: now)) }
    }

    /// Removes it from the store.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func remove() async throws { try await items?.change(name) { $0 = nil } }

    /// Changes what is exchanged, and wakes who waits if it is another.
    ///
    /// - Returns: What the change returns; nil if there is nothing in the store.
    /// - Throws: `storeUnreadable`, `overloaded`.
    func change<Result: Sendable>(_ body: (inout RemoteRunState) -> Result) async throws -> Result? {
        guard let items else {
            let (result, isNew) = state.withLock { state in
                let before = state
                let result = body(&state)
                return (result, state != before)
            }
            if isNew { wake() }
            return result
        }
        let (result, isNew) = try await items.change(name) { value -> (Result?, Bool) in
            guard let kept = value else { return (nil, false) }
            let before = try KeptBytes.decode(RemoteRunState.self, from: kept)
            var state = before
            let result = body(&state)
            if state != before { value = KeptBytes.encode(state) }
            return (result, state != before)
        }
        if isNew { wake() }
        return result
    }

    /// Fulfilled with the next change.
    func alarm() -> Promise<Alarm> {
        let alarm = Promise<Alarm>()
        waiting.withLock { $0.append(alarm) }
        return alarm
    }

    /// Wakes everybody who waits.
    func wake() {
        let waiting = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for alarm in waiting { alarm.fulfill(.event) }
    }
}
