import Explorer
import LifecycleKernel
import Scenarios
import Testing
import WireFormat

/// What an exploration may say besides its app: inputs, times, variants, how handlers return, and bounds.
@Suite struct ExplorationFormTests {
    private static let gallery: Value = [
        "bundleID": "com.example.gallery",
        "behavior": ["sceneDidEnterBackground(_:)": [["action": "save", "takesSeconds": 0.5]]],
    ]

    private static func exploration(
        _ fields: KeyValuePairs<String, Value>,
        app: Value = gallery,
        transitions: Int = 800,
        interruptions: Int = 0
    ) throws -> Exploration {
        let document = fields.reduce(["explore": "gallery", "apps": [app]] as Value) {
            $0.setting($1.key, to: $1.value)
        }
        var exploration = try Exploration(document, name: "")
        exploration.limits.transitions = transitions
        exploration.limits.interruptions = interruptions
        return exploration
    }

    private static let upload: Value = [
        "add": [
            [
                "name": "tap Upload",
                "act": ["action": "beginBackgroundTask", "bundleID": "com.example.gallery", "name": "upload"],
                "when": ["app": ["bundleID": "com.example.gallery", "state": "active"]],
            ],
            ["name": "leave and lock", "send": [["type": "device.home"], ["type": "device.lock"]]],
        ]
    ]

    @Test func anInputOfOnesOwnIsTriedWhereItsConditionHolds() async throws {
        let report = try await Explorer.run(Self.exploration(["inputs": Self.upload]))
        let failure = try #require(report.failures.first { $0.main.property == "backgroundTaskAssertionTimeout" })
        #expect(failure.steps.map(\.name) == ["app.launch", "tap Upload", "device.home", "30 s pass"])
        let scenario = try Scenario(report.scenario(of: failure, asItIs: true))
        #expect(await ScenarioRunner.run(scenario, on: InProcessTarget()).passed)
    }

    @Test func severalInputsAtOneInstantAreOneInput() async throws {
        var exploration = try Self.exploration(["inputs": Self.upload])
        exploration.inputs.only = ["app.launch"]
        let report = try await Explorer.run(exploration)
        #expect(report.alphabet.inputs.map(\.name) == ["app.launch", "tap Upload", "leave and lock"])
        let locked = report.coverage.rows.first { $0.stateClass == "background, locked" }
        #expect(locked != nil, "\(report.coverage.rows.map(\.stateClass))")
    }

    @Test func eachVariantIsAnAppOfItsOwn() async throws {
        let slow: Value = [
            "name": "slow disk",
            "behavior": ["sceneDidEnterBackground(_:)": [["action": "save", "takesSeconds": 12]]],
        ]
        let report = try await Explorer.run(Self.exploration(["variants": [slow]]))
        #expect(report.failures.isEmpty, "\(report.text)")
        let variant = try #require(report.variants.first)
        #expect(variant.exploration.name == "gallery-slow disk")
        #expect(variant.failures.first?.broken.contains { $0.property == "appWatchdog" } == true, "\(report.text)")
        #expect(report.fails(at: .error))
    }

