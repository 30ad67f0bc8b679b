import LifecycleKernel

extension DeviceRegistry {
    /// The longest idempotency key, in bytes.
    package static let maximumKeyLength = 255

    /// Carries out a request once for an idempotency key: the same request again, even at the same time, gets the
    /// first one's answer.
    ///
    /// Only answers with a status from 200 to 299 are kept. After any other, and after an error, the key is free again.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fingerprint: Identifies the request.
    ///   - scope: The requests among which the key is unique.
    ///   - stored: The answer as it is kept.
    ///   - request: Carries out the request.
    /// - Throws: What the request throws; `HostError.idempotencyKeyReused` when the key was used for another request;
    ///   `answerNotKept` when the first answer was too large; `rejected` for a key that is empty or too long;
    ///   `unknownDevice`; `overloaded`.
    package func once<Answer>(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        in scope: IdempotencyScope,
        keeping stored: (Answer) -> StoredAnswer,
        _ request: () async throws -> Answer
    ) async throws -> OnceAnswer<Answer> {
        switch try await claim(key, fingerprint, in: scope) {
        case .replay(let answer): return .again(answer)
        case .first(let token):
            do {
                let answer = try await request()
                let stored = stored(answer)
                if stored.isSuccess { await complete(token, with: stored) } else { await abandon(token) }
                return .first(answer)
            } catch {
                await abandon(token)
                throw error
            }
        }
    }

    /// Claims an idempotency key, waiting while the first request with it is being answered.
    ///
    /// The caller that gets `.first` must complete or abandon the claim, because others may wait for it. `once` does so.
    ///
    /// - Throws: As `once`.
    func claim(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        in scope: IdempotencyScope
    ) async throws(HostError) -> AnswerClaim {
        guard !key.isEmpty, key.utf8.count <= Self.maximumKeyLength else {
            let detail = "An idempotency key has 1 to \(Self.maximumKeyLength) bytes."
            throw .rejected(Rejection(.invalidValue, detail, field: "Idempotency-Key"), index: nil)
        }
        switch scope {
        case .creation: return try await creations.claim(key, fingerprint)
        case .device(let id): return try await shard(of: id).claim(key, fingerprint, on: id)
        }
    }

    /// Keeps the answer of the first request with a key, and resumes the requests that wait for it.
    func complete(_ token: AnswerToken, with answer: StoredAnswer) async {
        switch token.scope {
        case .creation: await creations.complete(token.token, with: answer)
        case .device(let id): await shard(of: id).complete(token.token, on: id, with: answer)
        }
    }

    /// Frees a key whose first request did nothing; one of the requests that wait for it is then the first.
    func abandon(_ token: AnswerToken) async {
        switch token.scope {
        case .creation: await creations.abandon(token.token)
        case .device(let id): await shard(of: id).abandon(token.token, on: id)
        }
    }
}
