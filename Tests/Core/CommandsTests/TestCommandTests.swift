import ArgumentParser
import Foundation
import HTTPTestKit
import LifecycleKernel
import Scenarios
import TestKit
import Testing

@testable import Commands
@testable import GreenroomClient
@testable import GreenroomServer

private let passing = """
    scenario: passes
    apps: [{bundleID: com.example.notes}]
    steps:
      - send: {type: app.launch, bundleID: com.example.notes}
        states: {com.example.notes: active}
    """

private let failing = passing.replacing("active}", with: "suspended}")

@Suite("greenroom test") struct TestCommandTests {
    @Test("files are found in folders at any depth, in order, by their endings") func finding() async throws {
        let files = ["b.yaml": "", "a/deep/c.json": "", "a/d.yml": "", "notes.txt": "", "a/x.yaml.bak": ""]
        try await withFolder(files) { folder in
            let found = try ScenarioFiles.find(folder)
            #expect(found == ["a/d.yml", "a/deep/c.json", "b.yaml"].map { "\(folder)/\($0)" })
            #expect(try ScenarioFiles.find("\(folder)/notes.txt") == ["\(folder)/notes.txt"])
        }
    }

    @Test("scenarios that pass end the command without an error") func passes() async throws {
        try await withFolder(["passes.yaml": passing]) { folder in
            try await TestCommand.parse([folder]).run()
        }
    }

    @Test(
        "the exit code says what was wrong",
        arguments: [
            (["fails.yaml": failing], 1),
            (["passes.yaml": passing, "fails.yaml": failing], 1),
            (["broken.yaml": "scenario: [", "passes.yaml": passing], 64),
            (["unknown-field.yaml": passing + "\n    surprise: 1"], 64),
            (["empty.yaml": ""], 64),
            (["no-device.yaml": "device: {model: iPhon}\n" + passing, "fails.yaml": failing], 64),
            (["notes.txt": "no scenario here"], 64),
        ] as [([String: String], Int32)]
    )
    func exitCodes(files: [String: String], code: Int32) async throws {
        try await withFolder(files) { folder in
            let command = try TestCommand.parse([folder])
            await #expect(throws: ExitCode(code)) { try await command.run() }
        }
    }

