import TestKit
import Testing

@testable import LifecycleKernel

/// The process of a notification service extension: who is handed to it, its time, its memory, its end.
@Suite struct NotificationServiceTests {
    private static let changed: AppBehavior.Entry = .returns(["aps": ["alert": "changed"]])

    /// A device with an app, never launched, whose extension takes a time and changes what is shown.
    static func device(takes: Milliseconds = 0, _ rules: [String: Value] = [:]) throws -> TestDevice {
        var device = try TestDevice(.ios18, rules)
        try device.install(didReceive: [.act(.work(cpu: 1), takes: takes), changed])
        return device
    }

    @Test("It runs in a process of its own, and the app is not launched")
    func ownProcess() throws {
        var device = try Self.device()
        let records = try device.alert()
        #expect(records.callbacks == [.didReceiveNotificationRequest])
        #expect(records.states == [.background, .suspended])
        #expect(records.verdicts.map(\.subject) == [.notificationService, .push])
        #expect(records.verdicts.map(\.decision) == [.completed, .shown])
        #expect(device.state() == .notRunning)
        #expect(device.kernel.app("a")?.launchCount == 0)
        let process = try #require(device.kernel.processes.first)
        #expect(process.appExtension == .notificationService)
        #expect(process.state == .suspended)
        #expect(process.footprintBytes == .mebibytes(6))
        let own = records.filter { $0.pid != nil }
        #expect(own.allSatisfy { $0.appExtension == .notificationService && $0.pid == process.pid })
    }

    @Test("What it calls its content handler with is what the app in front is asked about")
    func contentIsMerged() throws {
        var device = try Self.device()
        try device.launch()
        let aps = [Value.Member("alert", "hi"), Value.Member("badge", 3), Value.Member("mutable-content", 1)]
        for case .callback(let callback) in try device.alert(aps: aps).map(\.body)
        where callback.name == .willPresentNotification {
            let shown = callback.arguments.first?.value
            #expect(shown == ["aps": ["alert": "changed", "badge": 3, "mutable-content": 1]])
            return
        }
        Issue.record("the app was not asked")
    }

    @Test(
        "What is no alert, or may not be changed, is shown at once",
        arguments: [
            ([Value.Member("alert", "hi")], Verdict.Reason.notMutable),
            ([Value.Member("badge", 1), Value.Member("mutable-content", 1)], .noAlert),
            ([Value.Member("alert", ""), Value.Member("mutable-content", 1)], .noAlert),
        ]
    )
    func notAsked(aps: [Value.Member], reason: Verdict.Reason) throws {
        var device = try Self.device()
        let records = try device.alert(aps: aps)
        #expect(records.verdicts.map(\.reason) == [reason, nil])
        #expect(records.verdicts.last?.decision == .shown)
        #expect(records.callbacks == [])
    }

    @Test("A force quit, Low Power Mode, background refresh and the lock before the first unlock do not forbid it")
    func conditions() throws {
        var device = try Self.device()
        try device.launch()
        try device.send(.app("a", .forceQuit))
        try device.send(.device(.condition(.setLowPowerMode(true))))
        try device.send(.device(.condition(.setBackgroundRefresh(false, bundleID: nil))))
        try device.send(.reboot)
        #expect(try device.alert().callbacks == [.didReceiveNotificationRequest])
    }

    @Test("One notification is handled after the other, in the same process")
    func oneAfterTheOther() throws {
        var device = try Self.device(takes: 2_000)
        #expect(try device.alert("one").verdicts == [])
        #expect(try device.alert("two").verdicts.map(\.decision) == [.held])
        let records = try device.advance(4)
        #expect(records.verdicts.map(\.decision) == [.completed, .shown, .completed, .shown])
        #expect(records.verdicts.map(\.identifier) == ["one", "one", "two", "two"])
        #expect(records.states == [.suspended])
        #expect(try device.advance(10).states == [])
        #expect(try device.alert("three").states == [.background])
        #expect(device.kernel.processes.count == 1)
    }

    @Test("With nothing to do it is ended, and the next notification launches it again")
    func idle() throws {
        var device = try Self.device()
        try device.alert()
        #expect(try device.advance(29.999).states == [])
        #expect(try device.advance(0.001).exit?.reason == .system)
        #expect(device.kernel.nextDeadline == nil)
        let records = try device.alert()
        #expect(records.states == [.background, .suspended])
        #expect(device.kernel.processes.map(\.pid) == [101, 102])
    }

