import DeviceHost
import Hummingbird
import LifecycleKernel

/// What happens to a device: events, and the actions of its apps' own code.
///
/// One comes alone or several in an array, applied in order at one instant, all or nothing.
struct InputEndpoints: Sendable {
    let posts: PostHandling

    var routes: [Route] {
        [
            Route(.post, "/v1/devices/{device}/events", events),
            Route(.post, "/v1/devices/{device}/apps/{bundleID}/actions", actions),
        ]
    }

    @Sendable private func events(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try await apply(request, to: context.device()) { value, path throws(Rejection) in
            .event(try Event(value, at: path))
        }
    }

    @Sendable private func actions(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let bundleID = context.bundleID
        return try await apply(request, to: context.device()) { value, path throws(Rejection) in
            .action(bundleID, try Action(value, at: path))
        }
    }

    private func apply(
        _ request: Request,
        to id: DeviceID,
        _ read: (Value, String) throws(Rejection) -> Input
    ) async throws -> Response {
        try request.refuseQuery()
        let expected = try request.expectedSequence()
        return try await posts.answer(request, in: .device(id)) { body in
            let outcome: InputOutcome
            switch try body.inputs(atMost: posts.limits.inputLimit, read) {
            case .one(let input): outcome = try await posts.registry.apply(input, to: id, expecting: expected)
            case .list(let inputs): outcome = try await posts.registry.apply(inputs, to: id, expecting: expected)
            }
            return Answer(outcome, sequence: outcome.sequence)
        }
    }
}
