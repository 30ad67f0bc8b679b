import DeviceHost
import LifecycleKernel

/// The answers to requests with `X-Idempotency-Key`: the same key, method and path get the first answer again, and wait for
/// it while it is in the making. In memory only.
actor AnswerCache {
    /// How many keys are kept; the oldest go.
    static let limit = 1_000
    /// How many bytes the answers that are kept may have, with their keys; the oldest go, and an answer that is larger is
    /// not kept.
    static let byteLimit = 16_777_216
    /// How long they are kept.
    static let lifetime = Duration.seconds(1_800)

    /// What a key is one of.
    struct Key: Hashable, Sendable {
        var key: String
        var method: String
        var path: String

        /// Whether both are the same, byte for byte.
        static func == (left: Key, right: Key) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.method == right.method && left.path == right.path
        }

        func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: key) }

        /// How many bytes it takes to keep an answer under it, about.
        func cost(of answer: DriverAnswer) -> Int {
            answer.body.count + answer.type.utf8.count + key.utf8.count + method.utf8.count + path.utf8.count
        }
    }

    private let wall: any WallClock
    /// Lets requests with the same key be answered one after another, so that those behind the first find its answer.
    private let turns = TurnOrder<Key>()
    private var answers: [Key: (answer: DriverAnswer, time: WallInstant)] = [:]
    /// The keys, oldest first.
    private var order: [Key] = []
    /// How many bytes the answers that are kept have.
    private(set) var byteCount = 0

    /// Makes a cache without answers.
    init(wall: any WallClock) {
        self.wall = wall
    }

    /// The first answer under a key; the caller whose request is the first makes it.
    ///
    /// - Returns: The answer. Only the one that was made now is of a command to be counted.
    func answer(_ key: Key, _ make: @Sendable () async -> DriverAnswer) async -> DriverAnswer {
        await turns.take(for: key) {
            dropOld()
            if let kept = answers[key] { return kept.answer }
            let answer = await make()
            answers[key] = (answer.repeated, wall.now)
            order.append(key)
            byteCount += key.cost(of: answer)
            dropOld()
            return answer
        }
    }

    /// Drops the answers that are too old, too many or too large together.
    private func dropOld() {
        let now = wall.now
        var excess = order.count - Self.limit
        order.removeAll { key in
            guard let kept = answers[key],
                excess > 0 || byteCount > Self.byteLimit || kept.time + Self.lifetime <= now
            else { return false }
            answers[key] = nil
            byteCount -= key.cost(of: kept.answer)
            excess -= 1
            return true
        }
    }
}
