import DequeModule

/// The answers given lately, by idempotency key, and the requests that are being answered. A pure value.
///
/// Bounded by count and by bytes: the oldest answers make room; requests being answered never do.
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

    private var entries: [String: Entry] = [:]
    /// The keys answered, oldest first, with the number of their entry.
    private var answered: Deque<Token> = []
    private var bytes = 0
    private var lastNumber: UInt64 = 0
    private let keyLimit: Int
    private let byteLimit: Int

    /// An empty store.
    init(keyLimit: Int, byteLimit: Int) {
        self.keyLimit = max(1, keyLimit)
        self.byteLimit = byteLimit
    }

    /// How many keys are known.
    var count: Int { entries.count }

    /// Claims a key for a request.
    mutating func claim(_ key: String, _ fingerprint: RequestFingerprint) -> Claim {
        if let entry = entries[key] {
            guard entry.fingerprint == fingerprint else { return .conflict }
            return entry.answer.map(Claim.replay) ?? .inProgress
        }
        if entries.count >= keyLimit, !dropOldest() { return .full }
        lastNumber += 1
        entries[key] = Entry(fingerprint: fingerprint, number: lastNumber)
        return .first(Token(key: key, number: lastNumber))
    }

    /// Lets a wake-up be given when the first request with the key has been answered.
    mutating func await(_ key: String, _ wakeUp: WakeUp<Void>) {
        guard entries[key] != nil, entries[key]?.answer == nil else {
            wakeUp.give(())
            return
        }
        entries[key]?.waiting.append(wakeUp)
    }

    /// Keeps the answer of a request and wakes those who wait for it.
    mutating func complete(_ token: Token, with answer: StoredAnswer) {
        guard var entry = entries[token.key], entry.number == token.number else { return }
        for wakeUp in entry.waiting { wakeUp.give(()) }
        entry.waiting = []
        entry.answer = answer
        entries[token.key] = entry
        answered.append(token)
        bytes += answer.body.count
        while bytes > byteLimit, answered.count > 1 { _ = dropOldest() }
    }

    /// Forgets a request that did nothing, and wakes those who wait for it: one of them is then the first.
    mutating func abandon(_ token: Token) {
        guard let entry = entries[token.key], entry.number == token.number, entry.answer == nil else { return }
        entries[token.key] = nil
        for wakeUp in entry.waiting { wakeUp.give(()) }
    }

    /// Keeps an answer that was given before the server was started.
    mutating func restore(_ kept: KeyedAnswer) {
        guard case .first(let token) = claim(kept.key, kept.fingerprint) else { return }
        complete(token, with: kept.answer)
    }

    /// Wakes everyone who waits, because the store goes away.
    func wakeAll() {
        for entry in entries.values {
            for wakeUp in entry.waiting { wakeUp.give(()) }
        }
    }

    private mutating func dropOldest() -> Bool {
        guard let oldest = answered.popFirst() else { return false }
        bytes -= entries[oldest.key]?.answer?.body.count ?? 0
        entries[oldest.key] = nil
        return true
    }
}
