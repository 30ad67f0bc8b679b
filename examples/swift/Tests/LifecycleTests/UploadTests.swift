import GreenroomClient
import LifecycleKernel
import Testing

/// The code of an app that uploads photos, as its authors would write it, and what iOS lets it do.
private final class Uploads: AppCode {
    static let bundleID = "com.example.photos"
    private let process: AppProcess
    private var waiting: [String]
    private var task: BackgroundTask?

    static func setUpWorld(_ world: World) throws {
        try world.network.answer("POST", "/photos", status: 201, delay: 4)
    }

    init(_ process: AppProcess) throws {
        self.process = process
        waiting = try process.disk.read("waiting", default: [])
        process.on(.sceneDidEnterBackground) { [self] _ in try enteredBackground() }
    }

    /// The user adds photos.
    func add(_ count: Int) throws {
        waiting += (1...count).map { "photo \($0)" }
        try process.edited("waiting", count: count)
    }

    private func enteredBackground() throws {
        try save()
        guard !waiting.isEmpty, task == nil else { return }
        task = try process.beginBackgroundTask("upload") { [self] in try endTask() }
        try uploadNext()
    }

    private func uploadNext() throws {
        guard task != nil, let photo = waiting.first else { return try endTask() }
        try process.request("POST", "/photos", body: photo) { [self] response in
            guard response.succeeded else { return try endTask() }
            waiting.removeFirst()
            try save()
            try uploadNext()
        }
    }

    private func endTask() throws {
        if let task { try process.endBackgroundTask(task) }
        task = nil
    }

    private func save() throws { try process.disk.write("waiting", waiting) }
}

@Suite("Uploads") struct UploadTests {
    private let greenroom = GreenroomClient()

    // The expiration handler is called after 25 seconds: six uploads of four are done by then.
    @Test("what fits into a background task is uploaded, the rest is kept", arguments: [(3, 0), (20, 14)])
    func uploads(count: Int, left: Int) async throws {
        try await greenroom.withDevice(["rules": "ios18"]) { device in
            let app = try await device.attach(Uploads.self)
            try await app.send("app.launch")
            try await app.run { try $0.add(count) }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try await app.read().state == "suspended")
            #expect(try app.world.disk.read("waiting", as: [String].self).count == left)
            try await app.send("app.terminate", ["cause": "jetsam"])
            #expect(try await app.read().lostChanges == 0)
        }
    }

    @Test("a server that is offline loses nothing") func offline() async throws {
        try await greenroom.withDevice(["rules": "ios18"]) { device in
            let app = try await device.attach(Uploads.self)
            app.world.network.isOffline = true
            try await app.send("app.launch")
            try await app.run { try $0.add(2) }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try await app.read().state == "suspended")
            #expect(try app.world.disk.read("waiting") == ["photo 1", "photo 2"])
            #expect(app.world.network.received.isEmpty)
        }
    }
}
