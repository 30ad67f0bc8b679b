import TestKit
import Testing

@testable import LifecycleKernel

/// Every list has a limit, and a rejection or a verdict when it is reached.
@Suite struct LimitTests {
    @Test("The queue of a blocked main thread has a limit, and the process can still be ended")
    func blockedMainThread() throws {
        var device = try TestDevice(.ios18, ["watchdogsEnabled": false])
        try device.install()
        try device.launch()
        try device.act(.hang)
        for step in 0..<RunLoop.waitingLimit {
            try device.send(.condition(.rotate(step.isMultiple(of: 2) ? .landscapeLeft : .portrait)))
        }
        for event in [Event.device(.condition(.changeTime)), .device(.home), .input("a", .touch(target: "window"))] {
            #expect(device.refusal(of: event) == .limitReached)
        }
        #expect(try device.send(.app("a", .terminate(.jetsam))).exit != nil)
        #expect(device.refusal(of: .device(.condition(.changeTime))) == nil)
    }

    @Test(
        "What an app's own code brings to its blocked main thread has the same limit, and a verdict",
        arguments: [
            (Action.registerForRemoteNotifications, Verdict.Subject.push), (.setAlarm(.after(0)), .activity),
            (.endLiveActivity(identifier: "x"), .liveActivity),
            (.startRequest(identifier: "x", bytes: 1, lasting: 1), .request),
        ]
    )
    func actionsOfABlockedApp(action: Action, subject: Verdict.Subject) throws {
        var device = try TestDevice(.ios18, ["watchdogsEnabled": false])
        try device.install(driver: .attached)
        try device.launch()
        for _ in 0..<RunLoop.waitingLimit { try device.act(.registerForRemoteNotifications) }
        let verdicts = try device.act(action).verdicts
        #expect(verdicts.map(\.subject) == [subject])
        #expect(verdicts.first?.decision == .refused && verdicts.first?.reason == .tooManyWaiting)
        try device.act(.log(message: "goes on"))
        let all = [Action](repeating: .registerForRemoteNotifications, count: 10)
        #expect(try device.complete(nil, all).verdicts.count(where: { $0.reason == .tooManyWaiting }) >= 8)
        #expect(try device.act(.exit).exit != nil)
    }

    @Test("The payloads that wait for an app have a limit")
    func payloads() throws {
        var device = try TestDevice(.ios18, ["watchdogsEnabled": false])
        try device.install(driver: .attached)
        try device.launch()
        let url = Event.openURL("a://x", sourceApplication: nil, bundleID: "a")
        for _ in 0..<App.payloadsPerProcess { try device.send(url) }
        #expect(device.refusal(of: url) == .limitReached)
    }

    @Test("Activities beyond the limit are refused with a verdict")
    func activities() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        for number in 0..<App.activitiesPerProcess {
            #expect(try device.act(.startActivity(name: "\(number)", .timer)).verdicts.isEmpty)
        }
        let verdict = try #require(try device.act(.startActivity(name: "x", .timer)).verdicts.first)
        #expect(verdict.subject == .activity)
        #expect(verdict.decision == .refused)
        #expect(verdict.reason == .tooManyActivities)
        #expect(verdict.identifier == "x")
        #expect(try device.act(.startActivity(name: "0", .video)).verdicts.isEmpty)
    }

    @Test("Many inputs at one instant do not keep a main thread from becoming idle")
    func manyInputsAtOnce() throws {
        var device = try TestDevice()
        try device.install()
        for _ in 0..<3_000 {
            try device.launch()
            try device.send(.home)
        }
        #expect(device.history.exit == nil)
        #expect(device.state() == .background)
    }
}

/// An app that is opened with several payloads before the first is delivered.
@Suite struct OpenedTwiceTests {
    private static let url = Event.openURL("a://x", sourceApplication: "b", bundleID: "a")

    @Test("Equal payloads are each delivered", arguments: [AppLifecycle.appDelegate, .scenes])
    func equal(lifecycle: AppLifecycle) throws {
        let slow: [AppBehavior.Entry] = [.act(.log(message: "slow"), takes: 1_000)]
        var device = try TestDevice()
        try device.install(
            "a",
            lifecycle,
            [.applicationWillEnterForeground: slow, .sceneWillEnterForeground: slow]
        )
        try device.launch()
        try device.advance(1)
        try device.send(.home)
        for _ in 0..<3 { try device.send(Self.url) }
        let told = try device.advance(1).callbacks.filter { $0 == .openURL || $0 == .sceneOpenURLContexts }
        #expect(told.count == 3)
    }

    @Test("The connection options of a scene list all of them")
    func connectionOptions() throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [.didFinishLaunching: [.act(.log(message: "slow"), takes: 1_000)]])
        try device.send(Self.url)
        try device.send(Self.url)
        let connection = try #require(
            try device.advance(1).compactMap { record in
                if case .callback(let callback) = record.body, callback.name == .sceneWillConnect {
                    callback
                } else {
                    nil
                }
            }
            .first
        )
        #expect(connection.arguments.map(\.name) == ["urlContexts", "sourceApplication"])
        #expect(connection.arguments.first?.value == ["a://x", "a://x"])
    }

    @Test(
        "A URL begins with a scheme, whether an app is named or not",
        arguments: ["notes", "", ":x", "1notes:x", "no tes:x", "né:x", "notes/x:y"]
    )
    func withoutScheme(url: String) throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, infoPlist: InfoPlist(urlSchemes: ["notes"]))
        for bundleID in [nil, "a"] as [BundleID?] {
            #expect(device.refusal(of: .openURL(url, sourceApplication: nil, bundleID: bundleID)) == .invalidValue)
        }
        let opened = try device.send(.openURL("NOTES:1", sourceApplication: nil, bundleID: nil))
        #expect(opened.callbacks.last == .applicationDidBecomeActive)
    }
}
