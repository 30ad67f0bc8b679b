import DeviceHost
import HTTPTestKit
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import MetricsTestKit
import NIOCore
import NIOEmbedded
import Testing
import WireFormat

@testable import HTTPAPI
@testable import SmallFeatures

@Suite("Messages of the Model Context Protocol")
struct MCPMessageTests {
    @Test("A request of the newest revision needs no handshake, and its result says who answers")
    func discovery() async throws {
        try await MCPClient.run { mcp in
            let result = try await mcp.result("server/discover")
            #expect(result["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18"])
            #expect(result["capabilities"] == ["tools": [:], "resources": [:]])
            #expect(result["resultType"] == "complete")
            #expect(result["cacheScope"] == "public")
            #expect((result["ttlMs"]?.whole ?? -1) >= 0)
            let server = result["_meta"]?["io.modelcontextprotocol/serverInfo"]
            #expect(server?["name"] == "greenroom" && server?["version"] == "1.2.3")
            #expect(result["instructions"]?.text?.contains("create_device") == true)
        }
    }

    @Test(
        "A client with a handshake gets the revision that it asks for, or the newest with one",
        arguments: [
            ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-11-25"),
            ("2026-07-28", "2025-11-25"), ("2099-01-01", "2025-11-25"),
        ]
    )
    func handshake(wanted: String, agreed: String) async throws {
        try await MCPClient.run { mcp in
            let begin: Value = [
                "jsonrpc": "2.0", "id": "a", "method": "initialize",
                "params": ["protocolVersion": .string(wanted), "capabilities": [:], "clientInfo": ["name": "test"]],
            ]
            let answer = try await mcp.send(begin)
            #expect(answer.status == 200 && answer["id"] == "a")
            #expect(answer["result"]?["protocolVersion"] == .string(agreed))
            #expect(answer["result"]?["serverInfo"]?["name"] == "greenroom")
            #expect(answer.headers[HTTPField.Name("Mcp-Session-Id")!] == nil)

            let agreed: HTTPFields = [MCPClient.revision: agreed]
            let ready = try await mcp.send(
                ["jsonrpc": "2.0", "method": "notifications/initialized"],
                headers: agreed
            )
            #expect(ready.status == 202 && ready.text.isEmpty)
            let ping = try await mcp.send(["jsonrpc": "2.0", "id": 2, "method": "ping"], headers: agreed)
            #expect(ping["result"] == [:])
            let list = try await mcp.send(["jsonrpc": "2.0", "id": 3, "method": "tools/list"], headers: agreed)
            #expect(list["result"]?["tools"]?.elements.count == MCPTool.all.count)
            #expect(list["result"]?["resultType"] == nil)
        }
    }

