import DeviceHost
import HTTPTypes
import LifecycleKernel
import Synchronization
import WireFormat

/// The answers to requests with `X-Idempotency-Key`: the same key, dialect, method and path get the first answer again, and wait for
/// it while it is in the making. In memory only, or in the store if servers share one.
final class AnswerCache: Sendable {
    /// How many keys are kept; the oldest go.
    static let limit = 1_000
    /// How many bytes the answers that are kept may have, with their keys; the oldest go, and an answer that is larger is
    /// not kept.
    static let byteLimit = 16_777_216
    /// How long they are kept.
    static let lifetime = Duration.seconds(1_800)

    /// What a key is one of.
    struct Key: Hashable, Sendable {
        var dialect: Dialect
        var key: String
        var method: String
        var path: String

        /// Whether both are the same, byte for byte.
        static func == (left: Key, right: Key) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.dialect == right.dialect && left.method == right.method
                && left.path == right.path
        }

        func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: key) }

        /// How many bytes it takes to keep an answer under it, about.
        func cost(of answer: DriverAnswer) -> Int {
            answer.body.count + answer.type.utf8.count + key.utf8.count + method.utf8.count + path.utf8.count
        }

        /// Names it in a store, where a path may be too long for a name.
        fileprivate var name: String {
            let hash = RequestFingerprint(method: method, path: path, body: []).hash
            return "\(dialect.rawValue) \(String(hash, radix: 16)) \(key)"
        }
    }

    fileprivate struct State {
        var answers: [Key: (answer: DriverAnswer, time: WallInstant)] = [:]
        /// The keys, oldest first.
        var order: [Key] = []
        /// How many bytes the answers that are kept have.
        var byteCount = 0
    }

    private let wall: any WallClock
    /// Lets requests with the same key be answered one after another, so that those behind the first find its answer.
    private let turns: SharedTurns
    private let state = Mutex(State())
    /// The answers in a store that servers share. Then none are in `state`.
    private let items: SharedItems?

    /// Makes a cache without answers.
    init(in registry: DeviceRegistry) {
        wall = registry.wall
        turns = SharedTurns(in: registry)
        items = SharedItems(.driverAnswer, in: registry)
    }

    /// How many bytes the answers in memory have.
    var byteCount: Int { state.withLock(\.byteCount) }

    /// The first answer under a key; the caller whose request is the first makes it.
    ///
    /// - Returns: The answer. Only the one that was made now is of a command to be counted.
    /// - Throws: `storeUnreadable`, `overloaded` if it cannot be found out whether there is an answer. Then none was made.
    func answer(_ key: Key, _ make: @Sendable () async -> DriverAnswer) async throws -> DriverAnswer {
        try await turns.take(for: key.name) {
            if let kept = try await kept(under: key) { return kept }
            let answer = await make()
            await keep(answer.repeated, under: key)
            return answer
        }
    }

    private func kept(under key: Key) async throws -> DriverAnswer? {
        guard let items else {
            return state.withLock { state in
                state.evictExpired(at: wall.now)
                return state.answers[key]?.answer
            }
        }
        guard let kept = try await items.value(named: key.name).flatMap(KeptAnswer.init(kept:)) else { return nil }
        return kept.isOld(at: wall.now) ? nil : kept.answer
    }

    private func keep(_ answer: DriverAnswer, under key: Key) async {
        let now = wall.now
        guard let items else {
            return state.withLock { state in
                state.answers[key] = (answer, now)
                state.order.append(key)
                state.byteCount += key.cost(of: answer)
                state.evictExpired(at: now)
            }
        }
        let kept = KeptAnswer(answer: answer, time: now)
        guard key.cost(of: answer) <= Self.byteLimit else { return }
        // Whoever repeats the request carries it out again if this fails.
        try? await items.change(key.name) { $0 = kept.kept }
    }

    /// Removes the answers from the store that are too old, too many or too large together.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func removeOld() async throws {
        guard let items else { return }
        var (count, bytes) = (0, 0)
        for item in try await items.all().reversed() {
            count += 1
            bytes += (item.value?.count ?? 0) + item.name.utf8.count
            let isOld = item.value.flatMap(KeptAnswer.init(kept:))?.isOld(at: wall.now) ?? true
            guard isOld || count > Self.limit || bytes > Self.byteLimit else { continue }
            try await items.change(item.name) { if $0 == item.value { $0 = nil } }
        }
    }
}

extension AnswerCache.State {
    /// Drops the answers that are too old, too many or too large together.
    fileprivate mutating func evictExpired(at now: WallInstant) {
        var excess = order.count - AnswerCache.limit
        order.removeAll { key in
            guard let kept = answers[key],
                excess > 0 || byteCount > AnswerCache.byteLimit || kept.time + AnswerCache.lifetime <= now
            else { return false }
            answers[key] = nil
            byteCount -= key.cost(of: kept.answer)
            excess -= 1
            return true
        }
    }
}

/// An answer in a store.
private struct KeptAnswer: FieldWritable {
    let answer: DriverAnswer
    let time: WallInstant

    init(answer: DriverAnswer, time: WallInstant) {
        self.answer = answer
        self.time = time
    }

    var kept: [UInt8] { JSONText.write(self) }

    func write(to sink: inout some FieldSink) {
        sink.put("time", time.nanoseconds)
        sink.put("status", Int64(answer.status.code))
        sink.put("type", answer.type)
        sink.put("body", String(decoding: answer.body, as: UTF8.self))
    }

    /// Reads what `kept` was; nil if it was written otherwise.
    init?(kept bytes: [UInt8]) {
        guard let value = try? JSONText.parse(bytes), let time = value["time"]?.whole,
            let status = value["status"]?.whole, let type = value["type"]?.text, let body = value["body"]?.text
        else { return nil }
        self.init(
            answer: DriverAnswer(status: .init(code: Int(clamping: status)), type: type, body: Array(body.utf8)),
            time: WallInstant(nanoseconds: time)
        )
    }

    func isOld(at now: WallInstant) -> Bool { time + AnswerCache.lifetime <= now }
}
