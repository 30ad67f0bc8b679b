import GreenroomClient
import Testing

final class Feed: AppCode {
    static let refresh = "com.example.feed.refresh"
    let process: AppProcess

    init(_ process: AppProcess) {
        self.process = process
        process.on("application(_:didFinishLaunchingWithOptions:)") { [self] _ in
            process.registerTask(Self.refresh, expiration: { [self] in done(success: false) }) {
                [self] in
                schedule()
                process.after(seconds: 4) { [self] in done(success: true) }  // the download takes 4 seconds
            }
            schedule()
            return true
        }
    }

    func schedule() { process.submitTaskRequest(Self.refresh, earliestBeginAfterSeconds: 900) }

    func done(success: Bool) {
        process.storage["refreshed"] = .bool(success)
        process.completeTask(Self.refresh, success: success)
    }
}

@Test func theFeedIsRefreshed() async throws {
    try await GreenroomClient().withDevice { device in
        let feed = try await device.attach(
            "com.example.feed",
            [
                "infoPlist": [
                    "UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": [.string(Feed.refresh)],
                ]
            ],
            code: Feed.self
        )
        try await feed.send("app.launch")
        try await device.send("device.home")
        try await device.advance(seconds: 960)
        #expect(await feed.storage()["refreshed"] == true)
    }
}
