import GreenroomClient
import LifecycleKernel

/// An app that tracks events, and keeps those that it has saved.
class Shop: AppCode {
    class var bundleID: String { "com.example.shop" }
    class var manifest: [String: Value] { [:] }

    let process: AppProcess
    private(set) var queue: [String]

    class func setUpWorld(_ world: World) throws {}

    required init(_ process: AppProcess) throws {
        self.process = process
        queue = try process.disk.read("queue", default: [])
    }

    func track(_ name: String) throws {
        queue.append(name)
        try process.edited("queue")
    }

    func save() throws { try process.disk.write("queue", queue) }
}

/// The same app, whose code a test may keep.
final class KeptShop: Shop, @unchecked Sendable {}

/// What a test needs of an app that gets silent pushes.
enum Pushes {
    static let manifest: [String: Value] = ["infoPlist": ["UIBackgroundModes": ["remote-notification"]]]
    static let silent: [String: Value] = [
        "pushType": "background", "payload": ["aps": ["content-available": 1]],
    ]
}

/// Runs a server and creates a device, which is deleted at the end: what neither the test nor the code has looked at is thrown then.
func withDevice(
    _ settings: [String: Value] = [:],
    _ body: @Sendable @escaping (SimulatedDevice, GreenroomClient) async throws -> Void
) async throws {
    try await withServer { address, _ in
        let client = GreenroomClient(address: address)
        try await client.withDevice(settings) { try await body($0, client) }
    }
}
