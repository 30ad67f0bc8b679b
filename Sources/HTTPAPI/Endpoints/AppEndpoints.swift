import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The apps on a device: install or update, list, read, explain, audit, uninstall.
struct AppEndpoints: Sendable {
    let posts: PostHandling

    private var registry: DeviceRegistry { posts.registry }

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/apps", list),
            Route(.put, "/v1/devices/{device}/apps/{bundleID}", install),
            Route(.get, "/v1/devices/{device}/apps/{bundleID}", read),
            Route(.delete, "/v1/devices/{device}/apps/{bundleID}", uninstall),
            Route(.get, "/v1/devices/{device}/apps/{bundleID}/explain", explain),
            Route(.get, "/v1/devices/{device}/apps/{bundleID}/energy", energy),
            Route(.get, "/v1/devices/{device}/apps/{bundleID}/audit", audit),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return request.answer("apps", try await registry.apps(on: context.device()))
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return request.answer(try await registry.app(context.bundleID, on: context.device()))
    }

    @Sendable private func explain(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return request.answer(try await registry.explanation(of: context.bundleID, on: context.device()))
    }

    @Sendable private func energy(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return request.answer(try await registry.energy(of: context.bundleID, on: context.device()))
    }

    @Sendable private func audit(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let reading = try await registry.audit(of: context.bundleID, on: context.device())
        return request.answer(HostedAudit(device: reading.device, audit: reading.value), at: reading.sequence)
    }

    @Sendable private func install(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        let bundleID = context.bundleID
        let expected = try await registry.expectedSequence(of: request, on: id)
        let body = try await JSONBody(request, upTo: posts.limits.bodyLimit)
        let manifest = try AppManifest(body.valueOrEmpty(), at: "", bundleID: bundleID)
        let installed = try await registry.install(manifest, on: id, expecting: expected)
        var answer = Answer(
            resource: installed.app,
            status: installed.isNew ? .created : .ok,
            sequence: installed.outcome.sequence
        )
        if installed.isNew { answer.headers[.location] = "/v1/devices/\(id)/apps/\(bundleID)" }
        return answer.response()
    }

    @Sendable private func uninstall(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        let expected = try await registry.expectedSequence(of: request, on: id)
        let outcome = try await registry.apply(.uninstall(context.bundleID), to: id, expecting: expected)
        return Response(status: .noContent, headers: [.eTag: EntityTag(outcome.sequence).header])
    }
}
