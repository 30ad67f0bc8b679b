import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The callbacks of an attached app: list those in flight, and return from them.
struct CallbackEndpoints: Sendable {
    let posts: PostHandling

    /// The longest that a request may wait for a callback, in seconds, if the host lets any request wait so long.
    private static let longestWait: Int64 = 60

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/apps/{bundleID}/callbacks", waits: true, list),
            Route(.post, "/v1/devices/{device}/apps/{bundleID}/callbacks/{sequence}/complete", complete),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        // Callbacks that have returned are only in the timeline.
        if try query.bool("pending") == false { throw query.invalid("pending", "be true", "false", accepted: ["true"]) }
        let longest = min(Self.longestWait, Int64(posts.registry.limits.waitSeconds))
        let wait = try query.seconds("waitSeconds", in: 0...longest) ?? 0
        try query.finish()
        let callbacks = try await posts.registry.callbacks(
            of: context.bundleID,
            on: context.device(),
            timeout: .milliseconds(wait)
        )
        // No 304: a poll waits for a callback, whose remaining time changes while nothing else does.
        var answer = Answer(resource: callbacks.value, sequence: callbacks.sequence)
        answer.headers[.cacheControl] = "no-store"
        return answer.response()
    }

    @Sendable private func complete(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        let bundleID = context.bundleID
        let callback = try context.callbackSequence()
        let expected = try await posts.registry.expectedSequence(of: request, on: id)
        return try await posts.answer(request, in: .device(id)) { body, key in
            let completion = try Completion(body.valueOrEmpty(), at: "", callback: callback)
            let outcome = try await posts.registry.apply(
                .completion(bundleID, completion),
                to: id,
                expecting: expected,
                answer: key?.recipe(Answer.init(applied:))
            )
            return Answer(applied: outcome)
        }
    }
}
