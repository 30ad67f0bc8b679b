import DeviceHost
import HTTPTestKit
import HTTPTypes
import Hummingbird
import LifecycleKernel
import TestKit
import Testing

@testable import HTTPAPI

@Suite("Allowed origins")
struct AllowedOriginsTests {
    @Test(
        "A list has the exact origins of pages, however they are written",
        arguments: [
            ("http://localhost:5173", "http://localhost:5173", true), ("http://a.example", "http://a.example:80", true),
            ("HTTPS://A.Example:443", "https://a.example", true), ("http://[::1]:8080", "http://[::1]:8080", true),
            ("http://a.example , https://b.example", "https://b.example", true),
            ("http://a.example", "https://a.example", false), ("http://a.example", "http://a.example:8080", false),
            ("http://a.example", "http://b.a.example", false), ("http://a.example:443", "https://a.example", false),
            ("http://a.example", "http://a.example.evil.example", false), ("http://a.example", "null", false),
            ("http://a.example", "http://a.example/", false), ("*", "http://any.example", true), ("*", "null", true),
        ]
    )
    func exact(list: String, origin: String, isAllowed: Bool) throws {
        let allowed = try #require(AllowedOrigins(list))
        #expect(allowed.allows(origin) == isAllowed)
    }

    @Test(
        "What is no origin is refused",
        arguments: [
            "", ",", "http://a.example,", "a.example", "//a.example", "http://a.example/", "http://a.example/page",
            "http://a.example?x", "http://a.example#x", "http://user@a.example", "http://", "http://a.example:",
            "http://a.example:x", "http://*.a.example", "null", "ftp://a.example", "http://a.example,*",
            "http:a.example",
            "http://a.example http://b.example",
        ]
    )
    func refused(list: String) {
        #expect(AllowedOrigins(list) == nil)
    }
}

@Suite("Pages of allowed origins")
struct CrossOriginTests {
    private static let page = "http://localhost:5173"
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
    private static let origin: HTTPFields = [.origin: page]

    private static func settings(_ origins: String = page, token: String? = nil) -> HTTPServerSettings {
        var settings = HTTPServerSettings()
        settings.allowedOrigins = AllowedOrigins(origins) ?? .none
        settings.bearerToken = token
        return settings
    }

    /// What a browser asks before it sends a request with a body of JSON.
    private static func preflightHeaders(from origin: String = page, for method: String = "PUT") -> HTTPFields {
        [
            .origin: origin, .accessControlRequestMethod: method,
            .accessControlRequestHeaders: "authorization,content-type,if-match",
        ]
    }

