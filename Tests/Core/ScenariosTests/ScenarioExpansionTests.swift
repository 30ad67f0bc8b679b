import LifecycleKernel
import Testing
import WireFormat

@testable import Scenarios

/// Files in a dictionary.
private struct GivenFiles: IncludedFiles {
    var texts: [String: String]

    func path(of name: String, from file: String) -> String { name }

    func text(at path: String) throws(Rejection) -> String {
        guard let text = texts[path] else { throw Rejection(.invalidValue, "There is no such file.") }
        return text
    }
}

private let shared = """
    variables: {app: com.example.notes, grace: 5}
    device: {rules: ios18, seed: 7}
    apps:
      - {bundleID: $(app), version: 2, infoPlist: {UIBackgroundModes: [fetch]}}
      - {bundleID: com.example.other}
    steps:
      - send: {type: app.launch, bundleID: $(app)}
    """

@Suite("What scenarios include, and variables") struct ScenarioExpansionTests {
    private func read(
        _ text: String,
        _ files: [String: String] = ["shared.yaml": shared],
        _ variables: [String: Value] = [:]
    ) throws(DocumentFileError) -> LocatedScenario {
        let files = GivenFiles(texts: files)
        let results = ScenarioFile.parseAll(text: text, name: "main.yaml", including: files, variables: variables)
        return try results[0].get()
    }

    private func error(
        _ text: String,
        _ files: [String: String] = ["shared.yaml": shared],
        _ variables: [String: Value] = [:]
    ) -> DocumentFileError? {
        do throws(DocumentFileError) {
            _ = try read(text, files, variables)
            return nil
        } catch {
            return error
        }
    }

