import GreenroomClient
import LifecycleKernel
import Testing

final class Feed: AppCode {
    static let bundleID = "com.example.feed"
    static let refresh = "com.example.feed.refresh"
    static let manifest: [String: Value] = [
        "infoPlist": ["UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": [.string(refresh)]],
        "behavior": ["sceneDidEnterBackground(_:)": [["action": "save"]]],  // this one is Greenroom's
    ]
    private let process: AppProcess

    init(_ process: AppProcess) {
        self.process = process
        process.answer(.didFinishLaunching) { [self] _ in
            try process.registerTask(Self.refresh, expiration: { [self] in try done(success: false) }) { [self] in
                try schedule()
                try process.after(seconds: 4) { [self] in try done(success: true) }  // the download takes 4 seconds
            }
            try schedule()
            return true
        }
    }

    private func schedule() throws { try process.submitTaskRequest(Self.refresh, earliestBeginAfterSeconds: 900) }

    private func done(success: Bool) throws {
        let count = try process.disk.read("refreshes", default: 0)
        if success { try process.disk.write("refreshes", count + 1) }
        try process.completeTask(Self.refresh, success: success)
    }
}

@Test func theFeedIsRefreshedAgainAndAgain() async throws {
    try await GreenroomClient().withDevice(["rules": "ios18"]) { device in
        let feed = try await device.attach(Feed.self)
        try await feed.send("app.launch")
        try await device.send("device.home")
        try await device.advance(seconds: 3 * 900 + 60)
        #expect(try feed.world.disk.read("refreshes") == 3)
        #expect(try await feed.read().lastExitReason == nil)
        #expect(try await feed.findings() == [])
    }
}
