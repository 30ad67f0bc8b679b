import AsyncHTTPClient
import GreenroomClient
import LifecycleKernel
import NIOCore
import NIOHTTP1
import TestKit
import Testing

@testable import Commands
@testable import GreenroomServer

@Suite("The server, put together") struct ServerTests {
    @Test("it is ready when it says where it listens") func readiness() async throws {
        try await withServer { address, _ in
            #expect(address.hasPrefix("http://127.0.0.1:"))
            try await ServerConnection(address: address).checkReady(within: .seconds(10))
        }
    }

    @Test(
        "the demo device has Notes in front and Music suspended",
        arguments: [(DemoDevice.notes, "active"), (DemoDevice.music, "suspended")]
    )
    func demo(bundleID: BundleID, state: String) async throws {
        try await withServer(["--demo"]) { address, _ in
            let path = ["v1", "devices", "demo", "apps", bundleID.rawValue]
            let app = try await ServerConnection(address: address).send(.GET, path)
            #expect(app.body["state"] == .string(state))
        }
    }

    @Test("without --demo there is no device") func noDemo() async throws {
        try await withServer { address, _ in
            let answer = try await ServerConnection(address: address).send(.GET, ["v1", "devices"])
            #expect(answer.body["devices"] == [])
        }
    }

    @Test(
        "a token is required when one is configured",
        arguments: [(nil, 401), ("other-characters", 401), ("visible-characters", 200)] as [(String?, UInt)]
    )
    func token(token: String?, status: UInt) async throws {
        try await withServer(["--token", "visible-characters"]) { address, _ in
            let answer = try await ServerConnection(address: address, token: token).send(.GET, ["v1", "devices"])
            #expect(answer.status == status)
        }
    }

    @Test(
        "limits of the configuration are those of the server",
        arguments: [(["--max-devices", "1"], 507), (["--max-devices", "2"], 201)] as [([String], UInt)]
    )
    func limits(arguments: [String], status: UInt) async throws {
        try await withServer(arguments) { address, _ in
            let client = ServerConnection(address: address)
            let first = try await client.send(.POST, ["v1", "devices"], body: [:])
            #expect(first.status == 201)
            let second = try await client.send(.POST, ["v1", "devices"], body: [:])
            #expect(second.status == status)
        }
    }

    @Test("a wait in progress is answered when the shutdown begins, and the server ends") func shutdown() async throws {
        try await withServer(["--demo"]) { address, stop in
            let client = ServerConnection(address: address)
            let condition: Value = ["app": ["bundleID": .string(DemoDevice.music.rawValue), "state": "active"]]
            async let answer = client.send(
                .POST,
                ["v1", "devices", "demo", "wait"],
                body: ["until": condition, "timeoutSeconds": 300]
            )
            // The shutdown begins only when the server knows of the wait: it then counts one that waits.
            while try await waiters(address) == 0 { try Task.checkCancellation() }
            stop()
            let status = try await answer.status
            #expect(status == 503)
        }
    }

    @Test(
        "a batch whose client sends nothing more ends when the shutdown begins, and the server with it",
        .timeLimit(.minutes(1))
    )
    func stalledBatch() async throws {
        try await withServer(["--demo", "--shutdown-timeout", "600", "--idle-timeout", "600"]) { address, stop in
            let (lines, input) = AsyncStream.makeStream(of: ByteBuffer.self)
            var request = HTTPClientRequest(url: address + "/v1/batch")
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-ndjson")
            request.body = .stream(lines, length: .unknown)
            input.yield(ByteBuffer(string: #"{"device": "demo", "event": {"type": "device.lock"}}"# + "\n"))
            let response = try await HTTPClient.shared.execute(request, timeout: .minutes(2))
            var verdicts = response.body.makeAsyncIterator()
            let verdict = try #require(try await verdicts.next())
            #expect(String(buffer: verdict).contains(#""status":200"#))
            stop()
            // It ends, whether the client finds that in order or not.
            while (try? await verdicts.next()) != nil {}
            input.finish()
        }
    }

    @Test(
        "a request of which no more comes is answered when the shutdown begins, and the server ends",
        .timeLimit(.minutes(1))
    )
    func stalledBodies() async throws {
        let routes: [(HTTPMethod, String)] = [
            (.POST, "/v1/devices"), (.POST, "/v1/devices/demo/events"), (.PUT, "/v1/devices/demo/apps/a.b"),
            (.PATCH, "/v1/devices/demo/clock"), (.POST, "/v1/scenarios/run"), (.POST, "/v1/devices/demo/wait"),
        ]
        try await withServer(["--demo", "--shutdown-timeout", "600", "--idle-timeout", "600"]) { address, stop in
            try await withThrowingTaskGroup(of: UInt.self) { group in
                for (method, path) in routes {
                    var request = HTTPClientRequest(url: address + path)
                    request.method = method
                    request.headers.add(name: "Content-Type", value: "application/json")
                    let (body, input) = AsyncStream.makeStream(of: ByteBuffer.self)
                    request.body = .stream(body, length: .unknown)
                    input.yield(ByteBuffer(string: "{"))
                    group.addTask { [request] in
                        defer { input.finish() }
                        return try await HTTPClient.shared.execute(request, timeout: .minutes(2)).status.code
                    }
                }
                // The request for the metrics counts too.
                while try await gauge("greenroom_http_requests_active", address) <= routes.count {
                    try Task.checkCancellation()
                }
                stop()
                for try await status in group { #expect(status == 503) }
            }
        }
    }

    /// How many wait, as the metrics tell it.
    private func waiters(_ address: String) async throws -> Int { try await gauge("greenroom_waiters", address) }

    private func gauge(_ name: String, _ address: String) async throws -> Int {
        let text = try await metricsText(address)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") })
        return try #require(Int(line.split(separator: " ")[1]))
    }

    @Test("there are metrics of the host, the requests and the process") func metrics() async throws {
        try await withServer(["--demo", "--appium-port", "0"]) { address, _ in
            let client = ServerConnection(address: address)
            _ = try await client.send(.GET, ["v1", "devices", "demo"])
            let text = try await metricsText(address)
            #expect(text.contains("greenroom_devices 1"))
            #expect(text.contains("greenroom_http_requests_total{"))
            #expect(text.contains("process_uptime_seconds "))
        }
    }

    @Test("a port that is in use is an error of the operating system") func portInUse() async throws {
        try await withServer { address, _ in
            let port = try #require(address.split(separator: ":").last)
            let server = try Server(configuration(["--port", String(port)]), logger: quietLogger)
            await #expect(throws: IOError.self) { try await server.run(stoppingOn: []) { _ in } }
        }
    }
}
