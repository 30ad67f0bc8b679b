import ArgumentParser
import Testing

@testable import Greenroom
@testable import GreenroomServer

@Suite("The command line") struct CommandLineTests {
    @Test(
        "says of a command that there is not which one was probably meant",
        arguments: [
            (["sevre"], "there is no command \"sevre\". Did you mean \"serve\"? greenroom --help lists them."),
            (
                ["lauch", "phone"],
                "there is no command \"lauch\". Did you mean \"launch\"? greenroom --help lists them."
            ),
            (["elephant"], "there is no command \"elephant\". greenroom --help lists them."),
            (["test", "a.yaml"], nil), (["devices"], nil), (["help", "test"], nil), (["--version"], nil), ([], nil),
        ] as [([String], String?)]
    )
    func unknownCommand(arguments: [String], message: String?) {
        #expect(UnknownCommand.message(in: arguments) == message)
    }

    @Test("every command has a name of its own and says what it is for") func commands() {
        let commands = Greenroom.configuration.subcommands
        let names = commands.map { $0.configuration.commandName }
        #expect(Set(names).count == names.count)
        #expect(names.contains("timeline"))
        #expect(commands.allSatisfy { !$0.configuration.abstract.isEmpty })
    }

    @Test("has the commands of every feature among those of the core") func commandsOfFeatures() {
        let names = Greenroom.configuration.subcommands.compactMap { $0.configuration.commandName }
        let first = "serve mcp test watch explore schema health rulebook backup check replay migrate import devices"
        #expect(names.prefix(14).joined(separator: " ") == first)
        for command in Features.all.flatMap({ $0.commands }) {
            #expect(names.contains(command.type.configuration.commandName ?? ""), "\(command.type)")
        }
    }

    @Test(
        "names the command that builds in what was left out of this build",
        arguments: [
            (["serve", "--apns-port", "0"], [:], "--apns-port needs APNs"),
            (["serve", "--demo", "--database=postgres:///a"], [:], "--database needs PostgreSQL"),
            (["serve"], ["GREENROOM_APNS_RATE": "1"], "GREENROOM_APNS_RATE needs APNs"),
            (["migrate", "postgres:///a"], [:], "migrate needs PostgreSQL"),
            (["serve", "--port", "0"], ["GREENROOM_PORT": "1"], nil), (["create", "--apns-port"], [:], nil),
            ([], [:], nil),
        ] as [([String], [String: String], String?)]
    )
    func absence(arguments: [String], environment: [String: String], beginning: String?) {
        let missing = [("APNs", ["apns-"]), ("PostgreSQL", ["database", "migrate"])]
        let message = Features.absence(in: arguments, environment, missing.map { (trait: $0.0, beginnings: $0.1) })
        #expect(
            message == beginning.map { $0 + ", which was left out of this build: make run FEATURES=all has it" }
        )
    }
}
