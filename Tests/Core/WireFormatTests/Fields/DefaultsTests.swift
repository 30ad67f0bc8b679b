import LifecycleKernel
import Testing
import WireFormat

/// What need not be said, and what it then is.
@Suite struct DefaultsTests {
    static let events: [(Value, Event)] = [
        (["type": "device.presentSystemAlert"], .device(.presentSystemAlert(.other))),
        (["type": "device.incomingCall"], .device(.incomingCall(.fullScreen))),
        (["type": "device.closeAppSwitcher", "select": .null], .device(.closeAppSwitcher(select: nil))),
        (["bundleID": "a", "type": "app.launch"], .app("a", .launch(arguments: []))),
        (
            ["type": "scene.create", "bundleID": "a"],
            .scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView))
        ),
        (
            ["type": "scene.activate", "bundleID": "a", "sceneID": "12"],
            .scene("a", .activate(12, placement: .splitView))
        ),
        (
            ["type": "push.deliver", "bundleID": "a", "payload": "anything"],
            .push(RemoteNotification(bundleID: "a", payload: "anything", pushType: .alert, priority: 10))
        ),
        (
            ["type": "push.deliver", "bundleID": "a", "payload": "anything", "pushType": "background"],
            .push(RemoteNotification(bundleID: "a", payload: "anything", pushType: .background, priority: 5))
        ),
        (
            ["type": "app.tapNotification", "bundleID": "a", "actionIdentifier": "reply"],
            .app("a", .tapNotification(notificationID: nil, actionIdentifier: "reply", foreground: false))
        ),
    ]

    @Test(arguments: events) func anEventHasDefaults(_ value: Value, _ event: Event) throws {
        #expect(try Event(value, at: "") == event)
    }

    static let actions: [(Value, Action)] = [
        (
            ["action": "beginBackgroundTask", "name": "a"],
            .beginBackgroundTask(name: "a", endsAfter: nil, hasExpirationHandler: true)
        ),
        (["action": "edit"], .edit(count: 1, scene: nil)), (["action": "save"], .save(count: nil)),
        (["action": "edit", "count": .number(2)], .edit(count: 2, scene: nil)),
        (["action": "work", "cpuSeconds": .number(0.0004)], .work(cpu: 0)),
        (["action": "work", "cpuSeconds": .number(0.0005)], .work(cpu: 1)),
        (["action": "work", "cpuSeconds": .number(1.0015)], .work(cpu: 1_002)),
        (["action": "work", "cpuSeconds": 3_155_760_000], .work(cpu: FieldReader.longestTime)),
    ]

    @Test(arguments: actions) func anActionHasDefaultsAndItsTimesAreWholeMilliseconds(
        _ value: Value,
        _ action: Action
    ) throws {
        #expect(try Action(value, at: "") == action)
    }

    static let advances: [(Value, Advance)] = [
        (["seconds": 5, "before": false], .by(5_000)), (["seconds": 5, "before": true], .before(5_000)),
        (["untilIdle": true], .untilIdle(limit: 86_400_000)),
        (["until": ["record": ["kind": "exit"]]], .until(.record(["kind": "exit"]), limit: 86_400_000)),
        (["to": "2026-01-01T00:00:00.5Z"], .to(Instant(milliseconds: 1_767_225_600_500))),
    ]

    @Test(arguments: advances) func anAdvanceThatEndsByItselfIsLimitedToADay(_ value: Value, _ advance: Advance) throws
    {
        #expect(try Advance(value, at: "") == advance)
    }

    @Test func aDeviceHasDefaults() throws {
        var fields = try FieldReader([:], at: "")
        #expect(try DeviceSettings(reading: &fields) == DeviceSettings())
        #expect(try DeviceSettings(["rules": "ios12"], at: "").profile == .ios12)
        #expect(try DeviceSettings(["rules": [:]], at: "").profile == .ios18)
    }

    @Test func overridesStandInTheOrderOfTheirKeysHoweverTheyWereGiven() throws {
        let one = try DeviceSettings(
            ["rules": ["overrides": ["watchdogsEnabled": false, "idleAfterSeconds": 1]]],
            at: ""
        )
        let other = try DeviceSettings(
            ["rules": ["overrides": ["idleAfterSeconds": 1, "watchdogsEnabled": false]]],
            at: ""
        )
        #expect(one == other)
        #expect(one.overrides.map(\.key) == [.idleAfterSeconds, .watchdogsEnabled])
    }

    @Test func aClockRunsInRealTimeUnlessItIsToldOtherwise() throws {
        #expect(try ClockSettings.read([:], at: "").settings == ClockSettings(mode: .realtime))
        #expect(try ClockSettings.read([:], at: "", mode: .manual).settings == ClockSettings(mode: .manual))
        let clock = try ClockSettings.read(
            ["mode": "scaled", "rate": 60, "startsAt": "2026-01-01T00:00:00Z", "paused": true],
            at: ""
        )
        #expect(clock.settings == ClockSettings(mode: .scaled, rate: 60, paused: true))
        #expect(clock.startsAt == .manualStart)
    }

    @Test func aCompletionMayBeOfACallbackNamedInTheURL() throws {
        #expect(try Completion([:], at: "", callback: 9) == Completion(callback: 9))
        #expect(throws: Rejection.self) { try Completion(["callback": 9], at: "", callback: 9) }
    }
}
