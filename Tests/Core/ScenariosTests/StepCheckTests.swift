import LifecycleKernel
import Scenarios
import Testing

/// What each check accepts, and what it says otherwise.
@Suite struct StepCheckTests {
    /// What two apps do when one takes the place of the other.
    static let script = ScriptedTarget.Script(
        records: [
            ["kind": "input", "event": ["type": "app.launch"]],
            [
                "kind": "callback", "bundleID": "a", "name": "applicationWillResignActive(_:)",
                "applicationState": "active",
            ],
            ["kind": "notification", "bundleID": "a", "name": "UIApplication.willResignActiveNotification"],
            ["kind": "process", "bundleID": "a", "from": "active", "to": "inactive"],
            ["kind": "callback", "bundleID": "b", "name": "applicationDidBecomeActive(_:)"],
            ["kind": "process", "bundleID": "a", "from": "inactive", "to": "background"],
            ["kind": "exit", "bundleID": "a", "reason": "normal", "code": "0x0", "state": "background"],
        ],
        apps: ["a": ["bundleID": "a", "state": "notRunning"], "b": ["bundleID": "b", "state": "active"]],
        processes: [
            ["pid": 101, "bundleID": "a", "state": "terminated"], ["pid": 102, "bundleID": "b", "state": "terminated"],
            ["pid": 103, "bundleID": "b", "state": "active"],
        ],
        reports: ["pause", "resume"],
        endings: [["kind": "crash", "header": ["bug_type": "309"], "body": ["procName": "Notes"]]],
        metrics: ["applicationExitMetrics": ["backgroundExitData": ["cumulativeNormalAppExitCount": 1]]]
    )

    /// What the checks of one step, written in YAML, find.
    private func failures(_ checks: String, script: ScriptedTarget.Script = script) async throws -> [CheckFailure] {
        let text = "scenario: x\nsteps: [{send: {type: e}, \(checks)}]"
        let scenario = try ScenarioFile.parse(text: text, name: "test.yaml")
        let result = await ScenarioRunner.run(scenario, on: ScriptedTarget(script))
        #expect(result.passed == result.steps[0].failures.isEmpty)
        return result.steps[0].failures
    }

    @Test(arguments: [
        "callbacks: [applicationWillResignActive(_:), applicationDidBecomeActive(_:)]",
        "callbacks: {a: [applicationWillResignActive(_:)], b: [applicationDidBecomeActive(_:)]}",
        "callbacks: {b: [applicationDidBecomeActive(_:)], a: [applicationWillResignActive(_:)], c: []}",
        "notifications: [UIApplication.willResignActiveNotification]",
        "notifications: {a: [UIApplication.willResignActiveNotification]}",
        "states: {a: notRunning, b: active}",
        "records: [{kind: process, to: inactive}, {name: applicationDidBecomeActive(_:)}, {to: background}]",
        "records: [{kind: input, event: {type: app.launch}}]",
        "never: [{kind: finding}, {kind: process, bundleID: b}]",
        "exit: {a: {reason: normal, code: 0x0}}",
        "process: {b: {pid: 103}, a: {state: terminated}}",
        "resource: {a: {state: notRunning}, b: {bundleID: b}}",
        "vocabulary: {jsbox: [pause, resume]}",
        "reports: {a: [{kind: crash, body: {procName: Notes}}]}",
        "metricKit: {a: {applicationExitMetrics: {backgroundExitData: {cumulativeNormalAppExitCount: 1}}}}",
    ])
    func aCheckHoldsWhenEverythingIsAsItSays(check: String) async throws {
        #expect(try await failures(check) == [])
    }

