import LifecycleKernel
import Scenarios
import Testing
import WireFormat

@Suite("Recording a scenario")
struct ScenarioRecorderTests {
    /// What a scenario makes of a device can be recorded from it, and the recording makes the same of another one.
    /// Work that goes on until the system ends it writes more records than a scenario file may have.
    private static let recordable = ConformanceFile.all.filter { $0.testDescription != "work-without-end" }

    @Test("What was recorded of a device happens again", arguments: recordable)
    func recordingsHold(file: ConformanceFile) async throws {
        let scenario = try file.scenario()
        let first = InProcessTarget()
        _ = await ScenarioRunner.run(scenario, on: first)
        let records = await first.records(after: 0)
        let document = try ScenarioRecorder(name: "recorded", device: scenario.device).document(
            of: records,
            until: await first.now
        )
        let text = try ScenarioFile.yaml(document)
        let recorded = try ScenarioFile.parse(text: text, name: "recorded.yaml")
        let second = InProcessTarget()
        let result = await ScenarioRunner.run(recorded, on: second)
        #expect(result.passed, "\(result.report)\n\(text)")
        #expect(
            await second.records(after: 0).filter(\.isNoInput).map(\.timeless)
                == records.filter(\.isNoInput).map(\.timeless)
        )
    }

    @Test("Steps before the recording began check nothing")
    func onlyChecksAfter() throws {
        let records: [Value] = [
            [
                "sequence": 1, "time": "2026-01-01T00:00:00.000Z", "kind": "input",
                "install": ["bundleID": "com.a", "version": "1.0"],
            ],
            ["sequence": 2, "time": "2026-01-01T00:00:00.000Z", "kind": "input", "event": ["type": "device.home"]],
            ["sequence": 3, "time": "2026-01-01T00:00:04.500Z", "kind": "input", "event": ["type": "device.lock"]],
        ]
        let now = try #require(Instant(iso8601: "2026-01-01T00:00:05.000Z"))
        let document = try ScenarioRecorder(name: "x", device: ["seed": 7], checksAfter: 2).document(
            of: records,
            until: now
        )
        #expect(
            document["device"] == ["seed": 7, "clock": ["mode": "manual", "startsAt": "2026-01-01T00:00:00.000Z"]]
        )
        #expect(document["apps"] == [["bundleID": "com.a"]])
        // No advance was asked for, so a clock that ran has let the time pass.
        #expect(
            document["steps"] == [
                ["send": ["type": "device.home"]],
                ["advanceBefore": .number(4.5)],
                ["send": ["type": "device.lock"], "callbacks": []],
                ["advanceBefore": .number(0.5), "callbacks": []],
            ]
        )
    }

    @Test("What was found, and what a process lost, is recorded")
    func findingsAndLosses() async throws {
        let document = try await record(Self.lossOfData)
        let steps = document["steps"]?.elements ?? []
        let found = steps.compactMap { $0["records"] }
        #expect(
            found == [
                [["kind": "finding", "bundleID": "a", "code": "dataAtRisk"]],
                [["kind": "finding", "bundleID": "a", "code": "dataLoss"]],
            ]
        )
        #expect(steps.last?["exit"] == ["a": ["reason": "memoryPressure", "unsavedChanges": 1]])
        #expect(document["about"] == "Recorded from a device.")
    }

    @Test("As it should be, the scenario fails with the fault and passes without it")
    func asItShouldBe() async throws {
        let document = try await record(Self.lossOfData, asItShouldBe: true)
        #expect(
            document["about"]
                == "Recorded from a device. What was found wrong must not come again: dataAtRisk of a, dataLoss of a."
        )
        let properties: Value = [
            ["name": "dataAtRisk of a", "never": ["kind": "finding", "bundleID": "a", "code": "dataAtRisk"]],
            ["name": "dataLoss of a", "never": ["kind": "finding", "bundleID": "a", "code": "dataLoss"]],
        ]
        let steps = document["steps"]?.elements ?? []
        #expect(document["properties"] == properties)
        #expect(steps.allSatisfy { $0["never"] == nil })
        // The change that was lost is the first sign: what comes after it may follow from the fault.
        #expect(steps.map { $0["callbacks"] != nil } == [true, false, false, false, false])
        let wrong = try await run(document)
        #expect(!wrong.passed)
        #expect(wrong.steps.first { !$0.passed }?.failures.map(\.check) == ["properties.dataAtRisk of a"])
        let cured = document.replacing(app: [
            "bundleID": "a", "behavior": ["sceneDidEnterBackground(_:)": [["action": "save"]]],
        ])
        let right = try await run(cured)
        #expect(right.passed, "\(right.report)")
    }

    /// What can be wrong without a finding: how a process ends. The cure lets the process live, so that nothing after it
    /// is as it was.
    @Test("As it should be, an app does not end by its own fault")
    func ownFaults() async throws {
        let steps = """
            - send: {type: app.launch, bundleID: a}
            - send: {type: device.home}
            - advance: 60
            - send: {type: app.launch, bundleID: a}
            """
        let crash = "{bundleID: a, behavior: {sceneDidEnterBackground(_:): [{action: crash, exception: abort}]}}"
        let document = try await record("apps: [\(crash)]\nsteps:\n\(steps)", asItShouldBe: true)
        let never: Value = ["kind": "exit", "bundleID": "a", "reason": "abnormal"]
        #expect(document["properties"] == [["name": "abnormal of a", "never": never]])
        #expect(try await !run(document).passed)
        let right = try await run(document.replacing(app: ["bundleID": "a"]))
        #expect(right.passed, "\(right.report)")
    }

    /// Apps with a fault, what they go through, and their cure.
    static let cures: [(code: Finding.Code, app: String, steps: String, cure: String)] = [
        (
            .delegateMethodNeverCalled,
            "{bundleID: a, behavior: {applicationDidEnterBackground(_:): [{action: save}]}}",
            "- send: {type: device.home}\n- advance: 600\n- send: {type: app.launch, bundleID: a}",
            "{bundleID: a, behavior: {sceneDidEnterBackground(_:): [{action: save}]}}"
        ),
        (
            // The app is for versions of the system that have no scenes, too.
            .delegateMethodNeverCalled,
            "{bundleID: a, behavior: {applicationDidEnterBackground(_:): [{action: save}]}}",
            "- act: {bundleID: a, action: edit, count: 1}\n- send: {type: device.home}\n- advance: 600",
            """
            {bundleID: a, behavior: {applicationDidEnterBackground(_:): [{action: save}], \
            sceneDidEnterBackground(_:): [{action: save}]}}
            """
        ),
        (
            .delegateMethodNeverCalled,
            "{bundleID: a, behavior: {application(_:performFetchWithCompletionHandler:): [{action: save}]}}",
            "- send: {type: device.home}\n- advance: 3600",
            """
            {bundleID: a, infoPlist: {UIBackgroundModes: [fetch]}, \
            behavior: {application(_:performFetchWithCompletionHandler:): [{action: save}]}}
            """
        ),
        (
            .sceneLifecycleNotAdopted, "{bundleID: a, lifecycle: appDelegate}", "- send: {type: device.home}",
            "{bundleID: a, lifecycle: scenes}"
        ),
        (
            .backgroundTaskLeaked,
            "{bundleID: a, behavior: {sceneDidEnterBackground(_:): [{action: beginBackgroundTask, name: t}]}}",
            "- send: {type: device.home}\n- advance: 600\n- send: {type: app.launch, bundleID: a}",
            """
            {bundleID: a, behavior: {sceneDidEnterBackground(_:): \
            [{action: beginBackgroundTask, name: t, hasExpirationHandler: true, endsAfterSeconds: 5}]}}
            """
        ),
        (
            .gameResumedByItself, "{bundleID: a}",
            """
            - act: {bundleID: a, action: startActivity, name: g, activity: game}
            - send: {type: device.home}
            - advance: 10
            - send: {type: app.launch, bundleID: a}
            """, "{bundleID: a, behavior: {sceneWillResignActive(_:): [{action: stopActivity, name: g}]}}"
        ),
        (
            .slowLaunch,
            """
            {bundleID: a, behavior: {application(_:didFinishLaunchingWithOptions:): \
            [{action: log, message: m, takesSeconds: 9}]}}
            """, "- send: {type: device.home}\n- advance: 600", "{bundleID: a}"
        ),
    ]

    @Test("As it should be, the scenario passes with the cure of a fault", arguments: cures.indices)
    func cured(index: Int) async throws {
        let (code, app, steps, cure) = Self.cures[index]
        let device = code == .sceneLifecycleNotAdopted ? "device: {rules: ios26}\n" : ""
        let launch = "- {send: {type: app.launch, bundleID: a}}\n"
        let document = try await record("\(device)apps: [\(app)]\nsteps:\n\(launch)\(steps)", asItShouldBe: true)
        let pattern: Value = ["kind": "finding", "bundleID": "a", "code": .string(code.rawValue)]
        #expect(document["properties"]?.elements.contains { $0["never"] == pattern } == true)
        #expect(try await !run(document).passed)
        let cured = try ScenarioFile.parse(text: "scenario: x\napps: [\(cure)]\nsteps: [{check: }]", name: "x.yaml")
        let right = try await run(document.replacing(app: cured.apps[0]))
        #expect(right.passed, "\(right.report)")
    }

    /// The codes of faults for which a record is written.
    private static let recordedFaults = Set(
        Finding.Code.allCases.filter { $0.severity != .note && $0 != .savesOnlyInWillTerminate }
    )

    @Test("As it should be, what the conformance scenarios find wrong fails, whatever its code is")
    func everyCode() async throws {
        var recorded: Set<Finding.Code> = []
        for file in ConformanceFile.all {
            let scenario = try file.scenario()
            let target = InProcessTarget()
            _ = await ScenarioRunner.run(scenario, on: target)
            let records = await target.records(after: 0)
            let codes = Set(
                records.filter { $0["kind"] == "finding" }.compactMap { $0["code"]?.text.flatMap(Finding.Code.init) }
            )
            .intersection(Self.recordedFaults)
            guard !codes.isSubset(of: recorded) else { continue }
            recorded.formUnion(codes)
            let recorder = ScenarioRecorder(name: "recorded", device: scenario.device, asItShouldBe: true)
            let result = try await run(recorder.document(of: records, until: await target.now))
            #expect(
                result.steps.first { !$0.passed }?.failures.first?.check.hasPrefix("properties.") == true,
                "\(result.report)"
            )
        }
        #expect(recorded.union(Self.cures.map(\.code)) == Self.recordedFaults)
    }

    @Test(
        "asItShouldBe is refused for what the steps themselves do, and where nothing is wrong",
        arguments: [
            "- send: {type: app.launch, bundleID: a}\n- send: {type: app.crash, bundleID: a, exception: abort}",
            "- send: {type: app.launch, bundleID: a}\n- act: {bundleID: a, action: crash, exception: abort}",
            "- send: {type: app.launch, bundleID: a}\n- send: {type: device.home}",
        ]
    )
    func nothingWrong(steps: String) async throws {
        let rejection = await #expect(throws: Rejection.self) {
            try await record("apps: [{bundleID: a}]\nsteps:\n\(steps)", asItShouldBe: true)
        }
        #expect(rejection?.code == .notPossibleNow)
    }

    /// An app that saves nothing is killed in suspension.
    private static let lossOfData = """
        apps: [{bundleID: a}]
        steps:
        - send: {type: app.launch, bundleID: a}
        - act: {bundleID: a, action: edit, count: 1}
        - send: {type: device.home}
        - advance: 600
        - send: {type: app.terminate, bundleID: a, cause: jetsam}
        """

    /// The scenario recorded from a device on which another one was carried out.
    private func record(_ text: String, asItShouldBe: Bool = false) async throws -> Value {
        let scenario = try ScenarioFile.parse(text: "scenario: x\n" + text, name: "x.yaml")
        let target = InProcessTarget()
        #expect(await ScenarioRunner.run(scenario, on: target).passed)
        let recorder = ScenarioRecorder(name: "recorded", device: scenario.device, asItShouldBe: asItShouldBe)
        return try recorder.document(of: await target.records(after: 0), until: await target.now)
    }

    private func run(_ document: Value) async throws -> ScenarioResult {
        let scenario = try ScenarioFile.parse(text: ScenarioFile.yaml(document), name: "recorded.yaml")
        return await ScenarioRunner.run(scenario, on: InProcessTarget())
    }

    @Test("What no scenario can say is refused")
    func uninstalling() throws {
        let records: [Value] = [
            ["sequence": 1, "time": "2026-01-01T00:00:00.000Z", "kind": "input", "uninstall": ["bundleID": "com.a"]]
        ]
        #expect(throws: Rejection.self) {
            try ScenarioRecorder(name: "x", device: [:]).document(of: records, until: .manualStart)
        }
    }

    @Test(
        "Texts stay what they are",
        arguments: [
            "", "true", "1.0", "~", "no", "a: b", "# x", "[a]", "ä\n\u{1}\"", " x ", "0x10", "2026-01-01", "-",
            "com.a-b_c",
        ]
    )
    func texts(text: String) throws {
        let yaml = try ScenarioFile.yaml(["scenario": "x", "steps": [["send": ["type": .string(text)]]]])
        let scenario = try ScenarioFile.parse(text: yaml, name: "x.yaml")
        #expect(scenario.steps.first?.operation == .send([["type": .string(text)]]))
    }
}

extension Value {
    /// The scenario with another app.
    fileprivate func replacing(app: Value) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.name == "apps" ? .init("apps", [app]) : $0 })
    }

    fileprivate var isNoInput: Bool { self["kind"] != "input" }

    /// A record without its place among others: time that passes in one step was perhaps several.
    fileprivate var timeless: Value {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !["sequence", "cause", "callback", "evidence"].contains($0.name) })
    }
}
