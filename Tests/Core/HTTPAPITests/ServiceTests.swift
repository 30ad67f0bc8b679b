import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Testing
import WireFormat

@Suite("The service itself")
struct ServiceTests {
    @Test("It is live, whatever its readiness", arguments: Readiness.allCases)
    func livez(readiness: Readiness) async throws {
        try await APIClient.run(readiness: readiness) { api in
            let answer = try await api.get("/livez")
            #expect(answer.status == 200)
            #expect(answer["status"] == "ok")
        }
    }

    @Test("A probe may be asked with any query", arguments: ["/livez", "/readyz"])
    func probeQuery(path: String) async throws {
        try await APIClient.run { api in
            for query in ["?verbose", "?check=1&x=%zz"] {
                let answer = try await api.get(path + query)
                #expect(answer.status == 200)
            }
        }
    }

    @Test("It is ready only when it says so", arguments: zip(Readiness.allCases, [503, 200, 503, 503]))
    func readyz(readiness: Readiness, status: Int) async throws {
        try await APIClient.run(readiness: readiness) { api in
            let answer = try await api.get("/readyz")
            #expect(answer.status == status)
            #expect(answer.code == (status == 503 ? "not-ready" : nil))
            #expect(answer.headers[.retryAfter] == (status == 503 ? (readiness == .stopping ? "5" : "1") : nil))
        }
    }

    @Test(
        "Until devices have been recovered requests about them are refused; those about the service are answered",
        arguments: [
            ("/v1/devices", 503), ("/v1/devices/phone", 503), ("/livez", 200), ("/version", 200), ("/metrics", 200),
        ]
    )
    func recovering(path: String, status: Int) async throws {
        try await APIClient.run(readiness: .starting) { api in
            let answer = try await api.get(path)
            #expect(answer.status == status)
            #expect(answer.code == (status == 503 ? "not-ready" : nil))
        }
    }

    @Test("Requests beyond the limit are refused at once; probes and what waits are not counted")
    func overload() async throws {
        var settings = HTTPServerSettings()
        settings.requestLimit = 0
        try await APIClient.run(settings: settings) { api in
            let refused = try await api.get("/v1/devices")
            #expect(refused.code == "overloaded")
            #expect(refused.headers[.retryAfter] == "1")
            #expect(try await api.get("/livez").status == 200)
            #expect(try await api.post("/v1/devices/phone/wait", "{}").code != "overloaded")
        }
    }

    @Test("A request that has been answered, whatever the answer, makes room for the next")
    func roomAgain() async throws {
        var settings = HTTPServerSettings()
        settings.requestLimit = 1
        try await APIClient.run(settings: settings) { api in
            let asked = ["/v1/devices/phone", "/v1/nothing", "/v1/devices", "/v1/devices"]
            var statuses: [Int] = []
            for path in asked { statuses.append(try await api.get(path).status) }
            #expect(statuses == [404, 404, 200, 200])
        }
    }

    @Test("While the store cannot be written, questions are answered")
    func readOnly() async throws {
        try await APIClient.run(readiness: .readOnly) { api in
            let devices = try await api.get("/v1/devices")
            #expect(devices.status == 200)
            let ready = try await api.get("/readyz")
            #expect(ready["state"] == "readOnly")
        }
    }

