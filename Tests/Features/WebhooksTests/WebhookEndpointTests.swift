import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import Webhooks
import WireFormat

@testable import DeviceHost

/// What the interface does with webhooks; what they send is tested in WebhooksTests.
@Suite("Webhooks in the interface") struct WebhookEndpointTests {
    private static let url = #""url": "https://hooks.example.com/greenroom""#

    private func run(_ test: @Sendable (APIClient) async throws -> Void) async throws {
        let options = ["webhook-hosts": "hooks.example.com,localhost"]
        try await APIClient.run(features: [WebhooksFeature.self], options: options, test)
    }

    private func register(_ api: APIClient, _ fields: String = url) async throws -> APIAnswer {
        try await api.post("/v1/webhooks", "{\(fields)}")
    }

    @Test("The secret is in the answer to the registration, and never again")
    func secret() async throws {
        try await run { api in
            let made = try await register(api)
            let secret = try #require(made["secret"]?.text)
            let id = try #require(made["id"]?.text)
            #expect(made.status == 201 && made.headers[.location] == "/v1/webhooks/\(id)")
            #expect(secret.wholeMatch(of: /whsec_[A-Za-z0-9+\/]{43}=/) != nil)
            for path in ["/v1/webhooks", "/v1/webhooks/\(id)", "/v1/webhooks/\(id)/deliveries", "/metrics"] {
                let answer = try await api.get(path)
                #expect(answer.status == 200 && !answer.text.contains(secret) && !answer.text.contains("secret"))
            }
            let changed = try await api.send(.patch, "/v1/webhooks/\(id)", #"{"description": "nightly"}"#)
            #expect(changed["description"] == "nightly" && changed["secret"] == nil)
            let rotated = try await api.send(.patch, "/v1/webhooks/\(id)", #"{"rotateSecret": true}"#)
            #expect(rotated["secret"] != nil && rotated["secret"]?.text != secret)
        }
    }

    @Test("A secret that is given is not among the requests that are kept")
    func keptRequests() async throws {
        try await run { api in
            let secret = "whsec_" + String(repeating: "QUJD", count: 8)
            let made = try await register(api, "\(Self.url), \"secret\": \"\(secret)\"")
            let id = try #require(made["id"]?.text)
            for body in [#"{"secret": "\#(secret)"}"#, #"{"secret": "\#(secret)!"}"#] {
                _ = try await api.send(.patch, "/v1/webhooks/\(id)", body)
            }
            let kept = try await api.get("/v1/requests")
            #expect(kept.text.contains("/v1/webhooks") && !kept.text.contains("QUJD"))
        }
    }

    @Test(
        "A registration that is sent again with its idempotency key makes another one: no answer with a secret is kept"
    )
    func noKeptAnswer() async throws {
        try await run { api in
            let headers: HTTPFields = [HTTPField.Name("Idempotency-Key")!: "k"]
            let first = try await api.post("/v1/webhooks", "{\(Self.url)}", headers: headers)
            let second = try await api.post("/v1/webhooks", "{\(Self.url)}", headers: headers)
            #expect(first["id"] != second["id"] && first["secret"] != second["secret"])
        }
    }

    @Test("What is given comes back, with the rest of the filter")
    func fields() async throws {
        try await run { api in
            let filter =
                #""filter": {"device": "phone", "labels": {"run": "1"}, "records": [{"kind": "exit"}]}, "enabled": false"#
            let made = try await register(api, "\(Self.url), \(filter)")
            let expected: Value = [
                "kinds": [], "bundleID": .null, "device": "phone", "labels": ["run": "1"],
                "records": [["kind": "exit"]],
            ]
            #expect(made["filter"] == expected && made["enabled"] == false && made["why"] == .null)
            let plain = try await register(api)
            #expect(plain["filter"]?["kinds"] == ["exit", "finding"] && plain["enabled"] == true)
            #expect(try await api.get("/v1/webhooks").list("webhooks").count == 2)
        }
    }

    @Test(
        "What is wrong is refused",
        arguments: [
            ("{}", "missing-field"), (#"{"url": "https://other.example.com/"}"#, "invalid-value"),
            (#"{"url": "http://127.0.0.1:8080/v1/devices"}"#, "invalid-value"),
            (#"{"url": "file:///etc/passwd"}"#, "invalid-value"),
            (#"{"uri": "https://hooks.example.com/"}"#, "missing-field"),
            (#"{"url": "https://hooks.example.com/", "filter": {"kind": "exit"}}"#, "unknown-field"),
            (#"{"url": "https://hooks.example.com/", "secret": "whsec_short"}"#, "invalid-value"),
            ("[", "malformed-body"),
        ]
    )
    func refused(body: String, code: String) async throws {
        try await run { api in
            let refused = try await api.post("/v1/webhooks", body)
            let all = try await api.get("/v1/webhooks")
            #expect(refused.code == code && all.list("webhooks").isEmpty)
        }
    }

    @Test("A host that is not named is refused with those that are")
    func accepted() async throws {
        try await run { api in
            let refused = try await register(api, #""url": "https://other.example.com/""#)
            #expect(refused.status == 422 && refused["field"] == "url")
            #expect(refused["accepted"] == ["hooks.example.com", "localhost"])
        }
    }

    @Test("A webhook is tested, changed by either media type, and removed; then it is unknown")
    func life() async throws {
        try await run { api in
            let id = try #require(try await register(api)["id"]?.text)
            let test = try await api.send(.post, "/v1/webhooks/\(id)/test")
            #expect(test.status == 202 && test["id"]?.text?.hasPrefix("msg_") == true)
            let waiting = try await api.get("/v1/webhooks/\(id)")
            #expect(waiting["waiting"] == 1)
            for type in ["application/json", "application/merge-patch+json"] {
                let url = #"{"url": "http://localhost:9000/x", "description": null}"#
                let changed = try await api.send(.patch, "/v1/webhooks/\(id)", url, headers: [.contentType: type])
                #expect(changed.status == 200 && changed["url"] == "http://localhost:9000/x")
            }
            #expect(try await api.send(.patch, "/v1/webhooks/\(id)", #"{"url": "http://a/"}"#).code == "invalid-value")
            #expect(try await api.send(.delete, "/v1/webhooks/\(id)").status == 204)
            for (method, path, body) in [
                (.get, id, nil), (.delete, id, nil), (.patch, id, "{}"), (.post, "\(id)/test", nil),
                (.get, "\(id)/deliveries", nil),
            ] as [(HTTPRequest.Method, String, String?)] {
                #expect(try await api.send(method, "/v1/webhooks/\(path)", body).code == "unknown-webhook")
            }
        }
    }

    @Test("A webhook hears the records of all devices from its registration on, unless it is disabled")
    func subscription() async throws {
        try await run { api in
            let id = try #require(try await register(api)["id"]?.text)
            #expect(api.registry.hub.followersOfAll == 1)
            for (isEnabled, count) in [(false, 0), (true, 1)] {
                let changed = try await api.send(.patch, "/v1/webhooks/\(id)", #"{"enabled": \#(isEnabled)}"#)
                #expect(changed["enabled"] == .bool(isEnabled) && api.registry.hub.followersOfAll == count)
            }
            let removed = try await api.send(.delete, "/v1/webhooks/\(id)")
            #expect(removed.status == 204 && api.registry.hub.followersOfAll == 0)
        }
    }
}
