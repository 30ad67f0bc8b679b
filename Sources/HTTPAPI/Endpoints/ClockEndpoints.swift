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
            Route(.post, "/v1/devices/{device}/clock/advance", isLong: true, advance),
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
        try request.refuseQuery()
        let id = try context.device()
        let expected = try await registry.expectedSequence(of: request, on: id)
        return try await posts.answer(request, in: .device(id)) { body, key in
            let advance = try Advance(body.value(), at: "")
            let answer: @Sendable (InputOutcome) -> Answer = { outcome in
                Answer(AdvanceDocument(outcome: outcome, advance: advance), sequence: outcome.sequence)
            }
            return answer(try await registry.advance(id, advance, expecting: expected, answer: key?.recipe(answer)))
        }
    }
}

/// What an advance did: what an input does, and why it stopped where it did.
private struct AdvanceDocument: FieldWritable {
    let outcome: InputOutcome
    let advance: Advance

    func write(to sink: inout some FieldSink) {
        outcome.write(to: &sink)
        sink.put("stopped", (outcome.stopped ?? .reached).rawValue)
        if advance.condition != nil { sink.put("met", outcome.stopped == .condition) }
        if outcome.stopped == .callback { sink.put("callbacks", list: outcome.callbacks) }
    }
}
