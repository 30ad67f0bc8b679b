import LifecycleKernel
import Testing
import WireFormat

@testable import Scenarios

@Suite struct ScenarioFileTests {
    private func parse(_ text: String) throws(DocumentFileError) -> Scenario {
        try ScenarioFile.parse(text: text, name: "test.yaml")
    }

    /// What is wrong with a text.
    private func problem(_ text: String, format: DocumentFile.Format = .yaml) -> DocumentFileError? {
        do throws(DocumentFileError) {
            _ = try ScenarioFile.parse(text: text, name: "test", format: format)
            return nil
        } catch {
            return error
        }
    }

    @Test func everyPartOfAScenarioIsRead() throws {
        let scenario = try parse(
            """
            scenario: everything
            about: >-
              A folded
              text.
            source: nowhere
            device: {rules: ios18, seed: 7}
            apps: [{bundleID: com.example.notes, version: 2.0}]
            steps:
              - send: {type: device.home}
              - send: [{type: device.lock}, {type: device.unlock}]
              - act: {bundleID: com.example.notes, action: save}
              - act:
                  - {bundleID: com.example.a, action: save}
                  - {bundleID: com.example.a, action: exit}
                  - {bundleID: com.example.b, action: save}
              - advance: 0.5
              - advanceBefore: 1.5
              - advanceUntil: {app: {bundleID: com.example.notes, state: suspended}}
              - complete: {bundleID: com.example.a, callback: f, actions: [{action: save}], returns: false}
              - install: {bundleID: com.example.a, version: 3}
              - check:
                callbacks: []
                notifications: {com.example.a: [one, two]}
                states: {com.example.a: active}
                records: [{kind: exit}]
                never: [{kind: log, message: boo}]
                exit: {com.example.a: {reason: normal, code: 0x0}}
                rejected: not-possible-now
                process: {com.example.a: {pid: 101}}
                vocabulary: {jsbox: [ready]}
            """
        )
        #expect(scenario.name == "everything")
        #expect(scenario.about == "A folded text.")
        #expect(scenario.source == "nowhere")
        #expect(scenario.device == ["rules": "ios18", "seed": 7])
        #expect(scenario.apps == [["bundleID": "com.example.notes", "version": "2.0"]])
        let operations: [ScenarioStep.Operation] = scenario.steps.map(\.operation)
        #expect(operations.count == 10)
        #expect(operations[0] == .send([["type": "device.home"]]))
        #expect(operations[1] == .send([["type": "device.lock"], ["type": "device.unlock"]]))
        #expect(operations[4] == .advance(500))
        #expect(operations[5] == .advanceBefore(1_500))
        #expect(operations[6] == .advanceUntil(["app": ["bundleID": "com.example.notes", "state": "suspended"]]))
        #expect(operations[8] == .install(["bundleID": "com.example.a", "version": "3"]))
        #expect(operations[9] == .check)
        guard case .act(let runs) = operations[3], case .complete(let handler) = operations[7] else {
            Issue.record("act and complete are not where they were written")
            return
        }
        #expect(runs.map(\.bundleID) == ["com.example.a", "com.example.b"])
        #expect(runs[0].actions == [["action": "save"], ["action": "exit"]])
        #expect(handler.callback == "f")
        #expect(handler.actions == [["action": "save"]])
        #expect(handler.returns == false)
        try expectAllChecks(#require(scenario.steps.last).checks)
    }

    private func expectAllChecks(_ checks: StepChecks) {
        #expect(checks.callbacks == .together([]))
        #expect(checks.notifications == .byApp([.init(bundleID: "com.example.a", names: ["one", "two"])]))
        #expect(checks.states == [.init(bundleID: "com.example.a", state: .active)])
        #expect(checks.records == [["kind": "exit"]])
        #expect(checks.never == [["kind": "log", "message": "boo"]])
        #expect(checks.exit == [.init("com.example.a", ["reason": "normal", "code": "0x0"])])
        #expect(checks.rejected == "not-possible-now")
        #expect(checks.process == [.init("com.example.a", ["pid": 101])])
        #expect(checks.vocabulary == [.init(framework: "jsbox", reports: ["ready"])])
    }

    @Test func theSameScenarioInJSONIsTheSame() throws {
        let json = #"{"scenario": "\ud83c\udfad", "steps": [{"advance": 5, "callbacks": []}]}"#
        let scenario = try ScenarioFile.parse(text: json, name: "test.json")
        #expect(try scenario == parse("scenario: 🎭\nsteps:\n- {advance: 5, callbacks: []}"))
    }

    static let wrongFields: [(yaml: String, field: String?, code: Rejection.Code)] = [
        ("steps: [{check: }]", "scenario", .missingField),
        ("scenario: x", "steps", .missingField),
        ("{scenario: x, steps: []}", "steps", .invalidValue),
        ("{scenario: x, steps: {}}", "steps", .invalidValue),
        ("{scenario: 5, steps: [{check: }]}", "scenario", .invalidValue),
        ("{scenario: x, step: [], steps: [{check: }]}", "step", .unknownField),
        ("{scenario: x, device: ios18, steps: [{check: }]}", "device", .invalidValue),
        ("{scenario: x, apps: [notes], steps: [{check: }]}", "apps[0]", .invalidValue),
        ("{scenario: x, apps: {}, steps: [{check: }]}", "apps", .invalidValue),
        ("[]", nil, .invalidValue),
        ("just text", nil, .invalidValue),
    ]

    @Test(arguments: wrongFields)
    func aFieldOfTheFileThatIsWrongIsNamed(yaml: String, field: String?, code: Rejection.Code) {
        let rejection = problem(yaml)?.rejection
        #expect(rejection?.code == code)
        #expect(rejection?.field == field)
    }

    static let wrongSteps: [(yaml: String, field: String, code: Rejection.Code)] = [
        ("{}", "steps[1]", .missingField),
        ("{callbacks: []}", "steps[1]", .missingField),
        ("{send: {type: device.home}, advance: 5}", "steps[1].advance", .invalidValue),
        ("home", "steps[1]", .invalidValue),
        ("{send: }", "steps[1].send", .invalidValue),
        ("{send: []}", "steps[1].send", .invalidValue),
        ("{send: [home]}", "steps[1].send[0]", .invalidValue),
        ("{act: {action: save}}", "steps[1].act[0].bundleID", .missingField),
        ("{advance: soon}", "steps[1].advance", .invalidValue),
        ("{advance: -1}", "steps[1].advance", .invalidValue),
        ("{advance: 1e300}", "steps[1].advance", .invalidValue),
        ("{advance: }", "steps[1].advance", .missingField),
        ("{advanceUntil: 5}", "steps[1].advanceUntil", .invalidValue),
        ("{complete: {bundleID: com.example.a}}", "steps[1].complete.callback", .missingField),
        ("{complete: {bundleID: a, callback: f, then: x}}", "steps[1].complete.then", .unknownField),
        ("{complete: {bundleID: a, callback: f, actions: [save]}}", "steps[1].complete.actions[0]", .invalidValue),
        ("{install: notes}", "steps[1].install", .invalidValue),
        ("{check: {states: {}}}", "steps[1].check.states", .unknownField),
        ("{check: , state: {a: active}}", "steps[1].state", .unknownField),
        ("{check: , callbacks: }", "steps[1].callbacks", .invalidValue),
        ("{check: , callbacks: one}", "steps[1].callbacks", .invalidValue),
        ("{check: , callbacks: [5]}", "steps[1].callbacks", .invalidValue),
        ("{check: , callbacks: {com.example.a: one}}", "steps[1].callbacks.com.example.a", .invalidValue),
        ("{check: , notifications: {com example: []}}", "steps[1].notifications", .invalidValue),
        ("{check: , states: {com.example.a: sleeping}}", "steps[1].states.com.example.a", .invalidValue),
        ("{check: , states: [active]}", "steps[1].states", .invalidValue),
        ("{check: , states: {}}", "steps[1].states", .invalidValue),
        ("{check: , records: []}", "steps[1].records", .invalidValue),
        ("{check: , records: {kind: exit}}", "steps[1].records", .invalidValue),
        ("{check: , records: [{kind: leave}]}", "steps[1].records[0].kind", .invalidValue),
        ("{check: , never: [{}]}", "steps[1].never[0]", .invalidValue),
        ("{check: , never: [{knd: exit}]}", "steps[1].never[0].knd", .unknownField),
        ("{check: , never: [{kind: exit, limitSeconds: 5}]}", "steps[1].never[0].limitSeconds", .unknownField),
        ("{check: , never: [{kind: callback, name: didSleep}]}", "steps[1].never[0].name", .invalidValue),
        ("{sned: {type: device.home}}", "steps[1].sned", .unknownField),
        ("{check: , never: [{kind: finding, code: dataloss}]}", "steps[1].never[0].code", .invalidValue),
        ("{check: , records: [{kind: finding, code: 5}]}", "steps[1].records[0].code", .invalidValue),
        ("{check: , exit: {com.example.a: {raeson: normal}}}", "steps[1].exit.com.example.a.raeson", .unknownField),
        ("{check: , exit: {com.example.a: {reason: jetsam}}}", "steps[1].exit.com.example.a.reason", .invalidValue),
        ("{advanceBefore: soon}", "steps[1].advanceBefore", .invalidValue),
        ("{check: , exit: {com.example.a: normal}}", "steps[1].exit.com.example.a", .invalidValue),
        ("{check: , rejected: [x]}", "steps[1].rejected", .invalidValue),
        ("{check: , rejected: ''}", "steps[1].rejected", .invalidValue),
        ("{check: , process: 101}", "steps[1].process", .invalidValue),
        ("{check: , process: {a: {stat: active}}}", "steps[1].process.a.stat", .unknownField),
        ("{check: , process: {a: active}}", "steps[1].process.a", .invalidValue),
        ("{check: , resource: {a: {state: active, ui: x}}}", "steps[1].resource.a.ui", .unknownField),
        ("{check: , metricKit: {a: 5}}", "steps[1].metricKit.a", .invalidValue),
        ("{check: , vocabulary: {jsbox: ready}}", "steps[1].vocabulary.jsbox", .invalidValue),
    ]

    @Test(arguments: wrongSteps)
    func aFieldOfAStepThatIsWrongIsNamed(yaml: String, field: String, code: Rejection.Code) {
        let rejection = problem("scenario: x\nsteps:\n- check:\n- \(yaml)\n")?.rejection
        #expect(rejection?.code == code)
        #expect(rejection?.field == field)
    }

    @Test func aProblemNamesFileFieldAndWhatIsAccepted() {
        let text = "scenario: x\nsteps:\n- {check: , states: {com.example.a: asleep}}"
        #expect(
            problem(text)?.description
                == "test:3:22: steps[0].states.com.example.a must be a state, and is \"asleep\". "
                + "Accepted: notRunning, inactive, active, background, suspended, terminated."
        )
    }

