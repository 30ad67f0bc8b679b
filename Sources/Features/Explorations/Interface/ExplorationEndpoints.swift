import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import Scenarios
import WireFormat

/// Explorations: searches for the sequences in which an app fails.
struct ExplorationEndpoints: Sendable {
    let service: ExplorationService
    let posts: PostHandling

    private static let mediaTypes = [MediaType.json] + MediaType.yaml
    private static let path = "/v1/explorations"
    /// For how long a request waits for the end of an exploration at most, in seconds. It counts as a request meanwhile: few wait,
    /// because each is a reader.
    static let longestWait: Int64 = 60

    var routes: [Route] {
        let one = Self.path + "/{exploration}"
        return [
            Route(.post, Self.path) { request, _ in try await begin(request) },
            Route(.get, Self.path) { request, _ in try await list(request) },
            Route(.get, one, read),
            Route(.patch, one, change),
            Route(.delete, one, delete),
            Route(.post, one + "/cancel", cancel),
            Route(.post, one + "/remote-runs", waits: true, nextRun),
            Route(.get, one + "/graph", graph),
            Route(.get, one + "/failures/{number}/scenario", scenario),
            Route(.post, one + "/failures/{number}/device", makeDevice),
        ]
    }

    private func begin(_ request: Request) async throws -> Response {
        try request.refuseQuery()
        let limit = min(posts.limits.bodyLimit, ScenarioLimits.bytes)
        let (bytes, type) = try await request.bytes(upTo: limit, oneOf: Self.mediaTypes)
        return try await posts.once(request, bytes, in: .creation) { claim in
            let begun = try await begin(bytes, isYAML: MediaType.yaml.contains(type ?? ""), under: claim)
            var answer = Answer(begun, status: .created)
            answer.headers[.location] = "\(Self.path)/\(begun.id)"
            return Held(answer)
        }
    }

    private func begin(
        _ bytes: [UInt8],
        isYAML: Bool,
        under claim: AnswerClaim?
    ) async throws -> ExplorationDocument {
        do {
            let new = isYAML ? try Self.file(bytes) : try NewExploration(JSONText.parse(bytes))
            return try await service.begin(new, under: claim)
        } catch let rejection as Rejection where rejection.code == .unknownApp {
            throw ExplorationError.notExplorable(rejection)
        }
    }

    /// What is asked for by a body in YAML: an exploration, a scenario or an app.
    private static func file(_ bytes: [UInt8]) throws -> NewExploration {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.malformedBody, "The body is not UTF-8.")
        }
        do {
            return try DocumentFile.read(text: text, name: "", format: .yaml) { document throws(Rejection) in
                try NewExploration(file: document)
            }
        } catch {
            throw error.rejection
        }
    }

    private func list(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let status = try query.string("status")
        let labels = try query.labels()
        let cursor = try query.string("cursor")
        let limit = try query.limit()
        try query.finish()
        return .json(
            try await service.explorations(
                ExplorationQuery(status: status, labels: labels, after: cursor, limit: limit)
            )
        )
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let type = try request.preferredType(of: [MediaType.json, "text/plain", MediaType.eventStream])
        var query = try QueryReader(request)
        let withCoverage = try query.bool("coverage") ?? false
        let wait = try query.seconds("waitSeconds", in: 0...Self.longestWait) ?? 0
        try query.finish()
        if type == MediaType.eventStream {
            let reader = try await service.follow(context.exploration, after: request.lastEventNumber())
            return ExplorationStream(reader: reader).response(to: request)
        }
        if wait > 0 { try await service.waitForEnd(of: context.exploration, atMost: .milliseconds(wait)) }
        let exploration = try await service.exploration(context.exploration)
        var response =
            type == MediaType.json
            ? Response.json(exploration)
            : Response.text(exploration.text(withCoverage: withCoverage), headers: [.cacheControl: "no-store"])
        response.headers[.vary] = "Accept"
        return response
    }

    /// Changes what is known.
    @Sendable private func change(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let body = try await JSONBody(request, upTo: posts.limits.bodyLimit, as: ClockEndpoints.patchTypes)
        return .json(try await service.change(context.exploration, ExplorationChange(body.value())))
    }

    @Sendable private func graph(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        return .json(document: try await service.graph(of: context.exploration))
    }

    @Sendable private func delete(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        try await service.delete(context.exploration)
        return Response(status: .noContent)
    }

    @Sendable private func cancel(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = context.exploration
        return try await posts.answer(request, in: .creation) { body, _ in
            let fields = try FieldReader(body.valueOrEmpty(), at: "")
            try fields.finish()
            return Held(Answer(try await service.cancel(id)))
        }
    }

    /// Takes what became of a remote run, and answers with the next one as soon as there is one.
    @Sendable private func nextRun(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = context.exploration
        return try await posts.answer(request, in: .creation) { body, _ in
            Held(Answer(try await service.nextRun(id, after: RemoteRunReport(body.valueOrEmpty()))))
        }
    }

    @Sendable private func scenario(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        let asItIs = try query.bool("asItIs") ?? false
        try query.finish()
        let document = try await service.scenario(
            ofFailure: context.failureNumber(),
            of: context.exploration,
            asItIs: asItIs
        )
        return .text(
            try ScenarioFile.yaml(document),
            type: MediaType.yaml[0],
            headers: [.cacheControl: "no-store"]
        )
    }

    /// Makes a device on which the first inputs of a failure have happened.
    @Sendable private func makeDevice(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let (id, number) = (context.exploration, try context.failureNumber())
        return try await posts.answer(request, in: .creation) { body, claim in
            var fields = try FieldReader(body.valueOrEmpty(), at: "")
            let wanted = try fields.optionalDeviceID()
            let count = try fields.optionalInteger("upTo", in: 0...1_000_000).map { Int($0) }
            try fields.finish()
            let (device, records) = try await service.device(ofFailure: number, of: id, upTo: count)
            return try await posts.registry.beginAdoption(of: device, with: records, as: wanted, under: claim)
                .map(Answer.init(created:))
        }
    }
}

