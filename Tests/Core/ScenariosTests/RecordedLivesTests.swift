import DeviceTokens
import LifecycleKernel
import Scenarios
import Simulation
import Testing
import WireFormat

/// What happened on a device whose clock ran by itself happens again when its recording is carried out.
@Suite struct RecordedLivesTests {
    /// A life of a device that a host moves: before each input what is due before its instant has happened, and what is
    /// due at it has not.
    private struct Life {
        var device: Device
        var records: [Record] = []

        init(_ settings: Value = ["clock": ["mode": "realtime"], "passcode": false], apps: [Value]) throws {
            device = Device(try DeviceSettings(settings, at: ""), at: .manualStart)
            for app in apps { try apply(["install": app]) }
        }

        /// Applies an input after so much time.
        mutating func apply(after length: Milliseconds = 0, _ input: Value) throws {
            try device.apply(Input(input, at: ""), at: device.now + length, limit: 1_000)
            records += device.takeRecords()
        }

        mutating func send(after length: Milliseconds = 0, _ event: Value) throws {
            try apply(after: length, ["event": event])
        }

        /// Lets time pass as far as one advance may.
        mutating func advance(_ advance: Advance) throws -> AdvanceStop {
            let stop = try device.apply(.advance(advance), at: device.now, within: .standard)
            records += device.takeRecords()
            return stop
        }

        /// Lets the clock tick after so much time.
        mutating func tick(after length: Milliseconds) {
            let stop = device.settle(before: device.now + length, within: AdvanceLimits(deadlines: 1_000))
            #expect(stop == .reached)
            records += device.takeRecords()
        }
    }

    /// The recording of a life, read again from its text.
    private static func recording(
        _ records: [Record],
        _ settings: DeviceSettings,
        until now: Instant
    ) throws -> (scenario: Scenario, text: String) {
        let recorder = ScenarioRecorder(name: "recorded", device: settings.value)
        let text = try ScenarioFile.yaml(recorder.document(of: records.map(\.document), until: now))
        return (try ScenarioFile.parse(text: text, name: "recorded.yaml"), text)
    }

    /// Carries the recording of a life out, and expects the same records but for the inputs.
    private static func expectTheSameAgain(
        _ records: [Record],
        _ settings: DeviceSettings,
        until now: Instant,
        _ comment: Comment = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let recording = try recording(records, settings, until: now)
        let target = InProcessTarget()
        let result = await ScenarioRunner.run(recording.scenario, on: target)
        #expect(result.passed, "\(comment) \(result.report)\n\(recording.text)", sourceLocation: sourceLocation)
        let again = await target.records(after: 0).filter(\.isNoInput).map(\.withoutPlace)
        let once = records.map(\.value).filter(\.isNoInput).map(\.withoutPlace)
        let place = zip(once, again).first { $0 != $1 }
        let differs = again.count != once.count || place != nil
        #expect(!differs, "\(comment) \(String(describing: place))\n\(recording.text)", sourceLocation: sourceLocation)
    }

