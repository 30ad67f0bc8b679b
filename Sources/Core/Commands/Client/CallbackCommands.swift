import ArgumentParser
import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

/// Lists the callbacks of an attached app that are in flight.
struct CallbacksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "callbacks",
        abstract: "Lists the callbacks of an attached app that wait to be completed."
    )

    @OptionGroup var app: AppArguments
    @Option(help: "How many seconds of real time to wait for one, at most 60.")
    var wait: Int = 0
    @Option(help: "Adds what these frameworks would have reported to their code, such as jsbox, separated by commas.")
    var vocabulary: String?
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let path = ["devices", app.device, "apps", app.bundleID, "callbacks"]
        let given = [("waitSeconds", wait > 0 ? String(wait) : nil), ("vocabulary", vocabulary)]
        let query = given.compactMap { name, value in value.map { (name, $0) } }
        let answer = try await server.ask(.GET, path, query: query, timeout: .seconds(90))
        server.show(answer) { answer in
            let columns: [TextTable.Column] = [
                .init("callback", "sequence"),
                .init("name", "name"),
                .init("extension", "extension", leftOutWhenEmpty: true),
                .init("application state", "applicationState"),
                .init("deadline", "deadline"),
                .init("vocabulary", "vocabulary", leftOutWhenEmpty: true),
            ]
            return TextTable(of: answer["callbacks"]?.elements ?? [], columns: columns).text
        }
    }
}

/// An attached app returns from a callback.
struct CompleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete",
        abstract: "Returns from a callback of an attached app, with what its code did in it."
    )

    @OptionGroup var app: AppArguments
    @Argument(help: "The callback's number in the list.")
    var callback: String
    @Argument(help: #"What the code did, in order, such as '[{"action": "save"}]'."#)
    var actions: String?
    @Option(help: "What the method returns, as JSON, such as false.")
    var returns: String?
    @OptionGroup var server: ServerOptions

    func run() async throws {
        var body: [Value.Member] = []
        if let actions {
            body.append(.init("actions", try .given(Array(actions.utf8), as: "the actions")))
        }
        if let returns {
            body.append(.init("returns", try .given(Array(returns.utf8), as: "what is returned")))
        }
        try await server.input(
            ["apps", app.bundleID, "callbacks", callback, "complete"],
            .object(body),
            on: app.device
        )
    }
}
