import DeviceHost
import Hummingbird
import LifecycleKernel
import WireFormat

/// A device's clock: read it, change how it runs, move it.
package struct ClockEndpoints: Sendable {
    let posts: PostHandling

    private var registry: DeviceRegistry { posts.registry }

    /// The media types of a change of the clock: JSON, and JSON Merge Patch, which means the same here.
    package static let patchTypes = [MediaType.json, MediaType.mergePatch]

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/clock", read),
            Route(.patch, "/v1/devices/{device}/clock", change),
            Route(.post, "/v1/devices/{device}/clock/advance", advance),
        ]
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return request.answer(try await registry.clock(of: context.device()))
    }

    @Sendable private func change(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        let expected = try await registry.expectedSequence(of: request, on: id)
        let body = try await JSONBody(request, upTo: posts.limits.bodyLimit, as: Self.patchTypes)
        let change = try ClockChange(body.value(), at: "")
        _ = try await registry.changeClock(of: id, change, expecting: expected)
        let clock = try await registry.clock(of: id)
        return Answer(resource: clock.value, sequence: clock.sequence).response()
    }

    @Sendable private func advance(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let form = try OutcomeForm(request)
        let id = try context.device()
        let expected = try await registry.expectedSequence(of: request, on: id)
        return try await posts.answer(request, in: .device(id)) { body, claim in
            let advance = try Advance(body.value(), at: "")
            let held = try await registry.begin(.advance(advance), to: id, expecting: expected, under: claim)
            return try await posts.answer(applied: held, form) { outcome, vocabulary in
                AdvanceDocument(outcome: outcome, vocabulary: vocabulary, advance: advance)
            }
        }
    }
}

/// What an advance did: what an input does, and why it stopped where it did.
private struct AdvanceDocument: FieldWritable {
    let outcome: InputOutcome
    let vocabulary: Vocabulary
    let advance: Advance

    func write(to sink: inout some FieldSink) {
        outcome.write(to: &sink, vocabulary)
        sink.put("stopped", (outcome.stopped ?? .reached).rawValue)
        if advance.condition != nil { sink.put("met", outcome.stopped == .condition) }
    }
}

/// Waiting until something has happened on a device.
struct WaitEndpoints: Sendable {
    let posts: PostHandling

    var routes: [Route] {
        [Route(.post, "/v1/devices/{device}/wait", waits: true, wait)]
    }

    @Sendable private func wait(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        return try await posts.answer(request, in: .device(id)) { body, _ in
            let wait = try WaitRequest(body.value(), at: "", limits: posts.registry.limits)
            let outcome = try await posts.registry.wait(
                on: id,
                until: wait.condition,
                after: wait.after,
                timeout: .milliseconds(wait.timeout)
            )
            guard outcome.end != .shutdown else { throw Problem(notReady: .stopping) }
            // An answer that nobody gets is not kept under the key.
            guard outcome.end != .cancelled else { throw Problem.disconnected }
            return Held(Answer(outcome, sequence: outcome.sequence, in: request.language))
        }
    }
}

/// The body of a wait request.
package struct WaitRequest {
    private static let defaultTimeout: Milliseconds = 10_000

    package let condition: Condition
    package let after: SequenceNumber?
    package let timeout: Milliseconds

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
