import DequeModule
import LifecycleKernel
import Synchronization

/// Asks a shared store for the revisions of devices, for many requests with one query.
///
/// A request gets a revision that the store had at some time after the request arrived: it only takes part in a query that has not
/// been sent yet.
final class RevisionChecks: Sendable {
    /// What one query asks for.
    private final class Round: Sendable {
        struct State {
            var devices: Set<Int64> = []
            var used: Set<Int64> = []
            var waiting: [Promise<Result<[Int64: Revision], HostError>>] = []
        }

        let state = Mutex(State())
    }

    private struct State {
        /// The query that has not been sent yet.
        var next: Round?
        /// How many queries may still be sent at the same time.
        var free = RevisionChecks.queriesAtOnce
        /// The queries that wait until others have ended, oldest first.
        var waiting: Deque<Promise<Void>> = []
    }

    /// The second query is sent while the first one is on its way. More queries at once would only make each of them smaller.
    private static let queriesAtOnce = 2

    /// Asks for the revisions of devices, and notes that some of them are used.
    private let query: @Sendable (_ devices: [Int64], _ used: [Int64]) async throws -> [Int64: Revision]
    private let state = Mutex(State())

    /// Makes checks that ask a store.
    convenience init(_ store: any SharedStore) {
        self.init { devices, used in
            if !used.isEmpty { try await store.noteUses(of: used) }
            return try await store.revisions(of: devices)
        }
    }

    /// Creates checks with another query.
    init(_ query: @escaping @Sendable (_ devices: [Int64], _ used: [Int64]) async throws -> [Int64: Revision]) {
        self.query = query
    }

    /// The revision of a device; nil if it is gone.
    ///
    /// - Parameter isUsed: Whether to note that the device, which expires, is used now.
    /// - Throws: `storeUnreadable`.
    func revision(of device: Int64, isUsed: Bool) async throws(HostError) -> Revision? {
        let answer = Promise<Result<[Int64: Revision], HostError>>()
        let (round, isFirst) = state.withLock { state in
            let round = state.next ?? Round()
            let isFirst = state.next == nil
            state.next = round
            round.state.withLock { round in
                round.devices.insert(device)
                if isUsed { round.used.insert(device) }
                round.waiting.append(answer)
            }
            return (round, isFirst)
        }
        // The request that began the round sends the query for all that take part in it.
        if isFirst { await ask(round) }
        return try await answer.value().get()[device]
    }

    private func ask(_ round: Round) async {
        await begin()
        state.withLock { $0.next = nil }
        let (devices, used) = round.state.withLock { ($0.devices, $0.used) }
        let result: Result<[Int64: Revision], HostError>
        do {
            result = .success(try await query(devices.sorted(), used.sorted()))
        } catch {
            result = .failure(.storeUnreadable("\(error)"))
        }
        end()
        for answer in round.state.withLock(\.waiting) { answer.fulfill(result) }
    }

    private func begin() async {
        let turn = Promise<Void>()
        let isFree = state.withLock { state in
            guard state.free > 0 else {
                state.waiting.append(turn)
                return false
            }
            state.free -= 1
            return true
        }
        if !isFree { await turn.value() }
    }

    private func end() {
        let next = state.withLock { state -> Promise<Void>? in
            if let next = state.waiting.popFirst() { return next }
            state.free += 1
            return nil
        }
        next?.fulfill(())
    }
}
