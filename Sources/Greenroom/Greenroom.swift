import ArgumentParser
import Commands
import Foundation
import HTTPAPI
import LifecycleKernel
import WireFormat

/// The command line tool `greenroom`.
package enum CommandLineTool {
    /// Runs the command, and ends with an error if what it printed could not be written.
    package static func run() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let message = Features.absence(in: arguments, ProcessInfo.processInfo.environment) {
            Greenroom.exit(withError: Failure.exit(message, code: Failure.usage))
        }
        if let message = UnknownCommand.message(in: arguments) {
            Greenroom.exit(withError: Failure.exit(message, code: Failure.usage))
        }
        await Program.$features.withValue(Features.all) { await Greenroom.main() }
        guard StandardOutput.isWritten else {
            Greenroom.exit(withError: Failure.exit("standard output cannot be written"))
        }
    }
}

/// The command line: the server, scenarios, and a client in the manner of `xcrun simctl`. Features add their commands.
struct Greenroom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "greenroom",
        abstract: "Hosts simulated iOS app processes for test harnesses.",
        version: "greenroom \(ServiceVersion.current.service) (kernel \(ServiceVersion.current.kernel))",
        subcommands: Features.adding(to: CoreCommands.ungrouped),
        groupedSubcommands: CoreCommands.groups.map { group in
            CommandGroup(name: group.name, subcommands: Features.adding(to: group.commands))
        }
    )
}

/// A first argument that is no command.
enum UnknownCommand {
    /// What is wrong with the first argument, and what was probably meant; nil if it is a command or an option.
    static func message(in arguments: [String]) -> String? {
        guard let given = arguments.first, !given.hasPrefix("-"), !names.contains(given) else { return nil }
        let suggestion = names.suggestion(for: given)?.description ?? ""
        return "there is no command \"\(given)\".\(suggestion) greenroom --help lists them."
    }

    private static var names: [String] {
        Greenroom.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }
}
