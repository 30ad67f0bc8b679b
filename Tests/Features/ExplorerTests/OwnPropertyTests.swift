import Explorer
import LifecycleKernel
import Testing
import WireFormat

/// Properties of the user's, and explorations that are wrong.
@Suite struct OwnPropertyTests {
    private static let outbox: Value = [
        "bundleID": "com.example.outbox",
        "lifecycle": "scenes",
        "infoPlist": ["UIBackgroundModes": ["remote-notification"]],
        "behavior": [
            "sceneDidEnterBackground(_:)": [["action": "log", "message": "written", "takesSeconds": 0.5]],
            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": [
                ["action": "log", "message": "noted"], ["action": "completeFetch", "result": "newData"],
            ],
        ],
    ]

    private static func report(_ properties: Value) async throws -> ExplorationReport {
        var exploration = try Exploration(
            ["explore": "outbox", "device": ["rules": "ios18"], "apps": [outbox], "properties": properties],
            name: ""
        )
        exploration.limits.interruptions = 0
        exploration.limits.transitions = 600
        return try await Explorer.run(exploration)
    }

    @Test func whatMustFollowInTimeDoesNot() async throws {
        let report = try await Self.report([
            [
                "name": "written-out-in-time", "after": ["kind": "log", "message": "noted"],
                "eventually": ["kind": "log", "message": "written"], "within": 10,
                "unless": [["kind": "exit", "reason": "userForceQuit"]],
            ]
        ])
        let failure = try #require(report.failures.first { $0.main.property == "written-out-in-time" })
        #expect(failure.steps.map(\.name) == ["push.deliver", "10 s pass"])
    }

    @Test func whatMustNeverComeComes() async throws {
        let report = try await Self.report([
            ["name": "never-writes", "never": ["kind": "log", "message": "written"], "severity": "warning"]
        ])
        let failure = try #require(report.failures.first { $0.main.property == "never-writes" })
        #expect(failure.steps.map(\.name).dropLast() == ["app.launch", "device.home"])
        #expect(failure.severity == .warning)
    }

    @Test func whatMustAlwaysHoldDoesNot() async throws {
        let report = try await Self.report([
            [
                "name": "runs-while-unlocked", "while": ["device": ["isLocked": false]],
                "always": ["not": ["app": ["bundleID": "com.example.outbox", "state": "suspended"]]],
            ]
        ])
        let failure = try #require(report.failures.first { $0.main.property == "runs-while-unlocked" })
        #expect(failure.steps.map(\.name) == ["push.deliver"])
    }

    /// A document that is wrong, and the path of what is wrong in it.
    static let wrong: [(document: Value, field: String)] = [
        (["explore": "a", "apps": [["bundleID": "com.example.a"]], "input": [:]], "input"),
        (["explore": "a", "apps": []], "apps"),
        (["explore": "a", "apps": [["bundleID": "com.example.a"]], "target": "com.example.b"], "target"),
        (
            ["explore": "a", "apps": [["bundleID": "com.example.a"]], "limits": ["interruptions": 9]],
            "limits.interruptions"
        ),
        (["explore": "a", "apps": [["bundleID": "com.example.a"]], "inputs": ["times": [0]]], "inputs.times[0]"),
        (
            [
                "explore": "a", "apps": [["bundleID": "com.example.a"]],
                "properties": [["name": "p", "never": ["kind": "log", "sequence": 3]]],
            ], "properties[0].never.sequence"
        ),
        (
            [
                "explore": "a", "apps": [["bundleID": "com.example.a"]],
                "properties": [["name": "p", "never": ["kind": "lag"]]],
            ],
            "properties[0].never.kind"
        ),
        (["explore": "a", "from": "other.yaml"], "from"),
    ]

    @Test(arguments: wrong) func aWrongExplorationIsRefused(_ document: Value, field: String) {
        #expect {
            try Exploration(document, name: "")
        } throws: { error in
            (error as? Rejection)?.field == field
        }
    }

    @Test func anUnknownInputIsRefused() async throws {
        var exploration = try Exploration(Self.outbox, name: "outbox")
        exploration.inputs.with = ["teleport"]
        let asked = exploration
        await #expect(throws: Rejection.self) { try await Explorer.run(asked) }
    }
}