    @Test(
        "What is no message is refused with the code of JSON-RPC",
        arguments: [
            ("{", -32700, 400), ("[]", -32600, 400), ("7", -32600, 400), (#"{"id": 1, "method": "x"}"#, -32600, 400),
            (#"{"jsonrpc": "2.0", "id": 1}"#, -32600, 400),
            (#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#, -32600, 400),
            (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600, 400),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, -32602, 400),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "nothing"}"#, -32601, 404),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover"}"#, -32601, 404),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "initialize"}"#, -32602, 400),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#, -32602, 400),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "none"}}"#, -32602, 400),
            (
                #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_devices", "arguments": 1}}"#,
                -32602, 400
            ),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "2"}}"#, -32602, 400),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "resources/read"}"#, -32602, 400),
            (
                #"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "greenroom://none"}}"#,
                -32002, 400
            ),
        ]
    )
    func errors(body: String, code: Int64, status: Int) async throws {
        try await MCPClient.run { mcp in
            let answer = try await mcp.api.post("/mcp", body, headers: [MCPClient.revision: "2025-11-25"])
            #expect(answer.status == status)
            #expect(answer["error"]?["code"] == .integer(code), "\(answer.text)")
            #expect(answer["error"]?["message"]?.text?.isEmpty == false)
            #expect(answer["jsonrpc"] == "2.0")
        }
    }

    @Test("The header fields must say what the message says")
    func headers() async throws {
        try await MCPClient.run { mcp in
            let call: Value = ["name": "list_devices"]
            for (fields, code) in [
                ([MCPClient.revision: "2025-11-25"], -32020), ([MCPClient.revision: "1900-01-01"], -32022),
                ([MCPClient.method: "tools/list"], -32020), ([MCPClient.name: "other"], -32020),
                ([MCPClient.name: "=?base64?bGlzdF9kZXZpY2U=?="], -32020), ([MCPClient.name: "=?base64?***?="], -32020),
            ] as [(HTTPFields, Int64)] {
                let answer = try await mcp.ask("tools/call", call, headers: fields)
                #expect(answer.status == 400 && answer["error"]?["code"] == .integer(code), "\(answer.text)")
                #expect(answer["id"] == 1)
            }
            let encoded: HTTPFields = [MCPClient.name: "=?base64?bGlzdF9kZXZpY2Vz?="]
            #expect(try await mcp.ask("tools/call", call, headers: encoded).status == 200)
            let unsupported = try await mcp.ask("tools/list", headers: [MCPClient.revision: "1900-01-01"])
            #expect(unsupported["error"]?["data"]?["supported"]?.elements.contains("2026-07-28") == true)
            #expect(unsupported["error"]?["data"]?["requested"] == "1900-01-01")
        }
    }

    @Test("A request of the newest revision without what it must say is refused")
    func incomplete() async throws {
        try await MCPClient.run { mcp in
            let list: Value = ["jsonrpc": "2.0", "id": 1, "method": "tools/list"]
            #expect(try await mcp.send(list)["error"]?["code"] == -32020)
            let named: HTTPFields = [MCPClient.revision: "2026-07-28", MCPClient.method: "tools/list"]
            #expect(try await mcp.send(list, headers: named)["error"]?["code"] == -32602)
            let whole = list.setting("params", to: ["_meta": MCPClient.meta])
            #expect(try await mcp.send(whole, headers: named).status == 200)
            let without: HTTPFields = [MCPClient.revision: "2026-07-28"]
            #expect(try await mcp.send(whole, headers: without)["error"]?["code"] == -32020)
            let ping = try await mcp.ask("ping")
            #expect(ping.status == 404 && ping["error"]?["code"] == -32601)
            let note = try await mcp.send(
                ["jsonrpc": "2.0", "method": "notifications/x"],
                headers: [MCPClient.revision: "1900-01-01"]
            )
            #expect(note.status == 400 && note["error"]?["code"] == -32022)
        }
    }

    @Test("A client's header fields for a message are those that the server expects")
    func clientFields() {
        let call: Value = [
            "method": "resources/read", "params": ["uri": "greenroom://\u{e9}", "_meta": MCPClient.meta],
        ]
        let fields = MCPHeaders.fields(of: call, agreed: nil)
        #expect(fields.map(\.name) == ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"])
        #expect(fields.map(\.value) == ["2026-07-28", "resources/read", "=?base64?Z3JlZW5yb29tOi8vw6k=?="])
        #expect(MCPHeaders.fields(of: ["method": "ping"], agreed: nil).isEmpty)
        #expect(MCPHeaders.fields(of: ["method": "ping"], agreed: "2025-11-25").map(\.value) == ["2025-11-25"])
    }
}

@Suite("The Model Context Protocol is under the rules of the main listener")
struct MCPAdmissionTests {
    private static let list: Value = [
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": ["name": "create_device", "arguments": ["id": "phone"]],
    ]
    private static let agreed: HTTPFields = [MCPClient.revision: "2025-11-25"]

    @Test("Without the token, or with another one, nothing is done")
    func token() async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "open-sesame"
        try await MCPClient.run(settings: settings) { mcp in
            for given in [nil, "Bearer wrong"] {
                var headers = Self.agreed
                headers[.authorization] = given
                let answer = try await mcp.send(Self.list, headers: headers)
                #expect(answer.status == 401 && answer.code == "unauthorized")
                #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
            #expect(mcp.api.registry.deviceCount == 0)
            var headers = Self.agreed
            headers[.authorization] = "Bearer open-sesame"
            #expect(try await mcp.send(Self.list, headers: headers).status == 200)
            #expect(mcp.api.registry.deviceCount == 1)
            #expect(try await mcp.api.get("/llms.txt").status == 200)
        }
    }

    @Test("A page of another site is refused", arguments: ["http://evil.example", "null"])
    func origin(origin: String) async throws {
        try await MCPClient.run { mcp in
            var headers = Self.agreed
            headers[.origin] = origin
            let answer = try await mcp.send(Self.list, headers: headers)
            #expect(answer.status == 403 && answer.code == "cross-site")
            #expect(mcp.api.registry.deviceCount == 0)
        }
    }

