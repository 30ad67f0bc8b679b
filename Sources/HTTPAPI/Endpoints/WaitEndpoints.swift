import DeviceHost
import Hummingbird
import LifecycleKernel
import WireFormat

/// Waiting until something has happened on a device.
struct WaitEndpoints: Sendable {
    let posts: PostHandling

    var routes: [Route] {
        [Route(.post, "/v1/devices/{device}/wait", waits: true, reach: .wait, wait)]
    }

    @Sendable private func wait(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        return try await posts.answer(request, in: .device(id)) { body, _ in
            let wait = try WaitRequest(body.value(), at: "").routed(by: request, context)
            let outcome = try await posts.registry.wait(
                on: id,
                until: wait.condition,
                after: wait.after,
                timeout: .milliseconds(wait.timeout)
            )
            guard outcome.end != .shutdown else { throw Problem(notReady: .stopping) }
            // An answer that nobody gets is not kept under the key.
            guard outcome.end != .cancelled else { throw Problem.disconnected }
            return Answer(outcome, sequence: outcome.sequence)
        }
    }
}

/// The body of a wait request.
package struct WaitRequest {
    /// The maximum and the default timeout.
    private static let maximumTimeout: Milliseconds = 300_000
    private static let defaultTimeout: Milliseconds = 10_000

    package let condition: Condition
    package internal(set) var after: SequenceNumber?
    package internal(set) var timeout: Milliseconds

    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        condition = try fields.nested("until", Condition.init(_:at:))
        after = try fields.optionalSequence("after", from: 0)
        timeout = try fields.seconds("timeoutSeconds", atMost: Self.maximumTimeout, orElse: Self.defaultTimeout)
        try fields.finish()
    }
}
