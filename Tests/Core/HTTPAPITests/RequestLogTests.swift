import HTTPTestKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("The newest requests")
struct RequestLogTests {
    private let path = "/v1/requests"

    private func requests(_ api: APIClient, _ query: String = "") async throws -> [Value] {
        try await api.get(path + query).list("requests")
    }

    @Test("They say what was sent and how it was answered, the newest first") func list() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let id: HTTPFields = [.requestID: "my-test.7"]
            _ = try await api.post("/v1/devices/phone/events", #"{"type": "device.shake"}"#, headers: id)
            let answer = try await api.get(path)
            #expect(answer.status == 200)
            #expect(answer["count"] == 2)
            let (refused, made) = (
                try #require(answer.list("requests").first), try #require(answer.list("requests").last)
            )
            #expect(refused["number"] == 2 && made["number"] == 1)
            #expect(refused["id"] == "my-test.7")
            #expect(refused["method"] == "POST" && refused["path"] == "/v1/devices/phone/events")
            #expect(refused["device"] == "phone" && made["device"] == .null)
            #expect(refused["status"] == 422 && made["status"] == 201)
            #expect(refused["problem"]?["code"] == "unknown-event" && made["problem"] == .null)
            #expect(refused["body"] == #"{"type": "device.shake"}"#)
            #expect(refused["bodyBytes"] == 24)
            #expect(refused["listener"] == "http" && refused["refusal"] == .null)
        }
    }

    @Test(
        "A query chooses some of them",
        arguments: [
            ("", [5, 4, 3, 2, 1], 5), ("?device=phone", [4, 3, 2], 3), ("?method=POST", [3, 1], 2),
            ("?status=404", [5], 1),
            ("?refused=true", [5, 3], 2), ("?refused=false&device=phone", [4, 2], 2), ("?after=3", [5, 4], 2),
            ("?limit=1", [5], 5), ("?device=tablet", [], 0),
        ] as [(String, [Int64], Int64)]
    )
    func query(query: String, numbers: [Int64], count: Int64) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            _ = try await api.get("/v1/devices/phone")
            _ = try await api.post("/v1/devices/phone/events", "{}")
            _ = try await api.send(.delete, "/v1/devices/phone")
            _ = try await api.get("/v1/nothing")
            let answer = try await api.get(path + query)
            #expect(answer.list("requests").map { $0["number"]?.whole } == numbers)
            #expect(answer["count"] == .integer(count))
        }
    }

    @Test(
        "What is wrong in a query is refused",
        arguments: [
            ("?device=No%20id", 404, "unknown-device"), ("?method=TRACE", 422, "invalid-value"),
            ("?status=99", 422, "invalid-value"), ("?refused=yes", 422, "invalid-value"),
            ("?after=-1", 422, "invalid-value"), ("?limit=0", 422, "invalid-value"), ("?body=x", 422, "unknown-field"),
        ]
    )
    func refused(query: String, status: Int, code: String) async throws {
        try await APIClient.run { api in
            let answer = try await api.get(path + query)
            #expect(answer.status == status && answer.code == code)
        }
    }

    @Test("Of a body only the beginning is kept, and no half of a character") func long() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let text = #"{"type": "é\#(String(repeating: "ä", count: 4_000))"}"#
            _ = try await api.post("/v1/devices/phone/events", text)
            let kept = try #require(try await requests(api).first)
            #expect(kept["bodyBytes"] == .integer(Int64(text.utf8.count)))
            let body = try #require(kept["body"]?.text)
            #expect(text.hasPrefix(body) && (2_040...2_048).contains(body.utf8.count))
        }
    }

    @Test("A batch tells what it carried") func batch() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let line = #"{"device": "phone", "event": {"type": "device.lock"}}"# + "\n"
            _ = try await api.post("/v1/batch", line, headers: [.contentType: "application/x-ndjson"])
            #expect(try await requests(api).first?["body"] == .string(line))
        }
    }

    @Test("What may be a secret, probes, what the dashboard reads and the list itself are not kept") func omitted()
        async throws
    {
        let keys = Route(.post, "/v1/keys", isSecret: true) { _, _ in Response(status: .ok) }
        try await APIClient.run(routes: [keys]) { api in
            _ = try await api.post("/v1/keys", #"{"pem": "my-private-key"}"#)
            for open in ["/livez", "/readyz", "/version", "/openapi.json", "/metrics"] {
                _ = try await api.get(open)
            }
            _ = try await api.get("/v1/devices", headers: [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"])
            let kept = try await requests(api)
            #expect(kept.map { $0["path"] } == ["/v1/keys"])
            #expect(kept.first?["body"] == .null)
            #expect(try await !api.get(path).text.contains("my-private-key"))
        }
    }

    @Test("They are forgotten when that is asked for, and numbers go on") func forget() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.send(.delete, path).status == 204)
            #expect(try await requests(api).isEmpty)
            _ = try await api.get("/v1/devices")
            #expect(try await requests(api).map { $0["number"] } == [2])
        }
    }

    @Test("Only so many are kept; with 0 none") func capacity() async throws {
        func numbers(_ capacity: Int) -> [UInt64] {
            let log = RequestLog(capacity: capacity)
            for _ in 1...5 {
                let request = LoggedRequest(
                    time: .manualStart,
                    id: "x",
                    method: .get,
                    path: "/",
                    status: .ok,
                    duration: .zero
                )
                log.add(request)
            }
            return log.requests(RequestQuery()).page.map(\.number)
        }
        #expect(numbers(3) == [5, 4, 3])
        #expect(numbers(10) == [5, 4, 3, 2, 1])
        var dependencies = try APIDependencies.test()
        dependencies.requests = RequestLog(capacity: 0)
        let router = buildRouter(InternalAPI(dependencies)).router
        try await Application(router: router).test(.router) { client in
            _ = try await client.executeRequest(uri: "/v1/devices", method: .get, headers: [:], body: nil)
            let answer = APIAnswer(try await client.executeRequest(uri: path, method: .get, headers: [:], body: nil))
            #expect(answer["requests"] == [])
        }
    }
}
