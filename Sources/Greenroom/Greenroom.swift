import ArgumentParser
import HTTPAPI

/// The command line: `greenroom serve`, `greenroom test`, `greenroom health`, `greenroom rulebook`.
@main struct Greenroom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "greenroom",
        abstract: "Hosts simulated iOS app processes for test harnesses.",
        version: "greenroom \(ServiceVersion.current.service) (kernel \(ServiceVersion.current.kernel))",
        subcommands: [ServeCommand.self, TestCommand.self, HealthCommand.self, RulebookCommand.self]
    )
}
