import DeviceHost
import Hummingbird
import LifecycleKernel
import Scenarios
import WireFormat

/// Scenarios: runs the scenario in the body, on a device of its own that no other request can use; and exports the timeline
/// of a device as a scenario.
struct ScenarioEndpoints: Sendable {
    let posts: PostHandling

    private static let mediaTypes = [MediaType.json] + MediaType.yaml

    var routes: [Route] {
        [
            Route(.post, "/v1/scenarios/run") { request, _ in try await run(request) },
            Route(.get, "/v1/devices/{device}/scenario", record),
        ]
    }

    private func run(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let failing = try query.choice("failOnFindings", as: FailingFindings.self)
        try query.finish()
        let limit = min(posts.limits.bodyLimit, ScenarioLimits.bytes)
        let (bytes, type) = try await request.bytes(upTo: limit, oneOf: Self.mediaTypes)
        return try await posts.once(request, bytes, in: .creation) { _ in
            let scenario = try scenario(bytes, MediaType.yaml.contains(type ?? "") ? .yaml : .json)
            let report = await ScenarioRunner.run(
                scenario,
                on: InProcessTarget(),
                failingOnFindings: failing?.severity
            )
            return Held(Answer(report))
        }
    }

    /// The timeline of a device as a scenario that checks everything after a sequence.
    @Sendable private func record(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        let after = try query.sequence("after") ?? 0
        let asItShouldBe = try query.bool("asItShouldBe") ?? false
        try query.finish()
        let id = try context.device()
        let timeline = try await posts.registry.completeTimeline(of: id)
        let recorder = ScenarioRecorder(
            name: id.description,
            device: timeline.initialSettings.value,
            checksAfter: after,
            asItShouldBe: asItShouldBe
        )
        let document = try recorder.document(of: timeline.records.map(\.value), until: timeline.now)
        return .text(try ScenarioFile.yaml(document), type: MediaType.yaml[0])
    }

    private func scenario(_ bytes: [UInt8], _ format: DocumentFile.Format) throws -> Scenario {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.malformedBody, "The body is not UTF-8.")
        }
        do {
            return try ScenarioFile.parse(text: text, name: "", format: format)
        } catch {
            throw error.rejection
        }
    }
}
