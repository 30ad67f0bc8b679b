import DeviceHost
import Hummingbird
import LifecycleKernel
import Scenarios

/// Carries out a scenario that comes in the body, on a device of its own that nobody else sees.
struct ScenarioEndpoints: Sendable {
    let posts: PostHandling

    private static let mediaTypes = [MediaType.json] + MediaType.yaml

    var routes: [Route] {
        [Route(.post, "/v1/scenarios/run") { request, _ in try await run(request) }]
    }

    private func run(_ request: Request) async throws -> Response {
        try request.refuseQuery()
        let type = try request.mediaType(oneOf: Self.mediaTypes) ?? MediaType.json
        let bytes = try await request.bytes(upTo: min(posts.limits.bodyLimit, ScenarioLimits.bytes))
        return try await posts.once(request, bytes, in: .creation) {
            let scenario = try scenario(bytes, type == MediaType.json ? .json : .yaml)
            return Answer(await ScenarioRunner.run(scenario, on: InProcessTarget()))
        }
    }

    private func scenario(_ bytes: [UInt8], _ format: ScenarioFile.Format) throws -> Scenario {
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
