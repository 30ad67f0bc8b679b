import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import Metrics
import Synchronization
import Telemetry
import WireFormat

/// The Model Context Protocol (Streamable HTTP): each message is a POST, and its answer the one to it as JSON.
///
/// There are no sessions and no streams: nothing is kept between two messages, and the server has nothing to say by itself.
struct MCPEndpoint: Sendable {
    /// Where messages are sent to.
    static let path = "/mcp"

    private let service: MCPService
    private let bodyLimit: Int

    init(_ service: MCPService, bodyLimit: Int) {
        self.service = service
        self.bodyLimit = bodyLimit
    }

    var routes: [Route] { [Route(.post, Self.path, callsEndpoints: true, answer)] }

    @Sendable private func answer(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        _ = try request.preferredType(of: [MediaType.json])
        let body = try await JSONBody(request, upTo: bodyLimit)
        let message: RPCMessage
        do {
            message = try RPCMessage(body.bytes)
            if message.id == nil { try MCPHeaders.checkNotification(request) }
        } catch {
            return error.response(to: nil)
        }
        guard let id = message.id else { return Response(status: .accepted) }
        do throws(RPCError) {
            let revision = try MCPHeaders.revision(of: message, in: request)
            let result = try await service.result(of: message, in: revision, context)
            return .message(["jsonrpc": "2.0", "id": id, "result": result])
        } catch {
            return error.response(to: id)
        }
    }
}

/// What a client of the Model Context Protocol can ask for.
struct MCPService: Sendable {
    let api: InternalAPI
    let version: ServiceVersion
    let metrics: ToolMetrics

    /// For how long a client may keep a list or a resource, in milliseconds: they change with the version of the service.
    private static let keptMilliseconds: Int64 = 300_000

    /// For how many seconds a tool that begins something waits for its end: less than clients wait for an answer.
    private static let usualWait: Int64 = 20

    private static let capabilities: Value = ["tools": [:], "resources": [:]]

    /// What a model is told before it calls a tool.
    private static let instructions = """
        Greenroom simulates iOS devices and the processes of apps on them: it runs no code of an app, it says what iOS does \
        to one. Make a device with a manual clock (create_device), install an app and declare what its handlers do \
        (install_app), send what the user and the system do (send_events), let time pass (advance_clock), and read what \
        happened: the answer of each call has the records that it caused, read_timeline has all, explain_app says why an \
        app is in its state, audit_app what it does wrong. A refused call says what would have been accepted. The resource \
        greenroom://events lists all events, greenroom://actions what the code of an app can do, and \
        greenroom://scenarios/guide how to write a scenario for run_scenario. To find how an app can fail, use explore. \
        Answers are bounded: `leftOut` says how to read on, and `brief` makes records short.
        """

    /// The result of a request.
    ///
    /// - Throws: `methodNotFound`, `invalidParams`, `resourceNotFound`, `internalError`.
    func result(
        of message: RPCMessage,
        in revision: ProtocolRevision,
        _ context: APIRequestContext
    ) async throws(RPCError) -> Value {
        switch message.method {
        case "initialize" where revision.hasHandshake: return try initialized(message.params)
        case "ping" where revision.hasHandshake: return [:]
        case "server/discover" where !revision.hasHandshake: return complete(discovery, revision, isKept: true)
        case "tools/list":
            let tools = MCPTool.all.map(\.definition)
            return complete(try page("tools", of: tools, message.params), revision, isKept: true)
        case "tools/call":
            return complete(try await callTool(message.params, context), revision)
        case "resources/list":
            let resources = MCPResource.all.map(\.definition)
            return complete(try page("resources", of: resources, message.params), revision, isKept: true)
        case "resources/templates/list":
            let templates = MCPResourceTemplate.all.map(\.definition)
            return complete(try page("resourceTemplates", of: templates, message.params), revision, isKept: true)
        case "resources/read":
            return complete(try await readResource(message.params, revision, context), revision, isKept: true)
        default:
            throw RPCError(.methodNotFound, "There is no method \(message.method.quotedBriefly).")
        }
    }

    // MARK: The service

    private var serverInfo: Value {
        ["name": "greenroom", "title": "Greenroom", "version": .string(version.service)]
    }

