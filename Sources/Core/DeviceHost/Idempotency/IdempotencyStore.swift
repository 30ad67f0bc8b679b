import DequeModule
import LifecycleKernel
import Synchronization
import WireFormat

/// The answers given under idempotency keys, and the requests that are being answered: of creations, and of all devices.
///
/// Answers are bounded by their age, by their number and bytes in each scope, and by their bytes in total: the oldest are
/// evicted. Requests being answered never are. The answers of a device end with it.
final class IdempotencyStore: Sendable {
    /// The result of claiming a key.
    enum Claim: Sendable {
        /// The request is the first with this key: it is carried out, then the claim is completed or abandoned.
        case first(AnswerClaim)
        /// The same request was answered before, with this answer.
        case replay(StoredAnswer)
    }

    private let state: Mutex<State>
    private let limits: HostLimits
    private let wall: any WallClock
    private let waiterCount: WaiterCount

    /// An empty store.
    ///
    /// - Parameters:
    ///   - limits: How much it keeps, and for how long.
    ///   - wall: The source of real time.
    ///   - waiterCount: Limits how many requests wait.
    init(limits: HostLimits, wall: any WallClock, waiterCount: WaiterCount) {
        state = Mutex(State(limits: limits))
        self.limits = limits
        self.wall = wall
        self.waiterCount = waiterCount
    }

    /// About how many bytes the answers take, with their keys.
    var bytes: Int { state.withLock { $0.bytes } }

    // MARK: Answering

    /// Claims a key for a request, waiting while the first request with it is being answered.
    ///
    /// - Throws: `idempotencyKeyReused`, `answerNotKept`; `overloaded` when too many requests wait or are being answered.
    func claim(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        in scope: IdempotencyScope
    ) async throws(HostError) -> Claim {
        while true {
            let wanted = AnswerClaim(key, fingerprint, in: scope)
            let end = Promise<Void>()
            let claim = try state.withLock { state throws(HostError) -> Claim? in
                if let claim = try state.claim(wanted, at: wall.now) { return claim }
                guard waiterCount.enter() else { throw .overloaded("Too many requests are waiting.") }
                state.wait(for: wanted, end)
                return nil
            }
            if let claim { return claim }
            await end.value()
            waiterCount.leave()
        }
    }

    /// Gives a claim its answer, so that the store can write it. Only that of a request that succeeds is kept.
    func give(_ answer: StoredAnswer, to claim: AnswerClaim) {
        let kept = KeyedAnswer(
            key: claim.key,
            fingerprint: claim.fingerprint,
            answer: answer.kept(within: limits),
            givenAt: wall.date
        )
        claim.promise.fulfill(answer.isSuccess ? kept : nil)
    }

    /// Keeps the answer that was given to a claim, if any, and resumes the requests that wait for it.
    func complete(_ claim: AnswerClaim) { end(claim, with: claim.answer) }

    /// Frees the key of a request that did nothing; one of the requests that wait for it is then the first.
    func abandon(_ claim: AnswerClaim) {
        claim.promise.fulfill(nil)
        end(claim, with: nil)
    }

    private func end(_ claim: AnswerClaim, with answer: KeyedAnswer?) {
        let waiting = state.withLock { $0.end(claim, with: answer?.answer, at: wall.now) }
        for promise in waiting { promise.fulfill(()) }
    }

    /// Keeps answers that were given before the server was started, oldest first. Their ages follow from the date.
    func restore(_ answers: [KeyedAnswer], in scope: IdempotencyScope) {
        let (now, date) = (wall.now, wall.date)
        state.withLock { state in
            // A key that was evicted and used again has several: the newest counts.
            let newest = Dictionary(answers.indices.map { (answers[$0].key, $0) }) { _, newer in newer }
            for (index, kept) in answers.enumerated() where newest[kept.key] == index {
                let age = Duration.milliseconds(max(0, date - kept.givenAt))
                state.insert(kept.answer, under: kept.key, kept.fingerprint, in: scope, at: now + (.zero - age))
            }
        }
    }

