import LifecycleKernel
import Scenarios
import Testing
import WireFormat

@testable import Explorer

/// Every profile of rules, and an iPad with several windows, are explored; what is found of them is confirmed.
@Suite struct ProfilesTests {
    private static func report(_ document: Value, device: Value, transitions: Int) async throws -> ExplorationReport {
        var exploration = try Exploration(document.setting("device", to: device), name: "app")
        exploration.limits.interruptions = 1
        exploration.limits.transitions = transitions
        exploration.inputs.with = ["overlays", "conditions", "power", "harsh"]
        return try await Explorer.run(exploration)
    }

    /// Each failure is confirmed, and its scenario fails in the app and passes turned round.
    private static func check(_ report: ExplorationReport) async throws {
        #expect(report.transitions > 0 && !report.isStopped)
        for failure in report.failures {
            #expect(failure.isConfirmed, "\(failure.main)")
            for asItIs in [false, true] {
                let scenario = try Scenario(report.scenario(of: failure, asItIs: asItIs))
                let result = await ScenarioRunner.run(scenario, on: InProcessTarget())
                #expect(result.passed == asItIs, "\(failure.main)\n\(result.report)")
            }
        }
    }

    @Test(arguments: RuleProfile.allCases) func everyProfileIsExplored(_ profile: RuleProfile) async throws {
        for app in ["c2-messages", "e04-two-pushes-in-a-row", "e06-hangs-on-a-link"] {
            let report = try await Self.report(
                ExampleApps.document(app),
                device: ["rules": .string(profile.rawValue)],
                transitions: 1_200
            )
            #expect(report.profile == profile.rawValue)
            try await Self.check(report)
        }
    }

    private static let windows: Value = [
        "apps": [
            [
                "bundleID": "com.example.windows", "lifecycle": "scenes",
                "infoPlist": ["UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": true]],
                "behavior": [
                    "stateRestorationActivity(for:)": [["returns": "edit"]],
                    "sceneDidEnterBackground(_:)": [["action": "save", "takesSeconds": 0.5]],
                    "sceneDidDisconnect(_:)": [["action": "edit"]],
                ],
            ]
        ]
    ]

    @Test(arguments: [RuleProfile.ios18, .ios26]) func threeWindowsAreExplored(_ profile: RuleProfile) async throws {
        let document = try Exploration(Self.windows, name: "windows").document
        var exploration = try Exploration(
            document.setting("device", to: ["model": "iPad", "rules": .string(profile.rawValue)]),
            name: ""
        )
        exploration.limits.interruptions = 1
        exploration.limits.transitions = 4_000
        exploration.inputs.only = ["app.launch", "device.home", "windows", "edit"]
        let report = try await Explorer.run(exploration)
        let third = try #require(report.alphabet.inputs.firstIndex { $0.name == "scene.activate window 3" })
        #expect(report.coverage.rows.contains { $0.cells[third].tried > 0 }, "no third window was opened")
        try await Self.check(report)
    }
}
