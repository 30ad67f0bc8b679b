import GreenroomClient
import Testing

/// The code of an app that uploads photos, as its authors would write it, and what iOS lets it do.
private final class Uploads: AppCode {
    private static let secondsForOne = 4.0
    private let process: AppProcess
    private var waiting: Int
    private var current: AppTimer?

    init(_ process: AppProcess) {
        self.process = process
        if case .integer(let left)? = process.storage["waiting"] { waiting = Int(left) } else { waiting = 0 }
        process.on("sceneDidEnterBackground(_:)") { [self] _ in
            enteredBackground()
            return nil
        }
    }

    /// The user adds photos.
    func add(_ count: Int) {
        waiting += count
        process.act("edit", ["count": .integer(Int64(count))])
    }

    private func enteredBackground() {
        save()
        guard waiting > 0 else { return }
        process.beginBackgroundTask("upload") { [self] in
            current?.cancel()
            process.endBackgroundTask("upload")
        }
        uploadNext()
    }

    private func uploadNext() {
        guard waiting > 0 else { return process.endBackgroundTask("upload") }
        current = process.after(seconds: Self.secondsForOne) { [self] in
            waiting -= 1
            save()
            uploadNext()
        }
    }

    private func save() {
        process.storage["waiting"] = .integer(Int64(waiting))
        process.act("save")
    }
}

@Suite("Uploads") struct UploadTests {
    private let greenroom = GreenroomClient()

    // The expiration handler is called after 25 seconds: six uploads of four are done by then.
    @Test("what fits into a background task is uploaded, the rest is kept", arguments: [(3, 0), (20, 14)])
    func uploads(count: Int, left: Int64) async throws {
        try await greenroom.withDevice(["rules": "ios18"]) { device in
            let app = try await device.attach("com.example.photos", code: Uploads.self)
            try await app.send("app.launch")
            try await app.run { $0.add(count) }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try await app.read().state == "suspended")
            #expect(await app.storage()["waiting"] == .integer(left))
            try await app.send("app.terminate", ["cause": "jetsam"])
            #expect(try await app.read().lostChanges == 0)
        }
    }
}
