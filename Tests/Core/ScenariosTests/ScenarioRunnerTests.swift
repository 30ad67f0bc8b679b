import LifecycleKernel
import Scenarios
import Testing
import WireFormat

@Suite struct ScenarioRunnerTests {
    private func scenario(_ steps: String, head: String = "") throws -> Scenario {
        try ScenarioFile.parse(text: "scenario: x\n\(head)\nsteps:\n\(steps)", name: "test.yaml")
    }

    @Test func everythingIsDoneInOrder() async throws {
        let target = ScriptedTarget(
            .init(pending: [["sequence": 7, "name": "f"], ["sequence": 9, "name": "g"]])
        )
        let scenario = try scenario(
            """
            - send: [{type: one}, {type: two}]
            - act: [{bundleID: a, action: save}, {bundleID: a, action: save}, {bundleID: b, action: save}]
            - advance: 1.5
            - advanceBefore: 0.5
            - advanceUntil: {app: {bundleID: a, state: active}}
            - complete: {bundleID: a, callback: g, returns: false}
            - install: {bundleID: a}
            - check:
            """,
            head: "apps: [{bundleID: a}]"
        )
        let result = await ScenarioRunner.run(scenario, on: target)
        #expect(result.passed, "\(result.report)")
        let operations = await target.operations
        #expect(
            operations == [
                "device manual", "install", "send 2", "act 2 a", "act 1 b", "advance 1500", "advance before 500",
                "advance until",
                "complete 9 a returning false", "install again",
            ]
        )
        #expect(
            result.steps.map(\.does) == [
                "send one, two", "act a save, save, b save", "advance 1.5 s", "advance 0.5 s, without what is due then",
                "advance until a condition is met", "complete g of a", "install a", "check",
            ]
        )
    }

    @Test(arguments: [
        ("device: {}", "device manual"), ("device: {clock: {startsAt: x}}", "device manual"),
        ("device: {clock: {mode: realtime}}", "device other"),
    ])
    func theClockIsAManualOneUnlessTheScenarioSaysOtherwise(device: String, operation: String) async throws {
        let target = ScriptedTarget(.init())
        _ = await ScenarioRunner.run(try scenario("- check:", head: device), on: target)
        let operations = await target.operations
        #expect(operations.first == operation)
    }

    @Test func theFirstStepThatFailsIsTheLast() async throws {
        let target = ScriptedTarget(.init(records: [["kind": "log", "message": "m"]]))
        let scenario = try scenario("- advance: 1\n- {advance: 2, never: [{kind: log}]}\n- advance: 3\n- advance: 4")
        let result = await ScenarioRunner.run(scenario, on: target)
        #expect(!result.passed)
        #expect(result.steps.map(\.passed) == [true, false, false, false])
        #expect(result.steps.map(\.isSkipped) == [false, false, true, true])
        let operations = await target.operations
        #expect(operations.last == "advance 2000")
    }

    @Test func aStepIsCheckedForWhatItCausedAndNothingBefore() async throws {
        let target = ScriptedTarget(.init(records: [["kind": "log", "message": "m"]]))
        let scenario = try scenario("- advance: 1\n- {check: , never: [{kind: log}]}")
        let result = await ScenarioRunner.run(scenario, on: target)
        #expect(result.passed, "\(result.report)")
    }

    @Test func recordsThatCannotBeReadFailTheScenario() async throws {
        let target = ScriptedTarget(.init(failsToReadRecords: true))
        let result = await ScenarioRunner.run(try scenario("- check:"), on: target)
        #expect(result.setup.map(\.check) == ["records"])
        #expect(result.steps.map(\.isSkipped) == [true])
    }

    static let found: Value = ["kind": "finding", "code": "slowLaunch", "severity": "warning"]

    @Test(
        arguments: [
            (nil, []), (.error, []), (.warning, ["findings"]), (.note, ["findings"]),
        ] as [(Finding.Severity?, [String])]
    )
    func aFindingFailsTheStepWhenThatIsAskedFor(severity: Finding.Severity?, checks: [String]) async throws {
        // What a scenario expects itself makes no difference.
        let text = "- {advance: 1, records: [{kind: finding, code: slowLaunch}]}"
        let target = ScriptedTarget(.init(records: [Self.found]))
        let result = await ScenarioRunner.run(try scenario(text), on: target, failingOnFindings: severity)
        #expect(result.steps[0].failures.map(\.check) == checks)
        let expected: [Value] = severity == .warning ? ["No finding of the severity warning or error."] : []
        if severity != .note { #expect(result.steps[0].failures.map(\.expected) == expected) }
    }

    @Test func aDeviceThatIsRefusedFailsTheScenarioBeforeItsFirstStep() async throws {
        let target = ScriptedTarget(.init(refusesDevice: true))
        let result = await ScenarioRunner.run(try scenario("- check:"), on: target)
        #expect(!result.passed)
        #expect(result.setup.map(\.check) == ["device"])
        #expect(result.setup.first?.seen["code"] == "unknown-rule")
        #expect(result.steps.map(\.isSkipped) == [true])
    }

    @Test func aConditionThatIsNotMetFailsTheStep() async throws {
        let target = ScriptedTarget(.init(isConditionMet: false))
        let result = await ScenarioRunner.run(try scenario("- advanceUntil: {any: []}"), on: target)
        #expect(result.steps[0].failures.map(\.seen) == ["The time allowed was over before the condition was met."])
    }

    @Test func aCallbackThatIsNotInFlightIsNamedWithThoseThatAre() async throws {
        let target = ScriptedTarget(.init(pending: [["sequence": 7, "name": "f"]]))
        let result = await ScenarioRunner.run(try scenario("- complete: {bundleID: a, callback: g}"), on: target)
        #expect(
            result.steps[0].failures == [
                CheckFailure(
                    "accepted",
                    expected: "The step is carried out.",
                    seen: ["code": "unknown-callback", "detail": "g of a is not in flight; in flight: f."]
                )
            ]
        )
    }

    @Test func aScenarioThatIsCancelledFails() async throws {
        let scenario = try scenario("- advance: 1")
        let run = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await ScenarioRunner.run(scenario, on: ScriptedTarget(.init()))
        }
        #expect(await run.value.steps[0].failures.map(\.seen) == ["The scenario was cancelled."])
    }

    // MARK: The verdict

    @Test func theVerdictTellsEveryStep() async throws {
        let target = ScriptedTarget(.init())
        let result = await ScenarioRunner.run(
            try scenario("- advance: 5\n- {check: , rejected: x}\n- check:"),
            on: target
        )
        #expect(
            String(decoding: JSONText.write(result), as: UTF8.self) == """
                {"scenario":"x","passed":false,"steps":[\
                {"index":0,"does":"advance 5 s","passed":true,"skipped":false,"failures":[]},\
                {"index":1,"does":"check","passed":false,"skipped":false,"failures":[\
                {"check":"rejected","expected":"x","seen":"The step was accepted."}]},\
                {"index":2,"does":"check","passed":false,"skipped":true,"failures":[]}]}
                """
        )
    }

    @Test func aPersonSeesTheDifference() async throws {
        let records: [Value] = ["one", "three", "four"].map { ["kind": "callback", "name": .string($0)] }
        let target = ScriptedTarget(.init(records: records, apps: ["a": ["state": "active"]]))
        let scenario = try scenario(
            "- {advance: 5, callbacks: [one, two, four], states: {a: suspended}}\n- check:\n- check:"
        )
        let result = await ScenarioRunner.run(scenario, on: target)
        #expect(
            result.report == """
                FAILED  x
                  FAILED steps[0] advance 5 s
                      callbacks: - expected, + seen
                          one
                        - two
                        + three
                          four
                      states
                        expected  {"a":"suspended"}
                        seen      {"a":"active"}
                  skipped 2 of 3 steps
                """
        )
    }

    @Test func whatPassedIsOneLine() async throws {
        let result = await ScenarioRunner.run(try scenario("- check:"), on: ScriptedTarget(.init()))
        #expect(result.report == "passed  x")
    }
}
