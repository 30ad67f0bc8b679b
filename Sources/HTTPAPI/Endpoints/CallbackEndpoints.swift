import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The callbacks that an attached app is in: hear of them, and return from them.
struct CallbackEndpoints: Sendable {
    let posts: PostHandling

    /// The longest that a request may wait for a callback, in seconds.
    private static let waitSeconds: ClosedRange<Int64> = 0...60

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/apps/{bundleID}/callbacks", waits: true, list),
            Route(.post, "/v1/devices/{device}/apps/{bundleID}/callbacks/{sequence}/complete", complete),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        // Those that have returned are in the timeline; here are only those in flight.
        if try query.bool("pending") == false { throw query.invalid("pending", "be true", "false", accepted: ["true"]) }
        let wait = try query.seconds("waitSeconds", in: Self.waitSeconds) ?? 0
        try query.finish()
        let callbacks = try await posts.registry.callbacks(
            of: context.bundleID,
            on: context.device(),
            timeout: .milliseconds(wait)
        )
        // No 304 here: who polls waits for a callback, and its time runs while nothing else changes.
        var answer = Answer(resource: WholeList("callbacks", callbacks.value), sequence: callbacks.sequence)
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
