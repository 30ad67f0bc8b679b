import ArgumentParser
import Foundation
import GreenroomClient
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
            seen. Scenarios run side by side, each on a device of its own; a YAML file may have several, in documents \
            of their own. A file that cannot be read or is not there, and a folder without scenario files, is an error \
            of that path, and the others run. Exit code 0 when all passed, 1 when one failed, 64 when a file could not \
            be read or no scenario is selected.
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

    @Option(help: "Runs only scenarios that have this in their name or the path of their file; can be repeated.")
    var filter: [String] = []

    @Option(help: "Runs only scenarios that have this tag; can be repeated, and one of the tags is enough.")
    var tag: [String] = []

    @Option(
        help: """
            Runs each scenario under this profile of rules instead of its own; can be repeated, and each then runs \
            under all of them.
            """
    )
    var rules: [RuleProfile] = []

    @Flag(help: "Begins no other scenario after one that fails or cannot be read.")
    var failFast = false

    @Option(help: "A file to write the results to as JUnit XML.")
    var junit: String?

    @Option(
        help: """
            Prints what failed so that the system shows it at the line of the file: github; by default where \
            GITHUB_ACTIONS is true.
            """
    )
    var annotations: TestAnnotation?

    @Option(help: "Fails a scenario that comes to a finding as bad as this, whatever it expects: error or warning.")
    var failOnFindings: FailingFindings?

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs is a number from 1 to 256.") }
    }

    func run() async throws {
        let selection = ScenarioSelection(filters: filter, tags: tag, profiles: rules)
        let sources = selection.apply(to: ScenarioFiles.read(files))
        guard !sources.isEmpty else { throw Failure.exit("no scenario is selected", code: Failure.usage) }
        let run = TestRun(
            jobs: jobs,
            client: try await reachServer(),
            failingSeverity: failOnFindings?.severity,
            stopsAtFailure: failFast
        )
        let annotations = annotations ?? TestAnnotation.ofEnvironment(ProcessInfo.processInfo.environment)
        var summary = TestSummary(total: sources.count)
        let progress = ProgressLine(count: sources.count)
        await run.run(sources) { index, outcome in
            progress.clear()
            print(outcome.report(of: sources[index]))
            if let line = annotations?.line(for: outcome, of: sources[index]) { print(line) }
            summary.add(outcome, of: sources[index])
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

    /// The address of the server that the scenarios run on; nil when they run in this process.
    func address(in environment: [String: String]) -> String? { server ?? environment[ServerOptions.variable] }

    private func reachServer() async throws -> ServerConnection? {
        let environment = ProcessInfo.processInfo.environment
        guard let server = address(in: environment) else { return nil }
        let token = self.token ?? environment[Settings.table.token.about.variable]
        let client = ServerConnection(address: server, token: token)
        do {
            try await client.checkReady(within: .seconds(10))
        } catch {
            throw Failure.exit("\(error)")
        }
        return client
    }
}

extension FailingFindings: ExpressibleByArgument {}
extension RuleProfile: ExpressibleByArgument {}
