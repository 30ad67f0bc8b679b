import AnalyticsSDK
import Foundation
import GreenroomClient
import LifecycleKernel
import Testing

/// What its authors want to know before an app's users find out.
@Suite("The SDK") struct AnalyticsTests {
    static let silent: [String: Value] = ["pushType": "background", "payload": ["aps": ["content-available": 1]]]

    /// The bug that is switched on: that which the environment names.
    var bug = ProcessInfo.processInfo.environment["ANALYTICS_BUG"].map { name in
        AnalyticsBug(rawValue: name) ?? { fatalError("there is no bug \(name)") }()
    }

    /// Plays the app on a device of its own. The audit must have found nothing of a severity then.
    private func withShop(
        without severity: Finding.Severity = .warning,
        _ body: (SimulatedDevice, AttachedApp<Shop>) async throws -> Void
    ) async throws {
        try await GreenroomClient().withDevice(["rules": "ios18"]) { [bug] device in
            let shop = try await device.attach(Shop.self) { try Shop($0, bug: bug) }
            try await body(device, shop)
            #expect(try await shop.findings(from: severity) == [])
        }
    }

    @Test("what was tracked survives a kill") func survivesAKill() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            shop.world.network.isOffline = true
            try await shop.send("app.launch")
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            try await device.advance(seconds: 120)
            try await shop.send("app.terminate", ["cause": "jetsam"])
            shop.world.network.isOffline = false
            try await shop.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try shop.world.stored == [1, 2])
        }
    }

    @Test("events are sent as the user leaves") func sentAsTheUserLeaves() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            try await shop.run { try $0.track() }
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            // Before iOS asks for the end of the background task: one that is not ended would be by then.
            try await device.advance(seconds: 20)
            #expect(try shop.world.stored == [1, 2])
            #expect(try await shop.code { $0.analytics.events.outbox.isEmpty })
            #expect(try await shop.read().state == "suspended")
        }
    }

    @Test("a batch is sent again after a failure") func sentAgain() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            try await device.send("device.setNetwork", ["network": "none"])
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            try await device.advance(seconds: 20)
            #expect(try await shop.read().state == "suspended")
            try await device.send("device.setNetwork", ["network": "wifi"])
            try await shop.send("app.launch")
            try await device.advance(seconds: 70)
            #expect(try shop.world.stored == [1])
        }
    }

    @Test("a batch is stored once although the app dies before the answer") func storedOnce() async throws {
        // What dies before the answer has its request cut off.
        try await withShop(without: .error) { device, shop in
            try await shop.send("app.launch")
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            try await device.advance(seconds: 2)
            try await shop.send("app.terminate", ["cause": "jetsam"])
            try await shop.send("app.launch")
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try shop.world.stored == [1, 2])
        }
    }

    @Test("a user who comes back during a flush gets no second task") func comesBack() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            try await shop.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try await shop.read().lastExitReason == nil)
        }
    }

    @Test("a silent push sends what is left") func pushSends() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            shop.world.network.isOffline = true
            try await shop.run { try $0.track() }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            try await shop.send("app.terminate", ["cause": "jetsam"])
            shop.world.network.isOffline = false
            try await shop.send("push.deliver", Self.silent)
            try await device.advance(seconds: 60)
            #expect(try shop.world.stored == [1])
            #expect(try await shop.read().state == "suspended")
        }
    }

    @Test("a silent push without anything to send is completed") func pushIsCompleted() async throws {
        try await withShop { device, shop in
            try await shop.send("push.deliver", Self.silent)
            try await device.advance(seconds: 60)
            #expect(try await shop.read().lastExitReason == nil)
        }
    }

    @Test("a silent push is completed in time on a slow network") func pushIsCompletedInTime() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            try shop.world.slowDown()
            try await shop.run { try $0.track() }
            try await shop.send("push.deliver", Self.silent)
            try await device.advance(seconds: 25)
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try await shop.read().lastExitReason == nil)
        }
    }

    @Test("a silent push is no session") func pushIsNoSession() async throws {
        try await withShop { device, shop in
            try await shop.send("push.deliver", Self.silent)
            try await device.advance(seconds: 20)
            #expect(try await shop.code { $0.analytics.session.number } == 0)
            try await shop.send("app.launch")
            #expect(try await shop.code { $0.analytics.session.number } == 1)
        }
    }

    @Test("a new session begins after half an hour") func newSession() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            for (minutes, sessions) in [(10.0, 1), (40.0, 2)] {
                try await device.send("device.lock")
                try await device.advance(seconds: 60 * minutes)
                try await device.send("device.unlock")
                #expect(try await shop.code { $0.analytics.session.number } == sessions)
            }
        }
    }

    @Test("a log is uploaded without the app") func logIsUploaded() async throws {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            try await shop.run { try $0.analytics.sendLog("all went well") }
            try await device.send("device.home")
            try await device.advance(seconds: 30)
            try await shop.send("app.terminate", ["cause": "jetsam"])
            try await device.advance(seconds: 300)
            #expect(shop.world.network.received.map(\.body) == [.json("all went well")])
            #expect(!shop.world.disk.contains("log"))
        }
    }

    @Test("a log that was stopped by a force quit is uploaded after the next launch") func logIsUploadedLater()
        async throws
    {
        try await withShop { device, shop in
            try await shop.send("app.launch")
            try await shop.run { try $0.analytics.sendLog("all went well") }
            try await shop.send("app.forceQuit")
            try await shop.send("app.launch")
            try await device.advance(seconds: 300)
            #expect(!shop.world.disk.contains("log"))
        }
    }
}
