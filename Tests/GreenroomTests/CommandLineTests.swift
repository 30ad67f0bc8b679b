import ArgumentParser
import Foundation
import Telemetry
import Testing

@testable import Commands
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

    @Test("says in a line that the server is ready: in words, or as an object where log lines are objects")
    func readyLine() throws {
        var addresses = ServerAddresses(of: [.main, .wda])
        addresses.add(ListeningAddress(.main, "http://127.0.0.1:8080"))
        addresses.add(ListeningAddress(.wda, "http://127.0.0.1:8100"))
        let words = "greenroom ready on http://127.0.0.1:8080 wda=http://127.0.0.1:8100"
        #expect(ReadyLine.text(addresses, .text) == words + "\n")
        let line = ReadyLine.text(addresses, .json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["message"] == words)
        #expect(object["address"] == "http://127.0.0.1:8080")
        #expect(object["wda"] == "http://127.0.0.1:8100")
        #expect(object["level"] == "notice")
        #expect(line.hasSuffix("}\n"))
    }
}
