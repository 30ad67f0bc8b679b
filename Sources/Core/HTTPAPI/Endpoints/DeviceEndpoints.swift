import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// Devices: create, list, read, delete.
struct DeviceEndpoints: Sendable {
    let posts: PostHandling

    private var registry: DeviceRegistry { posts.registry }

    var routes: [Route] {
        [
            Route(.post, "/v1/devices") { request, _ in try await create(request) },
            Route(.get, "/v1/devices") { request, _ in try await list(request) },
            Route(.delete, "/v1/devices") { request, _ in try await deleteAll(request) },
            Route(.get, "/v1/devices/{device}", read),
            Route(.delete, "/v1/devices/{device}", delete),
            Route(.post, "/v1/devices/{device}/fork", fork),
        ]
    }

    private func create(_ request: Request) async throws -> Response {
        try request.refuseQuery()
        return try await posts.answer(request, in: .creation) { body, claim in
            let new = try NewDevice(body.valueOrEmpty(), at: "")
            return try await registry.begin(new, under: claim).map(Answer.init(created:))
        }
    }

    /// Makes a copy of a device. Its idempotency key is one of creations, because it makes a device.
    @Sendable private func fork(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        return try await posts.answer(request, in: .creation) { body, claim in
            let wanted = try ForkRequest(body.valueOrEmpty(), at: "")
            return try await registry.beginFork(of: id, as: wanted.id, at: wanted.sequence, under: claim)
                .map(Answer.init(created:))
        }
    }

    private func list(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let labels = try query.labels()
        let cursor = try query.string("cursor")
        let limit = try query.limit()
        try query.finish()
        return .json(try await registry.devices(labels: labels, after: cursor, limit: limit))
    }

    private func deleteAll(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let labels = try query.labels()
        try query.finish()
        guard !labels.isEmpty else {
            throw Problem(
                .missingField,
                """
                Give a label of the devices to delete, such as ?label=run:4711. Without a label, no device is deleted.
                """,
                field: "label"
            )
        }
        return .json(Deleted(count: try await registry.deleteAll(labels: labels)))
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let device = try await registry.device(context.device())
        return request.answer(device, at: device.sequence)
    }

    @Sendable private func delete(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.device()
        try await registry.delete(id, expecting: registry.expectedSequence(of: request, on: id))
        return Response(status: .noContent)
    }
}

/// The body of a fork request.
package struct ForkRequest {
    let id: DeviceID?
    let sequence: SequenceNumber?

    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        id = try fields.optionalDeviceID()
        sequence = try fields.optionalSequence("at", from: 0)
        try fields.finish()
    }
}

extension Answer {
    /// The answer to the creation of a device.
    package init(created device: DeviceDocument) {
        self.init(resource: device, status: .created, sequence: device.sequence)
        headers[.location] = "/v1/devices/\(device.id)"
    }
}

/// How many devices were deleted.
private struct Deleted: FieldWritable {
    let count: Int

    func write(to sink: inout some FieldSink) { sink.put("deleted", Int64(count)) }
}

extension QueryReader {
    /// The labels that devices must have, all of them.
    ///
    /// - Throws: `invalid-value` for what is no `name:value`.
    package mutating func labels() throws(Problem) -> [Label] {
        var labels: [Label] = []
        for text in all("label") {
            guard let label = Label(text) else {
                throw invalid("label", found: text, expected: "a label such as run:4711")
            }
            labels.append(label)
        }
        return labels
    }

    /// How many elements a page has at most.
    package mutating func limit() throws(Problem) -> Int { try integer("limit", in: 1...1_000) ?? 100 }
}

extension NewDevice {
    /// How many apps can be installed with the device; the host's own limit is usually lower.
    private static let appCount = 0...1_000

    /// Reads what a device is created with from an object, as `POST /v1/devices` takes it; every field has a default.
    ///
    /// - Parameter path: The path of the object; empty for a whole body or file.
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let id = try fields.optionalDeviceID()
        var settings = try DeviceSettings(reading: &fields)
        var startsAt: Instant?
        settings.clock = ClockSettings(mode: .realtime)
        if fields.has("clock") {
            let clock = try fields.nested("clock") { value, path throws(Rejection) in
                try ClockSettings.read(value, at: path)
            }
            (settings.clock, startsAt) = clock
        }
        self.init(
            id: id,
            settings: settings,
            startsAt: startsAt,
            labels: try fields.labels(),
            expiresAfter: try fields.optionalSeconds("expiresAfterSeconds"),
            apps: try fields.list("apps", count: Self.appCount, AppManifest.init(_:at:))
        )
        try fields.finish()
    }
}
