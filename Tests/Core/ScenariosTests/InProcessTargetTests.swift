import LifecycleKernel
import Scenarios
import Testing

@Suite struct InProcessTargetTests {
    private func result(
        _ steps: String,
        device: String = "{}",
        app: String = "{bundleID: a}"
    ) async throws -> ScenarioResult {
        let text = "scenario: x\ndevice: \(device)\napps: [\(app)]\nsteps:\n\(steps)"
        let scenario = try ScenarioFile.parse(text: text, name: "test.yaml")
        return await ScenarioRunner.run(scenario, on: InProcessTarget())
    }

    @Test func timePassesUntilAConditionIsMet() async throws {
        let result = try await result(
            """
            - send: {type: app.launch, bundleID: a}
            - send: {type: device.home}
            - advanceUntil: {app: {bundleID: a, state: suspended}}
              records: [{kind: process, time: "2026-01-01T00:00:05.000Z", to: suspended}]
            """
        )
        #expect(result.passed, "\(result.report)")
    }

    @Test func aConditionThatNothingLeadsToFailsTheStep() async throws {
        let result = try await result("- advanceUntil: {app: {bundleID: a, state: suspended}}")
        #expect(result.steps[0].failures.map(\.seen) == ["The time allowed was over before the condition was met."])
    }

    @Test func theClockStartsWhereTheDeviceSays() async throws {
        let result = try await result(
            "- send: {type: device.home}\n  records: [{kind: input, time: \"2030-05-06T07:08:09.000Z\"}]",
            device: "{id: d1, labels: {run: x}, clock: {startsAt: \"2030-05-06T07:08:09.000Z\"}}"
        )
        #expect(result.passed, "\(result.report)")
    }

    static let refused: [(steps: String, device: String, app: String, code: Rejection.Code)] = [
        ("- check:", "{rules: ios99}", "{bundleID: a}", .invalidValue),
        ("- check:", "{colour: red}", "{bundleID: a}", .unknownField),
        ("- check:", "{clock: {mode: realtime}}", "{bundleID: a}", .invalidValue),
        ("- check:", "{}", "{bundleID: a, colour: red}", .unknownField),
        ("- send: {type: device.explode}", "{}", "{bundleID: a}", .unknownEvent),
        ("- send: {type: app.launch, bundleID: nobody}", "{}", "{bundleID: a}", .unknownApp),
        ("- act: {bundleID: a, action: sing}", "{}", "{bundleID: a}", .unknownAction),
        ("- act: {bundleID: a, action: save}", "{}", "{bundleID: a}", .processNotRunning),
        ("- install: {bundleID: a, driver: nobody}", "{}", "{bundleID: a}", .invalidValue),
        ("- advanceUntil: {when: ready}", "{}", "{bundleID: a}", .missingField),
        ("- complete: {bundleID: a, callback: f}", "{}", "{bundleID: a}", .unknownCallback),
    ]

    @Test(arguments: refused.indices)
    func whatTheKernelRefusesIsToldWithItsCode(index: Int) async throws {
        let (steps, device, app, code) = Self.refused[index]
        let result = try await result(steps, device: device, app: app)
        let failures = result.setup + result.steps.flatMap(\.failures)
        #expect(failures.map { $0.seen["code"] } == [.string(code.rawValue)])
    }

    @Test func eventsSentTogetherAreAllAppliedOrNone() async throws {
        let result = try await result(
            """
            - send: [{type: app.launch, bundleID: a}, {type: device.answerCall}]
              rejected: not-possible-now
              states: {a: notRunning}
            """
        )
        #expect(result.passed, "\(result.report)")
    }

    @Test func whatAFrameworkHearsIsWhatTheStepCaused() async throws {
        let result = try await result(
            """
            - send: {type: app.launch, bundleID: a}
              vocabulary: {reactNative: [], xcuiApplication: [runningBackground, runningForeground]}
            - send: {type: device.home}
              vocabulary: {reactNative: [inactive, background], openTelemetry: [inactive, background]}
            """
        )
        #expect(result.passed, "\(result.report)")
    }

    @Test func aFrameworkThatNobodyKnowsIsRefused() async throws {
        let result = try await result("- check:\n  vocabulary: {klingon: []}")
        let failure = try #require(result.steps[0].failures.first)
        #expect(failure.check == "vocabulary.klingon")
        #expect(failure.seen["code"] == "invalid-value")
    }
}