    static let failing: [(check: String, failure: CheckFailure)] = [
        (
            "resource: {a: {state: notRunning}, b: {state: suspended}}",
            CheckFailure("resource.b", expected: ["state": "suspended"], seen: ["state": "active"])
        ),
        ("reports: {a: []}", CheckFailure("reports.a", expected: [], seen: [.null])),
        (
            "reports: {a: [{body: {procName: Mail}}]}",
            CheckFailure(
                "reports.a",
                expected: [["body": ["procName": "Mail"]]],
                seen: [["body": ["procName": "Notes"]]]
            )
        ),
        (
            "metricKit: {b: {applicationExitMetrics: {foregroundExitData: {}}}}",
            CheckFailure(
                "metricKit.b",
                expected: ["applicationExitMetrics": ["foregroundExitData": .object([])]],
                seen: ["applicationExitMetrics": ["backgroundExitData": ["cumulativeNormalAppExitCount": 1]]]
            )
        ),
        (
            "callbacks: [applicationDidBecomeActive(_:), applicationWillResignActive(_:)]",
            CheckFailure(
                "callbacks",
                expected: ["applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)"],
                seen: ["applicationWillResignActive(_:)", "applicationDidBecomeActive(_:)"]
            )
        ),
        (
            "callbacks: []",
            CheckFailure(
                "callbacks",
                expected: [],
                seen: ["applicationWillResignActive(_:)", "applicationDidBecomeActive(_:)"]
            )
        ),
        (
            "callbacks: {a: [applicationWillResignActive(_:)]}",
            CheckFailure(
                "callbacks",
                expected: ["a": ["applicationWillResignActive(_:)"]],
                seen: ["a": ["applicationWillResignActive(_:)"], "b": ["applicationDidBecomeActive(_:)"]]
            )
        ),
        (
            "notifications: [none]",
            CheckFailure("notifications", expected: ["none"], seen: ["UIApplication.willResignActiveNotification"])
        ),
        (
            "notifications: {b: [none]}",
            CheckFailure(
                "notifications",
                expected: ["b": ["none"]],
                seen: ["a": ["UIApplication.willResignActiveNotification"]]
            )
        ),
        (
            "states: {a: suspended, b: active}",
            CheckFailure(
                "states",
                expected: ["a": "suspended", "b": "active"],
                seen: ["a": "notRunning", "b": "active"]
            )
        ),
        (
            "states: {c: active}",
            CheckFailure(
                "states",
                expected: ["c": "active"],
                seen: ["c": ["code": "unknown-app", "detail": "c is not installed."]]
            )
        ),
        (
            "never: [{kind: exit, reason: badAccess}, {kind: process, to: inactive}]",
            CheckFailure(
                "never[1]",
                expected: ["noRecordMatches": ["kind": "process", "to": "inactive"]],
                seen: ["sequence": 5, "kind": "process", "bundleID": "a", "from": "active", "to": "inactive"]
            )
        ),
        (
            "exit: {a: {reason: appWatchdog, code: 0x0}}",
            CheckFailure(
                "exit.a",
                expected: ["reason": "appWatchdog", "code": "0x0"],
                seen: ["reason": "normal", "code": "0x0"]
            )
        ),
        (
            "exit: {b: {reason: normal}}",
            CheckFailure("exit.b", expected: ["reason": "normal"], seen: "No process of this app ended.")
        ),
        (
            "process: {b: {pid: 102}}",
            CheckFailure("process.b", expected: ["pid": 102], seen: ["pid": 103])
        ),
        (
            "process: {c: {pid: 101}}",
            CheckFailure("process.c", expected: ["pid": 101], seen: "This app never ran.")
        ),
        (
            "vocabulary: {jsbox: [pause]}",
            CheckFailure("vocabulary.jsbox", expected: ["pause"], seen: ["pause", "resume"])
        ),
        (
            "rejected: not-possible-now",
            CheckFailure("rejected", expected: "not-possible-now", seen: "The step was accepted.")
        ),
    ]

    @Test(arguments: failing.indices)
    func aCheckThatDoesNotHoldSaysWhatWasExpectedAndSeen(index: Int) async throws {
        let (check, failure) = Self.failing[index]
        #expect(try await failures(check) == [failure])
    }

