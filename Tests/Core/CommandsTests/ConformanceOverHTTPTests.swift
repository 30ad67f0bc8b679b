import Foundation
import GreenroomClient
import HTTPTestKit
import LifecycleKernel
import NIOHTTP1
import Scenarios
import TestKit
import Testing
import WireFormat

@testable import Commands

@Suite("Scenarios over HTTP") struct ConformanceOverHTTPTests {
    @Test("every conformance scenario passes on devices of a server") func conformance() async throws {
        let paths = try ScenarioFiles.find(repository.appending(path: "conformance").path)
        let scenarios = try paths.map { path in
            try ScenarioFile.parse(text: String(contentsOfFile: path, encoding: .utf8), name: path)
        }
        try #require(scenarios.count >= 251)
        try await withServer { address in
            let client = ServerConnection(address: address)
            for scenario in scenarios {
                let result = try await TestRun(client: client).run(scenario)
                #expect(result.passed, "\(result.report)")
            }
            let left = try await client.send(.GET, ["v1", "devices"])
            #expect(left.body["devices"] == [], "every device is deleted in the end")
        }
    }

    @Test(
        "what a scenario expects and does not get is a failure of its step",
        arguments: [
            ("callbacks: [sceneDidEnterBackground(_:)]", "callbacks"),
            ("states: {com.example.notes: suspended}", "states"),
            ("rejected: not-possible-now", "rejected"),
            ("exit: {com.example.notes: {reason: userForceQuit}}", "exit.com.example.notes"),
            ("records: [{kind: exit}]", "records[0]"),
            ("never: [{kind: callback}]", "never[0]"),
            ("process: {com.example.notes: {launchReason: url}}", "process.com.example.notes"),
            ("vocabulary: {jsbox: [pause]}", "vocabulary.jsbox"),
            ("vocabulary: {klingon: []}", "vocabulary.klingon"),
        ]
    )
    func failures(check: String, name: String) async throws {
        let text = """
            scenario: fails
            apps: [{bundleID: com.example.notes}]
            steps:
              - send: {type: app.launch, bundleID: com.example.notes}
                \(check)
              - check:
            """
        let scenario = try ScenarioFile.parse(text: text, name: "fails.yaml")
        try await withServer { address in
            let result = try await TestRun(client: ServerConnection(address: address)).run(scenario)
            #expect(result.steps.map(\.passed) == [false, false])
            #expect(result.steps.first?.failures.map(\.check) == [name])
        }
    }

    @Test("a condition that is not met in time fails the step that advances") func conditionNotMet() async throws {
        let text = """
            scenario: never-met
            apps: [{bundleID: com.example.notes}]
            steps:
              - advanceUntil: {app: {bundleID: com.example.notes, state: active}}
            """
        let scenario = try ScenarioFile.parse(text: text, name: "never-met.yaml")
        try await withServer { address in
            let result = try await TestRun(client: ServerConnection(address: address)).run(scenario)
            #expect(result.steps.first?.failures.map(\.check) == ["accepted"])
        }
    }

    @Test("an advance continues where the server stops, until all of the time has passed") func advancesInPieces()
        async throws
    {
        let text = """
            scenario: pieces
            apps: [{bundleID: com.example.notes}]
            steps:
              - send: {type: app.launch, bundleID: com.example.notes}
              - act:
                  - {bundleID: com.example.notes, action: beginBackgroundTask, name: a, endsAfterSeconds: 7}
                  - {bundleID: com.example.notes, action: beginBackgroundTask, name: b, endsAfterSeconds: 9}
              - send: {type: device.home}
              - advance: 8
                states: {com.example.notes: background}
              - advanceUntil: {app: {bundleID: com.example.notes, state: suspended}}
              - advance: 3600.5
              - send: {type: device.lock}
                records: [{kind: input, time: "2026-01-01T01:00:09.500Z"}]
            """
        let scenario = try ScenarioFile.parse(text: text, name: "pieces.yaml")
        let inProcess = await ScenarioRunner.run(scenario, on: InProcessTarget())
        #expect(inProcess.passed, "\(inProcess.report)")
        try await withServer(["records-per-advance": "1"]) { address in
            let result = try await TestRun(client: ServerConnection(address: address)).run(scenario)
            #expect(result.passed, "\(result.report)")
            let devices = try await ServerConnection(address: address).send(.GET, ["v1", "devices"])
            #expect(devices.body["devices"] == [])
        }
    }

    /// A locked phone whose app fetches every minute, which writes some records each time.
    private static let fetching = """
        scenario: fetching
        device: {passcode: false, rules: {profile: ios18, overrides: {schedulerPolicy: prompt}}}
        apps:
          - bundleID: com.example.notes
            infoPlist: {UIBackgroundModes: [fetch]}
            lifecycle: appDelegate
            behavior:
              application(_:didFinishLaunchingWithOptions:):
                - {action: setMinimumBackgroundFetchInterval, seconds: 60}
              application(_:performFetchWithCompletionHandler:):
                - {action: completeFetch, result: newData}
        steps:
          - send: {type: app.launch, bundleID: com.example.notes}
          - send: {type: device.lock}

        """

