import DeviceHost
import Hummingbird
import LifecycleKernel
import Vocabularies
import WireFormat

/// The inputs of a device: events, and the actions of its apps' own code.
///
/// A body is one input, or an array of inputs that are applied in order at one instant, all or none.
struct InputEndpoints: Sendable {
    let posts: PostHandling
    let pushes: PushHistory

    var routes: [Route] {
        [
            Route(.get, "/v1/devices/{device}/events/possible", possibleEvents),
            Route(.post, "/v1/devices/{device}/events", events),
            Route(.post, "/v1/devices/{device}/apps/{bundleID}/actions", actions),
        ]
    }

    /// The events that would be accepted now.
    @Sendable private func possibleEvents(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        let bundleID = try query.bundleID()
        try query.finish()
        let device = try context.device()
        let events = try await posts.registry.possibleEvents(on: device, for: bundleID)
        return request.answer(PossibleEvents(device: device, events: events.value.map(\.typeName)), at: events.sequence)
    }

    @Sendable private func events(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try await apply(request, to: context.device()) { value, path throws(Rejection) in
            .event(try Event(value, at: path))
        }
    }

    @Sendable private func actions(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let bundleID = context.bundleID
        return try await apply(request, to: context.device()) { value, path throws(Rejection) in
            try .action(value, of: bundleID, at: path)
        }
    }

    private func apply(
        _ request: Request,
        to id: DeviceID,
        _ read: (Value, String) throws(Rejection) -> Input
    ) async throws -> Response {
        let form = try OutcomeForm(request)
        let expected = try await posts.registry.expectedSequence(of: request, on: id)
        return try await posts.answer(request, in: .device(id)) { body, claim in
            let outcome: Held<InputOutcome>
            switch try body.inputs(atMost: posts.limits.inputLimit, read) {
            case .one(let input):
                outcome = try await posts.registry.begin(input, to: id, expecting: expected, under: claim)
            case .list(let inputs):
                outcome = try await posts.registry.begin(inputs, to: id, expecting: expected, under: claim)
            }
            await pushes.note(outcome.notDurable)
            return try await posts.answer(applied: outcome, form)
        }
    }
}

extension PostHandling {
    /// The answer to inputs that were applied, with what frameworks would have reported.
    func answer(applied outcome: Held<InputOutcome>, _ form: OutcomeForm) async throws -> Held<Answer> {
        try await answer(applied: outcome, form, InterpretedOutcome.init)
    }

    /// The answer to inputs that were applied: a document of its own, or the records as text.
    func answer(
        applied outcome: Held<InputOutcome>,
        _ form: OutcomeForm,
        _ document: (InputOutcome, Vocabulary) -> some FieldWritable
    ) async throws -> Held<Answer> {
        let vocabulary =
            form.frameworks.isEmpty ? [:] : try await registry.vocabulary(of: form.frameworks, for: outcome.notDurable)
        return outcome.map { outcome in
            form.isText
                ? Answer(text: outcome.records.lines(vocabulary, in: form.language), sequence: outcome.sequence)
                : Answer(document(outcome, vocabulary), sequence: outcome.sequence, in: form.language)
        }
    }
}

/// How a client wants to be told what its inputs did.
struct OutcomeForm: Sendable {
    /// The frameworks whose reports are added to the records.
    let frameworks: [Framework]
    /// Whether the answer is the records as lines of text, not a JSON object.
    let isText: Bool
    let language: Language

    /// Reads it before the inputs are applied, so that a refusal changes nothing.
    ///
    /// - Throws: `not-acceptable` if the client accepts neither form; what is wrong with the query.
    init(_ request: Request) throws(Problem) {
        frameworks = try request.frameworks()
        isText = try request.preferredType(of: [MediaType.json, "text/plain"]) != MediaType.json
        language = request.language
    }
}

/// The types of events that would be accepted now.
private struct PossibleEvents: FieldWritable {
    let device: DeviceID
    let events: [String]

    func write(to sink: inout some FieldSink) {
        sink.put("device", device.description)
        sink.put("events", strings: events)
    }
}
