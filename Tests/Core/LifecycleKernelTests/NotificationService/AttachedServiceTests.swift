import LifecycleKernel
import TestKit
import Testing

/// The notification service extension of an attached app, which a program outside plays.
@Suite struct AttachedServiceTests {
    private static let changed: Value = ["aps": ["alert": "changed"]]

    /// A device with an attached app, never launched, whose extension has had a notification.
    static func device(
        _ rules: [String: Value] = [:],
        didReceive entries: [AppBehavior.Entry] = [],
        expiration: [AppBehavior.Entry] = []
    ) throws -> TestDevice {
        var device = try TestDevice(.ios18, rules)
        try device.install(driver: .attached, didReceive: entries, expiration: expiration)
        try device.alert()
        return device
    }

    @Test("It is in flight in a process of its own, and what the completion returns is shown")
    func completion() throws {
        var device = try Self.device()
        let process = try #require(try device.kernel.processesInCallback(of: "a").first)
        #expect(process.appExtension == .notificationService)
        let callback = try #require(process.callbackInFlight)
        #expect(callback.called == .callback(.didReceiveNotificationRequest))
        #expect(callback.deadline == device.kernel.now + 30_000)
        #expect(callback.arguments.isEmpty == false)
        try device.advance(29.999)
        let records = try device.completeService([.log(message: "decrypted")], returns: Self.changed)
        #expect(records.verdicts.map(\.decision) == [.completed, .shown])
        #expect(records.states == [.suspended])
        let log = try #require(records.first { $0.kind == .log })
        #expect(log.appExtension == .notificationService && log.pid == process.pid)
        #expect(try device.kernel.processesInCallback(of: "a").isEmpty)
        #expect(device.codes() == [])
        #expect(device.state() == .notRunning)
    }

    @Test("A behaviour plays it all the same")
    func played() throws {
        let device = try Self.device(didReceive: [.returns(Self.changed)])
        #expect(device.history.verdicts.map(\.decision) == [.completed, .shown])
    }

    @Test("One that returns without content is called again when its time is over, and can still answer then")
    func answersAtTheEnd() throws {
        var device = try Self.device()
        try device.completeService([])
        #expect(try device.kernel.processesInCallback(of: "a").isEmpty)
        #expect(device.service?.callbackInFlight == nil)
        let records = try device.advance(toCallbackWithin: 60)
        #expect(records.callbacks == [.serviceExtensionTimeWillExpire])
        #expect(device.kernel.now == .manualStart + 30_000)
        #expect(device.service?.callbackInFlight?.deadline == device.kernel.now + 5_000)
        try device.advance(4.999)
        let answer = try device.completeService([], returns: Self.changed)
        #expect(answer.verdicts.map(\.decision) == [.completed, .shown])
        #expect(device.codes() == [])
        #expect(try device.advance(29).exit == nil)
    }

