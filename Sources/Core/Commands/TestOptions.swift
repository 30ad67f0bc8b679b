import ArgumentParser
import Foundation
import GreenroomClient
import LifecycleKernel
import Scenarios

/// What the commands that run scenarios have in common: which ones, under what, and where.
struct TestOptions: ParsableArguments {
    @Argument(
        help: """
            Scenario files, and folders that have *.yaml, *.yml or *.json files in them, at any depth; those whose \
            names, or the names of whose folders, begin with _ are only included by others. - is standard input.
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

    @Option(
        name: .customLong("override"),
        help: ArgumentHelp(
            "Overrides a rule in each scenario, whatever its profile and its device say; can be repeated.",
            valueName: "rule=value"
        )
    )
    var overrides: [String] = []

    @Option(
        help: ArgumentHelp(
            "What $(NAME) stands for in the scenarios, instead of what they say themselves; can be repeated.",
            valueName: "name=value"
        )
    )
    var variable: [String] = []

    @Option(help: "Fails a scenario that comes to a finding as bad as this, whatever it expects: error or warning.")
    var failOnFindings: FailingFindings?

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs must be a number from 1 to 256.") }
        for text in variable where ScenarioFile.variable(text) == nil {
            throw ValidationError(
                "--variable needs a name of letters, digits, _ and -, then = and a value, not \(text)."
            )
        }
        for text in overrides {
            do throws(Rejection) {
                _ = try ScenarioFile.ruleOverride(text)
            } catch {
                throw ValidationError("--override: \(error.detail)")
            }
        }
    }

    /// The variables that were given, by name.
    var variables: [String: Value] {
        Dictionary(variable.compactMap(ScenarioFile.variable).map { ($0.name, $0.value) }) { $1 }
    }

    /// The scenarios that are to be run, under the rules that were given.
    func sources() -> [ScenarioSource] { selection().sources }

    /// The scenarios that are to be run, and how many explorations the folders have, which are passed over.
    func selection() -> (sources: [ScenarioSource], explorations: Int) {
        let read = ScenarioFiles.read(files, variables: variables)
        let kept = read.filter { !$0.isExploration || files.contains($0.path) }
        let selection = ScenarioSelection(
            filters: filter,
            tags: tag,
            profiles: rules,
            overrides: overrides.compactMap { try? ScenarioFile.ruleOverride($0) }
        )
        let sources = selection.apply(to: kept)
        return (sources, read.count - kept.count)
    }

    /// Requires that there are scenarios, and that each variable that was given is one of theirs: otherwise its name is
    /// misspelt.
    func check(_ sources: [ScenarioSource]) throws {
        guard !sources.isEmpty else { throw Failure.exit("no scenario is selected", code: Failure.usage) }
        let scenarios = sources.compactMap { try? $0.content.get() }
        // One that cannot be read could have it.
        guard scenarios.count == sources.count else { return }
        for name in variables.keys.sorted() where !scenarios.contains(where: { $0.variables.contains(name) }) {
            throw Failure.exit("--variable \(name): no scenario has a variable of this name", code: Failure.usage)
        }
    }

    /// The paths of the scenario files that there are now; of what leads to none, the name.
    func found() -> [String] {
        files.flatMap { name in (try? ScenarioFiles.find(name)) ?? [name] }
    }

    /// How they are to be run.
    func run() -> TestRun { TestRun(jobs: jobs, client: client, failingSeverity: failOnFindings?.severity) }

    /// The server that the scenarios run on; nil when they run in this process.
    private var client: ServerConnection? { ServerConnection(server: server, token: token) }
}

extension FailingFindings: ExpressibleByArgument {}
extension RuleProfile: ExpressibleByArgument {}
