import ArgumentParser
import LifecycleKernel
import NIOHTTP1
import WireFormat

/// Lists what was sent to a server.
struct RequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Lists the newest requests that a server got, oldest first, and why some were refused."
    )

    @Option(help: "Only those to this device.")
    var device: String?
    @Flag(help: "Only those that were refused.")
    var refused = false
    @Option(help: "How many at most, from 1 to 1000.")
    var limit = 100
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var query = [("limit", String(limit))]
        if let device { query.append(("device", device)) }
        if refused { query.append(("refused", "true")) }
        let answer = try await server.ask(.GET, ["requests"], query: query)
        let requests = (answer["requests"]?.elements ?? []).reversed()
        let columns: [TextTable.Column] = [
            .init("number", "number"),
            .init("time", "time"),
            .init("method", "method"),
            .init("path", "path"),
            .init("status", "status"),
            .init("problem", "problem", "code", leftOutWhenEmpty: true),
            .init("body") { String(($0["body"]?.text ?? "").prefix(Self.shownBody)).replacing("\n", with: " ") },
        ]
        server.show("requests", Array(requests), columns: columns)
    }

    /// How much of a body is shown in a row, in characters; `--json` has all that is kept.
    private static let shownBody = 80
}
