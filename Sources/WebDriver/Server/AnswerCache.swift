import DeviceHost

/// The answers to requests with `X-Idempotency-Key`: the same key, method and path get the first answer again, and wait for
/// it while it is in the making. In memory only.
actor AnswerCache {
    /// How many keys are kept; the oldest go.
    static let limit = 1_000
    /// How long they are kept.
    static let lifetime = Duration.seconds(1_800)

    /// What a key is one of.
    struct Key: Hashable, Sendable {
        var key: String
        var method: String
        var path: String
    }

    private enum Entry {
        case pending([CheckedContinuation<DriverAnswer, Never>])
        case answered(DriverAnswer, at: WallInstant)
    }

    private let wall: any WallClock
    private var entries: [Key: Entry] = [:]
    /// The keys, oldest first.
    private var order: [Key] = []

    /// Makes a cache without answers.
    init(wall: any WallClock) {
        self.wall = wall
    }

    /// The first answer under a key; the caller whose request is the first makes it.
    func answer(_ key: Key, _ make: @Sendable () async -> DriverAnswer) async -> DriverAnswer {
        dropOld()
        switch entries[key] {
        case .answered(let answer, _)?: return answer
        case .pending(var waiting)?:
            return await withCheckedContinuation { continuation in
                waiting.append(continuation)
                entries[key] = .pending(waiting)
            }
        case nil: break
        }
        entries[key] = .pending([])
        order.append(key)
        let answer = await make()
        if case .pending(let waiting)? = entries[key] {
            for continuation in waiting { continuation.resume(returning: answer) }
        }
        entries[key] = .answered(answer, at: wall.now)
        return answer
    }

    /// Drops the answers that are too old or too many; what is in the making stays.
    private func dropOld() {
        let now = wall.now
        var excess = order.count - Self.limit + 1
        order.removeAll { key in
            guard case .answered(_, let time)? = entries[key], excess > 0 || time + Self.lifetime <= now else {
                return false
            }
            entries[key] = nil
            excess -= 1
            return true
        }
    }
}
