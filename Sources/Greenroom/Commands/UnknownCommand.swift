import ArgumentParser
import WireFormat

/// A first argument that is no command.
enum UnknownCommand {
    /// What is wrong with the first argument, and what was probably meant; nil if it is a command or an option.
    static func message(in arguments: [String]) -> String? {
        guard let given = arguments.first, !given.hasPrefix("-"), !names.contains(given) else { return nil }
        return "there is no command \"\(given)\".\(names.suggestion(for: given)) greenroom --help lists them."
    }

    private static var names: [String] {
        Greenroom.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }
}
