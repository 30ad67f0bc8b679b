import Testing
import WireFormat

@testable import LifecycleKernel

/// A record is written with the fields that its kind has, in a fixed order.
@Suite struct RecordFieldsTests {
    private static let exit = ExitRecord(
        reason: .appWatchdog,
        namespace: "FRONTBOARD",
        code: 0x8bad_f00d,
        explanation: "scene-update watchdog",
        metricKit: "cumulativeAppWatchdogExitCount",
        report: .crash,
        state: .background,
        unsavedChanges: 2
    )

    static let bodies: [(Record.Body, Value)] = [
        (.input(.event(.device(.home))), ["event": ["type": "device.home"]]),
        (.input(.action("a", .save(count: nil))), ["action": ["bundleID": "a", "action": "save"]]),
        (
            .input(.completion("a", Completion(callback: 4, actions: [.exit], returns: true))),
            ["completion": ["bundleID": "a", "callback": 4, "actions": [["action": "exit"]], "returns": true]]
        ),
        (.input(.uninstall("a")), ["uninstall": ["bundleID": "a"]]),
        (.input(.clock(ClockChange(paused: true))), ["clock": ["paused": true]]),
        (.input(.advance(.by(1_500))), ["advance": ["seconds": .number(1.5)]]),
        (
            .returned(callback: 8, took: 1_250, result: false),
            ["callback": 8, "tookSeconds": .number(1.25), "result": false]
        ),
        (.returned(callback: 8, took: 0, result: nil), ["callback": 8, "tookSeconds": 0]),
        (
            .process(ProcessChange(from: .active, to: .inactive, reason: .deactivated)),
            ["from": "active", "to": "inactive", "why": "deactivated"]
        ),
        (
            .process(
                ProcessChange(
                    from: .notRunning,
                    to: .inactive,
                    reason: .launch,
                    launchReason: .user,
                    launchSteps: [
                        TimedLaunchStep(.main, duration: 2_500), TimedLaunchStep(.applicationMain),
                        TimedLaunchStep(.mainInterface, duration: nil),
                    ]
                )
            ),
            [
                "from": "notRunning", "to": "inactive", "why": "launch", "launchReason": "user", "coldLaunch": true,
                "launchSteps": [
                    ["name": "main", "tookSeconds": .number(2.5)], ["name": "UIApplicationMain", "tookSeconds": 0],
                    ["name": "mainInterface"],
                ],
            ]
        ),
        (
            .process(
                ProcessChange(
                    from: .notRunning,
                    to: .suspended,
                    reason: .prewarmed,
                    launchReason: .prewarm,
                    launchSteps: [TimedLaunchStep(.main)]
                )
            ),
            [
                "from": "notRunning", "to": "suspended", "why": "prewarmed", "launchReason": "prewarm",
                "launchSteps": [["name": "main", "tookSeconds": 0]],
            ]
        ),
        (
            .process(
                ProcessChange(
                    from: .suspended,
                    to: .background,
                    reason: .launch,
                    launchReason: .voip,
                    launchSteps: [TimedLaunchStep(.applicationMain), TimedLaunchStep(.mainInterface)]
                )
            ),
            [
                "from": "suspended", "to": "background", "why": "launch", "launchReason": "voip", "coldLaunch": true,
                "launchSteps": [
                    ["name": "UIApplicationMain", "tookSeconds": 0], ["name": "mainInterface", "tookSeconds": 0],
                ],
            ]
        ),
        (.scene(from: .unattached, to: .background), ["from": "unattached", "to": "background"]),
        (
            .callback(
                Callback(name: .applicationDidBecomeActive, applicationState: .active, arguments: [], limit: nil)
            ),
            [
                "name": "applicationDidBecomeActive(_:)", "receiver": "appDelegate", "applicationState": "active",
                "arguments": [:],
            ]
        ),
        (
            .callback(
                Callback(
                    name: .sceneDidEnterBackground,
                    applicationState: .background,
                    arguments: [Value.Member("b", 1), Value.Member("a", 2)],
                    limit: 10_000
                )
            ),
            [
                "name": "sceneDidEnterBackground(_:)", "receiver": "sceneDelegate", "applicationState": "background",
                "arguments": ["b": 1, "a": 2], "limitSeconds": 10,
            ]
        ),
        (.notification(.willTerminate), ["name": "UIApplication.willTerminateNotification"]),
        (
            .notification(.audioRouteChange, arguments: [Value.Member("reason", "wakeFromSleep")]),
            ["name": "AVAudioSession.routeChangeNotification", "arguments": ["reason": "wakeFromSleep"]]
        ),
        (
            .assertion(AssertionChange(kind: .backgroundTask, change: .acquired, name: "upload", remaining: 30_000)),
            ["assertion": "backgroundTask", "change": "acquired", "name": "upload", "remainingSeconds": 30]
        ),
        (
            .assertion(AssertionChange(kind: .transition, change: .expired, name: nil, remaining: nil)),
            ["assertion": "transition", "change": "expired"]
        ),
        (
            .verdict(Verdict(subject: .push, decision: .dropped, reason: .malformed, identifier: "n-1")),
            [
                "subject": "push", "verdict": "dropped", "why": "malformed", "identifier": "n-1",
                "detail": "the request or the payload is not in the required format",
            ]
        ),
        (
            .verdict(Verdict(subject: .push, decision: .dropped, reason: .malformed, detail: "no aps")),
            ["subject": "push", "verdict": "dropped", "why": "malformed", "detail": "no aps"]
        ),
        (.verdict(Verdict(subject: .push, decision: .shown)), ["subject": "push", "verdict": "shown"]),
        (
            .exit(exit),
            [
                "reason": "appWatchdog", "namespace": "FRONTBOARD", "code": "0x8badf00d",
                "explanation": "scene-update watchdog", "metricKit": "cumulativeAppWatchdogExitCount",
                "state": "background", "report": "crash", "unsavedChanges": 2,
            ]
        ),
        (
            .finding(Finding(code: .dataLoss, detail: "2 unsaved changes are lost", evidence: [7, 0, 3, 7])),
            [
                "code": "dataLoss", "severity": "error", "detail": "2 unsaved changes are lost",
                "evidence": [3, 7],
            ]
        ),
        (.memory(.critical, available: 1_024), ["level": "critical", "availableBytes": 1_024]),
        (
            .dispatch(Dispatch(target: "label", asked: ["label", "window"], handledBy: "window")),
            ["target": "label", "asked": ["label", "window"], "handledBy": "window"]
        ),
        (
            .dispatch(Dispatch(target: "label", asked: [], reason: .notActive)),
            ["target": "label", "asked": [], "why": "notActive"]
        ),
        (.snapshot(.dark, sensitiveContent: false), ["appearance": "dark"]),
        (.snapshot(.light, sensitiveContent: true), ["appearance": "light", "sensitiveContent": true]),
        (
            .activity(ActivityChange(name: "poll", activity: .timer, change: .firedLate)),
            ["name": "poll", "activity": "timer", "change": "firedLate"]
        ),
        (.log(message: "hello"), ["message": "hello"]),
    ]