    @Test func aRecordThatIsMissingIsShownBesideTheNearestOne() async throws {
        let failures = try await failures(
            "records: [{kind: process, from: active, to: inactive}, {kind: process, from: active, to: background}]"
        )
        #expect(
            failures == [
                CheckFailure(
                    "records[1]",
                    expected: ["kind": "process", "from": "active", "to": "background"],
                    seen: [
                        "problem": "No record matches. This one is the most similar.",
                        "differs": ["to"],
                        "record": [
                            "sequence": 5, "kind": "process", "bundleID": "a", "from": "active", "to": "inactive",
                        ],
                    ]
                )
            ]
        )
    }

    @Test(
        arguments: [
            ("{kind: callback}", "No record matches. This one may say why.", "verdict", "memory"),
            ("{kind: callback, bundleID: a}", "No record matches. This one may say why.", "verdict", "memory"),
            ("{kind: callback, bundleID: b}", "No record matches. This one is the most similar.", "memory", nil),
            ("{kind: verdict, why: noNetwork}", "No record matches. This one is the most similar.", "verdict", nil),
        ] as [(String, Value, Value, Value?)]
    )
    func aVerdictSaysWhyARecordIsMissing(pattern: String, problem: Value, record: Value, nearest: Value?) async throws {
        let script = ScriptedTarget.Script(records: [
            ["kind": "input", "event": ["type": "push.deliver"]], ["kind": "memory", "bundleID": "a"],
            ["kind": "verdict", "bundleID": "a", "subject": "push", "verdict": "dropped", "why": "forceQuit"],
        ])
        let seen = try #require(try await failures("records: [\(pattern)]", script: script).first).seen
        #expect(seen["problem"] == problem)
        #expect(seen["record"]?["kind"] == record)
        #expect(seen["nearest"]?["record"]?["kind"] == nearest)
    }

    @Test func theInputOfTheStepIsNotTheNearestRecord() async throws {
        let script = ScriptedTarget.Script(records: [["kind": "input", "bundleID": "a", "event": ["type": "e"]]])
        let failures = try await failures("records: [{kind: callback, bundleID: a}]", script: script)
        #expect(failures.map(\.seen) == ["The step caused no record but its input."])
    }

    @Test func aRecordThatStandsTooEarlyIsShown() async throws {
        let failures = try await failures("records: [{kind: exit}, {kind: process, to: background}]")
        #expect(failures.map(\.check) == ["records[1]"])
        #expect(
            failures.first?.seen["problem"] == "This record comes before the record that the previous pattern matches."
        )
        #expect(failures.first?.seen["record"]?["sequence"] == 7)
    }

    @Test func oneRecordDoesNotMatchTwoPatterns() async throws {
        #expect(try await failures("records: [{kind: exit}, {kind: exit}]").map(\.check) == ["records[1]"])
    }

    @Test func nothingCausedIsSaidSo() async throws {
        let failures = try await failures("records: [{kind: exit}]", script: .init())
        #expect(failures.map(\.seen) == ["The step caused no record."])
    }

    @Test func vocabulariesThatTheTargetDoesNotKnowAreAFailure() async throws {
        var script = Self.script
        script.reports = nil
        let failures = try await failures("vocabulary: {jsbox: []}", script: script)
        #expect(failures == [CheckFailure("vocabulary.jsbox", expected: [], seen: "Vocabularies are not available.")])
    }

    @Test func allChecksOfAStepAreTold() async throws {
        let failures = try await failures("callbacks: [], states: {a: active}, never: [{kind: exit}]")
        #expect(failures.map(\.check) == ["callbacks", "states", "never[0]"])
    }

    @Test(arguments: [
        ("callbacks: []", ["accepted"]), ("rejected: device-locked", ["rejected"]), ("rejected: not-possible-now", []),
        ("rejected: not-possible-now, callbacks: [], states: {b: inactive}", ["states"]),
    ])
    func aStepThatIsRefusedFailsUnlessThatWasExpected(checks: String, failing: [String]) async throws {
        var script = Self.script
        script.refusal = ScenarioRejection(code: "not-possible-now", detail: "Nothing rings.")
        let failures = try await failures(checks, script: script)
        #expect(failures.map(\.check) == failing)
        if let code = failures.first?.seen["code"] { #expect(code == "not-possible-now") }
    }
}