    @Test("device, apps and steps of an included file come first, and fields given again count") func wholeFile() throws
    {
        let located = try read(
            """
            scenario: includes
            include: shared.yaml
            device: {seed: 8}
            apps:
              - {bundleID: com.example.third}
              - {bundleID: com.example.notes, version: 3}
            steps:
              - send: {type: device.home}
              - advance: $(grace)
            """
        )
        let scenario = located.scenario
        #expect(scenario.device == ["rules": "ios18", "seed": 8])
        #expect(
            scenario.apps.map { $0["bundleID"]?.text } == [
                "com.example.notes", "com.example.other", "com.example.third",
            ]
        )
        #expect(scenario.apps[0]["version"] == "3")
        #expect(scenario.apps[0]["infoPlist"] == ["UIBackgroundModes": ["fetch"]])
        #expect(
            scenario.steps.map(\.operation) == [
                .send([["type": "app.launch", "bundleID": "com.example.notes"]]), .send([["type": "device.home"]]),
                .advance(5_000),
            ]
        )
        #expect(located.files == ["shared.yaml"])
        #expect(located.variables == ["app", "grace"])
        #expect(located.stepPlaces.map(\.description) == ["shared.yaml:7", "main.yaml:8", "main.yaml:9"])
    }

    @Test(
        "what is refused of the device or an app is an error of the file that gave the field",
        arguments: [
            ("device.rules", "shared.yaml:2:"), ("device.seed", "main.yaml:3:"), ("device.model.x", "main.yaml:3:"),
            ("apps[0].infoPlist.UIBackgroundModes[0]", "shared.yaml:4:"), ("apps[0].version", "main.yaml:4:"),
            ("apps[1]", "shared.yaml:5:"), ("steps[1].send.type", "main.yaml:5:"),
        ]
    )
    func refusals(field: String, place: String) throws {
        let located = try read(
            """
            scenario: x
            include: shared.yaml
            device: {seed: 8}
            apps: [{bundleID: com.example.notes, version: 3}]
            steps: [{send: {type: device.home}}, {advance: $(grace)}]
            """
        )
        let error = located.error(Rejection(.invalidValue, "It is wrong.", field: field))
        #expect("\(error)".hasPrefix(place))
        #expect("\(error)".hasSuffix(" Included by x (main.yaml:1).") == place.hasPrefix("shared"))
        #expect(error.rejection.field?.hasSuffix(field.split(separator: ".").last ?? "") == true)
    }

    @Test(
        "an error in a file that is included names the scenario, too",
        arguments: [
            ("steps: [{sned: }]", "shared.yaml:1:10: steps[0].sned: There is no field"), ("steps: [", "shared.yaml:"),
            ("include: far.yaml", "far.yaml:1:1: nothing: There is no field"),
            ("include: nowhere.yaml", "shared.yaml:1:1: include: There is no such file."),
        ]
    )
    func errorsOfIncludedFiles(shared: String, message: String) throws {
        let files = ["shared.yaml": shared, "far.yaml": "nothing: 1"]
        for text in [
            "include: shared.yaml\nscenario: x\nsteps: [{check: }]", "scenario: x\nsteps: [{include: shared.yaml}]",
        ] {
            let found = try #require(error(text, files))
            #expect("\(found)".hasPrefix(message))
            let line = text.hasPrefix("scenario") ? 1 : 2
            #expect("\(found)".hasSuffix(" Included by x (main.yaml:\(line))."))
        }
        #expect(
            error("scenario: x\nsteps: [{include: nowhere.yaml}]", files)?.description.contains("Included") == false
        )
    }

    @Test("two apps of one identifier in one file stay two: the second is an update") func update() throws {
        let apps = "[{bundleID: com.example.notes, version: 1}, {bundleID: com.example.notes, version: 2}]"
        let scenario = try read("scenario: x\napps: \(apps)\nsteps: [{check: }]").scenario
        #expect(scenario.apps.map { $0["version"] } == ["1", "2"])
    }

    @Test("a step includes the steps of a file, with values for its variables") func step() throws {
        let files = [
            "leave.yaml": """
            variables: {seconds: 1, then: home}
            steps:
              - send: {type: device.$(then)}
              - include: wait.yaml
            """,
            "wait.yaml": "steps:\n  - advance: $(seconds)\n",
        ]
        let located = try read(
            """
            scenario: x
            variables: {much: 60}
            steps:
              - include: leave.yaml
              - {include: leave.yaml, variables: {seconds: $(much), then: lock}}
            """,
            files
        )
        #expect(
            located.scenario.steps.map(\.operation) == [
                .send([["type": "device.home"]]), .advance(1_000), .send([["type": "device.lock"]]), .advance(60_000),
            ]
        )
        #expect(located.files == ["leave.yaml", "wait.yaml"])
    }

    @Test("variables of the command line count more than those of files, and keep their kinds") func given() throws {
        let text = """
            scenario: $(name) $(count) $(flag) $$(name)
            variables: {name: a, count: 1, flag: false}
            apps: [{bundleID: com.example.$(name)}]
            steps:
              - {advance: $(count), states: {com.example.$(name): notRunning}}
            """
        #expect(try read(text).scenario.name == "a 1 false $(name)")
        let scenario = try read(text, [:], ["name": "b", "count": .number(2.5), "flag": true]).scenario
        #expect(scenario.name == "b 2.5 true $(name)")
        #expect(scenario.steps[0].operation == .advance(2_500))
        #expect(scenario.steps[0].checks.states.map(\.bundleID) == ["com.example.b"])
    }

    @Test("a variable may use others: those that count in the end, and a number stays one") func nested() throws {
        let files = [
            "shared.yaml": """
            variables: {app: com.$(team).notes, team: a, wait: $(seconds), seconds: 5, text: $$(team), twice: $(app).$(app)}
            apps: [{bundleID: $(app)}]
            """,
            "away.yaml": """
            variables: {far: 1, near: x$(far)}
            steps: [{send: {type: $(near), bundleID: $(app)}, rejected: unknown-event}]
            """,
        ]
        let text = """
            scenario: $(text) $(twice)
            include: shared.yaml
            variables: {team: b}
            steps:
              - advance: $(wait)
              - {include: away.yaml, variables: {far: $(wait), app: "$(app).$$(far)"}}
            """
        let scenario = try read(text, files).scenario
        #expect(scenario.name == "$(team) com.b.notes.com.b.notes")
        #expect(scenario.apps.map { $0["bundleID"]?.text } == ["com.b.notes"])
        #expect(
            scenario.steps.map(\.operation) == [
                .advance(5_000), .send([["type": "x5", "bundleID": "com.b.notes.$(far)"]]),
            ]
        )
        let given = try read(text, files, ["team": "c", "seconds": 7])
        #expect(given.scenario.name == "$(team) com.c.notes.com.c.notes")
        #expect(given.scenario.steps[0].operation == .advance(7_000))
        let cycle = error(text, files, ["team": "$(app)"]).map { "\($0)" }
        #expect(cycle?.hasPrefix("shared.yaml:1:13: variables.app: A variable cannot use itself") == true)
    }

    @Test("variables that use others in a long chain, or multiply, are refused") func nestedBomb() {
        func chain(_ length: Int, _ value: (String) -> String) -> String {
            let variables = (0..<length).map { "v\($0): \(value("$(v\($0 + 1))"))" } + ["v\(length): xxxxxxxx"]
            return "scenario: $(v0)\nvariables: {\(variables.joined(separator: ", "))}\nsteps: [{check: }]"
        }
        #expect(error(chain(ScenarioLimits.variableDepth - 1) { $0 }) == nil)
        #expect(error(chain(ScenarioLimits.variableDepth + 1) { $0 })?.rejection.code == .tooComplex)
        #expect(error(chain(20) { $0 + $0 })?.rejection.code == .tooComplex)
    }

    @Test(
        "what a command line says of a variable is read as YAML reads it",
        arguments: [
            ("a=5", ("a", 5)), ("a=2.5", ("a", 2.5)), ("a=true", ("a", true)), ("a=b=c", ("a", "b=c")),
            ("a=", ("a", "")), ("a=null", ("a", "null")), ("a=.inf", ("a", ".inf")), ("a", nil), ("=5", nil),
            ("a b=5", nil),
        ] as [(String, (String, Value)?)]
    )
    func commandLine(text: String, expected: (String, Value)?) {
        let read = ScenarioFile.variable(text)
        #expect(read?.name == expected?.0)
        #expect(read?.value == expected?.1)
    }

    @Test("an error is one of the file and the line where it stands") func places() {
        let wrong = ["shared.yaml": "apps:\n  - bundleID: com.example.a\nsteps:\n  - check:\n  - sned: {}\n"]
        let including = "scenario: x\ninclude: shared.yaml\nsteps:\n  - check:\n"
        #expect(
            error(including, wrong).map { "\($0)" }?.hasPrefix("shared.yaml:5:5: steps[1].sned: There is no field")
                == true
        )
        let second = error(including + "  - {advance: -1}\n", ["shared.yaml": "steps: [{check: }]"])
        #expect(second.map { "\($0)" }?.hasPrefix("main.yaml:5:6: steps[1].advance") == true)
    }

    @Test(
        "what cannot be included is refused",
        arguments: [
            ("include: nowhere.yaml", [:], "main.yaml:2:1: include: There is no such file."),
            ("include: [a, 5]", [:], "main.yaml:2:1: include must be a file, or a list of files"),
            (
                "include: loop.yaml", ["loop.yaml": "include: [loop.yaml]"],
                "loop.yaml:1:11: include[0]: loop.yaml includes"
            ),
            ("include: main.yaml", [:], "main.yaml:2:1: include: main.yaml includes itself."),
            (
                "include: a.yaml", ["a.yaml": "scenario: b\nsteps: [{check: }]"],
                "a.yaml:1:1: scenario: This is a scenario"
            ),
            ("include: a.yaml", ["a.yaml": "apps: [5]"], "a.yaml:1:8: apps[0]"),
            ("include: a.yaml", ["a.yaml": "steps: ["], "a.yaml:2:1: This is not YAML"),
            ("variables: {a: [1]}", [:], "main.yaml:2:13: variables.a"),
            ("variables: {a: 1}", [:], "main.yaml:2:13: variables.a: The variable a is not used."),
            ("variables: {a b: 1}", [:], "main.yaml:2:13: variables.a b"),
            (
                "variables: {a: $(b), b: x$(c), c: $(a)}", [:],
                "main.yaml:2:13: variables.a: A variable cannot use itself: $(a) uses $(b) uses $(c) uses $(a)."
            ),
            ("variables: {a: $(a)}", [:], "main.yaml:2:13: variables.a: A variable cannot use itself: $(a) uses $(a)."),
            (
                "variables: {b: 1, a: $(c)}\ntags: [$(b)]", [:],
                "main.yaml:2:19: variables.a: The variable c is not set"
            ),
            (
                "include: a.yaml", ["a.yaml": "about: x\nvariables: {a: $(b), b: $(a)}"],
                "a.yaml:2:13: variables.a: A variable"
            ),
            ("tags: [$(a)]", [:], "main.yaml:2:8: tags[0]: The variable a is not set"),
            ("tags: [$(a]", [:], "main.yaml:2:8: tags[0]: $( must be followed"),
        ] as [(String, [String: String], String)]
    )
    func refused(line: String, files: [String: String], expected: String) {
        let message = error("scenario: x\n\(line)\nsteps: [{check: }]", files).map { "\($0)" }
        #expect(message?.hasPrefix(expected) == true, "\(message ?? "accepted")")
    }

    @Test("a step includes steps only") func stepOfApps() {
        let message = error("scenario: x\nsteps: [{include: shared.yaml}]").map { "\($0)" }
        #expect(message?.hasPrefix("shared.yaml:2:1: device: A file that a step includes can have only steps") == true)
        let files = ["a.yaml": "variables: {seconds: 1}\nsteps: [{advance: $(seconds)}]"]
        #expect(error("scenario: x\nsteps: [{include: a.yaml, variables: {seconds: 2}}]", files) == nil)
        let misspelt = error("scenario: x\nsteps: [{include: a.yaml, variables: {second: 2}}]", files).map { "\($0)" }
        #expect(misspelt?.contains("steps[0].variables.second: The variable second is not used.") == true)
        let both = error("scenario: x\nsteps: [{include: shared.yaml, advance: 5}]").map { "\($0)" }
        #expect(both?.hasPrefix("main.yaml:2:") == true)
    }

    @Test("files that include each other many times are refused, not read for hours") func bomb() {
        var files: [String: String] = ["9": "steps: [{check: }]"]
        for level in 0..<9 {
            files["\(level)"] =
                "steps: [\(Array(repeating: "{include: '\(level + 1)'}", count: 10).joined(separator: ", "))]"
        }
        #expect(error("scenario: x\nsteps: [{include: '0'}]", files)?.rejection.code == .tooComplex)
        let text = String(repeating: "x", count: 8_000)
        let tags = Array(repeating: "$(a)", count: 100).joined(separator: ", ")
        #expect(error("scenario: x\nvariables: {a: \(text)}\ntags: [\(tags)]")?.rejection.code == .tooComplex)
    }

    @Test("a scenario that came alone can have variables, and include nothing") func alone() throws {
        let text = "scenario: x\nvariables: {a: 5}\nsteps: [{advance: $(a)}]"
        #expect(try ScenarioFile.parse(text: text, name: "").steps[0].operation == .advance(5_000))
        #expect(throws: DocumentFileError.self) {
            try ScenarioFile.parse(text: "scenario: x\ninclude: a\nsteps: [{check: }]", name: "")
        }
    }
}
