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
            Route(.get, "/v1/timeline") { request, _ in try await followAll(request) },
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
            for: page.records.map(\.sequence),
            on: device,
            bundleID: parameters.query.bundleID
        )
        var response =
            if type == MediaType.json {
                request.answer(
                    InterpretedTimeline(page: page, vocabulary: vocabulary),
                    at: page.sequence,
                    in: request.language
                )
            } else {
                Response.text(page.records.lines(vocabulary, in: request.language))
            }
        response.headers[.vary] = "Accept, Accept-Language"
        return response
    }

    // MARK: Streams

    private func follow(
        _ device: DeviceID,
        _ parameters: TimelineParameters,
        _ request: Request
    ) async throws -> Response {
        // A report may depend on earlier ones, so the interpreters consume all kept records.
        let subscription = try await registry.follow(
            device,
            in: parameters.scope,
            after: parameters.query.after,
            readsAll: !parameters.frameworks.isEmpty
        )
        var stream = RecordStream(subscription: subscription, filter: RecordFilter(query: parameters.query))
        if !parameters.frameworks.isEmpty {
            let rules = try await registry.rulebook(of: device).value
            stream.interpreters = Interpreters(parameters.frameworks, rules: rules)
            if let after = parameters.query.after, !subscription.hasUnknownPosition {
                stream.deliversAfter = StreamPosition(after.rawValue)
            }
        }
        return stream.response(to: request)
    }

    private func followAll(_ request: Request) async throws -> Response {
        _ = try request.preferredType(of: [MediaType.eventStream])
        var query = try QueryReader(request)
        var filter = RecordFilter(
            device: try query.deviceID("device"),
            labels: try query.labels(),
            query: TimelineQuery(kinds: try query.choices("kind", as: Record.Kind.self) ?? [])
        )
        filter.query.bundleID = try query.bundleID()
        try query.finish()
        await registry.lookAtLog()
        let subscription = try registry.followAll(after: request.lastEventID("9f3a61c2-17") { _ in true })
        return RecordStream(subscription: subscription, filter: filter).response(to: request)
    }
}

extension [Record] {
    /// The records as lines of text in a language, each with what frameworks would have reported at its end.
    func lines(_ vocabulary: Vocabulary, in language: Language) -> String {
        map { record in
            let reports = (vocabulary[record.sequence] ?? []).map { " [\($0.name): \($0.value.joinedNames)]" }
            return RecordLine.text(record, in: language) + reports.joined() + "\n"
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
