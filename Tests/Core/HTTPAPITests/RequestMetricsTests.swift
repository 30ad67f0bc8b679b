import DeviceHost
import HTTPTestKit
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import MetricsTestKit
import NIOCore
import NIOEmbedded
import TestKit
import Testing

@testable import HTTPAPI

@Suite("Metrics of requests")
struct RequestMetricsTests {
    private func count(_ metrics: TestMetrics, _ method: String, _ route: String, _ status: String) throws -> Int64 {
        try metrics.expectCounter(
            "greenroom.http.requests",
            [("method", method), ("route", route), ("status", status)]
        ).totalValue
    }

    @Test("Requests are counted by method, route and status, and never by id")
    func counted() async throws {
        let metrics = TestMetrics()
        try await APIClient.run(metrics: metrics) { api in
            try await api.makePhone()
            for id in ["phone", "phone", "nobody"] { _ = try await api.get("/v1/devices/\(id)") }
            _ = try await api.send(.put, "/v1/devices/phone/events")
            for path in ["/nothing", "/nothing/else"] { _ = try await api.get(path) }
            _ = try await api.send(HTTPRequest.Method("BREW")!, "/livez")
            _ = try await api.post("/v1/batch", "x", headers: [.contentType: "application/x-ndjson"])
        }
        #expect(try count(metrics, "POST", "/v1/devices", "201") == 1)
        #expect(try count(metrics, "GET", "/v1/devices/{device}", "200") == 2)
        #expect(try count(metrics, "GET", "/v1/devices/{device}", "404") == 1)
        #expect(try count(metrics, "PUT", "/v1/devices/{device}/events", "405") == 1)
        #expect(try count(metrics, "GET", "unknown", "404") == 2)
        #expect(try count(metrics, "other", "/livez", "405") == 1)
        #expect(try count(metrics, "POST", "/v1/batch", "200") == 1)
        let timer = try metrics.expectTimer(
            "greenroom.http.request.duration",
            [("method", "GET"), ("route", "/v1/devices/{device}")]
        )
        #expect(timer.values.count == 3)
        #expect(timer.values.allSatisfy { $0 >= 0 })
        #expect(try metrics.expectMeter("greenroom.http.requests.active").values.last == 0)
    }

    @Test("A stream whose client disconnected before it began has ended, and no longer counts")
    func neverWritten() async throws {
        let metrics = TestMetrics()
        let registry = DeviceRegistry(wall: HandMovedClock())
        let responder = try buildRouter(.test(registry: registry, metrics: metrics)).router.buildResponder()
        let head = HTTPRequest(
            method: .get,
            scheme: nil,
            authority: "localhost",
            path: "/v1/timeline",
            headerFields: [.accept: "text/event-stream"]
        )
        let context = APIRequestContext(
            source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test"))
        )
        let active = { try metrics.expectMeter("greenroom.http.requests.active").values.last }
        var response: Response? = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
            context: context
        )
        #expect(response?.status == .ok)
        #expect(try active() == 1)
        #expect(registry.streamCount == 1)
        response = nil
        #expect(try active() == 0)
        #expect(registry.streamCount == 0)
        #expect(try count(metrics, "GET", "/v1/timeline", "200") == 1)
    }
}