    @Test("a vocabulary is that of all records, also of those that the server no longer keeps")
    func vocabularyOfEvictedRecords() async throws {
        let scenario = try ScenarioFile.parse(text: Self.fetching, name: "fetching.yaml")
        @Sendable func reports(_ target: some ScenarioTarget) async throws -> [String]? {
            try await target.createDevice([
                "clock": ["mode": "manual"], "passcode": false, "rules": scenario.device["rules"]!,
            ])
            try await target.install(scenario.apps[0])
            for step in scenario.steps {
                if case .send(let events) = step.operation { try await target.send(events) }
            }
            let before = try await target.records(after: 0)
            guard let sequence = before.last?.sequence else { return nil }
            try await target.advance(by: 3_630_000)
            _ = try await target.records(after: sequence)
            return try await target.vocabulary("runningboard", after: sequence)
        }
        let expected = try #require(try await reports(InProcessTarget()))
        #expect(expected.count > 60)
        try await withServer(["records-per-device": "50", "records-per-advance": "30"]) { address in
            let target = HTTPTarget(ServerConnection(address: address))
            let seen = try await reports(target)
            #expect(seen == expected)
            try await target.deleteDevice()
        }
    }

    @Test("a step may write more records than the server keeps of a device") func moreRecordsThanKept() async throws {
        let steps = """
              - advance: 3630
                callbacks: [\(Array(repeating: "application(_:performFetchWithCompletionHandler:)", count: 60).joined(separator: ", "))]
              - check:
                states: {com.example.notes: suspended}
            """
        let scenario = try ScenarioFile.parse(text: Self.fetching + steps, name: "fetching.yaml")
        let inProcess = await ScenarioRunner.run(scenario, on: InProcessTarget())
        #expect(inProcess.passed, "\(inProcess.report)")
        try await withServer(["records-per-device": "50", "records-per-advance": "30"]) { address in
            let result = try await TestRun(client: ServerConnection(address: address)).run(scenario)
            #expect(result.passed, "\(result.report)")
        }
    }

    @Test("a scenario ends at the limit of its records as it does in this process") func recordLimit() async throws {
        let scenario = try ScenarioFile.parse(text: Self.fetching + "  - advance: 360000", name: "fetching.yaml")
        try await withServer(["records-per-device": "50", "records-per-advance": "30"]) { address in
            let target = HTTPTarget(ServerConnection(address: address), recordLimit: 200)
            let result = await ScenarioRunner.run(scenario, on: target)
            let rejection = ScenarioRejection(ScenarioLimits.moreRecords(than: 200))
            #expect(
                result.steps.last?.failures.map(\.seen) == [
                    ["code": .string(rejection.code), "detail": .string(rejection.detail)]
                ]
            )
            // It ends with the leg that goes beyond the limit, and leaves the rest of the time.
            let beyond = try await target.records(after: 200)
            #expect((1..<30).contains(beyond.count))
        }
    }

    @Test("records that no answer has told are read from the timeline, in their places") func recordsBetween()
        async throws
    {
        try await withServer { address in
            let client = ServerConnection(address: address)
            let target = HTTPTarget(client)
            try await target.createDevice(["id": "shared", "clock": ["mode": "manual"]])
            try await target.install(["bundleID": "com.example.notes"])
            try await target.send([["type": "app.launch", "bundleID": "com.example.notes"]])
            for type in ["device.home", "device.lock"] as [Value] {
                _ = try await client.send(.POST, ["v1", "devices", "shared", "events"], body: ["type": type])
            }
            try await target.send([["type": "device.unlock"]])
            try await target.install(["bundleID": "com.example.letters"])
            let timeline = try await client.send(.GET, ["v1", "devices", "shared", "timeline"]).body["records"]
            #expect(try await target.records(after: 0) == timeline?.elements)
            #expect(try await target.records(after: 3) == timeline?.elements.dropFirst(3).map { $0 })
        }
    }

    @Test("a condition that is met ends the advance there") func conditionMet() async throws {
        let text = """
            scenario: met
            apps: [{bundleID: com.example.notes}]
            steps:
              - send: [{type: app.launch, bundleID: com.example.notes}, {type: device.home}]
              - advanceUntil: {app: {bundleID: com.example.notes, state: suspended}}
                states: {com.example.notes: suspended}
              - advanceUntil: {record: {kind: process, to: active}}
                rejected: never
            """
        let scenario = try ScenarioFile.parse(text: text, name: "met.yaml")
        try await withServer { address in
            let result = try await TestRun(client: ServerConnection(address: address)).run(scenario)
            #expect(result.steps.map(\.passed) == [true, true, false])
        }
    }
}
