import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Vocabularies
import WireFormat

/// The records of a device, as JSON or as lines of text.
struct TimelineEndpoints: Sendable {
    let registry: DeviceRegistry

    var routes: [Route] {
        [Route(.get, "/v1/devices/{device}/timeline", read)]
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let type = try request.preferredType(of: [MediaType.json, "text/plain"])
        let question = try TimelineQuestion(request)
        let device = try context.device()
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

/// What is asked of a timeline.
private struct TimelineQuestion {
    /// Which records.
    var query: TimelineQuery
    /// The frameworks whose words are wanted with them, each once.
    var frameworks: [Framework]

    /// The last sequence that can be written: JSON readers take integers for signed ones.
    private static let lastSequence = UInt64(Int64.max)

    /// Reads what is asked for.
    init(_ request: Request) throws(Problem) {
        var query = try QueryReader(request)
        let limit = try query.integer("limit", in: 1...1_000)
        let last = try query.integer("last", in: 1...1_000)
        self.query = TimelineQuery(
            after: try query.integer("after", in: 0...Self.lastSequence),
            limit: limit ?? 100,
            kinds: try query.choices("kind", as: Record.Kind.self) ?? [],
            bundleID: try query.string("bundleID"),
            last: last
        )
        frameworks = []
        for framework in try query.choices("vocabulary", as: Framework.self) ?? []
        where !frameworks.contains(framework) {
            frameworks.append(framework)
        }
        try query.finish()
        guard limit == nil || last == nil else {
            throw query.invalid("limit", "not be given together with last, which is a limit itself")
        }
    }
}