    @Test("What nobody completes is over at the end of its time, and says what was in flight")
    func tooSlow() throws {
        var device = try Self.device()
        let late = try #require(device.service?.callbackInFlight?.sequence)
        #expect(try device.advance(34.999).callbacks == [.serviceExtensionTimeWillExpire])
        let records = try device.advance(0.001)
        #expect(records.verdicts.map(\.decision) == [.expired, .shown])
        #expect(records.exit?.callbackInFlight?.name == "serviceExtensionTimeWillExpire()")
        let finding = try #require(device.summary(.contentHandlerNotCalled))
        #expect(finding.callbackInFlight == records.exit?.callbackInFlight)
        #expect(finding.evidence.contains(late))
        #expect(throws: Rejection.self) { try device.completeService([], of: late, returns: Self.changed) }
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("One that returns from the last callback without an answer is ended then")
    func givesUp() throws {
        var device = try Self.device()
        try device.advance(31)
        let records = try device.completeService([.log(message: "no idea")])
        #expect(records.verdicts.map(\.decision) == [.expired, .shown])
        #expect(records.exit?.reason == .system)
        #expect(device.codes() == [.contentHandlerNotCalled])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("Without any time, the program still has the instant of the last callback")
    func noTimeAtTheEnd() throws {
        var device = try Self.device(["notificationServiceExpirationSeconds": 0])
        try device.advance(toCallbackWithin: 60)
        #expect(try device.completeService([], returns: Self.changed).verdicts.map(\.decision) == [.completed, .shown])
        try device.alert("second")
        #expect(try device.advance(30).exit?.reason == .system)
    }

    @Test("A rule gives the last callback time, whoever plays it")
    func timeAtTheEnd() throws {
        let rules: [String: Value] = ["notificationServiceExpirationSeconds": 2]
        var device = try Self.device(rules)
        try device.advance(31.999)
        #expect(try device.completeService([], returns: Self.changed).verdicts.map(\.decision) == [.completed, .shown])
        #expect(device.codes() == [])
        var simulated = try TestDevice(.ios18, rules)
        try simulated.install(didReceive: [.now(.hang)], expiration: [.now(.hang)])
        try simulated.alert()
        #expect(try simulated.advance(31.999).exit == nil)
        #expect(try simulated.advance(0.001).exit?.reason == .system)
    }

    @Test("It and its app are in flight side by side, and are completed apart")
    func sideBySide() throws {
        var device = try Self.device()
        try device.launch()
        let waiting = try device.kernel.processesInCallback(of: "a")
        #expect(waiting.map(\.appExtension) == [nil, .notificationService])
        try device.completeService([], returns: Self.changed)
        #expect(try device.kernel.processesInCallback(of: "a").map(\.pid) == [waiting[0].pid])
        #expect(try device.complete().callbacks == [.didFinishLaunching])
    }

    @Test("Its code cannot do what an app's can, and its content is an object")
    func refusals() throws {
        var device = try Self.device()
        #expect(throws: Rejection.self) { try device.completeService([.edit(count: 1, scene: nil)]) }
        #expect(throws: Rejection.self) { try device.completeService([], returns: true) }
        for aps in [Value.null, "text", [], 1] {
            let content = Value.object([Value.Member("aps", aps)])
            let rejection = try #require(throws: Rejection.self) { try device.completeService([], returns: content) }
            #expect(rejection.code == .invalidValue && rejection.field == "returns.aps")
        }
        #expect(try device.completeService([], returns: [:]).verdicts.map(\.decision) == [.completed, .shown])
    }

    @Test(
        "Actions in a completion end it as those of a behaviour do",
        arguments: [
            (Action.crash(.abort), TerminationReason.abnormal), (.exit, .normal),
            (.allocate(bytes: .mebibytes(30)), .memoryResourceLimit),
        ]
    )
    func ends(action: Action, reason: TerminationReason) throws {
        var device = try Self.device()
        try device.alert("second")
        let records = try device.completeService([action], returns: Self.changed)
        #expect(records.exit?.reason == reason)
        #expect(records.exit?.callbackInFlight == nil)
        #expect(records.verdicts.map(\.decision) == [.failed, .shown])
        // Another process has the notification that waited.
        #expect(records.callbacks == [.didReceiveNotificationRequest])
        #expect(device.service?.callbackInFlight != nil)
    }

    @Test("A callback that is not in flight is unknown, whatever processes there are", arguments: [false, true])
    func unknownCallback(isLaunched: Bool) throws {
        var device = try Self.device()
        if isLaunched { try device.launch() }
        let stale = try #require(device.service?.callbackInFlight?.sequence)
        try device.completeService([], returns: Self.changed)
        let inFlight = device.process("a")?.callbackInFlight.map { [String($0.sequence)] } ?? []
        for sequence in [stale, 9_999] {
            let rejection = try #require(throws: Rejection.self) { try device.completeService([], of: sequence) }
            #expect(rejection.code == .unknownCallback)
            #expect(rejection.accepted == inFlight)
        }
        try device.alert("second")
        let second = try #require(device.service?.callbackInFlight?.sequence)
        let rejection = try #require(throws: Rejection.self) { try device.completeService([], of: stale) }
        #expect(rejection.accepted == inFlight + [String(second)])
    }

    @Test("One that hangs is never completed")
    func hang() throws {
        var device = try Self.device()
        try device.completeService([.hang], returns: Self.changed)
        #expect(try device.kernel.processesInCallback(of: "a").isEmpty)
        #expect(try device.advance(toCallbackWithin: 30).callbacks == [.serviceExtensionTimeWillExpire])
        try device.completeService([.hang])
        #expect(try device.advance(4.999).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .system)
    }
}

extension TestDevice {
    /// The process of the app's notification service extension.
    var service: ProcessStatus? { kernel.processes.first { $0.appExtension != nil && $0.exit == nil } }

    /// Completes the callback of the extension.
    @discardableResult
    mutating func completeService(
        _ actions: [Action],
        of callback: SequenceNumber? = nil,
        returns: Value? = nil
    ) throws -> [Record] {
        let sequence = callback ?? service?.callbackInFlight?.sequence ?? 0
        return try apply(.completion(app, Completion(callback: sequence, actions: actions, returns: returns)))
    }

    /// The code of the extension does something.
    @discardableResult
    mutating func serve(_ action: Action, as app: BundleID? = nil) throws -> [Record] {
        try apply(.action(app ?? self.app, action, of: .notificationService))
    }

    /// Lets time pass until a callback is in flight.
    @discardableResult
    fileprivate mutating func advance(toCallbackWithin seconds: Int64) throws -> [Record] {
        try apply(.advance(Advance(.by(Milliseconds(seconds * 1_000)), stopsAtCallbacks: true)))
    }
}
