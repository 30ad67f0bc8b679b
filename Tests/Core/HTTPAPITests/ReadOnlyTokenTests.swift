import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("The token with which nothing can be changed")
struct ReadOnlyTokenTests {
    private static let full: HTTPFields = [.authorization: "Bearer sesame-open"]
    private static let reading: HTTPFields = [.authorization: "Bearer only-reading"]

    private func run(_ test: @Sendable (APIClient) async throws -> Void) async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "sesame-open"
        settings.readOnlyToken = "only-reading"
        try await APIClient.run(settings: settings) { api in
            let made = try await api.post(
                "/v1/devices",
                #"{"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": "a.b"}]}"#,
                headers: Self.full
            )
            try #require(made.status == 201)
            try await test(api)
        }
    }

    @Test(
        "Everything can be read with it",
        arguments: [
            "/v1/devices", "/v1/devices/phone", "/v1/devices/phone/timeline", "/v1/devices/phone/apps/a.b/explain",
            "/v1/processes/summary", "/v1/requests", "/metrics", "/v1/rulebook",
        ]
    )
    func reads(path: String) async throws {
        try await run { api in
            let (read, head) = (
                try await api.get(path, headers: Self.reading), try await api.send(.head, path, headers: Self.reading)
            )
            #expect(read.status == 200 && head.status == 200)
        }
    }

    @Test(
        "Nothing can be changed with it",
        arguments: [
            (.post, "/v1/devices"), (.post, "/v1/devices/phone/events"), (.post, "/v1/devices/phone/apps/a.b/actions"),
            (.post, "/v1/devices/phone/clock/advance"), (.patch, "/v1/devices/phone/clock"),
            (.put, "/v1/devices/phone/apps/a.c"), (.delete, "/v1/devices/phone"), (.post, "/v1/devices/phone/wait"),
            (.post, "/v1/devices/phone/fork"), (.post, "/v1/batch"), (.post, "/v1/scenarios/run"),
            (.delete, "/v1/requests"), (.post, "//v1/devices"),
        ] as [(HTTPRequest.Method, String)]
    )
    func changes(method: HTTPRequest.Method, path: String) async throws {
        try await run { api in
            let before = try await api.get("/v1/devices/phone", headers: Self.full)
            let answer = try await api.send(method, path, bytes: Array("{}".utf8), headers: Self.reading)
            #expect(answer.status == 403 && answer.code == "read-only-token")
            #expect(answer.headers[.wwwAuthenticate]?.contains("insufficient_scope") == true)
            #expect(try await api.get("/v1/devices/phone", headers: Self.full).text == before.text)
        }
    }

    @Test(
        "Beside it a wrong token is still none",
        arguments: ["Bearer only-readin", "Bearer only-reading2", "Bearer "]
    )
    func wrong(header: String) async throws {
        try await run { api in
            let answer = try await api.get("/v1/devices", headers: [.authorization: header])
            #expect(answer.status == 401)
        }
    }
}
