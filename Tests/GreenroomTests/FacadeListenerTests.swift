import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import TestKit
import Testing

@testable import GreenroomServer

@Suite("Listeners besides that of the interface") struct FacadeListenerTests {
    /// The status of a GET, or of a POST with a body.
    private func status(_ url: String, _ body: String? = nil) async throws -> (status: UInt, text: String) {
        var request = HTTPClientRequest(url: url)
        if let body {
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: body))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        return (response.status.code, String(buffer: try await response.body.collect(upTo: 1_048_576)))
    }

    @Test("The ready line names them after the address of the interface") func readyLine() {
        var addresses = ServerAddresses(of: [.main, .appium, .wda])
        addresses.add(ListeningAddress(.wda, "http://h:3"))
        addresses.add(ListeningAddress(.main, "http://h:1"))
        #expect(!addresses.areAll)
        addresses.add(ListeningAddress(.appium, "http://h:2"))
        #expect(addresses.description == "http://h:1 appium=http://h:2 wda=http://h:3")
        #expect(addresses.areAll)
    }

    @Test("They are off unless their port is given") func off() async throws {
        try await withListeners { addresses, _ in
            #expect(addresses[.appium] == nil)
            #expect(addresses[.wda] == nil)
            let device = try await status(addresses.main + "/v1/devices/wda")
            #expect(device.status == 404)
        }
    }

    @Test("Each serves its own routes only, once all are ready") func routes() async throws {
        try await withListeners(["--appium-port", "0", "--wda-port", "0", "--wda-device", "bench"]) { addresses, _ in
            let appium = try #require(addresses[.appium])
            let agent = try #require(addresses[.wda])
            #expect(try await status(addresses.main + "/readyz").status == 200)
            #expect(try await status(appium + "/status").text.contains("\"ready\":true"))
            #expect(try await status(appium + "/wd/hub/status").status == 200)
            #expect(try await status(agent + "/status").text.contains("\"sessionId\":null"))
            #expect(try await status(addresses.main + "/v1/devices/bench").status == 200)
            for base in [appium, agent] {
                #expect(try await status(base + "/v1/devices").status == 404)
                #expect(try await status(base + "/metrics").status == 404)
            }
            #expect(try await status(addresses.main + "/status").status == 404)
        }
    }

    @Test("The interface lists the sessions of both") func sessions() async throws {
        try await withListeners(["--appium-port", "0", "--wda-port", "0"]) { addresses, _ in
            let list = addresses.main + "/v1/webdriver/sessions"
            #expect(try await status(list).text.contains("\"count\":0"))
            for base in [addresses[.appium], addresses[.wda]] {
                let opened = try await status(
                    try #require(base) + "/session",
                    #"{"capabilities": {"alwaysMatch": {"platformName": "iOS"}}}"#
                )
                #expect(opened.status == 200)
            }
            let listed = try await status(list).text
            #expect(listed.contains("\"count\":2"))
            #expect(listed.contains("\"dialect\":\"appium\"") && listed.contains("\"device\":\"wda\""))
        }
    }

    @Test("A port that is in use names its address") func portInUse() async throws {
        try await withServer { address, _ in
            let port = try #require(address.split(separator: ":").last)
            let settings = try configuration(["--port", "0", "--wda-port", String(port)])
            let server = try Server(settings, logger: quietLogger)
            await #expect { try await server.run(stoppingOn: []) { _ in } } throws: { error in
                (error as? FacadeListenerError)?.address == "http://127.0.0.1:\(port)"
            }
        }
    }

    @Test("A command that waits is answered when the server stops") func stopping() async throws {
        try await withListeners(["--appium-port", "0"]) { addresses, stop in
            let appium = try #require(addresses[.appium])
            let opened = try await status(
                appium + "/session",
                #"{"capabilities": {"alwaysMatch": {"platformName": "iOS"}}}"#
            )
            let id = try #require(opened.text.split(separator: "\"sessionId\":\"").last?.prefix(36))
            async let waiting = status(
                "\(appium)/session/\(id)/execute/sync",
                #"{"script": "mobile: lock", "args": [{"seconds": 600}]}"#
            )
            while try await !metricsText(addresses.main).contains("greenroom_waiters 1") { await Task.yield() }
            stop()
            let answer = try await waiting
            #expect(answer.status == 500)
            #expect(answer.text.contains("The server is stopping."))
        }
    }
}

extension Listener {
    static let appium = Listener(rawValue: "appium")
    static let wda = Listener(rawValue: "wda")
}