    @Test("It has its version and that of its kernel")
    func version() async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/version")
            #expect(answer.json == ["version": "1.2.3", "kernelVersion": "7"])
        }
    }

    @Test("It gives its metrics as Prometheus reads them")
    func metrics() async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/metrics")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(answer.text == "# TYPE up gauge\nup 1\n")
        }
    }

    @Test(
        "There is nothing at other paths",
        arguments: [
            "/v1", "/v2/devices", "/v1/devices/phone/nothing", "/v1/devices/phone/clock/advance/more", "/livez/x",
            "/v1/rulebook/ios18/x", "/%2e%2e/etc/passwd", "/openapi.yaml", "/docs/x",
        ]
    )
    func unknownPath(path: String) async throws {
        try await APIClient.run { api in
            let answer = try await api.get(path)
            #expect(answer.status == 404)
            #expect(answer.code == "unknown-path")
            #expect(answer["type"] == "/problems/unknown-path")
        }
    }

    @Test(
        "A path that does not take the method says which ones it takes",
        arguments: [
            (.delete, "/livez", "GET, HEAD"), (.put, "/v1/devices", "POST, GET, DELETE, HEAD"),
            (.post, "/v1/devices/phone", "GET, DELETE, HEAD"), (.delete, "/v1/devices/phone/events", "POST"),
            (.post, "/v1/devices/phone/apps/a", "PUT, GET, DELETE, HEAD"), (.get, "/v1/batch", "POST"),
            (.put, "/v1/devices/phone/clock", "GET, PATCH, HEAD"), (.options, "/v1/processes", "GET, HEAD"),
            (.get, "/v1/devices/phone/clock/advance", "POST"), (.head, "/v1/batch", "POST"),
        ] as [(HTTPRequest.Method, String, String)]
    )
    func methodNotAllowed(method: HTTPRequest.Method, path: String, allow: String) async throws {
        try await APIClient.run { api in
            let answer = try await api.send(method, path)
            #expect(answer.status == 405)
            #expect(answer.headers[.allow] == allow)
            #expect(answer.code == (method == .head ? nil : "method-not-allowed"))
        }
    }

    @Test(
        "HEAD answers as GET does, without the body",
        arguments: [
            "/livez", "/version", "/v1/devices/phone", "/v1/devices/phone/timeline", "/v1/devices/nobody", "/nothing",
        ]
    )
    func head(path: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let get = try await api.get(path)
            let head = try await api.send(.head, path)
            #expect(head.status == get.status)
            #expect(head.text.isEmpty)
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
            #expect(head.headers[.contentType] == get.headers[.contentType])
            #expect(head.tag == get.tag)
        }
    }

    @Test(
        "A query parameter that is not known is refused by name",
        arguments: [
            (.get, "/version"), (.get, "/v1/rulebook"), (.get, "/v1/devices"), (.get, "/v1/devices/phone"),
            (.delete, "/v1/devices/phone"), (.get, "/v1/devices/phone/clock"), (.get, "/v1/devices/phone/apps"),
            (.get, "/v1/devices/phone/processes"), (.get, "/v1/processes"), (.get, "/v1/processes/summary"),
            (.get, "/v1/devices/phone/timeline"), (.post, "/v1/devices/phone/events"), (.post, "/v1/devices"),
            (.post, "/v1/batch"), (.post, "/v1/scenarios/run"), (.post, "/v1/devices/phone/wait"),
            (.get, "/v1/devices/phone/apps/com.example.notes/callbacks"),
        ] as [(HTTPRequest.Method, String)]
    )
    func unknownParameter(method: HTTPRequest.Method, path: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.send(method, path + "?colour=red")
            #expect(answer.status == 422)
            #expect(answer.code == "unknown-field")
            #expect(answer["field"] == "colour")
            #expect(try await api.get("/v1/devices/phone").status == 200)
        }
    }
}

@Suite("The token")
struct AuthorizationTests {
    private func run(_ test: @Sendable (APIClient) async throws -> Void) async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "sesame"
        try await APIClient.run(settings: settings, test)
    }

    @Test(
        "Without the token nothing of the interface is open, however its path is spelled",
        arguments: [
            "/v1/devices", "//v1/devices", "/v1//devices", "/v1/devices/", "/v1/processes", "/metrics", "//metrics",
            "/nothing", "/v1/devices/phone/timeline",
        ]
    )
    func closed(path: String) async throws {
        try await run { api in
            let answer = try await api.get(path)
            #expect(answer.status == 401)
            #expect(answer.code == "unauthorized")
            #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer ") == true)
        }
    }

    @Test(
        "A wrong token is no token",
        arguments: [
            "Bearer wrong", "Bearer", "Bearer ", "Basic sesame", "sesame", "Bearer sesame2", "Bearer sesam", "",
        ]
    )
    func wrong(header: String) async throws {
        try await run { api in
            let answer = try await api.get("/v1/devices", headers: [.authorization: header])
            #expect(answer.status == 401)
        }
    }

    @Test("With the token everything is open", arguments: ["Bearer sesame", "bearer sesame"])
    func open(header: String) async throws {
        try await run { api in
            for (path, status) in [("/v1/devices", 200), ("/metrics", 200), ("/nothing", 404)] {
                let answer = try await api.get(path, headers: [.authorization: header])
                #expect(answer.status == status)
            }
        }
    }

    @Test(
        "Health, version and description are open to everybody",
        arguments: ["/livez", "/readyz", "/version", "/openapi.json", "/problems"]
    )
    func health(path: String) async throws {
        try await run { api in
            let answer = try await api.get(path)
            #expect(answer.status == 200)
        }
    }

    @Test("A request that is refused for want of a token does nothing")
    func refusedDoesNothing() async throws {
        try await run { api in
            let answer = try await api.post("/v1/devices", #"{"id": "phone"}"#)
            #expect(answer.status == 401)
            #expect(api.registry.deviceCount == 0)
        }
    }
}
