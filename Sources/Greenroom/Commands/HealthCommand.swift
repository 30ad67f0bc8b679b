import ArgumentParser
import Foundation
import NIOCore

/// Asks a server whether it is ready: what a container's health check runs.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Asks a server whether it is ready; exit code 0 says yes, 1 says no."
    )

    @Option(
        name: [.customLong("url"), .customLong("server")],
        help: "The server's address; GREENROOM_SERVER when not given, else this machine, on the port of GREENROOM_PORT."
    )
    var url: String?
    @Option(help: "Seconds to wait for an answer.")
    var timeout = 2.0

    func run() async throws {
        let address = try address(in: ProcessInfo.processInfo.environment)
        do {
            let milliseconds = Int64(min(max(timeout, 0.1), 3_600) * 1_000)
            try await ServerClient(address: address).checkReady(within: .milliseconds(milliseconds))
        } catch {
            throw Failure.exit("\(error)")
        }
    }

    /// The address of the server that is asked.
    func address(in environment: [String: String]) throws -> String {
        if let named = url ?? environment[ServerOptions.variable] { return named }
        do {
            let port = try SettingSource(arguments: [:], environment: environment).value(Settings.port)
            return "http://127.0.0.1:\(port)"
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
    }
}
