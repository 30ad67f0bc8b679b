import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI
@testable import SmallFeatures

/// Sends messages of the Model Context Protocol as a client of its newest revision does.
struct MCPClient: Sendable {
    let api: APIClient

    static let revision = HTTPField.Name("MCP-Protocol-Version")!
    static let method = HTTPField.Name("Mcp-Method")!
    static let name = HTTPField.Name("Mcp-Name")!

    /// What every request of the newest revision says.
    static let meta: Value = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
    ]

    /// Runs a test with a client of a fresh service.
    static func run(
        settings: HTTPServerSettings = HTTPServerSettings(),
        _ test: @Sendable (MCPClient) async throws -> Void
    ) async throws {
        try await APIClient.run(features: [MCPFeature.self], settings: settings) { try await test(MCPClient(api: $0)) }
    }

    /// Sends a body as it is.
    func send(_ body: Value, headers: HTTPFields = [:]) async throws -> APIAnswer {
        try await api.send(.post, "/mcp", bytes: JSONText.write(body), headers: headers)
    }

    /// Sends a request of the newest revision, with its header fields.
    func ask(_ method: String, _ params: Value = [:], headers: HTTPFields = [:]) async throws -> APIAnswer {
        var fields: HTTPFields = [Self.revision: "2026-07-28", Self.method: method]
        if let subject = (params["name"] ?? params["uri"])?.text { fields[Self.name] = subject }
        for field in headers { fields[field.name] = field.value }
        let params = params.setting("_meta", to: Self.meta)
        return try await send(
            ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params],
            headers: fields
        )
    }

    /// The result of a request.
    func result(_ method: String, _ params: Value = [:]) async throws -> Value {
        let answer = try await ask(method, params)
        #expect(answer.status == 200, "\(method): \(answer.text)")
        return try #require(answer["result"])
    }

    /// The result of a tool.
    func call(_ tool: String, _ arguments: Value = [:]) async throws -> Value {
        try await result("tools/call", ["name": .string(tool), "arguments": arguments])
    }
}

extension Value {
    /// The first text of a result.
    var resultText: String { (self["content"] ?? self["contents"])?.elements.first?["text"]?.text ?? "" }

    /// The document that the first text of a result is.
    var resultDocument: Value { (try? JSONText.parse(resultText.utf8)) ?? .null }
}
