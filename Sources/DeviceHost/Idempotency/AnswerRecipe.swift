import LifecycleKernel

/// Makes the answer to a request with an idempotency key as soon as the request has been carried out, so that the journal
/// writes the change and its answer in one transaction.
public struct AnswerRecipe<Outcome>: Sendable {
    /// The key.
    package var key: String
    /// What tells the request from others with the same key.
    package var fingerprint: RequestFingerprint
    /// Makes the answer.
    package var answer: @Sendable (Outcome) -> StoredAnswer

    /// Makes a recipe.
    package init(
        key: String,
        fingerprint: RequestFingerprint,
        answer: @escaping @Sendable (Outcome) -> StoredAnswer
    ) {
        self.key = key
        self.fingerprint = fingerprint
        self.answer = answer
    }

    /// The answer, as a journal keeps it.
    ///
    /// - Parameter date: When it is given.
    func keyed(_ outcome: Outcome, within limits: HostLimits, on date: Instant) -> KeyedAnswer {
        let answer = answer(outcome).kept(within: limits)
        return KeyedAnswer(key: key, fingerprint: fingerprint, answer: answer, givenAt: date)
    }
}
