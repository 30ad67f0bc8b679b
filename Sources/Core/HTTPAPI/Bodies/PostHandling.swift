import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The common handling of all POST requests: reads the whole body, and honours an idempotency key.
package struct PostHandling: Sendable {
    package let registry: DeviceRegistry
    package let limits: HTTPServerSettings

    /// Handles posts within limits.
    package init(registry: DeviceRegistry, limits: HTTPServerSettings) {
        self.registry = registry
        self.limits = limits
    }

    /// Answers a POST.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scope: The requests among which its idempotency key is unique.
    ///   - perform: Carries it out; not called if the same request was answered before, and called again if another server changes
    ///     the device at the same time. Gets the claim, to pass on with a
    ///     change of a device, so that the store writes the change and its answer together.
    /// - Throws: What `perform` throws; `unsupported-media-type`, `too-large`, `invalid-value` for a bad key,
    ///   `idempotency-key-reused`, `answer-not-kept`.
    package func answer(
        _ request: Request,
        in scope: IdempotencyScope,
        _ perform: (JSONBody, AnswerClaim?) async throws -> Held<Answer>
    ) async throws -> Response {
        let body = try await JSONBody(request, upTo: limits.bodyLimit)
        return try await once(request, body.bytes, in: scope) { claim in try await perform(body, claim) }
    }

    /// Carries a request out, or repeats its first answer.
    package func once(
        _ request: Request,
        _ body: [UInt8],
        in scope: IdempotencyScope,
        _ perform: (AnswerClaim?) async throws -> Held<Answer>
    ) async throws -> Response {
        guard let key = try request.idempotencyKey() else {
            return try await registry.answering { try await perform(nil) }.response()
        }
        let target = request.head.path ?? ""
        let fingerprint = RequestFingerprint(
            method: request.method.rawValue,
            // A question mark without a query makes no other request.
            path: target.utf8.last == UInt8(ascii: "?") ? String(target.dropLast()) : target,
            body: body
        )
        let answer = try await registry.once(key, fingerprint, in: scope, keeping: \Answer.stored, perform)
        switch answer {
        case .first(let answer): return answer.response()
        case .again(let stored): return Answer(replaying: stored).response()
        }
    }
}

extension Request {
    /// The idempotency key, if the request has one.
    ///
    /// - Throws: `invalid-value` for one that is not 1 to 255 visible ASCII characters.
    package func idempotencyKey() throws(Problem) -> String? {
        guard let key = header(.idempotencyKey) else { return nil }
        guard (1...DeviceRegistry.maximumKeyLength).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                .invalidValue,
                "An idempotency key has 1 to \(DeviceRegistry.maximumKeyLength, as: "limit") visible ASCII characters.",
                field: HTTPField.Name.idempotencyKey.rawName
            )
        }
        return key
    }
}
