import ArgumentParser
import Foundation
import LifecycleKernel
import WireFormat

/// Sends many events to many devices in one request.
struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Sends many events to many devices in one request; exit code 1 when one was refused.",
        discussion: """
            Each line is an object with a device and an event. For each line the server's verdict is printed, in the \
            same order; a line that is refused does not affect the others.
            """
    )

    @Argument(help: "A file of JSON lines, or - for standard input.")
    var file: String
    @OptionGroup var server: ServerOptions

    func run() async throws {
        let data =
            file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
        guard let data else { throw Failure.exit("\(file): it cannot be read", code: Failure.usage) }
        var refused = 0
        for verdict in try await server.client.text(["v1", "batch"], sendingLines: data) {
            print(verdict)
            if try JSONText.parse(verdict.utf8)["status"] != 200 { refused += 1 }
        }
        if refused > 0 { throw ExitCode(1) }
    }
}
