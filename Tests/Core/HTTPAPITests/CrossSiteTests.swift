import DeviceHost
import HTTPTestKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifecycleKernel
import Logging
import NIOCore
import NIOEmbedded
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("Hosts and origins")
struct AuthorityTests {
    @Test(
        "A host header names a host, and perhaps a port",
        arguments: [
            ("localhost", "localhost", nil), ("LOCALHOST:8080", "localhost", 8_080), ("a.example.", "a.example", nil),
            ("127.0.0.1:1", "127.0.0.1", 1), ("[::1]", "::1", nil), ("[::1]:65535", "::1", 65_535),
            ("green_room:8080", "green_room", 8_080), ("a:", "a", nil), ("[FE80::1]:", "fe80::1", nil),
        ] as [(String, String, UInt16?)]
    )
    func reads(text: String, host: String, port: UInt16?) throws {
        let authority = try #require(Authority(text))
        #expect(authority.host == host)
        #expect(authority.port == port)
    }

    @Test(
        "What is no host is none",
        arguments: [
            "", " ", ":8080", "a b", "a,b", "a/b", "user@a", "a:b", "a:65536", "a:-1", "a:+1", "a:1:2", "::1", "[::1",
            "[::1]x", "[a]", "[127.0.0.1]", "[]", ".", "ä", "a\u{0}", "a?b", "a#b", "a\\b", "a%2eb",
            String(repeating: "a", count: 255),
        ]
    )
    func refuses(text: String) {
        #expect(Authority(text) == nil)
    }

    @Test(
        "An address is one in the spelling of browsers",
        arguments: [
            ("127.0.0.1", true), ("10.1.2.3:80", true), ("[2001:db8::1]:80", true), ("0x7f.1", false),
            ("2130706433", false), ("127.1", false), ("127.0.0.1.evil.example", false), ("256.1.1.1", false),
            ("127.0.0.01", false), ("1.2.3.4.5", false), ("localhost", false),
        ]
    )
    func addresses(text: String, isAddress: Bool) {
        #expect(Authority(text)?.isAddress == isAddress)
    }

    @Test(
        "An origin is the server's when host and port are the same",
        arguments: [
            ("http://localhost:8080", "localhost:8080", true), ("http://LOCALHOST:8080", "localhost:8080", true),
            ("http://localhost:8080", "localhost:8081", false), ("http://localhost:8080", "127.0.0.1:8080", false),
            ("http://localhost", "localhost:80", true), ("http://localhost", "localhost", true),
            ("http://localhost:80", "localhost", true), ("http://localhost:8080", "localhost", false),
            // A proxy in front of the server speaks TLS.
            ("https://test.example.com", "test.example.com", true),
            ("https://test.example.com", "test.example.com:443", true),
            ("https://test.example.com:8443", "test.example.com:8443", true),
            ("https://test.example.com", "test.example.com:80", false),
            ("https://test.example.com", "example.com", false), ("https://example.com", "test.example.com", false),
            ("http://[::1]:8080", "[::1]:8080", true), ("http://localhost.:8080", "localhost:8080", true),
        ]
    )
    func origins(origin: String, host: String, isSame: Bool) throws {
        let origin = try #require(Origin(origin))
        #expect(origin.isSame(as: try #require(Authority(host))) == isSame)
    }

    @Test(
        "Other origins are none",
        arguments: [
            "null", "NULL", "", "localhost", "//localhost", "http:localhost", "http://", "file://", "ftp://localhost",
            "chrome-extension://localhost", "http://localhost http://evil.example", "http://localhost/",
            "http://localhost, http://localhost", "http://user@localhost",
        ]
    )
    func noOrigins(text: String) {
        #expect(Origin(text) == nil)
    }
}

@Suite("Pages of other sites")
struct CrossSiteTests {
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
    private static let accepted: [HTTPFields] = [
        [:], [.origin: "http://localhost"], [.origin: "https://localhost"], [.origin: "http://localhost:80"],
        [.origin: "http://localhost", fetchSite: "same-origin"], [fetchSite: "none"],
    ]
    /// Two headers, the first of which would do.
    private static let several: [HTTPFields] = ["http://evil.example", "http://localhost"].map { second -> HTTPFields in
        HTTPFields([HTTPField(name: .origin, value: "http://localhost"), HTTPField(name: .origin, value: second)])
    }
    private static let refused: [HTTPFields] =
        several + [
            [.origin: "http://evil.example"], [.origin: "null"], [.origin: ""], [.origin: "http://localhost:8080"],
            [.origin: "http://localhost.evil.example"], [.origin: "http://localhost http://evil.example"],
            [fetchSite: "cross-site"], [fetchSite: "same-site"], [fetchSite: "unknown"],
            [.origin: "http://localhost", fetchSite: "cross-site"],
        ]

    @Test("What comes from no page, or from one of the server's own, is carried out", arguments: accepted)
    func takes(headers: HTTPFields) async throws {
        try await APIClient.run { api in
            let answer = try await api.send(.post, "/v1/devices", headers: headers)
            #expect(answer.status == 201)
        }
    }

