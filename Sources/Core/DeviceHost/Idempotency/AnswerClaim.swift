import Synchronization

/// The requests among which an idempotency key is unique.
package enum IdempotencyScope: Hashable, Sendable {
    /// Among the requests that create devices.
    case creation
    /// Among the requests to one device.
    case device(DeviceID)
}

/// The answer to a request with an idempotency key.
package enum OnceAnswer<Answer> {
    /// The request was the first with the key, and has been carried out now.
    case first(Answer)
    /// The same request was answered before, with this answer.
    case again(StoredAnswer)
}

/// The right, and the duty, to answer the first request with an idempotency key.
///
/// A change that the request makes takes the claim along. The request then makes its answer from the outcome, outside of
/// the shard, and gives it to the claim. The store waits for it, so that it writes the change and its answer in one
/// transaction.
package final class AnswerClaim: Sendable {
    let scope: IdempotencyScope
    package let key: String
    package let fingerprint: RequestFingerprint
    /// Fulfilled when the answer has been made; with nil if there will be none to keep.
    let promise = Promise<KeyedAnswer?>()
    private let change = Atomic(false)

    init(_ key: String, _ fingerprint: RequestFingerprint, in scope: IdempotencyScope) {
        self.scope = scope
        self.key = key
        self.fingerprint = fingerprint
    }

    /// The answer; nil before it has been made, and if there is none to keep.
    var answer: KeyedAnswer? { promise.fulfilledValue ?? nil }

    /// Whether a change of a device has taken it along: the store then writes its answer with that.
    var isInChange: Bool { change.load(ordering: .relaxed) }

    /// Notes that a change of a device takes it along.
    func noteChange() { change.store(true, ordering: .relaxed) }

    /// Whether the answer has been made, or there will be none: the request has failed, or its device was deleted.
    var isOver: Bool { promise.fulfilledValue != nil }
}
