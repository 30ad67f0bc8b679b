import ArgumentParser
import Commands
import GreenroomClient
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
        if let server = ServerConnection(server: server, token: token) { return await MessageRelay(server).run() }
        LogHandling.bootstrap(.text, level: .warning)
        try await MemoryServer.run(with: Program.features) { address in
            StandardErrorSink().write("greenroom: a server in memory is ready on \(address)\n")
            await MessageRelay(ServerConnection(address: address)).run()
        }
    }
}
