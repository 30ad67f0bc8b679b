import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The records of a device as JSON, as lines of text, or as a stream of events; and those of all devices as a stream.
struct TimelineEndpoints: Sendable {
    let registry: DeviceRegistry

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/timeline", read),
            Route(.get, "/v1/timeline") { request, _ in try followAll(request) },
        ]
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let type = try request.preferredType(of: [MediaType.json, "text/plain", MediaType.eventStream])
        let parameters = try TimelineParameters(request, isStream: type == MediaType.eventStream)
        let device = try context.device()
        if type == MediaType.eventStream { return try await follow(device, parameters, request) }
        let page = try await registry.timeline(of: device, parameters.query)
        let vocabulary = try await registry.vocabulary(
            of: parameters.frameworks,
            in: page,
            bundleID: parameters.query.bundleID
        )
        let timeline = InterpretedTimeline(page: page, vocabulary: vocabulary)
        var response =
            if type == MediaType.json {
                request.answer(timeline, at: page.sequence)
            } else {
                Response.text(timeline.lines)
            }
        response.headers[.vary] = "Accept"
        return response
    }

    // MARK: Streams

    private func follow(
        _ device: DeviceID,
        _ parameters: TimelineParameters,
        _ request: Request
    ) async throws -> Response {
        let filter = RecordFilter(query: parameters.query)
        guard !parameters.frameworks.isEmpty else {
            let subscription = try await registry.follow(device, after: parameters.query.after)
            return RecordStream(subscription: subscription, registry: registry, filter: filter).response(to: request)
        }
        let rules = try await registry.rulebook(of: device)
        let after = parameters.query.after ?? 0
        // A report may depend on earlier ones, so the interpreters consume all kept records. A sequence after the last
        // record is not of this timeline, which the stream reports as a gap.
        let subscription = try await registry.follow(device, after: after > rules.sequence ? after : nil)
        let stream = RecordStream(
            subscription: subscription,
            registry: registry,
            filter: filter,
            deliversAfter: after > rules.sequence ? 0 : after.rawValue,
            interpreters: Interpreters(parameters.frameworks, rules: rules.value)
        )
        return stream.response(to: request)
    }

    private func followAll(_ request: Request) throws -> Response {
        _ = try request.preferredType(of: [MediaType.eventStream])
        var query = try QueryReader(request)
        var filter = RecordFilter(
            device: try query.deviceID("device"),
            labels: try query.labels(),
            query: TimelineQuery(kinds: try query.choices("kind", as: Record.Kind.self) ?? [])
        )
        filter.query.bundleID = try query.bundleID()
        try query.finish()
        let subscription = try registry.followAll(after: request.lastPosition())
        return RecordStream(subscription: subscription, registry: registry, filter: filter).response(to: request)
    }
}

extension Request {
    /// The position after which a client resumes; nil for a new client.
    fileprivate func lastPosition() throws(Problem) -> StreamPosition? {
        guard let id = header(.lastEventID) else { return nil }
        guard let position = StreamPosition(id) else { throw .unknownEventID(id, "a position such as 9f3a61c2-17") }
        return position
    }
}

extension InterpretedTimeline {
    /// The records as lines of text, each with what was heard at its end.
    fileprivate var lines: String {
        page.records.map { record in
            let reports = (vocabulary[record.sequence] ?? []).map { " [\($0.name): \($0.value.joinedNames)]" }
            return RecordLine.text(record) + reports.joined() + "\n"
        }.joined()
    }
}

extension Value {
    /// The strings of this array, separated by commas.
    fileprivate var joinedNames: String {
        guard case .array(let elements) = self else { return "" }
        return elements.compactMap { if case .string(let name) = $0 { name } else { nil } }.joined(separator: ", ")
    }
}
