import Hummingbird
import Logging

/// The least that a server with Hummingbird does for the same requests: the yardstick of the HTTP benchmarks.
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
        let router = Router()
        router.get("/v1/devices/:device/processes/:pid") { _, _ in Process() }
        router.post("/v1/devices/:device/events") { request, context in
            let event = try await request.decode(as: Event.self, context: context)
            return Accepted(device: try context.parameters.require("device"), type: event.type, sequence: 1)
        }
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
}