    @Test func handlersOfAnAttachedAppReturnWhenTheInputIsTried() async throws {
        let attached: Value = ["bundleID": "com.example.gallery", "driver": "attached"]
        let waiting = try await Explorer.run(
            Self.exploration(["attached": ["within": 6]], app: attached, transitions: 1_500, interruptions: 1)
        )
        #expect(waiting.alphabet.inputs.map(\.name).contains("return from the handler"))
        #expect(
            waiting.coverage.rows.contains { $0.stateClass == "active" },
            "\(waiting.coverage.rows.map(\.stateClass))"
        )
        #expect(waiting.failures.contains { $0.main.property == "notResponding" }, "\(waiting.text)")
        let atOnce = try await Explorer.run(Self.exploration([:], app: attached))
        #expect(atOnce.failures.isEmpty, "\(atOnce.text)")
    }

    @Test func aGridOffersMoreTimes() async throws {
        var exploration = try Self.exploration([:], transitions: 20_000, interruptions: 1)
        exploration.limits.depth = 3
        exploration.inputs.resolution = 100
        let edges = try await Explorer.run(exploration)
        exploration.inputs.isGrid = true
        let grid = try await Explorer.run(exploration)
        #expect(grid.transitions > edges.transitions)
        #expect(grid.randomRuns == nil)
    }

    @Test func aSearchWithoutMemoryStops() async throws {
        var exploration = try Self.exploration([:], transitions: 2_000)
        exploration.limits.memory = 4_000
        let report = try await Explorer.run(exploration)
        #expect(report.passes.allSatisfy { !$0.isClosed && $0.abstractStates < 400 })
        #expect(report.text.contains("4000 are full (--memory)"))
        #expect(report.document["memoryIsFull"] == true && report.document["memoryMiB"] == 1)
        #expect(report.document["repeat"]?.text?.hasSuffix("--memory 4000") == true)
    }

    @Test func theFirstFailureEndsTheSearch() async throws {
        var exploration = try Self.exploration(["inputs": Self.upload])
        exploration.limits.stopsAt = .error
        let report = try await Explorer.run(exploration)
        #expect(report.passes.count == 1)
        #expect(report.transitions < 800)
        #expect(!report.isStopped)
    }

    /// A search that begins after a scenario's steps does not launch the app again.
    @Test func aScenarioIsWhereASearchBegins() async throws {
        let scenario: Value = [
            "scenario": "begun", "apps": [Self.gallery],
            "steps": [
                [
                    "send": ["type": "app.launch", "bundleID": "com.example.gallery"],
                    "states": ["com.example.gallery": "active"],
                ],
                ["advance": 1], ["send": ["type": "device.home"]],
            ],
        ]
        var exploration = try Exploration(scenario, name: "").beginning(afterSteps: 2)
        exploration.limits.interruptions = 0
        exploration.limits.transitions = 50
        #expect(exploration.start.count == 2)
        let report = try await Explorer.run(exploration)
        #expect(report.coverage.rows.contains { $0.stateClass == "active" && $0.cells[0].tried > 0 })
        #expect(try Exploration(scenario, name: "").beginning(afterSteps: nil).start.count == 3)
    }

    @Test func walksAreTheSameForOneSeed() async throws {
        var exploration = try Self.exploration(["inputs": Self.upload], transitions: 1_500)
        exploration.limits.depth = 20
        let one = try await Explorer.run(exploration)
        exploration.limits.jobs = 3
        #expect(try await Explorer.run(exploration).document == one.document)
        let runs = try #require(one.randomRuns)
        #expect(runs.runs > 0)
        exploration.limits.seed = 1
        #expect(try await Explorer.run(exploration).document != one.document)
    }

    @Test func coverageSaysWhatWasNeverReached() async throws {
        let app = Self.gallery.setting(
            "behavior",
            to: [
                "applicationDidEnterBackground(_:)": [["action": "save"]],
                "sceneDidDisconnect(_:)": [["action": "save"]],
            ]
        )
        let report = try await Explorer.run(
            Self.exploration(["inputs": ["only": ["app.launch", "device.unlock"]]], app: app, transitions: 50)
        )
        let reasons = Dictionary(
            uniqueKeysWithValues: report.coverage.neverReached.map { ("\($0.kind) \($0.name)", $0.reason) }
        )
        #expect(reasons["input device.unlock"]?.hasPrefix("refused wherever it was tried") == true)
        #expect(reasons["input device.home"] == "user: not among the inputs asked for")
        #expect(reasons["callback applicationDidEnterBackground(_:)"]?.contains("the life cycle is scenes") == true)
        #expect(reasons["callback sceneDidDisconnect(_:)"] == "not within the bounds")
        #expect(report.coverage.reached.contains { $0.name.hasPrefix("sceneDidBecomeActive(_:)") && $0.inputs == 1 })
    }

    @Test(
        arguments: [
            (["inputs": ["add": [["name": "a"]]]], "inputs.add[0]"),
            (["inputs": ["add": [["name": "a", "send": ["type": "nothing"]]]]], "inputs.add[0].send.type"),
            (["variants": [["name": "a", "bundleID": "com.example.b"]]], "variants[0].bundleID"),
            (["variants": [["name": "a", "behavior": ["nothing": []]]]], "variants[0].behavior.nothing"),
            (["attached": ["within": 0, "more": 1]], "attached.more"),
            (["limits": ["seed": -1]], "limits.seed"), (["limits": ["depth": 257]], "limits.depth"),
        ] as [(Value, String)]
    )
    func whatIsWrongIsTold(fields: Value, path: String) throws {
        guard case .object(let members) = fields else { return }
        let document = members.reduce(["explore": "gallery", "apps": [Self.gallery]] as Value) {
            $0.setting($1.name, to: $1.value)
        }
        let rejection = #expect(throws: Rejection.self) { try Exploration(document, name: "") }
        #expect(rejection?.field == path)
    }
}
