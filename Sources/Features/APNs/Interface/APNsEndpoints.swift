import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The APNs listener: its state, the authority of its certificate, the keys of providers, the faults of its answers.
struct APNsEndpoints: Sendable {
    let service: PushService
    let bodyLimit: Int

    private static let pemType = "application/x-pem-file"

    var routes: [Route] {
        [
            Route(.get, "/v1/apns") { request, _ in
                try request.refuseQuery()
                try await service.keys.refresh()
                return .json(PushServiceDocument(service: service, faults: try await service.faults.all))
            },
            Route(.get, "/v1/apns/ca.pem", isOpen: true) { request, _ in try authority(request) },
            Route(.get, "/v1/apns/keys") { request, _ in
                try request.refuseAnyQuery()
                try await service.keys.refresh()
                return .json(WholeList("keys", service.keys.all))
            },
            Route(.post, "/v1/apns/keys", isSecret: true) { request, _ in try await register(request) },
            Route(.delete, "/v1/apns/keys/{keyID}", secretBelow: "/v1/apns", remove),
            Route(.get, "/v1/apns/faults") { request, _ in
                try request.refuseQuery()
                return .json(WholeList("faults", try await service.faults.all))
            },
            Route(.post, "/v1/apns/faults") { request, _ in try await addFault(request) },
            Route(.delete, "/v1/apns/faults") { request, _ in try await removeFaults(request) },
        ]
    }

    private func authority(_ request: Request) throws -> Response {
        try request.refuseQuery()
        guard let text = service.listening.authority else {
            throw Problem(.notPossibleNow, "The server does not listen for clients of APNs: see --apns-port.")
        }
        return .text(text, type: Self.pemType, headers: [.cacheControl: "no-store"])
    }

    // MARK: Keys

    /// Registers a key. It is not kept under an idempotency key: it may be a private one.
    private func register(_ request: Request) async throws -> Response {
        try request.refuseAnyQuery()
        let key = try await ProviderKey(JSONBody(request, upTo: bodyLimit).value())
        guard try await service.keys.register(key) else {
            throw Problem(
                .limitReached,
                "The server has \(ProviderKeys.limit, as: "limit") keys, which is its limit."
            )
        }
        return .json(key)
    }

    @Sendable private func remove(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseAnyQuery()
        guard try await service.keys.remove(context.parameter("keyID")) else {
            // It is not repeated: it may be the key itself.
            throw Problem(.unknownKey, "There is no key with this identifier.")
        }
        return Response(status: .noContent)
    }

    // MARK: Faults

    private func addFault(_ request: Request) async throws -> Response {
        try request.refuseQuery()
        let fault = try await Fault(JSONBody(request, upTo: bodyLimit).value())
        guard try await service.add(fault) else {
            throw Problem(.limitReached, "The server has \(Faults.limit, as: "limit") faults, which is its limit.")
        }
        return .json(fault)
    }

    private func removeFaults(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let topic = try query.string("topic")
        let token = try query.string("token")
        let device = try query.deviceID("device")
        try query.finish()
        try await service.faults.remove(topic: topic, token: token, device: device)
        return Response(status: .noContent)
    }
}

extension Request {
    /// Refuses a query without repeating it, where a private key may be sent by mistake.
    fileprivate func refuseAnyQuery() throws(Problem) {
        guard let query = uri.query, !query.isEmpty else { return }
        throw Problem(.unknownField, "There are no query parameters here.")
    }
}

/// The state of the APNs listener.
struct PushServiceDocument: FieldWritable {
    let service: PushService
    let faults: [Fault]

    func write(to sink: inout some FieldSink) {
        if let address = service.listening.address { sink.put("address", address) } else { sink.putNull("address") }
        sink.put("auth", service.settings.check.rawValue)
        sink.put("keys", strings: service.keys.all.map(\.keyID))
        sink.put("faults", list: faults)
        sink.put("connections", Int64(service.metrics.connections))
        sink.put("requests", list: service.metrics.requests.map(RequestCount.init))
    }

    private struct RequestCount: FieldWritable {
        let status: Int
        let reason: Reason?
        let count: Int64

        func write(to sink: inout some FieldSink) {
            sink.put("status", Int64(status))
            if let reason { sink.put("reason", reason.rawValue) } else { sink.putNull("reason") }
            sink.put("count", count)
        }
    }
}
