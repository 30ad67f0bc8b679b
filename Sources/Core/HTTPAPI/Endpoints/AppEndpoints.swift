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
        let reading = try await registry.explanation(of: context.bundleID, on: context.device())
        return request.answer(reading.value, at: reading.sequence, in: request.language)
    }

    @Sendable private func energy(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return request.answer(try await registry.energy(of: context.bundleID, on: context.device()))
    }

    @Sendable private func audit(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let reading = try await registry.audit(of: context.bundleID, on: context.device())
        let audit = HostedAudit(device: reading.device, audit: reading.value)
        return request.answer(audit, at: reading.sequence, in: request.language)
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

/// The callbacks of an attached app: list those in flight, and return from them.
struct CallbackEndpoints: Sendable {
    let posts: PostHandling

    /// The longest that a request may wait for a callback, in seconds, if the host lets any request wait so long.
    private static let longestWait: Int64 = 60

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/apps/{bundleID}/callbacks", waits: true, list),
            Route(.post, "/v1/devices/{device}/apps/{bundleID}/callbacks/{sequence}/complete", complete),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        // Callbacks that have returned are only in the timeline.
        if try query.bool("pending") == false {
            throw query.invalid("pending", found: "false", expected: "true", accepted: ["true"])
        }
        let longest = min(Self.longestWait, Int64(posts.registry.limits.waitSeconds))
        let wait = try query.seconds("waitSeconds", in: 0...longest) ?? 0
        let frameworks = try query.frameworks()
        try query.finish()
        let callbacks = try await posts.registry.callbacks(
            of: context.bundleID,
            on: context.device(),
            timeout: .milliseconds(wait)
        )
        // No 304: a poll waits for a callback, whose remaining time changes while nothing else does.
        let vocabulary = try await posts.registry.vocabulary(
            of: frameworks,
            for: callbacks.value.callbacks.map(\.callback.sequence),
            on: callbacks.device,
            bundleID: context.bundleID
        )
        let poll = InterpretedPoll(poll: callbacks.value, vocabulary: vocabulary)
        var answer = Answer(resource: poll, sequence: callbacks.sequence)
        answer.headers[.cacheControl] = "no-store"
        return answer.response()
    }

    @Sendable private func complete(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let form = try OutcomeForm(request)
        let id = try context.device()
        let bundleID = context.bundleID
        let callback = try context.callbackSequence()
        let expected = try await posts.registry.expectedSequence(of: request, on: id)
        return try await posts.answer(request, in: .device(id)) { body, claim in
            let completion = try Completion(body.valueOrEmpty(), at: "", callback: callback)
            let outcome = try await posts.registry.begin(
                .completion(bundleID, completion),
                to: id,
                expecting: expected,
                under: claim
            )
            return try await posts.answer(applied: outcome, form)
        }
    }
}

/// Processes: on one device, and across all.
struct ProcessEndpoints: Sendable {
    let registry: DeviceRegistry

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/processes", list),
            Route(.get, "/v1/devices/{device}/processes/{pid}", read),
            Route(.get, "/v1/processes") { request, _ in try await listAll(request) },
            Route(.get, "/v1/processes/summary") { request, _ in try await summary(request) },
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
        wanted.labels = try query.labels()
        let cursor = try query.string("cursor")
        let limit = try query.limit()
        try query.finish()
        return .json(try await registry.processes(wanted, after: cursor, limit: limit))
    }

    private func summary(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let labels = try query.labels()
        try query.finish()
        return .json(try await registry.summary(labels: labels))
    }
}
