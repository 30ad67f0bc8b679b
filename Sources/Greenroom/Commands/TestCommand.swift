import ArgumentParser
import Foundation
import NIOCore
import Scenarios

/// Runs scenario files, in this process or against a server.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Runs scenario files: in this process, or against a server.",
        discussion: """
            Prints a line for each scenario, and for one that fails which step failed, what was expected and what was \
            seen. Exit code 0 when all passed, 1 when one failed, 64 when a file cannot be read.
            """
    )

    @Argument(help: "Scenario files, and folders that have *.yaml, *.yml or *.json files in them, at any depth.")
    var files: [String]

    @Option(help: "The address of a server, such as http://127.0.0.1:8080.")
    var server: String?

    @Option(help: "The server's token; GREENROOM_TOKEN when not given.")
    var token: String?

    func run() async throws {
        let scenarios = try readScenarios()
        let client = try await reachServer()
        var failed = 0
        for scenario in scenarios {
            let result = await Self.run(scenario, client)
            print(result.report)
            if !result.passed { failed += 1 }
        }
        print("\(scenarios.count - failed) passed, \(failed) failed")
        if failed > 0 { throw ExitCode(1) }
    }

    /// Carries a scenario out on a device of its own.
    static func run(_ scenario: Scenario, _ client: ServerClient?) async -> ScenarioResult {
        guard let client else { return await ScenarioRunner.run(scenario, on: InProcessTarget()) }
        let target = HTTPTarget(client)
        let result = await ScenarioRunner.run(scenario, on: target)
        // A device that cannot be deleted now expires by itself.
        try? await target.deleteDevice()
        return result
    }

    /// Reads every file before anything is run, and names all that cannot be read.
    private func readScenarios() throws -> [Scenario] {
        let paths: [String]
        do {
            paths = try ScenarioFiles.find(files)
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
        var scenarios: [Scenario] = []
        var failure: ExitCode?
        for path in paths {
            do {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                scenarios.append(try ScenarioFile.parse(text: text, name: path))
            } catch let error as ScenarioFileError {
                failure = Failure.exit("\(error)", code: Failure.usage)
            } catch {
                failure = Failure.exit("\(path): it cannot be read as UTF-8 text", code: Failure.usage)
            }
        }
        if let failure { throw failure }
        return scenarios
    }

    private func reachServer() async throws -> ServerClient? {
        guard let server else { return nil }
        let token = self.token ?? ProcessInfo.processInfo.environment[Settings.token.about.variable]
        let client = ServerClient(address: server, token: token)
        do {
            try await client.checkReady(within: .seconds(10))
        } catch {
            throw Failure.exit("\(error)")
        }
        return client
    }
}