    @Test("a file that cannot be read is an error of that file, and the others run") func unreadable() async throws {
        let files = [
            "a/passes.yaml": passing, "b/broken.yaml": "scenario: x\nsteps:\n  - sned: {}\n", "c/fails.yaml": failing,
        ]
        try await withFolder(files) { folder in
            let results = "\(folder)/results.xml"
            let command = try TestCommand.parse(["--junit", results, folder])
            await #expect(throws: ExitCode(64)) { try await command.run() }
            let xml = try String(contentsOfFile: results, encoding: .utf8)
            #expect(xml.contains(#"tests="3" failures="1" errors="1""#))
            #expect(xml.contains(#"file="\#(folder)/b/broken.yaml" line="3""#))
            #expect(
                xml.contains(
                    #"<error message="There is no field &quot;sned&quot; here. Did you mean &quot;send&quot;?">"#
                )
            )
        }
    }

    /// The scenarios of a text, as if it were a file.
    private func sources(_ text: String) -> [ScenarioSource] {
        ScenarioFile.parseAll(text: text, name: "a.yaml", including: ScenarioFolder())
            .map { ScenarioSource(path: "a.yaml", content: $0) }
    }

    /// Scenarios whose device or app is wrong, where the value is, and a part of what is said about it.
    static let wrongSetups: [(text: String, place: String, message: String)] = [
        (
            "device: {model: iPhon}\nsteps: [{check: }]", ":2:10",
            #"device.model must be one of the accepted names, and is "iPhon". Did you mean "iPhone"?"#
        ),
        (
            """
            device:
              rules:
                overrides:
                  suspendDelaySecond: 3
            steps: [{check: }]
            """, ":5:7", #"Did you mean "suspendDelaySeconds"?"#
        ),
        (
            """
            apps:
              - bundleID: com.example.notes
              - bundleID: com.example.letters
                infoPlist:
                  UIBackgroundModes: fetch
            steps: [{check: }]
            """, ":6:7", "apps[1].infoPlist.UIBackgroundModes must be"
        ),
        (
            """
            apps:
              - bundleID: com.example.notes
                behavior:
                  "sceneDidEnterBackgroundd(_:)": []
            steps: [{check: }]
            """, ":5:7", #"Did you mean "sceneDidEnterBackground(_:)"?"#
        ),
    ]

    @Test(
        "a mistake in the device or an app is an error of the file, where the value stands",
        arguments: wrongSetups.indices
    )
    func wrongSetup(index: Int) async throws {
        let (text, place, message) = Self.wrongSetups[index]
        let source = sources("scenario: x\n\(text)")
        var here: [String] = []
        await TestRun().run(source) { here.append($1.report) }
        #expect(here.count == 1)
        #expect(here[0].hasPrefix("ERROR   a.yaml\(place): "))
        #expect(here[0].contains(message))
        try await withServer { [here] address in
            var there: [String] = []
            await TestRun(client: ServerConnection(address: address)).run(source) { there.append($1.report) }
            #expect(there == here)
        }
    }

    @Test("all mistakes of a scenario are told, each at its line") func severalMistakes() async throws {
        let text = """
            scenario: x
            device: {model: iPhon}
            apps:
              - {bundleID: com.example.a, lifecyle: scenes}
              - {bundleID: com.example.b}
            steps:
              - send: [{type: device.hom}, {type: device.lock}]
                state: {com.example.a: active}
              - send: {type: home}
                rejected: unknown-event
              - act: {bundleID: com.example.a, action: sav}
              - check: {}
                states: {com.example.a: activ}
                process: {com.example.a: {stat: active}}
            """
        var reports: [String] = []
        await TestRun().run(sources(text)) { reports.append($1.report) }
        let lines = try #require(reports.first).split(separator: "\n").map { $0.split(separator: ":")[1] }
        #expect(lines == ["2", "4", "7", "8", "11", "13", "14"])
    }

    @Test("a path that leads to no file is an error of that path, and the others run") func noFiles() async throws {
        let files = ["good/passes.yaml": passing, "bad/fails.yaml": failing, "notes/notes.txt": "no scenario here"]
        try await withFolder(files) { folder in
            let results = "\(folder)/results.xml"
            let paths = ["good", "nowhere.yaml", "notes", "bad"].map { "\(folder)/\($0)" }
            let command = try TestCommand.parse(["--junit", results] + paths)
            await #expect(throws: ExitCode(64)) { try await command.run() }
            let xml = try String(contentsOfFile: results, encoding: .utf8)
            #expect(xml.contains(#"tests="4" failures="1" errors="2""#))
            let files = xml.matches(of: /file="([^"]*)"/).map { String($0.1) }
            #expect(files == [paths[0] + "/passes.yaml", paths[1], paths[2], paths[3] + "/fails.yaml"])
            #expect(xml.contains(#"<error message="There is no such file or folder.">"#))
            #expect(xml.contains(#"<error message="The folder has no scenario files (*.yaml, *.yml, *.json).">"#))
        }
    }

    @Test(
        "a finding fails a scenario with --fail-on-findings, also where the scenario expects it",
        arguments: [nil, "error", "warning"]
    )
    func findings(level: String?) async throws {
        let text = """
            scenario: leaves-changes
            apps: [{bundleID: com.example.notes}]
            steps:
              - send: {type: app.launch, bundleID: com.example.notes}
              - act: {bundleID: com.example.notes, action: edit}
              - send: {type: device.home}
              - advance: 5
                records: [{kind: finding, code: dataAtRisk, severity: warning}]
            """
        try await withFolder(["finds.yaml": text]) { folder in
            let results = "\(folder)/results.xml"
            let command = try TestCommand.parse(
                ["--junit", results, "\(folder)/finds.yaml"] + (level.map { ["--fail-on-findings", $0] } ?? [])
            )
            guard level == "warning" else { return try await command.run() }
            await #expect(throws: ExitCode(1)) { try await command.run() }
            let xml = try String(contentsOfFile: results, encoding: .utf8)
            #expect(xml.contains(#"<failure message="findings is not as expected">"#))
            #expect(xml.contains("dataAtRisk"))
        }
        #expect(throws: (any Error).self) { try TestCommand.parse(["--fail-on-findings", "note", "x"]) }
    }

    @Test("a finding fails a scenario on a server, too") func findingsOverHTTP() async throws {
        let text =
            passing + "\n  - act: {bundleID: com.example.notes, action: edit}"
            + "\n  - send: {type: app.crash, bundleID: com.example.notes, exception: abort}"
        let scenario = try ScenarioFile.parse(text: text, name: "crashes.yaml")
        try await withServer { address in
            let client = ServerConnection(address: address)
            #expect(try await TestRun(client: client).run(scenario).passed)
            let result = try await TestRun(client: client, failingSeverity: .error).run(scenario)
            #expect(result.steps.map { $0.failures.map(\.check) } == [[], [], ["findings"]])
        }
    }

    @Test("GREENROOM_SERVER and GREENROOM_TOKEN count when the options are missing") func server() throws {
        let environment = [
            "GREENROOM_SERVER": "http://there:1", "GREENROOM_TOKEN": "a-token", "GREENROOM_PORT": "8081",
        ]
        #expect(ServerConnection(server: nil, token: "b-token", in: [:])?.address == nil)
        let there = ServerConnection(server: nil, token: nil, in: environment)
        #expect(there?.address == "http://there:1" && there?.token == "a-token")
        let here = ServerConnection(server: "http://here:2", token: "b-token", in: environment)
        #expect(here?.address == "http://here:2" && here?.token == "b-token")
        #expect(try HealthCommand.parse([]).address(in: environment) == "http://there:1")
        #expect(try HealthCommand.parse(["--server", "http://here:2"]).address(in: environment) == "http://here:2")
        #expect(try HealthCommand.parse([]).address(in: ["GREENROOM_PORT": "8081"]) == "http://127.0.0.1:8081")
    }

    @Test(
        "health uses the address at which the server listens: of its options, otherwise its variables",
        arguments: [
            (["greenroom", "serve"], "http://127.0.0.1:8080"),
            (["/usr/bin/greenroom", "serve", "--port", "9000", "--demo"], "http://127.0.0.1:9000"),
            (["greenroom", "serve", "--host", "10.0.0.7"], "http://10.0.0.7:8080"),
            (["greenroom", "serve", "--host", "::", "--port=1"], "http://[::1]:1"),
            (["greenroom", "serve", "--host", "fd00::1"], "http://[fd00::1]:8080"),
        ]
    )
    func healthOfProcess(arguments: [String], address: String) throws {
        let options = try ServerProcess(arguments: arguments, source: "a test").options
        let settings = SettingSource(arguments: options.given, environment: ["GREENROOM_HOST": "0.0.0.0"])
        let asked = HealthCommand.address(
            host: try settings.value(Settings.table.host),
            port: try settings.value(Settings.table.port)
        )
        #expect(asked == address)
    }

    @Test("health refuses a process that is no server") func healthOfAnother() throws {
        let own = try HealthCommand.parse(["--of-process", "\(ProcessInfo.processInfo.processIdentifier)"])
        #expect(throws: ExitCode(64)) { try own.address(in: [:]) }
        #expect(throws: SettingError.self) { try ServerProcess(arguments: ["greenroom", "devices"], source: "a test") }
    }

    @Test(
        "scenarios are chosen by name, path and tag, and run under the profiles that are given",
        arguments: [
            ([], ["launch", "leave", "call"]), (["--filter", "la"], ["launch"]),
            (["--filter", "calls.yaml"], ["call"]), (["--filter", "leave", "--filter", "call"], ["leave", "call"]),
            (["--tag", "smoke"], ["launch", "call"]), (["--tag", "smoke", "--filter", "call"], ["call"]),
            (["--tag", "slow", "--tag", "smoke"], ["launch", "leave", "call"]),
            (["--filter", "call", "--rules", "ios12", "--rules", "ios26"], ["call [ios12]", "call [ios26]"]),
        ] as [([String], [String])]
    )
    func selection(options: [String], names: [String]) async throws {
        let steps = "steps: [{check: }]\n"
        let files = [
            "basics.yaml": "scenario: launch\ntags: [smoke]\n\(steps)---\nscenario: leave\ntags: [slow]\n\(steps)",
            "calls.yaml": "scenario: call\ntags: [smoke]\n\(steps)",
        ]
        try await withFolder(files) { folder in
            let results = "\(folder)/results.xml"
            try await TestCommand.parse(["--junit", results, folder] + options).run()
            let xml = try String(contentsOfFile: results, encoding: .utf8)
            #expect(xml.matches(of: #/ name="([^"]*)" file/#).map { String($0.1) } == names)
        }
    }

    @Test("a choice that leaves no scenario is a mistake") func nothingSelected() async throws {
        try await withFolder(["passes.yaml": passing]) { folder in
            let command = try TestCommand.parse([folder, "--tag", "smoke"])
            await #expect(throws: ExitCode(64)) { try await command.run() }
        }
    }

    @Test("--fail-fast begins no scenario after one that fails") func failFast() async throws {
        let text = failing + "\n---\n" + passing
        try await withFolder(["a.yaml": text, "b.yaml": passing]) { folder in
            for (options, tests) in [([], 3), (["--fail-fast"], 1)] {
                let results = "\(folder)/results.xml"
                let command = try TestCommand.parse(["--jobs", "1", "--junit", results, folder] + options)
                await #expect(throws: ExitCode(1)) { try await command.run() }
                let xml = try String(contentsOfFile: results, encoding: .utf8)
                #expect(xml.contains("tests=\"\(tests)\" failures=\"1\""))
            }
        }
    }

    @Test("the report says at which line a scenario failed") func lines() async throws {
        try await withFolder(["a.yaml": passing + "\n---\n" + failing]) { folder in
            let results = "\(folder)/results.xml"
            let command = try TestCommand.parse(["--junit", results, folder])
            await #expect(throws: ExitCode(1)) { try await command.run() }
            let xml = try String(contentsOfFile: results, encoding: .utf8)
            #expect(xml.matches(of: #/ line="([^"]*)"/#).map { String($0.1) } == ["1", "10"])
        }
    }

    @Test("GitHub is told the file, the line and what was wrong, with what would end the command escaped")
    func annotations() throws {
        var result = ScenarioResult(scenario: "a, b")
        let place = DocumentPlace(file: "100%/a.yaml", line: 7)
        #expect(TestAnnotation.github.line(for: .finished(result, place: place, seconds: 0)) == nil)
        result.setup = [CheckFailure("device", expected: "made", seen: "refused")]
        #expect(
            TestAnnotation.github.line(for: .finished(result, place: place, seconds: 0))
                == "::error file=100%25/a.yaml,line=7,title=a%2C b%3A device is not as expected::FAILED  a, b%0A"
                + "      device%0A        expected  made%0A        seen      refused"
        )
        let error = DocumentFileError(
            file: "b.yaml",
            line: 3,
            column: 5,
            rejection: Rejection(.unknownField, "No.", field: "x")
        )
        #expect(
            TestAnnotation.github.line(for: .unreadable(error))
                == "::error file=b.yaml,line=3,col=5,title=The scenario cannot be read::b.yaml:3:5: x: No."
        )
        #expect(TestAnnotation.ofEnvironment(["GITHUB_ACTIONS": "true"]) == .github)
        #expect(TestAnnotation.ofEnvironment(["CI": "true"]) == nil)
    }

    @Test("GitHub is told the path of a file from the folder of the repository, where that is known")
    func annotationPaths() async throws {
        var result = ScenarioResult(scenario: "a")
        result.setup = [CheckFailure("device", expected: "made", seen: "refused")]
        func file(_ path: String, in folder: String?) -> String? {
            let outcome = TestOutcome.finished(result, place: DocumentPlace(file: path, line: 7), seconds: 0)
            return TestAnnotation.github.line(for: outcome, in: folder).flatMap { line in
                line.firstMatch(of: #/file=(.*),line=7/#).map { String($0.1) }
            }
        }
        let here = URL(filePath: FileManager.default.currentDirectoryPath)
        #expect(file("tests/a.yaml", in: nil) == "tests/a.yaml")
        #expect(file("tests/../a.yaml", in: here.path()) == "a.yaml")
        #expect(
            file("tests/a.yaml", in: here.deletingLastPathComponent().path())
                == "\(here.lastPathComponent)/tests/a.yaml"
        )
        #expect(file("../other/a.yaml", in: here.path()) == "../other/a.yaml")
        #expect(file("standard input", in: here.deletingLastPathComponent().path()) == "standard input")
        try await withFolder(["repository/a.yaml": ""]) { folder in
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link",
                withDestinationPath: "\(folder)/repository"
            )
            #expect(file("\(folder)/repository/a.yaml", in: "\(folder)/link") == "a.yaml")
        }
        #expect(TestAnnotation.folder(["GITHUB_WORKSPACE": "/work"]) == "/work")
        #expect(TestAnnotation.folder(["GITHUB_WORKSPACE": ""]) == nil)
    }

    @Test("files whose names begin with an underscore are only there to be included") func included() async throws {
        let files = [
            "_shared/app.yaml": "apps: [{bundleID: $(app)}]\nvariables: {app: com.example.notes}\n",
            "_launch.yaml": "steps:\n  - send: {type: app.launch, bundleID: com.example.notes}\n",
            "deep/a.yaml": """
            scenario: x
            include: [../_shared/app.yaml, ../_launch.yaml]
            steps:
              - check:
                states: {com.example.notes: active}
            """,
        ]
        try await withFolder(files) { folder in
            #expect(try ScenarioFiles.find(folder) == ["\(folder)/deep/a.yaml"])
            try await TestCommand.parse([folder]).run()
            let other = try TestCommand.parse([folder, "--variable", "app=com.example.other"])
            await #expect(throws: ExitCode(1)) { try await other.run() }
            let misspelt = try TestCommand.parse([folder, "--variable", "ap=com.example.other"])
            await #expect(throws: ExitCode(64)) { try await misspelt.run() }
            #expect(throws: (any Error).self) { try TestCommand.parse([folder, "--variable", "app"]) }
        }
    }

    @Test("a rule is overridden in each scenario, under its own profile and under those given")
    func overrides() async throws {
        let text = """
            scenario: stays
            device: {rules: {profile: ios26, overrides: {suspendDelaySeconds: 1}}}
            apps: [{bundleID: com.example.notes}]
            steps:
              - send: {type: app.launch, bundleID: com.example.notes}
              - send: {type: device.home}
              - advance: 20
                states: {com.example.notes: background}
            """
        try await withFolder(["a.yaml": text]) { folder in
            let override = ["--override", "suspendDelaySeconds=30"]
            await #expect(throws: ExitCode(1)) { try await TestCommand.parse([folder]).run() }
            try await TestCommand.parse([folder] + override).run()
            try await TestCommand.parse([folder, "--rules", "ios18"] + override).run()
        }
    }

    @Test(
        "an override that is wrong says what would have been right",
        arguments: [
            ("suspendDelaySecond=3", #"Did you mean "suspendDelaySeconds"?"#),
            ("schedulerPolicy=now", "schedulerPolicy takes one of prompt, random, manual"), ("jetsamEnabled", "then ="),
        ]
    )
    func wrongOverride(text: String, message: String) throws {
        do {
            _ = try TestCommand.parse(["x", "--override", text])
            Issue.record("it was accepted")
        } catch {
            #expect(TestCommand.message(for: error).contains(message))
        }
    }

    @Test("a scenario is watched with what it includes") func watched() async throws {
        let including = "scenario: x\ninclude: _shared.yaml\nsteps: [{check: }]\n"
        let files = ["_shared.yaml": "apps: []\n", "a.yaml": including, "b.yaml": passing]
        try await withFolder(files) { folder in
            let options = try TestOptions.parse([folder])
            var watched = WatchedScenarios()
            #expect(watched.changed(among: options.sources()).map(\.path) == ["\(folder)/a.yaml", "\(folder)/b.yaml"])
            #expect(watched.isCurrent(found: options.found()))
            #expect(watched.changed(among: options.sources()).isEmpty)
            try "apps: [{bundleID: com.example.a}]\n".write(
                toFile: "\(folder)/_shared.yaml",
                atomically: true,
                encoding: .utf8
            )
            #expect(!watched.isCurrent(found: options.found()))
            #expect(watched.changed(among: options.sources()).map(\.path) == ["\(folder)/a.yaml"])
            try passing.write(toFile: "\(folder)/c.yaml", atomically: true, encoding: .utf8)
            #expect(!watched.isCurrent(found: options.found()))
            #expect(watched.changed(among: options.sources()).map(\.path) == ["\(folder)/c.yaml"])
            for (here, there) in [("_shared", "_away"), ("_away", "_shared")] {
                try FileManager.default.moveItem(atPath: "\(folder)/\(here).yaml", toPath: "\(folder)/\(there).yaml")
                #expect(!watched.isCurrent(found: options.found()))
                #expect(watched.changed(among: options.sources()).map(\.path) == ["\(folder)/a.yaml"])
            }
        }
        #expect(throws: (any Error).self) { try WatchCommand.parse(["-"]) }
    }

    @Test("--html writes a page with a picture of each scenario") func html() async throws {
        try await withFolder(["a.yaml": passing, "b.yaml": "scenario: ["]) { folder in
            let command = try TestCommand.parse(["--html", "\(folder)/report.html", folder])
            await #expect(throws: ExitCode(64)) { try await command.run() }
            let page = try String(contentsOfFile: "\(folder)/report.html", encoding: .utf8)
            #expect(page.contains("<h1>1 passed, 0 failed, 1 could not be read</h1>"))
            #expect(page.matches(of: #/<svg /#).count == 1)
        }
    }

    @Test("standard input is read when it is named") func standardInput() throws {
        #expect(try ScenarioFiles.find("-") == ["-"])
    }

    @Test("a file that is not there ends the command, and a server that does not answer ends watching") func missing()
        async throws
    {
        let nowhere = try TestCommand.parse(["/nowhere/at/all.yaml"])
        await #expect(throws: ExitCode(64)) { try await nowhere.run() }
        try await withFolder(["passes.yaml": passing]) { folder in
            let watch = try WatchCommand.parse(["--server", "http://127.0.0.1:1", folder])
            await #expect(throws: ExitCode(1)) { try await watch.run() }
        }
    }

    /// What JUnit and the page say after scenarios could not be carried out on a server.
    private func errors(_ options: [String], of files: [String: String]) async throws -> (xml: String, page: String) {
        try await withFolder(files) { folder in
            let (xml, page) = ("\(folder)/results.xml", "\(folder)/page.html")
            let command = try TestCommand.parse(options + ["--junit", xml, "--html", page, folder])
            await #expect(throws: ExitCode(64)) { try await command.run() }
            return (try String(contentsOfFile: xml, encoding: .utf8), try String(contentsOfFile: page, encoding: .utf8))
        }
    }

    @Test("a token that the server does not accept is an error of every scenario, and no failure") func wrongToken()
        async throws
    {
        let files = ["a.yaml": passing + "\n---\n" + failing, "b.yaml": "scenario: ["]
        try await withServer(["token": "the-right-token"]) { address in
            let results = try await errors(["--server", address, "--token", "wrong"], of: files)
            #expect(results.xml.contains(#"tests="3" failures="0" errors="3""#))
            #expect(results.xml.matches(of: #/ name="passes" file="[^"]*a.yaml" line="\d+"/#).count == 2)
            #expect(results.xml.contains("<error message=\"\(address) does not accept the token\">"))
            #expect(results.page.contains("0 passed, 0 failed, 1 could not be read, 2 could not be carried out"))
            #expect(results.page.contains("does not accept the token"))
            await TestRun(client: ServerConnection(address: address)).run(sources(passing)) { _, outcome in
                #expect(outcome.report == "ERROR   \(address) needs a token: --token, or GREENROOM_TOKEN")
                #expect(
                    TestAnnotation.github.line(for: outcome)?.hasPrefix(
                        "::error file=a.yaml,line=1,title=The scenario cannot be carried out::http"
                    ) == true
                )
            }
        }
    }

    @Test("a server that does not answer is an error of every scenario", arguments: [[], ["--fail-fast"]])
    func unreachableServer(options: [String]) async throws {
        let options = options + ["--server", "http://127.0.0.1:1", "--jobs", "1"]
        let results = try await errors(options, of: ["a.yaml": passing, "b.yaml": passing])
        let count = options.contains("--fail-fast") ? 1 : 2
        #expect(results.xml.contains("tests=\"\(count)\" failures=\"0\" errors=\"\(count)\""))
        #expect(results.xml.contains("http://127.0.0.1:1 does not answer: "))
    }

    @Test("a server that goes away keeps a scenario from being carried out") func serverGoesAway() async throws {
        let targets = AsyncStream.makeStream(of: HTTPTarget.self)
        try await withServer { address in
            let target = HTTPTarget(ServerConnection(address: address))
            try await target.createDevice(["clock": ["mode": "manual"]])
            #expect(await target.obstacle == nil)
            targets.continuation.yield(target)
        }
        for await target in targets.stream {
            await #expect(throws: ServerObstacle.self) { try await target.send([["type": "device.lock"]]) }
            #expect(await target.obstacle?.description.contains(" does not answer: ") == true)
            break
        }
    }

    @Test(
        "what a server answers may be about the server, and not about the scenario",
        arguments: [
            (401, "unauthorized", true), (403, "cross-site", true), (421, "host-not-allowed", true),
            (404, "unknown-device", false), (503, "overloaded", false), (507, "too-many-devices", false),
            (500, "internal", false), (404, "unknown-app", nil), (409, "not-possible-now", nil),
            (422, "invalid-value", nil),
        ] as [(UInt, String, Bool?)]
    )
    func obstacles(status: UInt, code: String, isLasting: Bool?) {
        let answer = ServerConnection.Answer(status: status, body: ["code": .string(code), "detail": "No."])
        let obstacle = ServerObstacle(answer, of: ServerConnection(address: "http://there"))
        #expect(obstacle?.isLasting == isLasting)
        if let obstacle { #expect(obstacle.description.hasPrefix("http://there ")) }
    }

    @Test("health says yes to a server that is ready, and no to one that is not there") func health() async throws {
        try await withServer { address in
            for server in [address, address + "/", String(address.trimmingPrefix("http://"))] {
                try await HealthCommand.parse(["--server", server, "--timeout", "60"]).run()
            }
        }
        for options in [[], ["--wait", "0.2"]] {
            let gone = try HealthCommand.parse(["--server", "http://127.0.0.1:1"] + options)
            await #expect(throws: ExitCode(1)) { try await gone.run() }
        }
    }
}