    @Test("An entry that ends as the time does is in time")
    func lastMoment() throws {
        var device = try Self.device(takes: 30_000)
        try device.alert()
        let records = try device.advance(30)
        #expect(records.callbacks == [])
        #expect(records.verdicts.map(\.decision) == [.completed, .shown])
    }

    @Test("Who is too slow is told so, and ended; the notification is shown as it came")
    func tooSlow() throws {
        var device = try Self.device(takes: 30_001)
        try device.alert()
        #expect(try device.advance(29.999).isEmpty == false)
        let records = try device.advance(0.001)
        #expect(records.callbacks == [.serviceExtensionTimeWillExpire])
        #expect(records.verdicts.map(\.decision) == [.expired, .shown])
        #expect(records.exit?.reason == .system)
        #expect(device.codes() == [.contentHandlerNotCalled])
        #expect(device.kernel.nextDeadline == nil)
        #expect(device.kernel.app("a")?.lastExit == nil)
    }

    @Test("Who calls the content handler when the time expires lives on")
    func savedAtTheEnd() throws {
        var device = try TestDevice()
        try device.install(didReceive: [.now(.hang)], expiration: [.now(.log(message: "late")), Self.changed])
        try device.alert()
        let records = try device.advance(30)
        #expect(records.callbacks == [.serviceExtensionTimeWillExpire])
        #expect(records.verdicts.map(\.decision) == [.completed, .shown])
        #expect(records.states == [.suspended])
        #expect(device.codes() == [])
    }

    @Test("The last chance takes its own time, whatever the first handler was still doing")
    func lastChanceTakesItsTime() throws {
        var device = try TestDevice(.ios18)
        try device.install(
            didReceive: [.act(.work(cpu: 1), takes: 31_000), Self.changed],
            expiration: [.act(.work(cpu: 1), takes: 4_000), Self.changed]
        )
        try device.alert()
        #expect(try device.advance(30).callbacks == [.serviceExtensionTimeWillExpire])
        #expect(try device.advance(3.999).verdicts == [])
        #expect(try device.advance(0.001).verdicts.map(\.decision) == [.completed, .shown])
        #expect(device.codes() == [])
    }

    @Test(
        "Over its limit it is ended, and the notification is shown as it came",
        arguments: [
            (RuleProfile.ios18, 18, false), (.ios18, 19, true), (.ios12, 6, false), (.ios12, 7, true),
        ]
    )
    func memory(profile: RuleProfile, mebibytes: Int64, isEnded: Bool) throws {
        var device = try TestDevice(profile)
        try device.install(didReceive: [.now(.allocate(bytes: .mebibytes(mebibytes))), Self.changed])
        let records = try device.alert()
        #expect(records.exit?.reason == (isEnded ? .memoryResourceLimit : nil))
        #expect(records.verdicts.map(\.decision) == [isEnded ? .failed : .completed, .shown])
        #expect(records.exit?.report == (isEnded ? .jetsam : nil))
        #expect(records.exit?.metricKit == nil)
    }

    @Test("What one notification took is there when the next one comes")
    func leak() throws {
        var device = try TestDevice()
        try device.install(didReceive: [.now(.allocate(bytes: .mebibytes(10))), Self.changed])
        #expect(try device.alert().exit == nil)
        #expect(try device.alert().exit?.reason == .memoryResourceLimit)
        #expect(try device.alert().exit == nil)
    }

    @Test("One that is too large from the start is ended before it is called")
    func tooLarge() throws {
        var device = try TestDevice()
        try device.install(footprint: 25, didReceive: [Self.changed])
        let records = try device.alert()
        #expect(records.callbacks == [])
        #expect(records.verdicts.map(\.decision) == [.failed, .shown])
    }