    @Test("What a page of another site asks for changes nothing, and what it may not read is read", arguments: refused)
    func refuses(headers: HTTPFields) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let changes: [(HTTPRequest.Method, String, String?)] = [
                (.post, "/v1/devices", nil), (.post, "/v1/devices/phone/events", APIClient.home),
                (.put, "/v1/devices/phone/apps/a.b", "{}"), (.patch, "/v1/devices/phone/clock", "{}"),
                (.delete, "/v1/devices/phone", nil), (.post, "/v1/devices/phone/fork", nil),
                (.post, "/nothing", nil),
            ]
            for (method, path, body) in changes {
                let answer = try await api.send(method, path, body, headers: headers)
                #expect(answer.status == 403, "\(method) \(path)")
                #expect(answer.code == "cross-site")
            }
            #expect(api.registry.deviceCount == 1)
            #expect(try await api.get("/v1/devices/phone", headers: headers)["sequence"] == 1)
            #expect(try await api.send(.options, "/v1/devices", headers: headers).status == 405)
        }
    }
}

@Suite("Names of the server")
struct AllowedHostTests {
    /// Asks the protection of a server about a request as it came.
    private func problem(
        host: String?,
        second: String? = nil,
        allowing names: [String] = []
    ) -> ProblemCode? {
        var headers: HTTPFields = [:]
        if let second { headers[HTTPField.Name("Host")!] = second }
        let head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: host,
            path: "/v1/devices",
            headerFields: headers
        )
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        do {
            _ = try CrossSiteProtection(allowing: names).serverName(of: request)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "An address and a loopback name are always right",
        arguments: [
            "localhost", "localhost:8080", "demo.localhost", "LOCALHOST", "localhost.", "127.0.0.1:8080", "10.0.0.7",
            "[::1]:8080", "[2001:db8::7]",
        ]
    )
    func takes(host: String) {
        #expect(problem(host: host) == nil)
    }

    @Test(
        "Another name is not, whatever it looks like",
        arguments: [
            "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost",
            "2130706433", "0x7f000001", "127.1", "greenroom",
        ]
    )
    func refuses(host: String) {
        #expect(problem(host: host) == .hostNotAllowed)
    }

    @Test("A name is right that was allowed, whatever its port and its case")
    func allowed() {
        for host in ["greenroom", "greenroom:8080", "GreenRoom", "greenroom."] {
            #expect(problem(host: host, allowing: ["Greenroom"]) == nil)
        }
        #expect(problem(host: "greenroom.evil.example", allowing: ["greenroom"]) == .hostNotAllowed)
        #expect(problem(host: "evil.example", allowing: ["*"]) == nil)
        #expect(problem(host: "*", allowing: ["greenroom"]) == .malformedHost)
    }

    @Test("Probes are answered under any name, and nothing else is")
    func probes() async throws {
        let responder = try buildRouter(.test()).router.buildResponder()
        for (path, status) in [("/livez", 200), ("/readyz", 200), ("/version", 421), ("/v1/devices", 421)] {
            let head = HTTPRequest(method: .get, scheme: nil, authority: "evil.example", path: path)
            let channel = NIOAsyncTestingChannel()
            let context = APIRequestContext(
                source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test"))
            )
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            let response = try await responder.respond(to: request, context: context)
            #expect(response.status.code == status, "\(path)")
        }
    }

    @Test("A request that names no server, or two, is malformed, whatever names are allowed")
    func malformed() {
        for host in [nil, "", "a b", "a,b", "user@localhost"] as [String?] {
            #expect(problem(host: host, allowing: ["*"]) == .malformedHost)
        }
        #expect(problem(host: "localhost", second: "localhost", allowing: ["*"]) == .malformedHost)
    }
}

@Suite("Bodies without a type")
struct UntypedBodyTests {
    private static let changes: [(HTTPRequest.Method, String, String)] = [
        (.post, "/v1/devices", #"{"id": "other"}"#), (.post, "/v1/devices/phone/events", APIClient.home),
        (.put, "/v1/devices/phone/apps/a.b", "{}"), (.patch, "/v1/devices/phone/clock", #"{"paused": true}"#),
        (.post, "/v1/batch", #"{"device": "phone", "event": {"type": "device.home"}}"#),
        (.post, "/v1/scenarios/run", #"{"scenario": "x", "steps": [{"advance": 1}]}"#),
        (.post, "/v1/devices/phone/wait", #"{"until": {"record": {}}, "timeoutSeconds": 0}"#),
    ]

    @Test("A body that does not say what it is, is not read", arguments: changes)
    func refused(method: HTTPRequest.Method, path: String, body: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = APIAnswer(
                try await api.client.executeRequest(
                    uri: path,
                    method: method,
                    headers: [:],
                    body: ByteBuffer(string: body)
                )
            )
            #expect(answer.status == 415)
            #expect(answer.code == "unsupported-media-type")
            #expect(answer["field"] == "Content-Type")
            #expect(answer.list("accepted").isEmpty == false)
            #expect(api.registry.deviceCount == 1)
            #expect(try await api.get("/v1/devices/phone")["sequence"] == 1)
        }
    }

    @Test("Where there need be no body, none needs a type")
    func empty() async throws {
        try await APIClient.run { api in
            let answer = try await api.send(.post, "/v1/devices")
            #expect(answer.status == 201)
        }
    }
}
