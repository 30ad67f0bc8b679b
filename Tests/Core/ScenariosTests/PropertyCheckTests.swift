import LifecycleKernel
import Scenarios
import Testing
import WireFormat

/// Properties that a scenario checks over all its steps.
@Suite struct PropertyCheckTests {
    private static let head = """
        scenario: outbox
        apps:
          - bundleID: com.example.outbox
            behavior:
              "sceneDidEnterBackground(_:)":
                - {action: beginBackgroundTask, name: write, endsAfterSeconds: 3}
                - {action: log, message: noted, takesSeconds: 0.5}
                - {action: edit, takesSeconds: 0.5}
                - {action: save, takesSeconds: 0.5}
        """
    private static let written = "- act: {action: log, bundleID: com.example.outbox, message: written}"

    private static func run(_ property: String, steps: [String]) async throws -> ScenarioResult {
        let launch = "- send: {type: app.launch, bundleID: com.example.outbox}"
        let text = ([head, "properties: [\(property)]", "steps:", launch] + steps).joined(separator: "\n")
        return await ScenarioRunner.run(try ScenarioFile.parse(text: text, name: "t.yaml"), on: InProcessTarget())
    }

    /// The step, counted from 0, at which a property fails the scenario; nil when the scenario passes.
    private static func failingStep(_ property: String, _ steps: String...) async throws -> Int? {
        let result = try await run(property, steps: steps)
        let failure = result.steps.first { !$0.failures.isEmpty }
        for failure in failure?.failures ?? [] { #expect(failure.check == "properties.p", "\(failure)") }
        #expect(result.passed == (failure == nil))
        return failure?.index
    }

    private static let home = "- send: {type: device.home}"

    private static let neverSuspended =
        "{name: p, always: {not: {app: {bundleID: com.example.outbox, state: suspended}}}}"

    @Test(
        arguments: [
            // The app is suspended for a time within the advance, and runs again at its end.
            (["- advance: 60", "- check:"], 2), (["- advance: 1"], nil), (["- advanceBefore: 60"], 2),
            (["- advanceUntil: {app: {bundleID: com.example.outbox, state: suspended}}"], 2),
        ] as [([String], Int?)]
    )
    func aConditionHoldsAtEachInstant(steps: [String], fails: Int?) async throws {
        let result = try await Self.run(Self.neverSuspended, steps: [Self.home] + steps)
        #expect(result.steps.first { !$0.failures.isEmpty }?.index == fails)
        #expect(result.passed == (fails == nil))
    }

    @Test func aStateThatIsLeftAgainWithinAnAdvanceIsSeen() async throws {
        let property = "{name: p, always: {app: {bundleID: com.example.outbox, unsavedChanges: 0}}}"
        let fails = try await Self.failingStep(property, Self.home, "- advance: 60")
        #expect(fails == 2)
        let scope = "{name: p, while: {device: {isLocked: true}}, \(property.dropFirst("{name: p, ".count))"
        #expect(try await Self.failingStep(scope, Self.home, "- advance: 60") == nil)
    }

    @Test func whatMustFollowHasItsTime() async throws {
        let property = """
            {name: p, after: {kind: log, message: noted}, eventually: {kind: log, message: written}, within: 2}
            """
        #expect(try await Self.failingStep(property, Self.home, "- advance: 60") == 2)
        #expect(try await Self.failingStep(property, Self.home, "- advance: 1", Self.written, "- advance: 60") == nil)
        // The last moment is in time, also with a step that leaves what is due then for later.
        #expect(try await Self.failingStep(property, Self.home, "- advance: 3") == 2)
        #expect(
            try await Self.failingStep(
                property.replacing("within: 2", with: "within: 2.75"),
                Self.home,
                "- advanceBefore: 1",
                Self.written,
                "- advance: 60"
            ) == nil
        )
    }

    @Test func whatMustNotComeComes() async throws {
        let written = "{kind: log, message: written}"
        #expect(try await Self.failingStep("{name: p, never: \(written)}", "- advance: 1", Self.written) == 2)
        let between = "{name: p, never: \(written), after: {kind: log, message: noted}, until: {kind: exit}}"
        #expect(try await Self.failingStep(between, Self.written) == nil)
        #expect(try await Self.failingStep(between, Self.written, Self.home, "- advance: 1", Self.written) == 4)
    }

    @Test func whatIsExpectedToBeBrokenIsBroken() async throws {
        let property = "{name: p, expect: broken, never: {kind: log, message: written}}"
        #expect(try await Self.failingStep(property, Self.written) == nil)
        // Otherwise the last step fails.
        #expect(try await Self.failingStep(property, Self.home, "- advance: 1") == 2)
    }

    @Test(arguments: [
        ("{name: p}", "properties[0]"),
        ("{name: p, never: {kind: log}, always: {device: {}}}", "properties[0]"),
        ("{name: p, never: {time: x}}", "properties[0].never.time"),
        ("{name: p, never: {kind: log, sequence: 3}}", "properties[0].never.sequence"),
        ("{name: p, never: {kind: log}, expect: maybe}", "properties[0].expect"),
        ("{name: p, never: {kind: log}, whenever: 1}", "properties[0].whenever"),
    ])
    func whatIsWrongIsRefusedWithItsPath(property: String, field: String) async throws {
        let error = try #require(throws: DocumentFileError.self) {
            try ScenarioFile.parse(text: "scenario: x\nproperties: [\(property)]\nsteps: [{check: }]", name: "t.yaml")
        }
        #expect("\(error)".contains(field), "\(error)")
    }
}