    // MARK: Evicting

    /// Removes the answers of a device that is gone, and resumes the requests that wait for one.
    ///
    /// Answers that are being made are not kept: another device under the id has requests of its own.
    ///
    /// - Parameter endingRequests: Whether the requests that are being answered change no device any more.
    func remove(_ device: DeviceID, endingRequests: Bool) {
        let keys = state.withLock { $0.remove(.device(device)) }
        if endingRequests {
            for case .pending(let claim) in (keys?.uses ?? [:]).values { claim.promise.fulfill(nil) }
        }
        for promise in (keys?.waiting ?? [:]).values.joined() { promise.fulfill(()) }
    }

    /// Forgets the answers of a device that a shared store has. Requests that are being answered go on.
    func removeAll(of device: DeviceID) { state.withLock { $0.removeAll(of: .device(device)) } }

    /// Evicts answers that are too old.
    ///
    /// - Returns: About how many bytes the others take, and how many answers were evicted since the last call, for room or for
    ///   their age.
    func evictOld() -> (bytes: Int, evicted: Int) {
        state.withLock { state in
            state.evictOld(at: wall.now)
            defer { state.evicted = 0 }
            return (state.bytes, state.evicted)
        }
    }
}

// MARK: State

extension IdempotencyStore {
    /// A key that was used.
    private enum Use {
        /// The first request with it is being answered.
        case pending(AnswerClaim)
        /// The first request with it was answered.
        case answered(RequestFingerprint, StoredAnswer)
    }

    /// An answer in the order of all.
    private struct Position {
        let scope: IdempotencyScope
        let key: String
        /// Grows from answer to answer.
        let number: UInt64
        let at: WallInstant
    }

    /// The keys of one scope.
    private struct Keys {
        var uses: [String: Use] = [:]
        /// The requests that wait until the first one with their key has ended.
        var waiting: [String: [Promise<Void>]] = [:]
        /// The answers, oldest first.
        var answered: Deque<Position> = []
        var bytes = 0
    }

    private struct State {
        let limits: HostLimits
        var scopes: [IdempotencyScope: Keys] = [:]
        /// The answers of all scopes, oldest first, and some that are gone.
        var answered: Deque<Position> = []
        /// How many answers are kept.
        var count = 0
        var bytes = 0
        var evicted = 0
        var lastNumber: UInt64 = 0

        init(limits: HostLimits) { self.limits = limits }

        /// Claims a key.
        ///
        /// - Returns: Nil while the first request with the key is being answered.
        mutating func claim(_ wanted: AnswerClaim, at now: WallInstant) throws(HostError) -> Claim? {
            let (key, scope) = (wanted.key, wanted.scope)
            while let oldest = scopes[scope]?.answered.first, isOld(oldest, at: now) { _ = evictOldest(of: scope) }
            switch scopes[scope]?.uses[key] {
            case .pending(let first):
                guard first.fingerprint == wanted.fingerprint else { throw .idempotencyKeyReused(key) }
                return nil
            case .answered(let fingerprint, let answer):
                return .replay(try answer.repeated(under: key, givenTo: fingerprint, askedBy: wanted.fingerprint))
            case nil:
                if let count = scopes[scope]?.uses.count, count >= max(1, limits.idempotencyKeys) {
                    guard evictOldest(of: scope) else {
                        throw .overloaded("Too many requests with idempotency keys are being answered.")
                    }
                }
                scopes[scope, default: Keys()].uses[key] = .pending(wanted)
                return .first(wanted)
            }
        }

        /// Has a request wait until the first one with its key has ended.
        mutating func wait(for wanted: AnswerClaim, _ promise: Promise<Void>) {
            scopes[wanted.scope]?.waiting[wanted.key, default: []].append(promise)
        }

