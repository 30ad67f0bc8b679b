import LifecycleKernel
import TestKit
import Testing

@testable import OpenTelemetryExport

/// Events are those of OpenTelemetry's conventions for mobile apps, and one of Greenroom's own.
@Suite("Records as events") struct EventTests {
    static func device(_ lifecycle: AppLifecycle = .scenes) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(nil, lifecycle, infoPlist: InfoPlist(backgroundModes: ["remote-notification"]))
        return device
    }

    @Test("The states are those that an app would have told", arguments: AppLifecycle.allCases)
    func states(lifecycle: AppLifecycle) throws {
        var device = try Self.device(lifecycle)
        try device.launch()
        try device.leaveAndSuspend()
        try device.launch()
        try device.send(.home)
        try device.send(.forceQuit)
        let trace = TestTrace(device.history)
        let first = lifecycle == .scenes ? ["foreground"] : []
        #expect(
            trace.states == first + [
                "active", "inactive", "background", "foreground", "active", "inactive", "background", "terminate",
            ]
        )
        let event = try #require(trace.output.events.first)
        #expect(event[.device] == "phone" && event[.bundleID] == "a" && event[.pid] == "101")
        #expect(event.time == .manualStart && event.observedTime == TestTrace.observed)
        #expect(event.trace == trace.output.spans.first?.trace)
    }

    @Test("That an app terminates is told with the reason")
    func termination() throws {
        var device = try Self.device()
        try device.launch()
        try device.send(.home)
        try device.advance(2)
        try device.send(.forceQuit)
        let events = TestTrace(device.history).output.events.suffix(2)
        #expect(events.map(\.name) == [.lifecycle, .exit])
        #expect(events.map { $0[.exitReason] } == ["userForceQuit", "userForceQuit"])
        #expect(events.allSatisfy { $0.time == .manualStart + 2_000 && !$0.isError })
    }

    @Test("A process that is killed is not told before, and its end is an event of its own")
    func kill() throws {
        var device = try Self.device()
        try device.launch()
        try device.leaveAndSuspend()
        try device.send(.terminate(.jetsam))
        let trace = TestTrace(device.history)
        #expect(!trace.states.contains("terminate"))
        let exit = try #require(trace.output.events.last)
        #expect(exit.name == .exit && exit.isError && exit[.exitReason] == "memoryPressure")
        #expect(exit[.exitState] == "suspended" && exit[.exitCode] == "4")
    }

    @Test("What happens to an app's extension is told, but is no state of the app")
    func appExtension() throws {
        var device = try TestDevice()
        let service = NotificationServiceExtension(
            behavior: AppBehavior([.didReceiveNotificationRequest: [.act(.save(count: nil), takes: 60_000)]])
        )
        try device.install(AppManifest(bundleID: "a", notificationService: service))
        let payload: Value = ["aps": ["alert": "x", "mutable-content": 1]]
        try device.send(.push(RemoteNotification(bundleID: "a", payload: payload, pushType: .alert)))
        try device.advance(120)
        let trace = TestTrace(device.history)
        #expect(trace.states.isEmpty && trace.output.events.allSatisfy { $0[.appExtension] == "notificationService" })
        let handler = try #require(trace.spans("didReceive(_:withContentHandler:)").first)
        #expect(handler[.error] == "expired" && handler.end - handler.start == 30_000)
        #expect(handler[.appExtension] == "notificationService")
        #expect(trace.spans("serviceExtensionTimeWillExpire()").count == 1)
    }
}
