import ArgumentParser
import Foundation
import LifecycleKernel
import NIOCore
import Scenarios

/// Runs scenario files, in this process or against a server.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Runs scenario files: in this process, or against a server.",
        discussion: """
            Prints a line for each scenario, and for one that fails which step failed, what was expected and what was \
            seen. Scenarios run side by side, each on a device of its own. A file that cannot be read or is not there, \
            and a folder without scenario files, is an error of that path, and the others run. Exit code 0 when all \
            passed, 1 when one failed, 64 when a file could not be read.
            """
    )

    @Argument(
        help: """
            Scenario files, and folders that have *.yaml, *.yml or *.json files in them, at any depth; - is standard \
            input.
            """
    )
    var files: [String]

    @Option(
        help: """
            The address of a server, such as http://127.0.0.1:8080; GREENROOM_SERVER when not given; without either \
            the scenarios run in this process.
            """
    )
    var server: String?

    @Option(help: "The server's token; GREENROOM_TOKEN when not given.")
    var token: String?

    @Option(help: "How many scenarios run at once; by default as many as the machine has cores.")
    var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

    @Option(help: "A file to write the results to as JUnit XML.")
    var junit: String?

    @Option(help: "Fails a scenario that comes to a finding as bad as this, whatever it expects: error or warning.")
    var failOnFindings: FailingFindings?

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs is a number from 1 to 256.") }
    }

    func run() async throws {
        let files = ScenarioFiles.read(files)
        let client = try await reachServer()
        var summary = TestSummary()
        let progress = ProgressLine(count: files.count)
        await run(files, client) { index, outcome in
            progress.clear()
            print(outcome.report)
            summary.add(outcome, of: files[index])
            progress.show(done: index + 1, failed: summary.failed)
        }
        progress.clear()
        print(summary.sentence)
        try write(summary.junit)
        if let code = summary.exitCode { throw code }
    }

    private func write(_ report: JUnitReport) throws {
        guard let junit else { return }
        do {
            try report.xml.write(toFile: junit, atomically: true, encoding: .utf8)
        } catch {
            throw Failure.exit("\(junit): the results cannot be written there")
        }
    }

    /// Runs the scenarios of files, some at once, and reports the results in the order of the files.
    private func run(
        _ files: [ScenarioSource],
        _ client: ServerClient?,
        _ report: (Int, TestOutcome) -> Void
    ) async {
        let severity = failOnFindings?.severity
        @Sendable func outcome(_ index: Int) async -> (Int, TestOutcome) {
            let clock = ContinuousClock()
            let began = clock.now
            switch files[index].content {
            case .failure(let error): return (index, .unreadable(error))
            case .success(let scenario):
                let result = await Self.run(scenario, client, failingOnFindings: severity)
                return (index, .finished(result, seconds: (clock.now - began) / .seconds(1)))
            }
        }
        await withTaskGroup(of: (Int, TestOutcome).self) { group in
            var begun = min(jobs, files.count)
            var outcomes: [TestOutcome?] = Array(repeating: nil, count: files.count)
            var reported = 0
            for index in files.indices.prefix(jobs) { group.addTask { await outcome(index) } }
            for await (index, what) in group {
                outcomes[index] = what
                let next = begun
                if next < files.count {
                    begun += 1
                    group.addTask { await outcome(next) }
                }
                while reported < files.count, let what = outcomes[reported] {
                    report(reported, what)
                    reported += 1
                }
            }
        }
    }

    /// Carries a scenario out on a device of its own.
    static func run(
        _ scenario: Scenario,
        _ client: ServerClient?,
        failingOnFindings severity: Finding.Severity? = nil
    ) async -> ScenarioResult {
        guard let client else {
            return await ScenarioRunner.run(scenario, on: InProcessTarget(), failingOnFindings: severity)
        }
        let target = HTTPTarget(client)
        let result = await ScenarioRunner.run(scenario, on: target, failingOnFindings: severity)
        // A device that cannot be deleted now expires by itself.
        try? await target.deleteDevice()
        return result
    }

    /// The address of the server that the scenarios run on; nil when they run in this process.
    func address(in environment: [String: String]) -> String? { server ?? environment[ServerOptions.variable] }

    private func reachServer() async throws -> ServerClient? {
        let environment = ProcessInfo.processInfo.environment
        guard let server = address(in: environment) else { return nil }
        let token = self.token ?? environment[Settings.table.token.about.variable]
        let client = ServerClient(address: server, token: token)
        do {
            try await client.checkReady(within: .seconds(10))
        } catch {
            throw Failure.exit("\(error)")
        }
        return client
    }
}

extension FailingFindings: ExpressibleByArgument {}
