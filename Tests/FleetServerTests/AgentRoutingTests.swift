import DeviceHost
import Fleet
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WebDriver
import WireFormat

@Suite("Clients of WebDriverAgent, each of whose requests may come to another server", .timeLimit(.minutes(1)))
struct AgentRoutingTests {
    private static let body = #"{"capabilities": {"alwaysMatch": {"bundleId": "\#(CommandFleet.notes)"}}}"#

    @Test("The device of the agent is driven through servers that do not have it") func agent() async throws {
        try await CommandFleet.run { servers in
            try await servers.fleet[2].makePhone("agent")
            try await servers.fleet[2].makePhone("phone")
            for (prefix, device) in [("", "agent"), ("/devices/phone", "phone")] {
                _ = try await servers.sendToAgent(1, .post, "\(prefix)/wda/unlock")
                let made = try await servers.sendToAgent(1, .post, "\(prefix)/session", Self.body)
                #expect(made.status == 200, "\(made.text)")
                #expect(made.server == "s2")
                let id = try #require(made.value["sessionId"]?.text)
                for number in 1...3 as ClosedRange<Int64> {
                    let told = try await servers.sendToAgent(number, .get, "/devices/\(device)/session/\(id)")
                    #expect(told.value["sessionId"] == .string(id), "\(told.text)")
                    for (method, path) in [
                        (.get, "/status"), (.get, "/wda/healthcheck"), (.get, "/wda/locked"), (.options, "/session"),
                        (.get, "/nothing"), (.get, "/session/nope/url"), (.get, "/source?format=json"),
                        (.put, "/status"),
                    ] as [(HTTPRequest.Method, String)] {
                        let answer = try await servers.sendToAgent(number, method, prefix + path)
                        let owners = try await servers.sendToAgent(2, method, prefix + path)
                        #expect(answer["sessionId"] == .string(id), "\(method) \(path) \(answer.text)")
                        #expect(answer.status == owners.status)
                        #expect(answer.text == owners.text)
                    }
                    let launched = try await servers.sendToAgent(
                        number,
                        .post,
                        "\(prefix)/session/\(id)/wda/apps/state",
                        #"{"bundleId": "\#(CommandFleet.notes)"}"#
                    )
                    #expect(launched.value == 4)
                }
                // A session through another server ends the one before.
                let next = try await servers.sendToAgent(3, .post, "\(prefix)/session", Self.body)
                let nextID = try #require(next.value["sessionId"]?.text)
                let gone = try await servers.sendToAgent(1, .get, "\(prefix)/session/\(id)")
                #expect((gone.status, gone.error) == (404, "invalid session id"))
                #expect(gone["sessionId"] == .string(nextID))
                #expect(try await servers.sendToAgent(1, .delete, "\(prefix)/session/\(nextID)").status == 200)
                #expect(try await servers.sendToAgent(2, .get, "\(prefix)/wda/locked")["sessionId"] == .null)
            }
        }
    }

    @Test("The device of the agent is made by its owner, which need not listen for clients of the agent")
    func start() async throws {
        try await CommandFleet.run { servers in
            let facades = servers.fleet[1].facades
            servers.fleet.assign { _ in nil }
            async let made: Void = facades.createAgentDeviceAtOwner()
            servers.fleet.assign { _ in 2 }
            await made
            #expect(servers.fleet[2].registry.deviceCount == 1)
            #expect(servers.fleet[1].registry.deviceCount == 0)
            // There is one now.
            await facades.createAgentDeviceAtOwner()
            let answer = try await servers.sendToAgent(3, .get, "/wda/locked")
            #expect(answer.status == 200)
        }
    }

    @Test("What is no device is that everywhere, and a server that lives says so by itself") func others() async throws
    {
        try await CommandFleet.run { servers in
            for path in ["/devices/no%20device/status", "/devices/nobody/wda/locked", "/wda/locked"] {
                let answers = [
                    try await servers.sendToAgent(1, .get, path), try await servers.sendToAgent(2, .get, path),
                ]
                #expect(answers[0].error == "invalid session id")
                #expect(answers[0].text == answers[1].text)
            }
            servers.fleet.assign { _ in nil }
            #expect(try await servers.sendToAgent(1, .get, "/health").text == "I-AM-ALIVE")
            let refused = try await servers.sendToAgent(1, .get, "/wda/locked")
            #expect((refused.status, refused.error) == (500, "unknown error"))
            #expect(refused.message.hasPrefix("owner-unavailable: "))
            #expect(refused["sessionId"] == .null)
        }
    }
}