    private static func names(_ list: String?) -> Set<String> {
        Set((list ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " }.lowercased() })
    }

    @Test("A browser is told before the request, without a token, that the page may send it")
    func preflight() async throws {
        try await APIClient.run(settings: Self.settings(token: "a-secret-token")) { api in
            for path in ["/v1/devices", "/v1/devices/phone/apps/a.b", "/nothing"] {
                let answer = try await api.send(.options, path, headers: Self.preflightHeaders())
                #expect(answer.status == 204)
                #expect(answer.text.isEmpty)
                #expect(answer.headers[.accessControlAllowOrigin] == Self.page)
                let methods = Self.names(answer.headers[.accessControlAllowMethods])
                #expect(methods == ["get", "head", "post", "put", "patch", "delete"])
                let read: Set = [
                    "accept", "authorization", "content-type", "idempotency-key", "if-match", "if-none-match",
                    "last-event-id", "mcp-protocol-version", "mcp-method", "mcp-name", "x-request-id",
                ]
                #expect(Self.names(answer.headers[.accessControlAllowHeaders]) == read)
                #expect(answer.headers[.accessControlMaxAge] == "7200")
                #expect(answer.headers[.vary] == "Origin")
                #expect(answer.headers[.accessControlAllowCredentials] == nil)
                #expect(answer.headers[.allowPrivateNetwork] == nil)
            }
        }
    }

    @Test("A page of a public site may call a server of a private network, if the browser asks about that")
    func privateNetwork() async throws {
        try await APIClient.run(settings: Self.settings()) { api in
            var headers = Self.preflightHeaders()
            headers[.requestPrivateNetwork] = "true"
            let answer = try await api.send(.options, "/v1/devices", headers: headers)
            #expect(answer.headers[.allowPrivateNetwork] == "true")
        }
    }

    @Test(
        "A preflight of another page, or an OPTIONS that is none, is answered as before",
        arguments: [
            preflightHeaders(from: "http://evil.example"), preflightHeaders(from: "null"),
            preflightHeaders(from: page + "/"), origin, [:],
            HTTPFields([
                HTTPField(name: .origin, value: page), HTTPField(name: .origin, value: page),
                HTTPField(name: .accessControlRequestMethod, value: "PUT"),
            ]),
        ]
    )
    func otherPreflight(headers: HTTPFields) async throws {
        try await APIClient.run(settings: Self.settings()) { api in
            let answer = try await api.send(.options, "/v1/devices", headers: headers)
            #expect(answer.status == 405)
            #expect(answer.headers[.accessControlAllowMethods] == nil)
            #expect(answer.headers[.vary] == "Origin")
        }
    }

    @Test("The page changes devices and reads every answer, with the headers that scripts need")
    func used() async throws {
        try await APIClient.run(settings: Self.settings()) { api in
            try await api.makePhone()
            let headers: HTTPFields = [.origin: Self.page, Self.fetchSite: "cross-site"]
            let answers = [
                try await api.post("/v1/devices", #"{"id": "other"}"#, headers: headers),
                try await api.send(.put, "/v1/devices/phone/apps/a.b", "{}", headers: headers),
                try await api.send(.patch, "/v1/devices/phone/clock", #"{"paused": true}"#, headers: headers),
                try await api.post("/v1/devices/phone/events", APIClient.home, headers: headers),
                try await api.get("/v1/devices/phone", headers: headers),
                try await api.send(.head, "/v1/devices/phone", headers: headers),
                try await api.send(.delete, "/v1/devices/other", headers: headers),
            ]
            #expect(answers.map(\.status) == [201, 201, 200, 200, 200, 200, 204])
            for answer in answers {
                #expect(answer.headers[.accessControlAllowOrigin] == Self.page)
                let exposed = Self.names(answer.headers[.accessControlExposeHeaders])
                #expect(exposed.isSuperset(of: ["etag", "location", "retry-after", "x-request-id"]))
                #expect(answer.headers[values: .vary].contains("Origin"))
            }
            let tag = try #require(answers[4].tag)
            let unchanged = try await api.get(
                "/v1/devices/phone",
                headers: [.origin: Self.page, .ifNoneMatch: tag]
            )
            #expect(unchanged.status == 200 || unchanged.status == 304)
            #expect(unchanged.headers[.accessControlAllowOrigin] == Self.page)
        }
    }

    @Test("It reads why a request is refused, whoever refuses it")
    func refusals() async throws {
        try await APIClient.run(settings: Self.settings(token: "a-secret-token")) { api in
            let token: HTTPFields = [.origin: Self.page, .authorization: "Bearer a-secret-token"]
            let answers = [
                try await api.get("/v1/devices", headers: Self.origin),
                try await api.get("/nothing", headers: token),
                try await api.get("/v1/devices/none", headers: token),
                try await api.send(.delete, "/v1/rulebook", headers: token),
                try await api.post("/v1/devices", "{", headers: token),
                try await api.post("/v1/devices", #"{"ID": 1}"#, headers: token),
            ]
            #expect(answers.map(\.status) == [401, 404, 404, 405, 400, 422])
            for answer in answers {
                #expect(answer.code != nil)
                #expect(answer.headers[.accessControlAllowOrigin] == Self.page)
            }
        }
    }

    @Test("Another page changes nothing and gets no such header, and caches keep the answers apart")
    func others() async throws {
        try await APIClient.run(settings: Self.settings()) { api in
            try await api.makePhone()
            for origin in ["http://evil.example", "null", "https://localhost:5173", "http://localhost:5174"] {
                let refused = try await api.post("/v1/devices/phone/events", APIClient.home, headers: [.origin: origin])
                #expect(refused.code == "cross-site")
                let read = try await api.get("/v1/devices/phone", headers: [.origin: origin])
                for answer in [refused, read] {
                    #expect(answer.headers[.accessControlAllowOrigin] == nil)
                    #expect(answer.headers[.vary] == "Origin")
                }
            }
            // Without its origin a page of another site is not known to be an allowed one.
            let unnamed = try await api.send(.delete, "/v1/devices/phone", headers: [Self.fetchSite: "cross-site"])
            #expect(unnamed.code == "cross-site")
            #expect(try await api.get("/v1/devices/phone")["sequence"] == 1)
            #expect(try await api.get("/v1/devices/phone").headers[.vary] == "Origin")
        }
    }

    @Test("With * every page may, and answers are the same for all")
    func everyPage() async throws {
        try await APIClient.run(settings: Self.settings("*", token: "a-secret-token")) { api in
            for origin in ["http://any.example", "null"] {
                let headers: HTTPFields = [.origin: origin, .authorization: "Bearer a-secret-token"]
                let answer = try await api.post("/v1/devices", "{}", headers: headers)
                #expect(answer.status == 201)
                #expect(answer.headers[.accessControlAllowOrigin] == "*")
                #expect(answer.headers[.vary] == nil)
                let preflight = try await api.send(
                    .options,
                    "/v1/devices",
                    headers: Self.preflightHeaders(from: origin)
                )
                #expect(preflight.status == 204)
                #expect(preflight.headers[.accessControlAllowOrigin] == "*")
                #expect(try await api.post("/v1/devices", "{}", headers: [.origin: origin]).status == 401)
            }
        }
    }

    @Test("Without the setting no answer speaks of origins")
    func off() async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/devices", headers: Self.origin)
            #expect(answer.status == 200)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(answer.headers[.vary] == nil)
            #expect(try await api.send(.options, "/v1/devices", headers: Self.preflightHeaders()).status == 405)
        }
    }

    @Test("A stream can be read by the page, and still varies with what is accepted")
    func stream() async throws {
        try await APIClient.run(settings: Self.settings()) { api in
            try await api.makePhone()
            async let ended: Void = {
                await until { api.registry.waitingStreamCount > 0 }
                try await api.registry.delete(DeviceID("phone")!)
            }()
            let answer = try await api.get(
                "/v1/devices/phone/timeline",
                headers: [.origin: Self.page, .accept: "text/event-stream"]
            )
            try await ended
            #expect(answer.headers[.contentType] == "text/event-stream")
            #expect(answer.headers[.accessControlAllowOrigin] == Self.page)
            #expect(answer.headers[values: .vary] == ["Accept, Accept-Language", "Origin"])
        }
    }
}