    @Test("After a crash another process handles what waits", arguments: [Action.crash(.breakpoint), .exit])
    func crash(action: Action) throws {
        var device = try TestDevice()
        try device.install(didReceive: [.act(action, takes: 1_000)])
        try device.alert("one")
        try device.alert("two")
        let records = try device.advance(2)
        #expect(records.verdicts.map(\.decision) == [.failed, .shown, .failed, .shown])
        #expect(records.verdicts.map(\.identifier) == ["one", "one", "two", "two"])
        #expect(device.kernel.processes.map(\.pid) == [101, 102])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("It lives and dies apart from its app")
    func apart() throws {
        var device = try Self.device(takes: 5_000)
        try device.launch()
        try device.alert()
        #expect(try device.send(.app("a", .crash(.abort, message: nil))).filter { $0.appExtension != nil } == [])
        #expect(try device.advance(5).verdicts.map(\.decision) == [.completed, .shown])
        try device.launch()
        #expect(try device.advance(60).exit?.reason == .system)
        #expect(device.state() == .active)
    }

    @Test("Short memory ends the suspended extension before a suspended app")
    func pressure() throws {
        var device = try TestDevice(.ios18)
        try device.install("b")
        try device.launch("b")
        try device.leaveAndSuspend("b")
        try device.install(didReceive: [Self.changed])
        try device.alert()
        let records = try device.send(.allocateSystemMemory(.gibibytes(5)))
        let ended = records.filter { if case .exit = $0.body { true } else { false } }
        #expect(ended.map(\.appExtension) == [.notificationService, nil])
        #expect(records.exit?.reason == .memoryPressure)
    }

    @Test(
        "What ends it with its app or its device drops what waits",
        arguments: [Input.uninstall("a"), .event(.device(.reboot))]
    )
    func dropped(input: Input) throws {
        var device = try Self.device(takes: 5_000)
        try device.alert("one")
        try device.alert("two")
        let records = try device.apply(input)
        #expect(records.verdicts.filter { $0.subject == .push }.map(\.decision) == [.dropped, .dropped])
        #expect(try device.advance(60).filter { $0.appExtension != nil } == [])
    }

    @Test("An update ends it; another version handles what waits")
    func update() throws {
        var device = try Self.device(takes: 5_000)
        try device.alert("one")
        try device.alert("two")
        let records = try device.install(AppManifest(bundleID: "a"))
        #expect(records.exit?.reason == .appUpdate)
        #expect(records.verdicts.map(\.decision) == [.failed, .shown, .shown])
    }

    @Test("The explanation says what it does")
    func explanation() throws {
        var device = try Self.device(takes: 5_000)
        try device.alert()
        let busy = try #require(device.kernel.explain("a", within: .standard))
        #expect(busy.because.map(\.description).contains { $0.contains("process 101, handles a notification until") })
        #expect(busy.next.contains { $0.appExtension == .notificationService })
        try device.advance(5)
        let idle = try #require(device.kernel.explain("a", within: .standard))
        #expect(idle.because.map(\.description).contains { $0.contains("process 101, is suspended and waits") })
    }
}

/// Which notifications are handed to the extension.
@Suite struct NotificationServicePolicyTests {
    typealias Facts = NotificationServicePolicy.Facts
    typealias Decision = NotificationServicePolicy.Decision

    static let rows: [(Facts, Decision)] = [
        (Facts(), .handle),
        (Facts(isBusy: true), .wait),
        (Facts(isBusy: true, waiting: 99), .wait),
        (Facts(isBusy: true, waiting: 100), .showUnchanged(.extensionBusy)),
        (Facts(isMutable: false), .showUnchanged(.notMutable)),
        (Facts(hasAlert: false), .showUnchanged(.noAlert)),
        (Facts(isMutable: false, hasAlert: false), .showUnchanged(.notMutable)),
        (Facts(isMutable: false, isBusy: true, waiting: 100), .showUnchanged(.notMutable)),
    ]

    @Test("The extension is called with alerts that it may change, one after the other", arguments: rows)
    func decisions(facts: Facts, decision: Decision) {
        #expect(NotificationServicePolicy.decide(facts) == decision)
    }
}

extension TestDevice {
    /// Installs an app whose notification service extension does this.
    mutating func install(
        _ app: BundleID? = nil,
        driver: Driver = .simulated,
        footprint: Int64 = 6,
        didReceive entries: [AppBehavior.Entry],
        expiration: [AppBehavior.Entry] = [],
        handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws {
        try install(
            AppManifest(
                bundleID: app ?? self.app,
                driver: driver,
                behavior: AppBehavior(handlers),
                notificationService: NotificationServiceExtension(
                    footprintBytes: .mebibytes(footprint),
                    behavior: AppBehavior([
                        .didReceiveNotificationRequest: entries, .serviceExtensionTimeWillExpire: expiration,
                    ])
                )
            )
        )
    }

    /// A push with an alert that the extension may change.
    @discardableResult
    mutating func alert(
        _ id: String = "n",
        aps: [Value.Member] = [Value.Member("alert", "hi"), Value.Member("mutable-content", 1)]
    ) throws -> [Record] {
        let payload = Value.object([Value.Member("aps", .object(aps))])
        return try send(.push(RemoteNotification(bundleID: app, payload: payload, collapseID: id)))
    }

    /// An app whose extension does this has a notification, and time passes.
    mutating func handleNotification(
        _ entries: [AppBehavior.Entry],
        expiration: [AppBehavior.Entry] = []
    ) throws {
        try install(didReceive: entries, expiration: expiration)
        try alert()
        try advance(60)
    }
}
