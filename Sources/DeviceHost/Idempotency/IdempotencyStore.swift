import DequeModule
import Synchronization

/// Numbers for claims of idempotency keys, each given once in the whole host.
final class ClaimNumbers: Sendable {
    private let last = Atomic<UInt64>(0)

    /// The next number.
    func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

/// Recent answers by idempotency key, and the requests that are being answered. A pure value.
///
/// Bounded by count, by bytes and by age: the oldest answers are evicted; requests being answered never are.
struct IdempotencyStore: Sendable {
    /// The result of claiming a key.
    enum Claim: Sendable {
        /// The request is the first with this key: it is carried out, then completed or abandoned with the token.
        case first(Token)
        /// The same request was answered before, with this answer.
        case replay(StoredAnswer)
        /// The key was used for another request.
        case conflict
        /// The first request with this key is being answered: wait, then claim again.
        case inProgress
        /// As many requests with keys are being answered as the store can hold.
        case full
    }

    /// The right to answer for a key.
    struct Token: Hashable, Sendable {
        /// The key.
        let key: String
        fileprivate var number: UInt64
    }

    private struct Entry {
        var fingerprint: RequestFingerprint
        var number: UInt64
        var answer: StoredAnswer?
        var waiting: [Promise<Void>] = []
    }

    private struct Answered {
        var token: Token
        var at: WallInstant
    }

    private var entries: [String: Entry] = [:]
    /// The keys answered, oldest first.
    private var answered: Deque<Answered> = []
    /// About how many bytes the answers take, with their keys.
    private(set) var bytes = 0
    /// How many answers were evicted, for room or for their age.
    private(set) var evicted = 0
    private let limits: HostLimits
    private let numbers: ClaimNumbers

    /// What an answer takes beside its body, its fields and its key, in bytes.
    private static let overhead = 256

    /// An empty store.
    ///
    /// - Parameters:
    ///   - limits: How much it keeps, and for how long.
    ///   - numbers: The numbers of claims, unique in the whole host, so that a token is valid in one store only.
    init(limits: HostLimits, numbers: ClaimNumbers) {
        self.limits = limits
        self.numbers = numbers
    }

    /// How many keys are kept.
    var count: Int { entries.count }

    /// Claims a key for a request.
    mutating func claim(_ key: String, _ fingerprint: RequestFingerprint, at now: WallInstant) -> Claim {
        dropOld(at: now)
        if let entry = entries[key] {
            guard entry.fingerprint == fingerprint else { return .conflict }
            return entry.answer.map(Claim.replay) ?? .inProgress
        }
        if entries.count >= max(1, limits.idempotencyKeys), !dropOldest() { return .full }
        let number = numbers.next()
        entries[key] = Entry(fingerprint: fingerprint, number: number)
        return .first(Token(key: key, number: number))
    }

    /// Fulfills a promise when the first request with the key has been answered.
    mutating func await(_ key: String, _ promise: Promise<Void>) {
        guard entries[key] != nil, entries[key]?.answer == nil else {
            promise.fulfill(())
            return
        }
        entries[key]?.waiting.append(promise)
    }

    /// Keeps the answer of a request, if it is not too large, and resumes the requests that wait for it.
    mutating func complete(_ token: Token, with answer: StoredAnswer, at now: WallInstant) {
        guard var entry = entries[token.key], entry.number == token.number, entry.answer == nil else { return }
        for promise in entry.waiting { promise.fulfill(()) }
        entry.waiting = []
        entry.answer = answer.kept(within: limits)
        bytes += Self.size(of: entry, token.key)
        entries[token.key] = entry
        answered.append(Answered(token: token, at: now))
        while bytes > limits.idempotencyBytes, dropOldest() {}
    }

    /// Drops a request that did nothing, and resumes the requests that wait for it: one of them is then the first.
    mutating func abandon(_ token: Token) {
        guard let entry = entries[token.key], entry.number == token.number, entry.answer == nil else { return }
        entries[token.key] = nil
        for promise in entry.waiting { promise.fulfill(()) }
    }

    /// Keeps an answer that was given before the server was started.
    ///
    /// - Parameters:
    ///   - age: How long ago it was given.
    ///   - now: The time now.
    mutating func restore(_ kept: KeyedAnswer, given age: Duration, before now: WallInstant) {
        guard case .first(let token) = claim(kept.key, kept.fingerprint, at: now) else { return }
        complete(token, with: kept.answer, at: now + (.zero - age))
    }

    /// Resumes all waiting requests, because the store is being dropped.
    func wakeAll() {
        for entry in entries.values {
            for promise in entry.waiting { promise.fulfill(()) }
        }
    }

    // MARK: Evicting

    /// Drops answers that are older than the limit.
    mutating func dropOld(at now: WallInstant) {
        let age = Duration.seconds(limits.idempotencySeconds)
        while let first = answered.first, now - first.at > age { _ = dropOldest() }
    }

    /// Drops the older half of the answers, at least one.
    mutating func dropOlderHalf() {
        for _ in 0..<(answered.count + 1) / 2 { _ = dropOldest() }
    }

    private mutating func dropOldest() -> Bool {
        guard let oldest = answered.popFirst()?.token else { return false }
        if let entry = entries.removeValue(forKey: oldest.key) { bytes -= Self.size(of: entry, oldest.key) }
        evicted += 1
        return true
    }

    private static func size(of entry: Entry, _ key: String) -> Int {
        overhead + key.utf8.count + (entry.answer?.size ?? 0)
    }
}
