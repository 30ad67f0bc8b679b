import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// Webhooks: who is told of records, and what became of the messages.
struct WebhookEndpoints: Sendable {
    let service: WebhookService
    let bodyLimit: Int

    var routes: [Route] {
        [
            Route(.get, "/v1/webhooks") { request, _ in
                try request.refuseQuery()
                try await service.refresh()
                return .json(WholeList("webhooks", service.all))
            },
            Route(.post, "/v1/webhooks", isSecret: true) { request, _ in try await register(request) },
            Route(.get, "/v1/webhooks/{webhook}", read),
            Route(.patch, "/v1/webhooks/{webhook}", isSecret: true, change),
            Route(.delete, "/v1/webhooks/{webhook}", remove),
            Route(.post, "/v1/webhooks/{webhook}/test", test),
            Route(.get, "/v1/webhooks/{webhook}/deliveries", listDeliveries),
        ]
    }

    /// Registers a webhook. The answer is not kept under an idempotency key: it has the secret.
    private func register(_ request: Request) async throws -> Response {
        try request.refuseQuery()
        let new = try await NewWebhook(JSONBody(request, upTo: bodyLimit).value())
        let made = try await service.register(new)
        return .json(made, status: .created, headers: [.location: "/v1/webhooks/\(made.webhook.id)"])
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        try await service.refresh()
        return .json(try found(service.webhook(context.webhook), context))
    }

    @Sendable private func change(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let body = try await JSONBody(request, upTo: bodyLimit, as: ClockEndpoints.patchTypes)
        let change = try WebhookChange(body.value())
        return .json(try found(await service.change(context.webhook, change), context))
    }

    @Sendable private func remove(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        _ = try found(try await service.remove(context.webhook) ? true : nil, context)
        return Response(status: .noContent)
    }

    @Sendable private func test(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        try await service.refresh()
        let id = try found(service.test(context.webhook), context)
        return .json(TestMessage(id: id), status: .accepted)
    }

    @Sendable private func listDeliveries(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        try await service.refresh()
        return .json(WholeList("deliveries", try found(service.deliveries(of: context.webhook), context)))
    }

    /// What was found of the webhook of a path.
    ///
    /// - Throws: `unknown-webhook` if nothing was.
    private func found<Found>(_ found: Found?, _ context: APIRequestContext) throws(Problem) -> Found {
        guard let found else {
            throw Problem(.unknownWebhook, "There is no webhook \"\(context.webhook.shortened, as: "webhook")\".")
        }
        return found
    }
}

extension APIRequestContext {
    /// The webhook that the path names.
    fileprivate var webhook: String { parameter("webhook") }
}

/// The message that was asked for.
private struct TestMessage: FieldWritable {
    let id: String

    func write(to sink: inout some FieldSink) { sink.put("id", id) }
}
