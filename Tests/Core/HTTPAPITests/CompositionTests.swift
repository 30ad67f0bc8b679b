import HTTPTestKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifecycleKernel
import Logging
import Metrics
import NIOCore
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("Failures inside the service")
struct InternalFailureTests {
    private struct Secret: Error {
        let password = "hunter2"
    }

    @Test("A failure inside is a 500 that says where to look, and nothing of the failure itself")
    func nothingLeaks() async throws {
        let router = Router(context: APIRequestContext.self)
        let admission = AdmissionControl(
            CrossSiteProtection(allowing: []),
            Authorization(token: nil, openPaths: []),
            RecoveryGate(readiness: { .ready }),
            limit: 1,
            exemptPaths: []
        )
        let metrics = RequestMetrics(factory: NOOPMetricsHandler.instance)
        router.add(
            middleware: RequestPipeline(
                metrics: metrics,
                admission: admission,
                errors: ErrorAnswers(routes: RouteTable([])),
                recorder: RequestRecorder(RequestLog(capacity: 1), RouteTable([]))
            )
        )
        router.get("/fails") { _, _ -> Response in throw Secret() }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        try await Application(router: router, logger: logger).test(.router) { client in
            let answer = APIAnswer(
                try await client.executeRequest(uri: "/fails", method: .get, headers: [:], body: nil)
            )
            #expect(answer.status == 500)
            #expect(answer.code == "internal")
            #expect(answer["requestID"]?.text?.isEmpty == false)
            #expect(answer["requestID"]?.text == answer.headers[.requestID])
            #expect(!answer.text.contains("Secret"))
            #expect(!answer.text.contains("hunter2"))
        }
    }
}

@Suite("Composition")
struct CompositionTests {
    @Test("The server takes its settings over")
    func settings() throws {
        var settings = HTTPServerSettings()
        settings.port = 0
        settings.backlog = 17
        let application = try makeApplication(InternalAPI(.test(), settings: settings), logger: Logger(label: "test"))
        #expect(application.configuration.address == .hostname("127.0.0.1", port: 0))
        #expect(application.configuration.backlog == 17)
        #expect(application.configuration.availableConnectionsDelegate != nil)
    }

    @Test("No route is there twice, and only health and descriptions are open")
    func routes() throws {
        let table = try RouteTable.all(.test())
        let names = table.routes.map { "\($0.method) \($0.path)" }
        #expect(Set(names).count == names.count)
        #expect(
            table.openPaths == ["/livez", "/readyz", "/version", "/openapi.json", "/problems", "/problems/{code}"]
        )
    }
}
