import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The records of a device, as JSON, as lines of text, or as events while they come; and those of all devices.
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
        let question = try TimelineQuestion(request, isStream: type == MediaType.eventStream)
        let device = try context.device()
        if type == MediaType.eventStream { return try await follow(device, question, request) }
        let page = try await registry.timeline(of: device, question.query)
        let words = try await registry.words(of: question.frameworks, in: page, bundleID: question.query.bundleID)
        let timeline = InterpretedTimeline(page: page, words: words)
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

    private func follow(_ device: DeviceID, _ question: TimelineQuestion, _ request: Request) async throws -> Response {
        let filter = RecordFilter(query: question.query)
        guard !question.frameworks.isEmpty else {
            let subscription = try await registry.follow(device, after: question.query.after)
            return RecordStream(subscription: subscription, registry: registry, filter: filter).response(to: request)
        }
        let rules = try await registry.rulebook(of: device)
        let after = question.query.after ?? 0
        // What a framework tells depends on what it heard before, so it hears everything that is kept. A place that the
        // timeline has not come to is none of it, and is told to be a gap.
        let subscription = try await registry.follow(device, after: after > rules.sequence ? after : nil)
        let stream = RecordStream(
            subscription: subscription,
            registry: registry,
            filter: filter,
            heardBefore: after > rules.sequence ? 0 : after,
            interpreters: Interpreters(question.frameworks, rules: rules.value)
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
        filter.query.bundleID = try query.string("bundleID")
        try query.finish()
        let subscription = try registry.followAll(after: request.lastPosition())
        return RecordStream(subscription: subscription, registry: registry, filter: filter).response(to: request)
    }
}

extension Request {
    /// The position after which a client wants to go on; nil when it comes for the first time.
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
            let heard = (words[record.sequence] ?? []).map { " [\($0.name): \($0.value.wordList)]" }
            return RecordLine.text(record) + heard.joined() + "\n"
        }.joined()
    }
}

extension Value {
    /// The strings of this array, separated by commas.
    fileprivate var wordList: String {
        guard case .array(let elements) = self else { return "" }
        return elements.compactMap { if case .string(let word) = $0 { word } else { nil } }.joined(separator: ", ")
    }
}
