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
        server.show(fleet) { Self.text(of: $0, moves: moves) }
        if fleet["settled"] != .bool(true) { throw ExitCode(Self.unsettled) }
    }

    private static let unsettled: Int32 = 2

    /// Members and moves as tables.
    ///
    /// - Parameters:
    ///   - fleet: What `GET /v1/fleet` answered.
    ///   - count: How many of the newest moves at most.
    static func text(of fleet: Value, moves count: Int) -> String {
        let members = TextTable(
            of: fleet["members"]?.elements ?? [],
            columns: [
                .init("server", "server"), .init("number", "number"),
                .init("address", "address", leftOutWhenEmpty: true),
                .init("state", "state"), .init("version", "version"), .init("partitions", "partitions"),
                .init("devices", "devices"), .init("lease", "leaseRemainingSeconds", leftOutWhenEmpty: true),
                token,
            ]
        )
        let newest = Array((fleet["moves"]?.elements ?? []).prefix(count))
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

    /// Says which members ask for another token than the server that answers, if any does.
    private static var token: TextTable.Column {
        var column = TextTable.Column("token") { $0["sameToken"] == .bool(false) ? "another" : "" }
        column.isLeftOutWhenEmpty = true
        return column
    }
}