extension APIRequestContext {
    /// The exploration that the path names.
    var exploration: String { parameter("exploration") }

    /// The number of the failure, in its canonical form.
    ///
    /// - Throws: `unknown-exploration` for any other text.
    fileprivate func failureNumber() throws(Problem) -> Int {
        let text = parameter("number")
        guard let number = Int(text), String(number) == text else {
            throw Problem(
                .unknownExploration,
                "The exploration has found no failure \"\(text.shortened, as: "failure")\"."
            )
        }
        return number
    }
}

extension Request {
    /// The number of the event after which a client resumes; 0 for a new client.
    fileprivate func lastEventNumber() throws(Problem) -> Int {
        guard let id = header(.lastEventID) else { return 0 }
        guard let number = Int(id), number >= 0 else { throw .unknownEventID(id, "17") }
        return number
    }
}

extension ExplorationError: ProblemConvertible {
    /// The problem document.
    package var problem: Problem {
        switch self {
        case .unknown(let id):
            Problem(.unknownExploration, "There is no exploration \"\(id.shortened, as: "exploration")\".")
        case .unknownFailure: Problem(.unknownExploration, detail)
        case .exists: Problem(.notPossibleNow, detail, field: "id")
        case .withoutReport: Problem(.notPossibleNow, detail)
        case .withoutStart: Problem(.recordsEvicted, detail)
        case .notRemote: Problem(.notPossibleNow, detail)
        case .unknownRemoteRun: Problem(.unknownRemoteRun, detail, field: "run")
        case .overloaded: Problem(.overloaded, detail, headers: [.retryAfter: "10"])
        case .notExplorable(let rejection):
            Problem(
                .notExplorable,
                detail,
                field: rejection.field,
                state: rejection.state,
                accepted: rejection.acceptedNames
            )
        }
    }
}

/// A stream of what happens to an exploration as server-sent events, until its end.
struct ExplorationStream: Sendable {
    let reader: ExplorationReader

    /// The answer. It ends when the client disconnects, or the exploration ends, is deleted, or is stopped with the server.
    func response(to request: Request) -> Response {
        .eventStream(answering: request, send: send) { reader.cancel() }
    }

    @Sendable private func send(to writer: inout any ResponseBodyWriter) async throws {
        var text = EventStreamText()
        text.retry()
        while write(await reader.next(), to: &text) {
            try await writer.write(contentsOf: text.take())
        }
        try await writer.write(contentsOf: text.take())
    }

    /// Writes a step.
    ///
    /// - Returns: Whether another one follows.
    private func write(_ step: ExplorationReader.Step, to text: inout EventStreamText) -> Bool {
        switch step {
        case .events(let events):
            for event in events { text.event(event.name.rawValue, id: event.number, event.data) }
        case .heartbeat: text.comment()
        case .forgotten:
            text.event("end", id: String?.none, ["why": "deleted"])
            return false
        case .end: return false
        }
        return true
    }
}
