import ArgumentParser
import Foundation
import GreenroomClient
import GreenroomServer
import Logging
import Telemetry

/// Speaks the Model Context Protocol on standard input and output.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Lets an agent use devices: the Model Context Protocol on standard input and output.",
        discussion: """
            With --server or GREENROOM_SERVER each message goes to the path /mcp of that server. Without one the command is \
            a server itself, in memory and on a free port of this machine, which standard error names: its dashboard shows \
            what the agent does. It ends when standard input ends. Standard output has the messages of the protocol, one a \
            line, and nothing else.
            """
    )

    @Option(help: "The server's address; GREENROOM_SERVER when not given, else a server in memory.")
    var server: String?

    @Option(help: "The server's token; GREENROOM_TOKEN when not given.")
    var token: String?

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        if let address = server ?? environment[ServerOptions.variable] {
            let token = token ?? environment[Settings.table.token.about.variable]
            return await MessageRelay(ServerConnection(address: address, token: token)).run()
        }
        LogHandling.bootstrap(.text, level: .warning)
        try await MemoryServer.run { address in
            StandardErrorSink().write("greenroom: a server in memory is ready on \(address)\n")
            await MessageRelay(ServerConnection(address: address)).run()
        }
    }
}
