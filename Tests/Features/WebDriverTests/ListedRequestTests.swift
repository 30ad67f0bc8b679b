import DeviceHost
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI
@testable import WebDriver

@Suite("Commands as the list of requests has them") struct ListedRequestTests {
    /// A command that is refused.
    struct Row: CustomTestStringConvertible, Sendable {
        var what: String
        var method: HTTPRequest.Method = .post
        /// The path below that of the session.
        var path: String
        var body: String?
        var status: Int

        var testDescription: String { what }
    }

    @Test(
        "A refused command has the device of its session, whyever it is refused",
        arguments: [
            Row(
                what: "an unknown script",
                path: "/execute/sync",
                body: #"{"script": "mobile: lanchApp", "args": []}"#,
                status: 405
            ),
            Row(what: "a body that is no JSON", path: "/url", body: "{", status: 400),
            Row(
                what: "a body that is too large",
                path: "/url",
                body: #"{"url": "\#(String(repeating: "x", count: 2_000))"}"#,
                status: 400
            ),
            Row(what: "an argument of the wrong kind", path: "/url", body: #"{"url": 1}"#, status: 400),
            Row(what: "an unknown command", path: "/nothing", status: 404),
            Row(what: "another method", method: .delete, path: "/url", status: 405),
            Row(what: "a missing argument", path: "/appium/device/activate_app", body: "{}", status: 400),
        ]
    )
    func refused(row: Row) async throws {
        var settings = HTTPServerSettings()
        settings.bodyLimit = 1_024
        try await DriverClient.run(settings: settings) { driver in
            let session = try await driver.open()
            let answer = try await driver.send(row.method, "/session/\(session)\(row.path)", row.body)
            #expect(answer.status == row.status, "\(answer.message)")
            let logged = try #require(driver.core.api.dependencies.requests.requests(RequestQuery()).page.first)
            #expect(logged.status.code == row.status)
            #expect(logged.device == DriverClient.phone)
            #expect(logged.refusal != nil)
        }
    }

    @Test("A command of a session that there is not has no device; that which ends a session has its device")
    func sessions() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            func device(_ method: HTTPRequest.Method, _ path: String) async throws -> String? {
                _ = try await driver.send(method, path)
                return driver.core.api.dependencies.requests.requests(RequestQuery()).page.first?.device?.description
            }
            #expect(try await device(.get, "/session/00000000-0000-0000-0000-000000000000/url") == nil)
            #expect(try await device(.delete, "/session/\(session)") == "phone")
            #expect(try await device(.get, "/session/\(session)/url") == nil)
            #expect(try await device(.get, "/nothing") == nil)
        }
    }
}
