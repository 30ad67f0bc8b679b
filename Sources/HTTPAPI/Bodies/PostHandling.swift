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
    ///   - perform: Carries it out; not called when the same request was answered before.
    /// - Throws: What `perform` throws; `unsupported-media-type`, `too-large`, `invalid-value` for a bad key,
    ///   `idempotency-key-reused`.
    func answer(
        _ request: Request,
        in scope: IdempotencyScope,
        _ perform: (JSONBody) async throws -> Answer
    ) async throws -> Response {
        let body = try await JSONBody(request, upTo: limits.bodyLimit)
        return try await once(request, body.bytes, in: scope) { try await perform(body) }
    }

    /// Carries a request out, or gives the answer that it got before.
    func once(
        _ request: Request,
        _ body: [UInt8],
        in scope: IdempotencyScope,
        _ perform: () async throws -> Answer
    ) async throws -> Response {
        guard let key = try request.idempotencyKey() else { return try await perform().response }
        let fingerprint = RequestFingerprint(
            method: request.method.rawValue,
            path: request.head.path ?? "",
            body: body
        )
        switch try await registry.claim(key, fingerprint, in: scope) {
        case .replay(let stored):
            return Answer(replaying: stored).response
        case .first(let token):
            return try await complete(token, perform).response
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

extension Request {
    /// The idempotency key, if the request has one.
    ///
    /// - Throws: `invalid-value` for one that is not 1 to 255 visible ASCII characters.
    func idempotencyKey() throws(Problem) -> String? {
        guard let key = headers[.idempotencyKey] else { return nil }
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
