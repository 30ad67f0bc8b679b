import Testing
import WireFormat

@testable import LifecycleKernel

/// The resources of the interface.
@Suite struct DocumentTests {
    private static let exit = ExitRecord(
        reason: .userForceQuit,
        namespace: "FRONTBOARD",
        code: 0,
        explanation: "swiped away",
        metricKit: nil,
        report: .none,
        state: .suspended,
        unsavedChanges: 0
    )

    private func text(_ object: some FieldWritable) -> String {
        String(decoding: JSONText.write(object), as: UTF8.self)
    }

    @Test func anAppSaysItsStateAndWhatWasInstalled() throws {
        let manifest = try AppManifest(
            [
                "bundleID": "a.b", "infoPlist": ["UIBackgroundModes": ["audio"], "Z": 1, "A": [:]],
                "responders": [["name": "r", "parent": "view", "handles": ["touch"]]],
                "behavior": [
                    "expirationHandler": [["action": "save", "takesSeconds": .number(0.5)], ["returns": .null]]
                ],
            ],
            at: ""
        )
        var app = AppStatus(
            manifest: manifest,
            lifecycle: .scenes,
            state: .notRunning,
            pid: nil,
            launchCount: 0,
            unsavedChanges: 0,
            forceQuit: false,
            lastExit: nil,
            behaviorNeverCalled: [.applicationDidEnterBackground]
        )
        #expect(
            text(app)
                == #"{"bundleID":"a.b","name":"a.b","version":"1.0","lifecycle":"scenes","driver":"simulated","#
                + #""state":"notRunning","pid":null,"launchCount":0,"pushToken":null,"voipToken":null,"#
                + #""unsavedChanges":0,"forceQuit":false,"lastExit":null,"#
                + #""liveActivities":[],"locationSessions":[],"monitorsLocation":false,"backgroundRefreshStatus":"available","#
                + #""infoPlist":{"UIBackgroundModes":["audio"],"Z":1,"A":{}},"ignoredInfoPlistKeys":["A","Z"],"#
                + #""footprintBytes":83886080,"purgeableBytes":0,"#
                + #""responders":[{"name":"r","parent":"view","handles":["touch"]}],"#
                + #""behavior":{"expirationHandler":[{"action":"save","takesSeconds":0.5},{"returns":null}]},"#
                + #""behaviorNeverCalled":["applicationDidEnterBackground(_:)"]}"#
        )
        app.pid = 101
        app.lastExit = Self.exit
        #expect(app.value["pid"] == 101)
        #expect(app.value["lastExit"] == Self.exit.value)
        app.liveActivities = [
            LiveActivityStatus(identifier: "r", startedBy: 7, endsAt: .manualStart + 60_000, isHeld: true)
        ]
        app.locationSessions = [LocationSessionStatus(session: .alwaysService, isHeld: false)]
        app.monitorsLocation = true
        app.backgroundRefreshStatus = .denied
        #expect(
            app.value["liveActivities"]
                == [["identifier": "r", "startedBy": 7, "endsAt": "2026-01-01T00:01:00.000Z", "held": true]]
        )
        #expect(app.value["locationSessions"] == [["session": "alwaysService", "held": false]])
        #expect(app.value["monitorsLocation"] == true)
        #expect(app.value["backgroundRefreshStatus"] == "denied")
        #expect(try JSONText.parse(JSONText.write(app)) == app.value)
    }

    @Test func energySaysWhatWasUsedInEachStateAndWhatThatDrew() throws {
        let noBattery = [RuleOverride(key: .iPhoneBatteryMilliwattHours, value: .count(0))]
        var use = EnergyUse(cpuMicroseconds: 1_500_900, networkBytes: 7)
        use.wakeUps = [EnergyUse.WakeUpCount(reason: .bluetooth, count: 2)]
        let row = StateEnergy(state: .background, time: 2_000, use: use)
        var report = EnergyReport(
            bundleID: "a",
            time: .manualStart + 3_000,
            states: [row],
            processes: [ProcessEnergy(pid: 101, startedAt: .manualStart, endedAt: nil, states: [])],
            model: EnergyModel(.iPhone, Rulebook(.ios18))
        )
        let used =
            #""cpuSeconds":1.5,"wakeUps":2,"wakeUpsByReason":{"bluetooth":2},"networkBytes":7,"audioSeconds":0,"#
            + #""locationSeconds":0,"bluetoothSeconds":0,"carDisplaySeconds":0,"estimatedMilliwattHours":0.528032,"#
            + #""estimatedBatteryPercent":0.004062}"#
        #expect(
            text(report).hasPrefix(
                #"{"bundleID":"a","time":"2026-01-01T00:00:03.000Z","#
                    + #""total":{"seconds":2,"foregroundSeconds":0,"backgroundSeconds":2,"# + used
                    + #","states":[{"state":"background","seconds":2,"# + used
                    + #"],"processes":[{"pid":101,"startedAt":"2026-01-01T00:00:00.000Z","states":[]}],"#
                    + #""model":{"device":"iPhone","rules":{"iPhoneBatteryMilliwattHours":13000,"#
            )
        )
        report.model = EnergyModel(.iPhone, Rulebook(.ios18, overrides: noBattery))
        #expect(report.value["total"]?["estimatedBatteryPercent"] == .null)
    }

    @Test func aLivingProcessSaysWhatHoldsIt() throws {
        let callback = PendingCallback(
            sequence: 12,
            called: .callback(.sceneDidEnterBackground),
            applicationState: .background,
            scene: 1,
            startedAt: .manualStart,
            deadline: .manualStart + 10_000,
            arguments: [Value.Member("b", 1)]
        )
        let process = ProcessStatus(
            pid: 101,
            bundleID: "a.b",
            state: .background,
            launchReason: .user,
            startedAt: .manualStart,
            endedAt: nil,
            footprintBytes: 5,
            jetsamPriority: 40,
            scenes: [SceneStatus(number: 1, state: .background)],
            assertions: [
                AssertionStatus(kind: .transition, name: nil, remaining: 4_500),
                AssertionStatus(kind: .backgroundTask, name: "upload", remaining: nil),
            ],
            deactivationReasons: ["notOnScreen"],
            callbackInFlight: callback,
            backgroundTimeRemaining: 29_500,
            isProtectedDataAvailable: false,
            isUnlockedSinceBoot: true,
            exit: nil
        )
        #expect(
            text(process)
                == #"{"pid":101,"bundleID":"a.b","state":"background","launchReason":"user","#
                + #""startedAt":"2026-01-01T00:00:00.000Z","footprintBytes":5,"jetsamPriority":40,"#
                + #""scenes":[{"sceneID":"1","state":"background"}],"#
                + #""assertions":[{"assertion":"transition","remainingSeconds":4.5},"#
                + #"{"assertion":"backgroundTask","name":"upload"}],"deactivationReasons":["notOnScreen"],"#
                + #""callbackInFlight":{"sequence":12,"name":"sceneDidEnterBackground(_:)","receiver":"sceneDelegate","#
                + #""applicationState":"background","#
                + #""sceneID":"1","startedAt":"2026-01-01T00:00:00.000Z","deadline":"2026-01-01T00:00:10.000Z","#
                + #""arguments":{"b":1}},"backgroundTimeRemainingSeconds":29.5,"#
                + #""isProtectedDataAvailable":false,"unlockedSinceBoot":true,"exit":null}"#
        )
    }

    @Test func anEndedProcessSaysHowItEnded() {
        let process = ProcessStatus(
            pid: 101,
            bundleID: "a.b",
            state: .terminated,
            launchReason: .url,
            startedAt: .manualStart,
            endedAt: .manualStart + 1,
            footprintBytes: 0,
            jetsamPriority: nil,
            scenes: [],
            assertions: [],
            deactivationReasons: [],
            callbackInFlight: nil,
            backgroundTimeRemaining: nil,
            exit: Self.exit
        )
        #expect(
            text(process)
                == #"{"pid":101,"bundleID":"a.b","state":"terminated","launchReason":"url","#
                + #""startedAt":"2026-01-01T00:00:00.000Z","endedAt":"2026-01-01T00:00:00.001Z","footprintBytes":0,"#
                + #""scenes":[],"assertions":[],"deactivationReasons":[],"callbackInFlight":null,"#
                + #""backgroundTimeRemainingSeconds":null,"exit":{"reason":"userForceQuit","namespace":"FRONTBOARD","#
                + #""code":"0x0","explanation":"swiped away","state":"suspended","report":"none","unsavedChanges":0}}"#
        )
    }

    @Test func anAuditSaysWhatToDo() {
        let finding = FindingSummary(
            code: .dataLoss,
            detail: "the process ended with 1 unsaved change",
            count: 2,
            firstSequence: 9,
            firstSeen: .manualStart,
            lastSequence: 20,
            lastSeen: .manualStart + 5_000,
            evidence: [12, 19]
        )
        let habits = SavingHabits(lifecycle: .scenes, savesInVain: [.applicationDidEnterBackground])
        let audit = AppAudit(bundleID: "a.b", findings: [finding], saving: habits)
        #expect(
            text(audit)
                == #"{"bundleID":"a.b","findings":[{"code":"dataLoss","severity":"error","#
                + #""detail":"the process ended with 1 unsaved change","count":2,"#
                + #""firstSeen":"2026-01-01T00:00:00.000Z","firstSequence":9,"lastSeen":"2026-01-01T00:00:05.000Z","#
                + #""lastSequence":20,"evidence":[12,19],"advice":"Move the saving from applicationDidEnterBackground(_:), which "#
                + #"this life cycle never calls, to sceneDidEnterBackground(_:).","#
                + #""source":"\#(Finding.Code.dataLoss.source)"}]}"#
        )
        let nothing = AppAudit(bundleID: "a.b", findings: [], saving: habits)
        #expect(text(nothing) == #"{"bundleID":"a.b","findings":[]}"#)
    }

    /// The elements of an array.
    private func elements(_ value: Value?) -> [Value] {
        if case .array(let elements)? = value { elements } else { [] }
    }

    @Test func theRulebookHasEveryRuleWithWhereItIsKnownFrom() {
        let rules = elements(RuleTable().value["rules"])
        #expect(rules.map { $0["key"] } == Rulebook.rules.map { .string($0.key.name) })
        for rule in rules {
            #expect(rule["source"] != nil)
            #expect(rule["unit"] != nil)
            #expect(rule["confidence"] != nil)
            for profile in RuleProfile.allCases { #expect(rule["values"]?[profile.rawValue] != nil) }
        }
        #expect(RuleTable().value["profiles"] == ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"])
    }

    @Test(arguments: RuleProfile.allCases) func theRulesOfAProfileHaveItsValues(_ profile: RuleProfile) {
        let document = Rulebook(profile).value
        #expect(document["profile"] == .string(profile.rawValue))
        let rules = elements(document["rules"])
        #expect(rules.count == RuleKey.allCases.count)
        for (rule, row) in zip(rules, Rulebook.rules) {
            #expect(rule["value"] == (row.value(in: profile)?.value ?? .null))
            #expect(rule["overridden"] == nil)
        }
    }

    @Test func anOverriddenRuleIsMarked() throws {
        let settings = try DeviceSettings(["rules": ["overrides": ["suspendDelaySeconds": .number(2.5)]]], at: "")
        let document = Rulebook(settings.profile, overrides: settings.overrides).value
        let marked = elements(document["rules"]).filter { $0["overridden"] == true }
        #expect(marked.map { $0["key"] } == ["suspendDelaySeconds"])
        #expect(marked.map { $0["value"] } == [.number(2.5)])
    }
}