    @Test(
        "What the next tick decides at the instant of an input is part of the time after it",
        arguments: [1, 60] as [Milliseconds]
    )
    func decisionsOfTheNextTick(length: Milliseconds) async throws {
        var life = try Life(apps: [
            [
                "bundleID": "a", "driver": "simulated",
                "infoPlist": ["UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["r"]],
                "behavior": [
                    "application(_:didFinishLaunchingWithOptions:)": [["action": "registerTask", "identifier": "r"]]
                ],
            ]
        ])
        try life.send(["type": "device.setNetwork", "network": "none"])
        try life.send(after: 10, ["type": "app.launch", "bundleID": "a"])
        try life.apply(
            after: 10,
            [
                "action": [
                    "bundleID": "a", "action": "submitTaskRequest", "identifier": "r", "kind": "appRefresh",
                    "requiresNetworkConnectivity": true,
                ]
            ]
        )
        try life.send(after: 10, ["type": "device.home"])
        try life.send(after: 7_000, ["type": "device.setNetwork", "network": "wifi"])
        #expect(!life.records.contains { $0.callbackName == .launchHandler })
        life.tick(after: length)
        let callback = try #require(life.records.first { $0.callbackName == .launchHandler })
        #expect(callback.time == life.device.now + -length, "the decision has the instant of the input")
        try await Self.expectTheSameAgain(life.records, life.device.initialSettings, until: life.device.now)
    }

    @Test(
        "What is due at the instant of an input happens after it, and may be cancelled by it",
        arguments: [
            ["type": "app.launch", "bundleID": "a"], ["type": "device.setLowPowerMode", "enabled": true],
        ] as [Value]
    )
    func dueAtTheInstantOfAnInput(event: Value) async throws {
        var life = try Life(apps: [["bundleID": "a"]])
        try life.send(["type": "app.launch", "bundleID": "a"])
        try life.send(after: 1_000, ["type": "device.home"])
        // The grace of five seconds is over at this very instant.
        try life.send(after: 5_000, event)
        #expect(life.device.app("a")?.state != .suspended)
        life.tick(after: 1)
        #expect(life.device.app("a")?.state == (event["type"] == "app.launch" ? .active : .suspended))
        try await Self.expectTheSameAgain(life.records, life.device.initialSettings, until: life.device.now)
    }

    @Test("What an app requests and gets at once, by the next tick, is part of the time after it")
    func askedForAndDueAtOnce() async throws {
        var life = try Life(apps: [["bundleID": "a", "infoPlist": ["UIBackgroundModes": ["fetch"]]]])
        try life.send(["type": "app.launch", "bundleID": "a"])
        try life.send(after: 10, ["type": "device.home"])
        try life.send(["type": "device.setIdle", "idle": true])
        try life.apply(
            after: 10,
            ["action": ["bundleID": "a", "action": "setMinimumBackgroundFetchInterval", "seconds": 0]]
        )
        #expect(!life.records.contains { $0.callbackName == .performFetch })
        life.tick(after: 1)
        #expect(life.records.contains { $0.callbackName == .performFetch })
        try await Self.expectTheSameAgain(life.records, life.device.initialSettings, until: life.device.now)
    }

    @Test("An advance of a clock that runs includes its end")
    func advanceOfARunningClock() async throws {
        for length in [0, 1] as [Milliseconds] {
            var life = try Life(apps: [["bundleID": "a"]])
            try life.send(["type": "app.launch", "bundleID": "a"])
            try life.send(["type": "device.home"])
            try life.apply(after: 2_000, ["advance": ["seconds": 3]])
            #expect(life.device.app("a")?.state == .suspended)
            try life.send(after: length, ["type": "device.setLowPowerMode", "enabled": true])
            try await Self.expectTheSameAgain(life.records, life.device.initialSettings, until: life.device.now)
        }
    }

    @Test("Advances of which each continues where the one before stopped are one step")
    func advanceThatStoppedEarly() async throws {
        // The app writes a thousand lines each second, and an advance may write ten thousand.
        let again: Value = ["action": "setAlarm", "afterSeconds": 1]
        let noise = Array(repeating: ["action": "log", "message": "x"] as Value, count: 998)
        let app: Value = [
            "bundleID": "a",
            "behavior": [
                "application(_:didFinishLaunchingWithOptions:)": [again], "alarmHandler": .array([again] + noise),
            ],
        ]
        var life = try Life(["clock": ["mode": "manual"]], apps: [app])
        try life.send(["type": "app.launch", "bundleID": "a"])
        var rest = Advance.by(15_000)
        var count = 0
        while true {
            let start = life.device.now
            let stop = try life.advance(rest)
            count += 1
            guard stop.isEarly else { break }
            rest = rest.rest(from: start, to: life.device.now)
        }
        #expect(count > 1)
        let recording = try Self.recording(life.records, life.device.initialSettings, until: life.device.now)
        #expect(recording.scenario.steps.last?.operation == .advance(15_000))
        try await Self.expectTheSameAgain(life.records, life.device.initialSettings, until: life.device.now)
    }

    @Test("An advance that stopped at a callback stops there again")
    func advanceToCallback() async throws {
        let apps: [Value] = [["bundleID": "a", "driver": "attached"], ["bundleID": "b"]]
        var life = try Life(["clock": ["mode": "manual"]], apps: apps)
        func complete() throws {
            while let callback = try life.device.processesInCallback(of: "a").first?.callbackInFlight {
                let sequence = Value.integer(Int64(callback.sequence.rawValue))
                try life.apply(["completion": ["bundleID": "a", "callback": sequence]])
            }
        }
        // Both are warned at one instant, the attached app first; the other one only after the completion.
        for app in ["a", "b"] as [Value] {
            try life.send(["type": "app.launch", "bundleID": app])
            try complete()
            try life.apply(["action": ["bundleID": app, "action": "beginBackgroundTask", "name": "upload"]])
        }
        try life.send(["type": "device.home"])
        try complete()
        #expect(try life.advance(Advance(.by(40_000), stopsAtCallbacks: true)) == .callback)
        let recording = try Self.recording(life.records, life.device.initialSettings, until: life.device.now)
        #expect(recording.scenario.steps.last?.operation == .advanceToCallback(25_000))
        try complete()
        try await Self.expectTheSameAgain(life.records, life.device.initialSettings, until: life.device.now)
    }

    @Test("Random lives happen again as they were recorded", arguments: 0..<4)
    func randomLives(block: Int) async throws {
        var inputs = 0
        for seed in stride(from: UInt64(1 + block), through: 600, by: 4) {
            let life = Timeline(seed: seed, steps: 45)
            // That an app is uninstalled is what no scenario says: the life up to there is recorded.
            let end = life.records.firstIndex { $0.isUninstallation } ?? life.records.endIndex
            let records = Array(life.records[..<end])
            let now = end < life.records.endIndex ? life.records[end].time : life.device.now
            inputs += records.count { $0.kind == .input }
            try await Self.expectTheSameAgain(records, life.device.initialSettings, until: now, "seed \(seed)")
        }
        #expect(inputs > 2_000)
    }
}

extension Record {
    /// The record as the interface has it. Random apps were made without the Info.plist that they stand for.
    fileprivate var document: Value {
        let value = namingToken(on: "scenario").value
        guard case .input(.install(let app)) = body, app.infoPlist.isMadeWithoutSource,
            case .object(let members) = value, case .object(let fields)? = value["install"]
        else { return value }
        let install = fields.map { $0.name == "infoPlist" ? .init("infoPlist", app.infoPlist.document) : $0 }
        return .object(members.map { $0.name == "install" ? .init("install", .object(install)) : $0 })
    }

