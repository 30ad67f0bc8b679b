import LifecycleKernel
import Scenarios
import Testing
import WireFormat

@testable import Explorer

/// The inputs of an app, and those that name a window.
@Suite struct InputAlphabetTests {
    /// An app that declares something for every group, with several windows on an iPad.
    private static let app: Value = [
        "bundleID": "com.example.everything",
        "lifecycle": "scenes",
        "infoPlist": [
            "UIBackgroundModes": ["remote-notification", "fetch", "audio", "voip", "location", "processing"],
            "BGTaskSchedulerPermittedIdentifiers": ["com.example.one", "com.example.two"],
            "UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": true],
            "CFBundleURLTypes": [["CFBundleURLSchemes": ["everything"]]],
        ],
        "behavior": [
            "sceneDidEnterBackground(_:)": [["action": "save"]],
            "applicationDidReceiveMemoryWarning(_:)": [],
            "application(_:performFetchWithCompletionHandler:)": [["action": "completeFetch", "result": "noData"]],
            "scene(_:continue:)": [], "windowScene(_:performActionFor:completionHandler:)": [],
            "userNotificationCenter(_:didReceive:withCompletionHandler:)": [],
            "sceneDidBecomeActive(_:)": [
                ["action": "playAudio"], ["action": "startLocation"], ["action": "monitorSignificantLocationChanges"],
                ["action": "scanBluetooth"],
                ["action": "startTransfer", "identifier": "sync", "bytes": 1_000, "seconds": 5],
                [
                    "action": "submitTaskRequest", "identifier": "com.example.one", "kind": "processing",
                    "requiresExternalPower": true,
                ],
            ],
        ],
    ]

    private static func exploration(with groups: [String]) throws -> Exploration {
        var exploration = try Exploration(
            name: "everything",
            device: ["model": "iPad", "rules": "ios18"],
            apps: [app]
        )
        exploration.inputs.with = groups
        return exploration
    }

    /// Each input of each group is an event or an action that can be read.
    @Test func everyGroupHasInputs() throws {
        let groups = ["overlays", "conditions", "power", "harsh"]
        let alphabet = try Explorer.alphabet(of: Self.exploration(with: groups))
        #expect(alphabet.leftOut.isEmpty)
        #expect(
            Set(alphabet.inputs.map(\.group)) == [
                "user", "code", "system", "interrupt", "memory", "push", "fetch", "tasks", "needs", "calls", "audio",
                "wakes", "payloads", "windows", "overlays", "conditions", "power", "harsh",
            ]
        )
        #expect(Set(alphabet.inputs.map(\.name)).count == alphabet.inputs.count)
    }

    /// A type of event or an action that is new is tried, or it is said why it is not.
    @Test(arguments: Event.knownTypes + Action.knownNames) func everyTypeIsAnInputOrItIsSaidWhyNot(_ type: String) {
        let isTried = InputDescriptor.table.contains { $0.type == type }
        #expect(isTried != (InputDescriptor.untried[type] != nil))
    }

    /// What is said of a type says so of one that there is.
    @Test func noTypeIsMadeUp() {
        let types = Set(Event.knownTypes + Action.knownNames)
        #expect(types.isSuperset(of: InputDescriptor.table.map(\.type)))
        #expect(types.isSuperset(of: InputDescriptor.untried.keys))
        #expect(InputDescriptor.untried.values.allSatisfy { !$0.isEmpty })
    }

    /// Every row has a weight, and its input can be read for the app that declares everything.
    @Test func everyRowIsAnInput() throws {
        let alphabet = try Explorer.alphabet(of: Self.exploration(with: ["overlays", "conditions", "power", "harsh"]))
        let names = Set(alphabet.inputs.map { $0.name.split(separator: " ")[0] })
        for row in InputDescriptor.table {
            #expect(row.weight > 0)
            #expect(names.contains(Substring(row.type)), "\(row.type)")
        }
    }

    @Test func aTypeThatIsNoInputIsRefusedWithTheReason() throws {
        var exploration = try Self.exploration(with: [])
        exploration.inputs.with = ["device.upgradeOS"]
        let rejection = #expect(throws: Rejection.self) { try Explorer.alphabet(of: exploration) }
        #expect(rejection?.detail.description.contains("unless inputs.add adds it") == true)
    }

    /// A step of a scenario names the window that the search meant, by its number on the device.
    @Test func aStepNamesItsWindow() async throws {
        var exploration = try Self.exploration(with: [])
        exploration.inputs.only = ["app.launch", "scene.create", "scene.close"]
        exploration.limits.interruptions = 0
        exploration.limits.transitions = 400
        exploration.ownProperties = [
            try OwnProperty(
                [
                    "name": "closes-nothing",
                    "never": ["kind": "callback", "name": "application(_:didDiscardSceneSessions:)"],
                ],
                at: ""
            )
        ]
        let report = try await Explorer.run(exploration)
        let failure = try #require(report.failures.first { $0.main.property == "closes-nothing" })
        #expect(failure.steps.contains { $0.name.hasPrefix("scene.close") })
        let scenario = try Scenario(report.scenario(of: failure, asItIs: true))
        let result = await ScenarioRunner.run(scenario, on: InProcessTarget())
        #expect(result.passed, "\(result.report)")
    }
}

/// A monkey finds what is easy to find, and takes the same inputs for the same seed.
struct RandomMonkeyTests {
    private static func monkey(seed: UInt64) throws -> RandomMonkey {
        let app = try ExampleApps.document("e05-database-locked-with-the-phone")
        return try RandomMonkey(Exploration(app, name: "app"), length: 20, seed: seed)
    }

    @Test func itMeetsAFailureThatAFewInputsLeadTo() throws {
        var monkey = try Self.monkey(seed: 1)
        monkey.run(to: 20_000) { $0.failures.contains { $0.signature.hasSuffix("/suspendedWithLockedFile") } }
        let found = try #require(monkey.failures.first { $0.signature.hasSuffix("/suspendedWithLockedFile") })
        #expect(found.inputs >= 3)
        #expect(found.inputs <= monkey.inputs)
    }

    @Test func itTakesSoManyInputs() throws {
        var monkey = try Self.monkey(seed: 2)
        monkey.run(to: 1_001)
        #expect(monkey.inputs == 1_001)
    }

    @Test func theSameSeedMeetsTheSame() throws {
        var (one, other) = (try Self.monkey(seed: 3), try Self.monkey(seed: 3))
        one.run(to: 5_000)
        other.run(to: 3_000)
        other.run(to: 5_000)
        #expect(one.failures.first?.signature == other.failures.first?.signature)
        #expect(one.failures.first?.inputs == other.failures.first?.inputs)
    }
}
