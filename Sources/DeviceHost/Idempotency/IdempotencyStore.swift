import DequeModule
import Synchronization

/// Numbers for claims of idempotency keys, each given once in the whole host.
final class ClaimNumbers: Sendable {
    private let last = Atomic<UInt64>(0)

    /// The next number.
    func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

/// The answers given lately, by idempotency key, and the requests that are being answered. A pure value.
///
/// Bounded by count, by bytes and by age: the oldest answers make room; requests being answered never do.
struct IdempotencyStore: Sendable {
    /// What becomes of a request with a key.
    enum Claim: Sendable {
        /// It is the first with this key: it is carried out, and completed or abandoned with the token.
        case first(Token)
        /// It has been answered so.
        case replay(StoredAnswer)
        /// The key was used for another request.
        case conflict
        /// The first one with this key is being answered: wait, then claim again.
        case inProgress
        /// So many requests with keys are being answered that no other can be remembered.
        case full
    }

    /// The right to answer for a key.
    struct Token: Hashable, Sendable {
        fileprivate var key: String
        fileprivate var number: UInt64
    }

    private struct Entry {
        var fingerprint: RequestFingerprint
        var number: UInt64
        var answer: StoredAnswer?
        var waiting: [WakeUp<Void>] = []
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
    /// How many answers have made room for others, or became too old.
    private(set) var evicted = 0
    private let limits: HostLimits
    private let numbers: ClaimNumbers

    /// What an answer takes beside its body, its fields and its key, in bytes.
    private static let overhead = 256

    /// An empty store.
    ///
    /// - Parameters:
    ///   - limits: How much it keeps, and for how long.
    ///   - numbers: The numbers of claims: of the whole host, so that a token is good in no other store.
    init(limits: HostLimits, numbers: ClaimNumbers) {
        self.limits = limits
        self.numbers = numbers
    }

    /// How many keys are known.
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

    /// Lets a wake-up be given when the first request with the key has been answered.
    mutating func await(_ key: String, _ wakeUp: WakeUp<Void>) {
        guard entries[key] != nil, entries[key]?.answer == nil else {
            wakeUp.give(())
            return
        }
        entries[key]?.waiting.append(wakeUp)
    }

    /// Keeps the answer of a request, if it is not too large, and wakes those who wait for it.
    mutating func complete(_ token: Token, with answer: StoredAnswer, at now: WallInstant) {
        guard var entry = entries[token.key], entry.number == token.number, entry.answer == nil else { return }
        for wakeUp in entry.waiting { wakeUp.give(()) }
        entry.waiting = []
        entry.answer = answer.kept(within: limits)
        bytes += Self.size(of: entry, token.key)
        entries[token.key] = entry
        answered.append(Answered(token: token, at: now))
        while bytes > limits.idempotencyBytes, dropOldest() {}
    }

    /// Forgets a request that did nothing, and wakes those who wait for it: one of them is then the first.
    mutating func abandon(_ token: Token) {
        guard let entry = entries[token.key], entry.number == token.number, entry.answer == nil else { return }
        entries[token.key] = nil
        for wakeUp in entry.waiting { wakeUp.give(()) }
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

    /// Wakes everyone who waits, because the store goes away.
    func wakeAll() {
        for entry in entries.values {
            for wakeUp in entry.waiting { wakeUp.give(()) }
        }
    }

    // MARK: Making room

    /// Forgets what was given so long ago that nobody asks for it any more.
    mutating func dropOld(at now: WallInstant) {
        let age = Duration.seconds(limits.idempotencySeconds)
        while let first = answered.first, now - first.at > age { _ = dropOldest() }
    }

    /// Gives up the older half of the answers, at least one.
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
