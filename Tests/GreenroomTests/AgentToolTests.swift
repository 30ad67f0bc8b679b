import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import Greenroom

@Suite("Tools for agents, with all features")
struct AgentToolTests {
    private static let revision: HTTPFields = [HTTPField.Name("MCP-Protocol-Version")!: "2025-11-25"]

    /// The text that a tool answers, and whether it has refused the call.
    private func call(
        _ tool: String,
        _ arguments: Value,
        on api: APIClient
    ) async throws -> (text: String, isError: Bool) {
        let message: Value = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["name": .string(tool), "arguments": arguments],
        ]
        let answer = try await api.send(.post, "/mcp", bytes: JSONText.write(message), headers: Self.revision)
        let result = try #require(answer["result"], "\(answer.text)")
        return (result["content"]?.elements.first?["text"]?.text ?? "", result["isError"] == true)
    }

    @Test("An exploration is begun and waited for, and its failures are scenarios and devices")
    func exploring() async throws {
        try await APIClient.run(features: Features.all) { api in
            let app: Value = [
                "bundleID": "com.example.diary", "lifecycle": "appDelegate",
                "behavior": ["applicationWillTerminate(_:)": [["action": "save"]]],
            ]
            let begun = try await call("explore", ["id": "diary", "file": app, "waitSeconds": 60], on: api)
            #expect(begun.text.hasPrefix("exploration: diary\n") && begun.text.contains("dataLoss"), "\(begun.text)")
            let found: Value = ["exploration": "diary", "number": 1]
            let report = try await call("read_exploration", ["exploration": "diary", "waitSeconds": 60], on: api)
            #expect("exploration: diary\n" + report.text == begun.text)
            let part = try await call("read_exploration", ["exploration": "diary", "offset": 1], on: api)
            #expect(report.text.hasSuffix(part.text) && part.text != report.text)
            let scenario = try await call("read_failure_scenario", found, on: api).text
            let verdict = try await call("run_scenario", ["scenario": .string(scenario)], on: api)
            #expect(try JSONText.parse(verdict.text.utf8)["passed"] == false)
            let made = try await call("create_failure_device", found.setting("id", to: "failed"), on: api)
            #expect(try JSONText.parse(made.text.utf8)["id"] == "failed")
        }
    }

    @Test("What cannot be explored is refused with what would be right")
    func refused() async throws {
        try await APIClient.run(features: Features.all) { api in
            let inputs: Value = ["only": ["home"]]
            let arguments: Value = ["file": ["bundleID": "com.example.diary"], "inputs": inputs]
            #expect(try await call("explore", arguments, on: api).isError)
            let unknown = try await call("read_exploration", ["exploration": "none", "waitSeconds": 1], on: api)
            #expect(unknown.isError && unknown.text.contains("There is no exploration"))
        }
    }
}
