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
            seen. Scenarios run side by side, each on a device of its own. Exit code 0 when all passed, 1 when one failed, 64 when a file cannot be read.
            """
    )

    @Argument(help: "Scenario files, and folders that have *.yaml, *.yml or *.json files in them, at any depth.")
    var files: [String]

    @Option(help: "The address of a server, such as http://127.0.0.1:8080.")
    var server: String?

    @Option(help: "The server's token; GREENROOM_TOKEN when not given.")
    var token: String?

    @Option(help: "How many scenarios run at once; by default as many as the machine has cores.")
    var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

    @Option(help: "A file to write the results to as JUnit XML.")
    var junit: String?

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs is a number from 1 to 256.") }
    }

    func run() async throws {
        let scenarios = try readScenarios()
        let client = try await reachServer()
        var failed = 0
        var report = JUnitReport()
        let progress = ProgressLine(count: scenarios.count)
        await Self.run(scenarios.map(\.scenario), client, jobs: jobs) { index, result, seconds in
            progress.clear()
            print(result.report)
            if !result.passed { failed += 1 }
            report.add(result, file: scenarios[index].path, seconds: seconds)
            progress.show(done: index + 1, failed: failed)
        }
        progress.clear()
        print("\(scenarios.count - failed) passed, \(failed) failed")
        try write(report)
        if failed > 0 { throw ExitCode(1) }
    }

    private func write(_ report: JUnitReport) throws {
        guard let junit else { return }
        do {
            try report.xml.write(toFile: junit, atomically: true, encoding: .utf8)
        } catch {
            throw Failure.exit("\(junit): the results cannot be written there")
        }
    }

    /// Runs scenarios, some at once, and tells what came of each in their order.
    private static func run(
        _ scenarios: [Scenario],
        _ client: ServerClient?,
        jobs: Int,
        _ tell: (Int, ScenarioResult, Double) -> Void
    ) async {
        @Sendable func timed(_ index: Int) async -> (Int, ScenarioResult, Duration) {
            let clock = ContinuousClock()
            let began = clock.now
            return (index, await run(scenarios[index], client), clock.now - began)
        }
        await withTaskGroup(of: (Int, ScenarioResult, Duration).self) { group in
            let waiting = scenarios.indices
            var begun = min(jobs, scenarios.count)
            var results: [(ScenarioResult, Duration)?] = Array(repeating: nil, count: scenarios.count)
            var told = 0
            for index in waiting.prefix(jobs) { group.addTask { await timed(index) } }
            for await (index, result, time) in group {
                results[index] = (result, time)
                let next = begun
                if next < scenarios.count {
                    begun += 1
                    group.addTask { await timed(next) }
                }
                while told < scenarios.count, let (result, time) = results[told] {
                    tell(told, result, time / .seconds(1))
                    told += 1
                }
            }
        }
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
    private func readScenarios() throws -> [(path: String, scenario: Scenario)] {
        let paths: [String]
        do {
            paths = try ScenarioFiles.find(files)
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
        var scenarios: [(path: String, scenario: Scenario)] = []
        var failure: ExitCode?
        for path in paths {
            do {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                scenarios.append((path, try ScenarioFile.parse(text: text, name: path)))
            } catch let error as DocumentFileError {
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