    private func initialized(_ params: Value) throws(RPCError) -> Value {
        guard let wanted = params["protocolVersion"]?.text else {
            throw RPCError(.invalidParams, "initialize needs the protocolVersion that the client speaks.")
        }
        let revision = ProtocolRevision(rawValue: wanted).flatMap { $0.hasHandshake ? $0 : nil } ?? .offered
        return [
            "protocolVersion": .string(revision.rawValue), "capabilities": Self.capabilities,
            "serverInfo": serverInfo, "instructions": .string(Self.instructions),
        ]
    }

    private var discovery: Value {
        [
            "supportedVersions": .array(ProtocolRevision.names.map { .string($0) }),
            "capabilities": Self.capabilities, "instructions": .string(Self.instructions),
        ]
    }

    /// A list, which is never longer than one page.
    private func page(_ name: String, of elements: [Value], _ params: Value) throws(RPCError) -> Value {
        guard params["cursor"] == nil else {
            throw RPCError(.invalidParams, "The list has only one page, so it takes no cursor.")
        }
        return .object([.init(name, .array(elements))])
    }

    /// A result with what the revision adds to each.
    private func complete(_ result: Value, _ revision: ProtocolRevision, isKept: Bool = false) -> Value {
        guard !revision.hasHandshake else { return result }
        let kept: [Value.Member] =
            isKept ? [.init("ttlMs", .integer(Self.keptMilliseconds)), .init("cacheScope", "public")] : []
        let info: Value = ["io.modelcontextprotocol/serverInfo": serverInfo]
        return .object([.init("resultType", "complete")] + result.members + kept + [.init("_meta", info)])
    }

    // MARK: Tools and resources