    @Test func aNameThatIsNearlyRightIsSuggested() {
        let misspelt = "scenario: x\nsteps:\n- sned: {type: device.home}"
        #expect(
            problem(misspelt)?.description
                == "test:3:3: steps[0].sned: There is no field \"sned\" here. Did you mean \"send\"? Accepted: send, act, "
                + "advance, advanceBefore, advanceUntil, advanceToCallback, complete, install, check."
        )
        let wrongCase = problem("scenario: x\nsteps:\n- check:\n  never:\n  - kind: finding\n    code: dataloss")
        #expect(wrongCase?.place.line == 6)
        #expect(
            wrongCase?.rejection.detail.description
                == "steps[0].never[0].code must be one of the accepted names, and is \"dataloss\". "
                + "Did you mean \"dataLoss\"?"
        )
        #expect(wrongCase?.rejection.accepted == Finding.Code.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        ("steps[1].advance", 4), ("steps[0].states.com.example.a", 3), ("steps[2].exit.com.example.a.reason", 6),
        ("steps[7]", 3), ("scenario", 1), ("somewhere.else", 1),
    ])
    func theLineOfAFieldIsFound(path: String, line: Int) throws {
        let text = """
            scenario: x
            steps:
            - {check: , states: {com.example.a: active}}
            - advance: 5
            - check:
              exit: {com.example.a: {reason: normal}}
            """
        let document = try #require(try YAMLText.documents(in: text, severalAllowed: false).first?.get())
        #expect(document.lines.line(of: path) == line)
    }

    // MARK: Several scenarios

    @Test func aFileMayHaveSeveralScenariosEachWithItsLines() throws {
        let text = """
            scenario: one
            tags: [smoke, slow]
            steps: [{check: }]
            ---
            scenario: two
            steps:
              - sned: {}
            ---
            scenario: three
            steps:
              - check:
              - advance: 5
            ---
            """
        let results = ScenarioFile.parseAll(text: text, name: "test.yaml", including: NoIncludedFiles())
        try #require(results.count == 3)
        let one = try results[0].get()
        #expect(one.scenario.name == "one")
        #expect(one.scenario.tags == ["smoke", "slow"])
        #expect(one.place.line == 1)
        #expect(one.stepPlaces.map(\.line) == [3])
        #expect(throws: DocumentFileError.self) { try results[1].get() }
        if case .failure(let error) = results[1] {
            #expect(error.place.line == 7)
            #expect(error.place.file == "test.yaml")
        }
        let three = try results[2].get()
        #expect(three.place.line == 9)
        #expect(three.stepPlaces.map(\.line) == [11, 12])
        var result = ScenarioResult(scenario: "three")
        #expect(three.place(of: result).line == 9)
        result.steps = [
            StepResult(index: 0, does: "check"),
            StepResult(index: 1, does: "advance", failures: [CheckFailure("callbacks", expected: [], seen: ["f"])]),
        ]
        #expect("\(three.place(of: result))" == "test.yaml:12")
    }

    @Test(arguments: ["", "---\n---\n", "scenario: one\nsteps: [{check: }]\n---\nscenario: [", "[1, 2]"])
    func aFileWithoutScenariosIsOneError(text: String) {
        let results = ScenarioFile.parseAll(text: text, name: "test.yaml", including: NoIncludedFiles())
        #expect(results.count == 1)
        #expect(throws: DocumentFileError.self) { try results.first?.get() }
    }

    private static let misspelt: [(step: String, place: String, detail: String)] = [
        ("send: {type: app.lanch, bundleID: a.b}", "3:12: steps[0].send.type", "Did you mean \"app.launch\"?"),
        (
            "send: [{type: device.home}, {type: device.hme}]", "3:34: steps[0].send[1].type",
            "Did you mean \"device.home\"?"
        ),
        ("send: {type: app.launch, bundelID: a.b}", "3:11: steps[0].send.bundleID", "Is it the field \"bundelID\"?"),
        ("act: {bundleID: a.b, action: sav}", "3:26: steps[0].act.action", "Did you mean \"save\"?"),
        ("act: [{bundleID: a.b, action: save, cout: 1}]", "3:41: steps[0].act[0].cout", "Did you mean \"count\"?"),
        ("advanceUntil: {app: {bundleID: a.b, state: suspnded}}", "3:41: ", "Did you mean \"suspended\"?"),
        (
            "install: {bundleID: a.b, lifecyle: scenes}", "3:30: steps[0].install.lifecyle",
            "Did you mean \"lifecycle\"?"
        ),
        (
            "complete: {bundleID: a.b, callback: x, actions: [{action: sav}]}",
            "3:55: steps[0].complete.actions[0].action",
            "Did you mean \"save\"?"
        ),
    ]

    @Test(arguments: misspelt)
    func aMisspeltInputIsAnErrorOfTheFile(step: String, place: String, detail: String) {
        let text = "scenario: x\nsteps:\n  - \(step)"
        guard
            case .failure(let error)? = ScenarioFile.parseAll(text: text, name: "a", including: NoIncludedFiles()).first
        else {
            Issue.record("it is read")
            return
        }
        #expect("\(error)".hasPrefix("a:\(place)"), "\(error)")
        #expect(error.rejection.detail.description.contains(detail), "\(error)")
    }

    @Test func aStepThatExpectsToBeRefusedMayHaveAnInputThatCannotBeRead() throws {
        let text = "scenario: x\nsteps: [{send: {type: app.lanch}, rejected: unknown-event}]"
        let results = ScenarioFile.parseAll(text: text, name: "a", including: NoIncludedFiles())
        #expect(try results.map { try $0.get().scenario.steps.count } == [1])
    }

    @Test func aTextThatMustBeOneScenarioIsRefusedWithTwo() {
        #expect(problem("scenario: one\nsteps: [{check: }]\n---\nscenario: two\nsteps: [{check: }]") != nil)
    }

    @Test func ofJSONTheWholeTextIsOneScenario() throws {
        let json = "{\"scenario\": \"x\",\n \"steps\": [\n  {\"check\": {}}]}"
        let results = ScenarioFile.parseAll(text: json, name: "test.json", including: NoIncludedFiles())
        let located = try results.map { try $0.get() }
        #expect(located.map(\.scenario) == [try ScenarioFile.parse(text: json, name: "test.json")])
        #expect(located.map(\.place) == [DocumentPlace(file: "test.json", line: 1)])
        #expect(located.map(\.stepPlaces) == [[DocumentPlace(file: "test.json", line: 3)]])
    }

    @Test(arguments: [
        ("", #"{"rules": {"profile": "ios26"}}"#),
        ("device: {rules: ios12, seed: 7}", #"{"seed": 7, "rules": {"profile": "ios26"}}"#),
        (
            "device: {rules: {profile: ios12, overrides: {suspendDelaySeconds: 3}}}",
            #"{"rules": {"overrides": {"suspendDelaySeconds": 3}, "profile": "ios26"}}"#
        ),
    ])
    func aScenarioCanBeRunUnderAnotherProfile(device: String, expected: String) throws {
        let scenario = try parse("scenario: x\n\(device)\nsteps: [{check: }]").under(.ios26)
        #expect(scenario.name == "x [ios26]")
        #expect(scenario.device == (try JSONText.parse(expected.utf8)))
    }

    @Test func aStepWithManyThingsToDoSaysWhichOnesItMayDo() {
        let rejection = problem("scenario: x\nsteps: [{states: {a: active}}]")?.rejection
        let accepted = "send act advance advanceBefore advanceUntil advanceToCallback complete install check"
        #expect(rejection?.accepted == accepted.split(separator: " ").map(String.init))
    }

    @Test func thereAreLimitsToStepsAndApps() {
        let steps = String(repeating: "{check: }, ", count: 1_001)
        #expect(problem("{scenario: x, steps: [\(steps)]}")?.rejection.field == "steps")
        let apps = String(repeating: "{}, ", count: 101)
        #expect(problem("{scenario: x, apps: [\(apps)], steps: [{check: }]}")?.rejection.field == "apps")
    }
}