        /// Ends a claim, and keeps its answer, if any; does nothing if its device is gone.
        ///
        /// - Returns: The requests that wait for it.
        mutating func end(_ claim: AnswerClaim, with answer: StoredAnswer?, at now: WallInstant) -> [Promise<Void>] {
            guard case .pending(let first) = scopes[claim.scope]?.uses[claim.key], first === claim else { return [] }
            scopes[claim.scope]?.uses[claim.key] = nil
            let waiting = scopes[claim.scope]?.waiting.removeValue(forKey: claim.key) ?? []
            if let answer { insert(answer, under: claim.key, claim.fingerprint, in: claim.scope, at: now) }
            removeIfEmpty(claim.scope)
            return waiting
        }

        /// Keeps an answer under a key that has none.
        mutating func insert(
            _ answer: StoredAnswer,
            under key: String,
            _ fingerprint: RequestFingerprint,
            in scope: IdempotencyScope,
            at time: WallInstant
        ) {
            lastNumber += 1
            let position = Position(scope: scope, key: key, number: lastNumber, at: time)
            let size = Self.size(of: answer, key)
            scopes[scope, default: Keys()].uses[key] = .answered(fingerprint, answer)
            scopes[scope]?.answered.append(position)
            scopes[scope]?.bytes += size
            answered.append(position)
            count += 1
            bytes += size
            while hasTooMany(scope), evictOldest(of: scope) {}
            while bytes > limits.idempotencyBytesInTotal, let oldest = answered.popFirst() { evict(oldest) }
            // Positions of answers that are gone take room, too.
            if answered.count > 2 * count + 1_000 { answered = answered.filter { isKept($0) } }
        }

        /// Removes the keys of a scope.
        ///
        /// - Returns: The keys; nil if there are none.
        mutating func remove(_ scope: IdempotencyScope) -> Keys? {
            guard let keys = scopes.removeValue(forKey: scope) else { return nil }
            count -= keys.answered.count
            bytes -= keys.bytes
            return keys
        }

        /// Removes the answers of a scope.
        mutating func removeAll(of scope: IdempotencyScope) { while evictOldest(of: scope) {} }

        // MARK: Evicting

        /// Evicts answers that are too old.
        mutating func evictOld(at now: WallInstant) {
            while let oldest = answered.first, isOld(oldest, at: now) { evict(answered.removeFirst()) }
        }

        private func isOld(_ position: Position, at now: WallInstant) -> Bool {
            now - position.at > .seconds(limits.idempotencySeconds)
        }

        private func hasTooMany(_ scope: IdempotencyScope) -> Bool {
            guard let keys = scopes[scope] else { return false }
            return keys.bytes > limits.idempotencyBytes || keys.uses.count > max(1, limits.idempotencyKeys)
        }

        /// Whether an answer is kept. A scope loses its answers in their order, so those before its first one are gone.
        private func isKept(_ position: Position) -> Bool {
            scopes[position.scope]?.answered.first.map { $0.number <= position.number } ?? false
        }

        /// Evicts an answer that is the oldest of all, if it is still kept.
        private mutating func evict(_ position: Position) {
            if isKept(position) { _ = evictOldest(of: position.scope) }
        }

        private mutating func evictOldest(of scope: IdempotencyScope) -> Bool {
            guard let oldest = scopes[scope]?.answered.popFirst() else { return false }
            if case .answered(_, let answer) = scopes[scope]?.uses.removeValue(forKey: oldest.key) {
                let size = Self.size(of: answer, oldest.key)
                scopes[scope]?.bytes -= size
                bytes -= size
            }
            count -= 1
            evicted += 1
            removeIfEmpty(scope)
            return true
        }

        private mutating func removeIfEmpty(_ scope: IdempotencyScope) {
            if scopes[scope]?.uses.isEmpty == true { scopes[scope] = nil }
        }

        /// About how many bytes an answer takes, with what is kept beside it.
        private static func size(of answer: StoredAnswer, _ key: String) -> Int { 256 + key.utf8.count + answer.size }
    }
}