    private func callTool(_ params: Value, _ context: APIRequestContext) async throws(RPCError) -> Value {
        guard let name = params["name"]?.text else { throw RPCError(.invalidParams, "tools/call needs a name.") }
        guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
            metrics.count(nil, "unknown-tool")
            throw RPCError(.invalidParams, "There is no tool \(name.quotedBriefly).")
        }
        switch params["arguments"] {
        case nil, .null?: return try await call(tool, [], context)
        case .object(let arguments)?: return try await call(tool, arguments, context)
        default: throw RPCError(.invalidParams, "The arguments of a tool must be an object.")
        }
    }

    private func call(
        _ tool: MCPTool,
        _ arguments: [Value.Member],
        _ context: APIRequestContext
    ) async throws(RPCError) -> Value {
        do {
            guard context.mayChange || tool.effect == .reads else { throw Problem.readOnlyToken }
            var arguments = arguments
            let form = try AnswerForm(taking: &arguments, of: tool)
            let device = arguments.first { $0.name == "device" }?.value.text
            let text = AnswerText(tool: tool, form: form, device: device)
            let answer = try await self.answer(of: tool, arguments, text)
            metrics.count(tool, nil)
            return ToolResult.value(of: text.text(of: answer))
        } catch {
            let code = Problem(describing: error)?.code ?? .internalError
            metrics.count(tool, code.rawValue)
            return ToolResult.value(refused: try Problem.describing(error, context))
        }
    }

    /// Returns the answer of an endpoint to a call of its tool. A list has only as many elements as fit, so that the
    /// answer has the cursor for the next ones.
    private func answer(of tool: MCPTool, _ arguments: [Value.Member], _ text: AnswerText) async throws -> Value {
        if let reader = tool.reader.flatMap(MCPTool.named) {
            return try await answer(of: tool, arguments, readBy: reader)
        }
        let answer = try await api.call(tool.request(with: arguments))
        guard tool.hasPages, !tool.hasRecords, let count = text.fitting(answer) else { return answer }
        let limit = Value.Member("limit", .integer(Int64(count)))
        return try await api.call(tool.request(with: arguments.filter { $0.name != limit.name } + [limit]))
    }

    /// Begins something, and reads what becomes of it.
    private func answer(
        of tool: MCPTool,
        _ arguments: [Value.Member],
        readBy reader: MCPTool
    ) async throws -> Value {
        let names = reader.parameters.filter { $0.location == .query }.map(\.argument)
        let begun = try await api.call(tool.request(with: arguments.filter { !names.contains($0.name) }))
        let id = Value.Member("exploration", begun["id"] ?? .null)
        let usual = Value.Member("waitSeconds", .integer(Self.usualWait))
        var later = arguments.filter { names.contains($0.name) }
        if !later.contains(where: { $0.name == usual.name }) { later.append(usual) }
        let report = try await api.call(reader.request(with: [id] + later))
        return .string("exploration: \(id.value.text ?? "")\n\(report.text ?? "")")
    }

    private func readResource(
        _ params: Value,
        _ revision: ProtocolRevision,
        _ context: APIRequestContext
    ) async throws(RPCError) -> Value {
        guard let uri = params["uri"]?.text else { throw RPCError(.invalidParams, "resources/read needs a uri.") }
        let missing = RPCError(
            revision.hasHandshake ? .resourceNotFound : .invalidParams,
            "There is no resource \(uri.quotedBriefly).",
            data: ["uri": .string(uri)]
        )
        guard let (type, content) = MCPResource.content(of: uri) else { throw missing }
        do {
            let text = try await content.text(api)
            return ["contents": [["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]]]
        } catch {
            _ = try Problem.describing(error, context)
            throw missing
        }
    }
}

extension Problem {
    /// The problem that an error of an endpoint is.
    ///
    /// - Throws: `internalError` for any other error, which is logged.
    fileprivate static func describing(_ error: any Error, _ context: APIRequestContext) throws(RPCError) -> Problem {
        if let problem = Problem(describing: error) { return problem }
        context.requestLogger.error("a call of the Model Context Protocol failed", metadata: ["error": "\(error)"])
        throw RPCError(.internalError, "The request could not be answered. The log has a line about it.")
    }
}

/// The result of a tool.
enum ToolResult {
    /// The result of a call that was carried out. It has the answer once, as text: a program can parse the JSON, and a model would
    /// pay for a second copy.
    static func value(of text: String) -> Value { result(text, nil) }

    /// The result of a call that was refused: a model reads what is wrong, and what would have been accepted.
    static func value(refused problem: Problem) -> Value {
        var sink = ValueSink()
        problem.write(to: &sink)
        return result(problem.sentences, sink.value).setting("isError", to: true)
    }

    private static func result(_ text: String, _ document: Value?) -> Value {
        var members: [Value.Member] = [.init("content", [["type": "text", "text": .string(text)]])]
        if let document { members.append(.init("structuredContent", document)) }
        return .object(members + [.init("isError", false)])
    }
}

extension Problem {
    /// Everything that the problem says, as sentences.
    fileprivate var sentences: String {
        var sentences = ["\(code.title.english).", "\(detail)"]
        if let field { sentences.append("Field: \(field).") }
        if let index { sentences.append("Index: \(index).") }
        if let state { sentences.append("State: \(state).") }
        let listed = accepted.listed(with: detail)
        let others = listed.count < accepted.count ? ", and \(accepted.count - listed.count) others" : ""
        if !listed.isEmpty { sentences.append("Accepted: \(listed.joined(separator: ", "))\(others).") }
        if listed.count < accepted.count, let resource { sentences.append("The resource \(resource) lists all.") }
        return sentences.joined(separator: " ")
    }
}

extension Problem {
    /// The resource with the names of which one would have been accepted; nil if there is none.
    private var resource: String? {
        switch code {
        case .unknownEvent: "greenroom://events"
        case .unknownAction: "greenroom://actions"
        case .unknownRule: "greenroom://rulebook"
        case .invalidValue where field?.hasPrefix("behavior.") == true: "greenroom://schemas/NewApp"
        default: nil
        }
    }
}

/// Counts calls of tools. The values of its labels are bounded: by the table of tools, and by the codes of problems.
final class ToolMetrics: Sendable {
    private struct Key: Hashable {
        var tool: String
        var problem: String
    }

    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: Counter]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
        // A series that is there from the start has a rate from the first call on.
        _ = counter(Key(tool: "other", problem: ""))
    }

    /// Counts a call.
    ///
    /// - Parameters:
    ///   - tool: The tool; nil if there is none of the name.
    ///   - problem: Why it was refused; nil if it was carried out.
    func count(_ tool: MCPTool?, _ problem: String?) {
        counter(Key(tool: tool?.name ?? "other", problem: problem ?? "")).increment()
    }

    private func counter(_ key: Key) -> Counter {
        counters.withLock { counters in
            if let counter = counters[key] { return counter }
            let counter = ToolMetricTable.table.calls.make(key.tool, key.problem, in: factory)
            counters[key] = counter
            return counter
        }
    }
}

/// The metrics of tools for agents.
package struct ToolMetricTable: Sendable {
    package static let table = ToolMetricTable()

    let calls = Metric<Counter>(
        "greenroom.mcp.calls",
        "Calls of tools by agents, by tool and problem.",
        by: ["tool", "problem"],
        lookFor: "`problem` is empty for those that were carried out."
    )
}
