import HTTPTypes
import HummingbirdTesting
import LifecycleKernel
import MetricsTestKit
import NIOCore
import NIOPosix
import Testing
import WireFormat

@testable import WebDriver

@Suite("Requests that are no HTTP", .timeLimit(.minutes(1))) struct MalformedRequestTests {
    /// Sends bytes over a connection of their own, and returns what comes back until the server closes it.
    private static func send(_ text: String, to port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var received = ByteBuffer()
            for try await var part in inbound { received.writeBuffer(&part) }
            return String(buffer: received)
        }
    }

    @Test(
        "They are answered in the form of the dialect's errors",
        arguments: Dialect.allCases,
        [
            "GET /status NONSENSE\r\n\r\n", "GET /status HTTP/1.1\r\nHost localhost\r\n\r\n",
            "POST /session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ]
    )
    func form(dialect: Dialect, request: String) async throws {
        try await DriverClient.run(dialect, on: .live) { driver in
            let port = try #require(driver.client.port)
            let answer = try await Self.send(request, to: port)
            let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let head = parts[0].lowercased()
            #expect(head.hasPrefix("http/1.1 400 "))
            #expect(head.contains("content-type: application/json; charset=utf-8"))
            #expect(head.contains("x-request-id: "))
            let document = try JSONText.parse(try #require(parts.last).utf8)
            #expect(document["value"]?["error"] == "invalid argument")
            #expect(document["value"]?["message"]?.text?.hasPrefix("malformed-request: ") == true)
            #expect(document["value"]?["data"]?["code"] == "malformed-request")
            #expect(document["value"]?["stacktrace"] == (dialect == .appium ? "" : nil))
            #expect(document["value"]?["traceback"] == (dialect == .wda ? "" : nil))
            #expect(document["sessionId"] == (dialect == .wda ? .null : nil))
        }
    }

    @Test("They are counted, as commands of no route") func count() async throws {
        let metrics = TestMetrics()
        try await DriverClient.run(on: .live, metrics: metrics) { driver in
            _ = try await Self.send("GET /status NONSENSE\r\n\r\n", to: try #require(driver.client.port))
        }
        #expect(try metrics.commands("other", "invalid argument") == 1)
    }
}
