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
            let wait = try WaitRequest(body.value(), at: "", limits: posts.registry.limits).routed(by: request, context)
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
    private static let defaultTimeout: Milliseconds = 10_000

    package let condition: Condition
    package internal(set) var after: SequenceNumber?
    package internal(set) var timeout: Milliseconds

    /// Reads a request.
    ///
    /// - Parameter limits: The longest timeout is in them; the default timeout is no longer than that.
    package init(_ value: Value, at path: String, limits: HostLimits = HostLimits()) throws(Rejection) {
        let longest = Milliseconds(Int64(limits.waitSeconds) * 1_000)
        var fields = try FieldReader(value, at: path)
        condition = try fields.nested("until", Condition.init(_:at:))
        after = try fields.optionalSequence("after", from: 0)
        timeout = try fields.seconds("timeoutSeconds", atMost: longest, orElse: min(Self.defaultTimeout, longest))
        try fields.finish()
    }
}
