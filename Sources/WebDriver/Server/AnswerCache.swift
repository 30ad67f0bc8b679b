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

    private enum Entry {
        /// With who waits for it: nil tells them that it could not be made here.
        case pending([CheckedContinuation<DriverAnswer?, Never>])
        case answered(DriverAnswer, at: WallInstant)
    }

    private let wall: any WallClock
    private var entries: [Key: Entry] = [:]
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
    /// - Parameter make: Makes the answer. If it throws, nothing is kept, and the next of the callers that wait makes it.
    /// - Returns: The answer. Only the one that was made now is of a command to be counted.
    /// - Throws: What `make` throws.
    func answer<Failure>(
        _ key: Key,
        _ make: @Sendable () async throws(Failure) -> DriverAnswer
    ) async throws(Failure) -> DriverAnswer {
        dropOld(besides: 1)
        while let entry = entries[key] {
            if let answer = await finished(entry, key) { return answer }
        }
        entries[key] = .pending([])
        order.append(key)
        let answer: DriverAnswer
        do {
            answer = try await make()
        } catch {
            let waiting = self.waiting(for: key)
            entries[key] = nil
            order.removeAll { $0 == key }
            for continuation in waiting { continuation.resume(returning: nil) }
            throw error
        }
        let waiting = self.waiting(for: key)
        let repeated = answer.repeated
        entries[key] = .answered(repeated, at: wall.now)
        for continuation in waiting { continuation.resume(returning: repeated) }
        byteCount += key.cost(of: answer)
        dropOld(besides: 0)
        return answer
    }

    /// The answer that is kept, or that is in the making; nil if it could not be made.
    private func finished(_ entry: Entry, _ key: Key) async -> DriverAnswer? {
        switch entry {
        case .answered(let answer, _): answer
        case .pending(var waiting):
            await withCheckedContinuation { continuation in
                waiting.append(continuation)
                entries[key] = .pending(waiting)
            }
        }
    }

    private func waiting(for key: Key) -> [CheckedContinuation<DriverAnswer?, Never>] {
        if case .pending(let waiting)? = entries[key] { waiting } else { [] }
    }

    /// Drops the answers that are too old, too many or too large together; what is in the making stays.
    ///
    /// - Parameter coming: How many keys are about to be added.
    private func dropOld(besides coming: Int) {
        let now = wall.now
        var excess = order.count + coming - Self.limit
        order.removeAll { key in
            guard case .answered(let answer, let time)? = entries[key],
                excess > 0 || byteCount > Self.byteLimit || time + Self.lifetime <= now
            else { return false }
            entries[key] = nil
            byteCount -= key.cost(of: answer)
            excess -= 1
            return true
        }
    }
}
