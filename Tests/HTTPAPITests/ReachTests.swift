import DeviceHost
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import HTTPAPI

@Suite("How requests reach devices that another server may own")
struct ReachTests {
    /// The routes without a device in their path that each server answers for itself.
    private static let local: Set<String> = [
        "GET /", "GET /livez", "GET /readyz", "GET /version", "GET /metrics",
        "GET /openapi.json", "GET /llms.txt",
        "GET /problems", "GET /problems/{code}", "GET /v1/rulebook", "GET /v1/rulebook/{profile}",
        "GET /v1/webdriver/sessions", "GET /v1/timeline", "POST /v1/scenarios/run", "POST /mcp",
        "GET /v1/requests", "DELETE /v1/requests", "GET /v1/fleet",
    ]
    /// The paths below which everything is this server's own.
    private static let localPrefixes = ["/dashboard", "/v1/apns", "/v1/webhooks"]

    @Test("Each route has a reach that was decided on")
    func decided() {
        var routes: [String: Reach] = [:]
        for route in RouteTable.all(.test()).routes {
            routes["\(route.method) \(route.path)"] = route.reach
        }
        for (name, reach) in routes.sorted(by: { $0.key < $1.key }) {
            let path = name.split(separator: " ")[1]
            switch reach {
            case .local:
                #expect(Self.local.contains(name) || Self.localPrefixes.contains { path.hasPrefix($0) }, "\(name)")
            case .device, .wait, .stream: #expect(path.contains("{device}"), "\(name)")
            case .copy: #expect(name == "POST /v1/devices/{device}/fork")
            case .creation: #expect(name == "POST /v1/devices")
            case .gather: #expect(["/v1/devices", "/v1/processes", "/v1/processes/summary"].contains(path), "\(name)")
            case .lines: #expect(name == "POST /v1/batch")
            case .push: #expect(name == "GET /v1/pushes/{apnsID}")
            case .exploration: #expect(path.hasPrefix("/v1/explorations/{exploration}"), "\(name)")
            case .newExploration: #expect(name == "POST /v1/explorations")
            case .explorations: #expect(name == "GET /v1/explorations")
            }
        }
        #expect(routes["POST /v1/devices/{device}/wait"] == .wait)
        #expect(routes["GET /v1/devices/{device}/timeline"] == .stream)
        #expect(routes["GET /v1/devices"] == .gather(.pages("devices")))
        #expect(routes["DELETE /v1/devices"] == .gather(.sum))
    }

    @Test(
        "A target arrives as it was signed, and means the same",
        arguments: [
            ("/v1/devices/phone", "/v1/devices/phone"), ("/v1/devices?", "/v1/devices"), ("/a?b=c?d", "/a?b=c?d"),
            ("/a%2Fb", "/a%2Fb"), ("/a%zzb", "/a%25zzb"), ("/a%", "/a%25"), ("/a|b\"[é", "/a%7Cb%22%5B%C3%A9"),
            ("//v1/x?a=b+c&d", "//v1/x?a=b+c&d"),
        ]
    )
    func targets(target: String, text: String) {
        #expect(PeerTarget.text(of: target) == text)
    }

    @Test("A server alone refuses signatures, whatever they are")
    func alone() async throws {
        try await APIClient.run { api in
            for header in ["", "v1;1;2;3;4"] {
                let answer = try await api.get("/v1/rulebook", headers: [.fleetSignature: header])
                #expect(answer.status == 401)
            }
            let answer = try await api.get("/v1/rulebook")
            #expect(answer.headers[.greenroomServer] == nil)
        }
    }
}
