import DeviceHost
import Hummingbird
import LifecycleKernel

/// Processes: on one device, and across all.
struct ProcessEndpoints: Sendable {
    let registry: DeviceRegistry

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/processes", list),
            Route(.get, "/v1/devices/{device}/processes/{pid}", read),
            Route(.get, "/v1/processes", reach: .gather(.pages("processes"))) { request, _ in try await listAll(request)
            },
            Route(.get, "/v1/processes/summary", reach: .gather(.sum)) { request, _ in try await summary(request) },
        ]
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return request.answer("processes", try await registry.processes(on: context.device()))
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        return request.answer(try await registry.process(context.pid(), on: id))
    }

    private func listAll(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        var wanted = ProcessQuery(
            state: try query.choice("state", as: ProcessState.self),
            bundleID: try query.bundleID()
        )
        wanted.device = try query.deviceID("device")
        let cursor = try query.string("cursor")
        let limit = try query.limit()
        let isPartial = try query.isPartial()
        try query.finish()
        let page = try await registry.processes(wanted, after: cursor, limit: limit)
        return .ofAllDevices(page, page.claims, isPartial: isPartial)
    }

    private func summary(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let isPartial = try query.isPartial()
        try query.finish()
        let summary = await registry.summary()
        return .ofAllDevices(summary, summary.claims, isPartial: isPartial)
    }
}
