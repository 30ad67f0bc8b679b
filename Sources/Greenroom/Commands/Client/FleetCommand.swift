import ArgumentParser
import LifecycleKernel
import NIOHTTP1
import WireFormat

/// Shows the servers that share the devices.
struct FleetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Shows the servers that share the devices, and the newest changes of who answers for which.",
        discussion: """
            Exit code 0 when every partition of the devices has a server and the servers have equally many, but for one; \
            2 while partitions move; 1 when the server does not answer.
            """
    )

    @Option(help: "How many changes at most, from 0 to 100.")
    var moves = 10
    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard (0...100).contains(moves) else { throw ValidationError("--moves is a whole number from 0 to 100") }
    }

    func run() async throws {
        let fleet = try await server.ask(.GET, ["fleet"])
        server.show(fleet, text(of:))
        if fleet["settled"] != .bool(true) { throw ExitCode(Self.unsettled) }
    }

    private static let unsettled: Int32 = 2

    private func text(of fleet: Value) -> String {
        let members = TextTable(
            of: fleet["members"]?.elements ?? [],
            columns: [
                .init("server", "server"), .init("number", "number"),
                .init("address", "address", leftOutWhenEmpty: true),
                .init("state", "state"), .init("version", "version"), .init("partitions", "partitions"),
                .init("devices", "devices"), .init("lease", "leaseRemainingSeconds", leftOutWhenEmpty: true),
            ]
        )
        let newest = Array((fleet["moves"]?.elements ?? []).prefix(moves))
        guard !newest.isEmpty else { return members.text }
        let moves = TextTable(
            of: newest,
            columns: [
                .init("time", "at"), .init("partition", "partition"), .init("epoch", "epoch"), .init("from", "from"),
                .init("to", "to"), .init("why", "why"), .init("unowned", "unownedSeconds"), .init("devices", "devices"),
            ]
        )
        return members.text + "\n\n" + moves.text
    }
}
