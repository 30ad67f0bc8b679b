import ArgumentParser
import Foundation
import GreenroomClient
import LifecycleKernel
import Scenarios
import Testing

@testable import Greenroom

private let passing = """
    scenario: passes
    apps: [{bundleID: com.example.notes}]
    steps:
      - send: {type: app.launch, bundleID: com.example.notes}
        states: {com.example.notes: active}
    """

private let failing = passing.replacing("active}", with: "suspended}")

/// Runs a body with a folder that holds these files, by their paths in it.
private func withFolder(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "greenroom-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try await body(folder.path)
}

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
        try await withServer { address, _ in
            let client = ServerConnection(address: address)
            #expect(await TestRun(client: client).run(scenario).passed)
            let result = await TestRun(client: client, failingSeverity: .error).run(scenario)
            #expect(result.steps.map { $0.failures.map(\.check) } == [[], [], ["findings"]])
        }
    }

    @Test("GREENROOM_SERVER names the server when the option does not") func server() throws {
        let environment = ["GREENROOM_SERVER": "http://there:1", "GREENROOM_PORT": "8081"]
        #expect(try TestCommand.parse(["x"]).address(in: [:]) == nil)
        #expect(try TestCommand.parse(["x"]).address(in: environment) == "http://there:1")
        #expect(try TestCommand.parse(["--server", "http://here:2", "x"]).address(in: environment) == "http://here:2")
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
        let source = ScenarioSource(
            path: "100%/a.yaml",
            content: .failure(DocumentFileError(file: "", rejection: .init(.tooComplex, "")))
        )
        #expect(TestAnnotation.github.line(for: .finished(result, line: 1, seconds: 0), of: source) == nil)
        result.setup = [CheckFailure("device", expected: "made", seen: "refused")]
        #expect(
            TestAnnotation.github.line(for: .finished(result, line: 7, seconds: 0), of: source)
                == "::error file=100%25/a.yaml,line=7,title=a%2C b%3A device is not as expected::FAILED  a, b%0A"
                + "      device%0A        expected  made%0A        seen      refused"
        )
        let error = DocumentFileError(file: "b.yaml", line: 3, rejection: Rejection(.unknownField, "No.", field: "x"))
        #expect(
            TestAnnotation.github.line(for: .unreadable(error), of: source)
                == "::error file=b.yaml,line=3,title=The scenario cannot be read::b.yaml:3: x: No."
        )
        #expect(TestAnnotation.ofEnvironment(["GITHUB_ACTIONS": "true"]) == .github)
        #expect(TestAnnotation.ofEnvironment(["CI": "true"]) == nil)
    }

    @Test("standard input is read when it is named") func standardInput() throws {
        #expect(try ScenarioFiles.find("-") == ["-"])
    }

    @Test("a file that is not there, or a server that does not answer, ends the command") func missing() async throws {
        let nowhere = try TestCommand.parse(["/nowhere/at/all.yaml"])
        await #expect(throws: ExitCode(64)) { try await nowhere.run() }
        try await withFolder(["passes.yaml": passing]) { folder in
            let unreachable = try TestCommand.parse(["--server", "http://127.0.0.1:1", folder])
            await #expect(throws: ExitCode(1)) { try await unreachable.run() }
        }
    }

    @Test("health says yes to a server that is ready, and no to one that is not there") func health() async throws {
        try await withServer { address, _ in
            try await HealthCommand.parse(["--url", address, "--timeout", "60"]).run()
            try await HealthCommand.parse(["--url", address + "/", "--timeout", "60"]).run()
        }
        for options in [[], ["--wait", "0.2"]] {
            let gone = try HealthCommand.parse(["--url", "http://127.0.0.1:1"] + options)
            await #expect(throws: ExitCode(1)) { try await gone.run() }
        }
    }
}
