import ArgumentParser
import Foundation
import Scenarios

/// Runs scenario files, in this process or against a server.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Runs scenario files: in this process, or against a server.",
        discussion: """
            Prints a line for each scenario, and for one that fails which step failed, what was expected and what was \
            seen. Scenarios run side by side, each on a device of its own; a YAML file may have several, in documents \
            of their own. A file that cannot be read or is not there, a folder without scenario files, and a device \
            or an app that is wrong, is an error of that path, and the others run. What a server does not carry out, \
            because it does not answer or does not accept the token, is an error, too. Exit code 0 when all passed, 1 \
            when one failed, 64 when there is an error or no scenario is selected.
            """
    )

    @OptionGroup var options: TestOptions

    @Flag(help: "Begins no other scenario after one that fails or cannot be read.")
    var failFast = false

    @Option(help: "A file to write the results to as JUnit XML.")
    var junit: String?

    @Option(
        help: """
            A file to write the results to as an HTML page that needs nothing else, with a picture of what the apps \
            of each scenario went through.
            """
    )
    var html: String?

    @Option(
        help: """
            Prints what failed so that the system shows it at the line of the file: github; by default where \
            GITHUB_ACTIONS is true.
            """
    )
    var annotations: TestAnnotation?

    func run() async throws {
        let (sources, explorations) = options.selection()
        try options.check(sources)
        var run = options.run()
        run.stopsAtFailure = failFast
        run.keepsRecords = html != nil
        let environment = ProcessInfo.processInfo.environment
        let annotations = annotations ?? TestAnnotation.ofEnvironment(environment)
        let summary = await run.report(sources, annotations, in: TestAnnotation.folder(environment))
        let passedOver = explorations > 0 ? ", \(explorations) explorations passed over" : ""
        print(summary.sentence + passedOver)
        if let junit { try ResultsFile.write(summary.junit.xml, to: junit) }
        if let html { try ResultsFile.write(summary.page, to: html) }
        if let code = summary.exitCode { throw code }
    }
}

extension TestRun {
    /// Carries the scenarios out, and prints what came of each.
    ///
    /// - Parameter folder: The folder from which annotations tell the paths of files; nil for the working directory.
    /// - Returns: The outcomes of all of them.
    func report(
        _ sources: [ScenarioSource],
        _ annotations: TestAnnotation? = nil,
        in folder: String? = nil
    ) async -> TestSummary {
        var summary = TestSummary(total: sources.count)
        let progress = ProgressLine(count: sources.count)
        var told: Set<String> = []
        await run(sources) { index, outcome in
            progress.clear()
            // What keeps a server from carrying out any scenario is told once.
            let isTold = outcome.obstacle?.isLasting == true && !told.insert(outcome.report).inserted
            if !isTold {
                print(outcome.report)
                if let line = annotations?.line(for: outcome, in: folder) { print(line) }
            }
            summary.add(outcome, of: sources[index])
            progress.show(done: index + 1, failed: summary.failed)
        }
        progress.clear()
        return summary
    }
}
