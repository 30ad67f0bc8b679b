import GreenroomClient
import HTTPTestKit
import LifecycleKernel
import NIOHTTP1
import Testing
import WireFormat

@testable import SmallFeatures

@Suite("greenroom mcp") struct MessageRelayTests {
    private static let begin = #"""
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}
        """#
    private static let list = #"{"jsonrpc": "2.0", "id": "b", "method": "tools/list"}"#

    @Test("each message is answered by the server, and a notification by nothing") func relay() async throws {
        try await withServer(features: [MCPFeature.self]) { address in
            var relay = MessageRelay(ServerConnection(address: address))
            let begun = await relay.answer(to: Self.begin)
            #expect(begun?["result"]?["protocolVersion"] == "2025-06-18")
            #expect(await relay.answer(to: #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#) == nil)
            let tools = await relay.answer(to: Self.list)
            #expect(tools?["id"] == "b")
            #expect(tools?["result"]?["tools"]?.elements.isEmpty == false)
            let bad = await relay.answer(to: "{")
            #expect(bad?["error"]?["code"] == -32700 && bad?["id"] == .null)
        }
    }

    @Test("a request of the newest revision needs nothing before it") func stateless() async throws {
        try await withServer(features: [MCPFeature.self]) { address in
            var relay = MessageRelay(ServerConnection(address: address))
            let meta: Value = [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": [:],
            ]
            let message: Value = [
                "jsonrpc": "2.0", "id": 7, "method": "tools/call",
                "params": ["name": "list_devices", "arguments": [:], "_meta": meta],
            ]
            let answer = await relay.answer(to: String(decoding: JSONText.write(message), as: UTF8.self))
            #expect(answer?["result"]?.resultDocument["devices"] == [])
        }
    }

    @Test("what does not reach the server is an error of the request, and nothing for a notification")
    func failures() async throws {
        try await withServer(features: [MCPFeature.self], ["token": "open-sesame"]) { address in
            var relay = MessageRelay(ServerConnection(address: address, token: "wrong"))
            let refused = await relay.answer(to: Self.list)
            #expect(refused?["id"] == "b" && refused?["error"]?["code"] == -32603)
            #expect(refused?["error"]?["data"]?["code"] == "unauthorized")
            var right = MessageRelay(ServerConnection(address: address, token: "open-sesame"))
            #expect(await right.answer(to: Self.begin)?["result"] != nil)
        }
        var nobody = MessageRelay(ServerConnection(address: "http://127.0.0.1:1"))
        let lost = await nobody.answer(to: Self.list)
        #expect(lost?["error"]?["message"]?.text?.contains("http://127.0.0.1:1 does not answer") == true)
        #expect(await nobody.answer(to: #"{"jsonrpc": "2.0", "method": "notifications/x"}"#) == nil)
    }

    @Test("without a server the command is one, as long as it is needed") func memory() async throws {
        let ready = AsyncStream.makeStream(of: UInt.self)
        try await MemoryServer.run(with: [MCPFeature.self]) { address in
            let answer = try? await ServerConnection(address: address).send(.GET, ["readyz"])
            ready.continuation.yield(answer?.status ?? 0)
        }
        ready.continuation.finish()
        var statuses: [UInt] = []
        for await status in ready.stream { statuses.append(status) }
        #expect(statuses == [200])
    }
}
