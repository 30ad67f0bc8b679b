import ArgumentParser
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
        await Greenroom.main()
        guard StandardOutput.isWritten else {
            Greenroom.exit(withError: Failure.exit("standard output cannot be written"))
        }
    }
}

/// The command line: the server, scenarios, and a client in the manner of `xcrun simctl`.
struct Greenroom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "greenroom",
        abstract: "Hosts simulated iOS app processes for test harnesses.",
        version: "greenroom \(ServiceVersion.current.service) (kernel \(ServiceVersion.current.kernel))",
        subcommands: [
            ServeCommand.self, MCPCommand.self, TestCommand.self, WatchCommand.self, ExploreCommand.self,
            SchemaCommand.self, HealthCommand.self, RulebookCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "The store of a server",
                subcommands: [BackupCommand.self, CheckCommand.self, ReplayCommand.self] + Features.storeCommands
            ),
            CommandGroup(
                name: "Devices of a server",
                subcommands: [
                    DevicesCommand.self, CreateCommand.self, ForkCommand.self, DeleteCommand.self, AppsCommand.self,
                    InstallCommand.self, UninstallCommand.self,
                ]
            ),
            CommandGroup(
                name: "What happens on a device",
                subcommands: [
                    LaunchCommand.self, HomeCommand.self, OpenURLCommand.self, PushCommand.self, TerminateCommand.self,
                    SendCommand.self, BatchCommand.self, ActCommand.self, CallbacksCommand.self, CompleteCommand.self,
                    AdvanceCommand.self, ClockCommand.self,
                ]
            ),
            CommandGroup(
                name: "Looking at a device",
                subcommands: [
                    WaitCommand.self, TimelineCommand.self, ExplainCommand.self, AuditCommand.self,
                    ProcessesCommand.self, ReportsCommand.self, RequestsCommand.self, RecordCommand.self,
                ]
            ),
        ]
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