    fileprivate var callbackName: CallbackName? {
        if case .callback(let callback) = body { callback.name } else { nil }
    }

    fileprivate var isUninstallation: Bool { if case .input(.uninstall) = body { true } else { false } }
}

extension Value {
    fileprivate var isNoInput: Bool { self["kind"] != "input" }

    /// A record without its place among others: time that passes in one step was perhaps several. An installation is named by
    /// its place, and the device token is made of that.
    fileprivate var withoutPlace: Value {
        guard case .object(let members) = self else { return self }
        return .object(
            members.compactMap { member in
                switch member.name {
                case "sequence", "cause", "callback", "evidence", "callbackInFlight": nil
                case "arguments": .init("arguments", member.value.withoutInstallation)
                default: member
                }
            }
        )
    }

    /// The arguments of a callback without the sequence of an installation, and without what is made of it.
    private var withoutInstallation: Value {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !["installation", "deviceToken"].contains($0.name) })
    }
}

extension InfoPlist {
    /// Whether its fields were set without the Info.plist that they stand for; the version of the SDK and the support of Live
    /// Activities are read from it.
    fileprivate var isMadeWithoutSource: Bool {
        guard case .object(let members) = source else { return false }
        return members.allSatisfy { ["DTPlatformVersion", "NSSupportsLiveActivities"].contains($0.name) }
    }

    /// The Info.plist that says what this one does.
    fileprivate var document: Value {
        var members = [
            Value.Member("UIBackgroundModes", .array(backgroundModes.map(Value.string))),
            Value.Member("UIApplicationExitsOnSuspend", .bool(exitsOnSuspend)),
            Value.Member("NSSupportsLiveActivities", .bool(supportsLiveActivities)),
            Value.Member("CFBundleURLTypes", [["CFBundleURLSchemes": .array(urlSchemes.map(Value.string))]]),
        ]
        if let identifiers = permittedTaskIdentifiers {
            members.append(.init("BGTaskSchedulerPermittedIdentifiers", .array(identifiers.map(Value.string))))
        }
        if let platformVersion { members.append(.init("DTPlatformVersion", .string(platformVersion))) }
        if let manifest = sceneManifest {
            let scenes: Value = ["UIApplicationSupportsMultipleScenes": .bool(manifest.supportsMultipleScenes)]
            members.append(.init("UIApplicationSceneManifest", scenes))
        }
        return .object(members)
    }
}