    /// The names of an object's members, in order.
    private static func names(_ value: Value) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.map(\.name)
    }

    @Test(arguments: bodies) func aRecordHasTheFieldsOfItsKind(_ body: Record.Body, _ fields: Value) {
        let record = Record(
            sequence: 12,
            time: .manualStart,
            cause: 11,
            bundleID: "a",
            pid: 101,
            scene: 1,
            body: body
        )
        let head: Value = [
            "sequence": 12, "time": "2026-01-01T00:00:00.000Z", "kind": .string(record.kind.rawValue), "cause": 11,
            "bundleID": "a", "pid": 101, "sceneID": "1",
        ]
        #expect(record.value.matches(head))
        #expect(record.value.matches(fields))
        #expect(Self.names(record.value) == Self.names(head) + Self.names(fields))
    }

    @Test func everyKindOfRecordIsInTheTable() {
        let kinds = Self.bodies.map { Record(sequence: 1, time: .manualStart, cause: 1, body: $0.0).kind }
        #expect(Set(kinds) == Set(Record.Kind.allCases))
    }

    @Test func aTerminationCodeIsWrittenInHexadecimal() {
        var exit = Self.exit
        exit.code = 0
        exit.namespace = nil
        exit.metricKit = nil
        #expect(exit.value["code"] == "0x0")
        #expect(exit.value["namespace"] == nil)
        #expect(exit.value["metricKit"] == nil)
    }
}
