import Foundation
import Hummingbird
import Logging
import NIOCore

/// The least that a server with Hummingbird does for the same requests: the yardstick of the HTTP benchmarks.
///
/// As anybody would write it, with Hummingbird's encoder and decoder; or with the word `prepared` after the port with answers
/// that were encoded when it started, which no encoder is quicker than.
@main
struct BareServer {
    /// About as large as a process in Greenroom's answers.
    struct Process: ResponseEncodable {
        var pid = 101
        var bundleID = "com.example.notes"
        var state = "suspended"
        var launchReason = "user"
        var startedAt = "2026-01-01T00:00:00.000Z"
        var footprintBytes = 83_886_080
        var jetsamPriority = 0
        var assertions: [String] = []
        var deactivationReasons = ["notOnScreen"]
    }

    struct Event: Decodable {
        var type: String
    }

    struct Accepted: ResponseEncodable {
        var device: String
        var type: String
        var sequence: Int
    }

    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 8081
        let router = CommandLine.arguments.contains("prepared") ? try preparedRoutes() : encodingRoutes()
        var logger = Logger(label: "bare")
        logger.logLevel = .notice
        let ready = logger
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { _ in ready.notice("bare ready on http://127.0.0.1:\(port)") },
            logger: logger
        )
        try await application.runService()
    }

    private static func encodingRoutes() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/v1/devices/:device/processes/:pid") { _, _ in Process() }
        router.post("/v1/devices/:device/events") { request, context in
            let event = try await request.decode(as: Event.self, context: context)
            return Accepted(device: try context.parameters.require("device"), type: event.type, sequence: 1)
        }
        return router
    }

    private static func preparedRoutes() throws -> Router<BasicRequestContext> {
        let process = ByteBuffer(bytes: try JSONEncoder().encode(Process()))
        let event = Accepted(device: "bench-1", type: "device.setBattery", sequence: 1)
        let accepted = ByteBuffer(bytes: try JSONEncoder().encode(event))
        let router = Router()
        router.get("/v1/devices/:device/processes/:pid") { _, _ in answer(process) }
        router.post("/v1/devices/:device/events") { request, _ in
            _ = try await request.body.collect(upTo: 1_048_576)
            return answer(accepted)
        }
        return router
    }

    private static func answer(_ body: ByteBuffer) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .contentLength: String(body.readableBytes)],
            body: ResponseBody(byteBuffer: body)
        )
    }
}
