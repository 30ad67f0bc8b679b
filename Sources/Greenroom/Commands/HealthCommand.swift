import ArgumentParser
import Foundation
import NIOCore

/// Asks a server whether it is ready: what a container's health check runs.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Asks a server whether it is ready; exit code 0 says yes, 1 says no."
    )

    @Option(help: "The server's address; by default this machine, on the port of GREENROOM_PORT.")
    var url: String?
    @Option(help: "Seconds to wait for an answer.")
    var timeout = 2.0

    func run() async throws {
        let address = try url ?? "http://127.0.0.1:\(port())"
        do {
            let milliseconds = Int64(min(max(timeout, 0.1), 3_600) * 1_000)
            try await ServerClient(address: address).checkReady(within: .milliseconds(milliseconds))
        } catch {
            throw Failure.exit("\(error)")
        }
    }

    private func port() throws -> Int {
        do {
            let environment = ProcessInfo.processInfo.environment
            return try SettingSource(arguments: [:], environment: environment).value(Settings.port)
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
    }
}
