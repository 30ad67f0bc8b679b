import LifecycleKernel
import Scenarios
import Testing

@Suite("Recording a scenario")
struct ScenarioRecorderTests {
    /// What a scenario makes of a device can be recorded from it, and the recording makes the same of another one.
    @Test("What was recorded of a device happens again", arguments: ConformanceFile.all)
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
        #expect(
            document["steps"] == [
                ["send": ["type": "device.home"]],
                ["advance": .number(4.5)],
                ["send": ["type": "device.lock"], "callbacks": []],
                ["advance": .number(0.5), "callbacks": []],
            ]
        )
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
        #expect(scenario.steps.first?.deed == .send([["type": .string(text)]]))
    }
}

extension Value {
    fileprivate var isNoInput: Bool { self["kind"] != "input" }

    /// A record without its place among others: time that passes in one step was perhaps several.
    fileprivate var timeless: Value {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !["sequence", "cause", "callback"].contains($0.name) })
    }
}