    @Test("A request to another name is refused")
    func host() async throws {
        let head = HTTPRequest(
            method: .post,
            scheme: nil,
            authority: "evil.example",
            path: "/mcp",
            headerFields: [.contentType: "application/json", MCPClient.revision: "2025-11-25"]
        )
        let channel = NIOAsyncTestingChannel()
        let source = ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test"))
        let body = RequestBody(buffer: ByteBuffer(bytes: JSONText.write(Self.list)))
        let response = try await buildRouter(.test(features: [MCPFeature.self])).router.buildResponder().respond(
            to: Request(head: head, body: body),
            context: APIRequestContext(source: source)
        )
        #expect(response.status.code == 421)
    }

    @Test("Other methods, a body that is too large or of another type, and an answer of another type are refused")
    func requests() async throws {
        var settings = HTTPServerSettings()
        settings.bodyLimit = 1_000
        try await MCPClient.run(settings: settings) { mcp in
            for method in [HTTPRequest.Method.get, .delete] {
                let answer = try await mcp.api.send(method, "/mcp")
                #expect(answer.status == 405 && answer.headers[.allow] == "POST")
            }
            let large = Self.list.setting("more", to: .string(String(repeating: "x", count: 1_000)))
            #expect(try await mcp.send(large, headers: Self.agreed).code == "too-large")
            let text: HTTPFields = [.contentType: "text/plain", MCPClient.revision: "2025-11-25"]
            #expect(try await mcp.send(Self.list, headers: text).code == "unsupported-media-type")
            let stream: HTTPFields = [.accept: "text/event-stream", MCPClient.revision: "2025-11-25"]
            #expect(try await mcp.send(Self.list, headers: stream).code == "not-acceptable")
            #expect(mcp.api.registry.deviceCount == 0)
        }
    }

    @Test(
        "An agent with the token with which nothing can be changed uses the tools that only read",
        arguments: [("list_devices", false), ("send_events", true)]
    )
    func readOnlyToken(name: String, isRefused: Bool) async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "sesame-open"
        settings.readOnlyToken = "only-reading"
        try await MCPClient.run(settings: settings) { mcp in
            let arguments: Value = isRefused ? ["device": "phone", "inputs": [["type": "device.lock"]]] : [:]
            let call: Value = ["name": .string(name), "arguments": arguments]
            let answer = try await mcp.ask("tools/call", call, headers: [.authorization: "Bearer only-reading"])
            #expect(answer.status == 200)
            #expect((answer["result"]?["isError"] == true) == isRefused)
            #expect(answer.text.contains("read-only-token") == isRefused)
        }
    }

    @Test("What an agent calls is one of the newest requests")
    func request() async throws {
        try await MCPClient.run { mcp in
            let call: Value = ["jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["name": "list_devices"]]
            _ = try await mcp.send(call, headers: Self.agreed)
            let kept = try await mcp.api.get("/v1/requests").list("requests")
            #expect(kept.map { $0["path"] } == ["/mcp"])
            #expect(kept.first?["body"]?.text.map { Array($0.utf8) } == JSONText.write(call))
        }
    }

    @Test("More requests than may be answered at once are refused")
    func overload() async throws {
        var settings = HTTPServerSettings()
        settings.requestLimit = 0
        try await MCPClient.run(settings: settings) { mcp in
            let answer = try await mcp.send(Self.list, headers: Self.agreed)
            #expect(answer.status == 503 && answer.code == "overloaded")
        }
    }

    @Test("Messages are counted as requests, and calls by tool and problem")
    func metrics() async throws {
        let metrics = TestMetrics()
        try await APIClient.run(features: [MCPFeature.self], metrics: metrics) { api in
            let mcp = MCPClient(api: api)
            for _ in 1...2 { _ = try await mcp.send(Self.list, headers: Self.agreed) }
            _ = try await mcp.ask("tools/call", ["name": "nothing"])
        }
        for (status, count) in [("200", 2), ("400", 1)] as [(String, Int64)] {
            let labels = [("method", "POST"), ("route", "/mcp"), ("status", status)]
            #expect(try metrics.expectCounter("greenroom.http.requests", labels).totalValue == count)
        }
        for (tool, problem) in [
            ("create_device", ""), ("create_device", "device-exists"), ("other", "unknown-tool"),
        ] {
            let labels = [("tool", tool), ("problem", problem)]
            #expect(try metrics.expectCounter("greenroom.mcp.calls", labels).totalValue == 1)
        }
    }

    @Test("While devices are recovered it is not ready")
    func recovery() async throws {
        try await APIClient.run(features: [MCPFeature.self], readiness: .starting) { api in
            let answer = try await MCPClient(api: api).send(Self.list, headers: Self.agreed)
            #expect(answer.status == 503 && answer.code == "not-ready")
        }
    }
}
