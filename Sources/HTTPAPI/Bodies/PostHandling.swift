import DeviceHost
import HTTPTypes
import Hummingbird

/// What all requests that do something have in common: their body is read whole, and an idempotency key is honoured.
struct PostHandling: Sendable {
    let registry: DeviceRegistry
    let limits: HTTPServerSettings

    /// Answers a POST.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scope: Where its idempotency key is known.
    ///   - perform: Carries it out; not called when the same request was answered before. With a key it is given that
    ///     as well: what changes a device hands it on, so that the journal keeps the change and its answer together.
    /// - Throws: What `perform` throws; `unsupported-media-type`, `too-large`, `invalid-value` for a bad key,
    ///   `idempotency-key-reused`.
    func answer(
        _ request: Request,
        in scope: IdempotencyScope,
        _ perform: (JSONBody, RequestKey?) async throws -> Answer
    ) async throws -> Response {
        let body = try await JSONBody(request, upTo: limits.bodyLimit)
        return try await once(request, body.bytes, in: scope) { key in try await perform(body, key) }
    }

    /// Carries a request out, or gives the answer that it got before.
    func once(
        _ request: Request,
        _ body: [UInt8],
        in scope: IdempotencyScope,
        _ perform: (RequestKey?) async throws -> Answer
    ) async throws -> Response {
        guard let key = try request.idempotencyKey() else { return try await perform(nil).response() }
        let fingerprint = RequestFingerprint(
            method: request.method.rawValue,
            path: request.head.path ?? "",
            body: body
        )
        switch try await registry.claim(key, fingerprint, in: scope) {
        case .replay(let stored):
            return Answer(replaying: stored).response()
        case .first(let token):
            let key = RequestKey(key: key, fingerprint: fingerprint)
            return try await complete(token) { try await perform(key) }.response()
        }
    }

    private func complete(_ token: AnswerToken, _ perform: () async throws -> Answer) async throws -> Answer {
        do {
            let answer = try await perform()
            if answer.isSuccess {
                await registry.complete(token, with: answer.stored)
            } else {
                await registry.abandon(token)
            }
            return answer
        } catch {
            await registry.abandon(token)
            throw error
        }
    }
}

/// The idempotency key of a request that is the first with it.
struct RequestKey: Sendable {
    let key: String
    let fingerprint: RequestFingerprint

    /// How the answer under the key is made.
    func recipe<Outcome>(_ answer: @escaping @Sendable (Outcome) -> Answer) -> AnswerRecipe<Outcome> {
        AnswerRecipe(key: key, fingerprint: fingerprint) { answer($0).stored }
    }
}

extension Request {
    /// The idempotency key, if the request has one.
    ///
    /// - Throws: `invalid-value` for one that is not 1 to 255 visible ASCII characters.
    func idempotencyKey() throws(Problem) -> String? {
        guard let key = header(.idempotencyKey) else { return nil }
        guard (1...DeviceRegistry.maximumKeyLength).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                .invalidValue,
                "An idempotency key has 1 to \(DeviceRegistry.maximumKeyLength) visible ASCII characters.",
                field: HTTPField.Name.idempotencyKey.rawName
            )
        }
        return key
    }
}
