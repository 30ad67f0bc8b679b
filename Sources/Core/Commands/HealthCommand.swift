import ArgumentParser
import Foundation
import GreenroomClient
import GreenroomServer
import NIOCore

/// Asks a server whether it is ready: what a container's health check runs.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Asks a server whether it is ready; exit code 0 says yes, 1 says no."
    )

    @Option(
        help: "The server's address; GREENROOM_SERVER when not given, else where GREENROOM_HOST and GREENROOM_PORT say."
    )
    var server: String?
    @Option(
        help: ArgumentHelp(
            "Asks the server that runs as this process of the machine, where its options and variables say it listens.",
            valueName: "process id"
        )
    )
    var ofProcess: Int?
    @Option(help: "Seconds to wait for an answer.")
    var timeout = 2.0
    @Option(
        help: ArgumentHelp(
            "Seconds in which the server has to become ready; it is asked until it is.",
            valueName: "seconds"
        )
    )
    var wait: Double?

    func validate() throws {
        try timeout.requireSeconds(for: "--timeout")
        try wait?.requireSeconds(for: "--wait")
    }

    func run() async throws {
        let address = try address(in: ProcessInfo.processInfo.environment)
        let client = ServerConnection(address: address)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(min(max(wait ?? 0, 0), 86_400))
        while true {
            do {
                let milliseconds = Int64(min(max(timeout, 0.1), 3_600) * 1_000)
                return try await client.checkReady(within: .milliseconds(milliseconds))
            } catch {
                guard clock.now < end else { throw Failure.exit("\(error)") }
            }
            try await clock.sleep(for: Self.pause)
        }
    }

    /// The time between two questions.
    private static let pause = Duration.milliseconds(100)

    /// The address of the server that is asked.
    func address(in environment: [String: String]) throws -> String {
        if let server { return server }
        if ofProcess == nil, let named = environment[ServerOptions.variable] { return named }
        do {
            let options = try ofProcess.map { try ServerProcess($0).options.given }
            let settings = SettingSource(arguments: options ?? [:], environment: environment)
            let host = try settings.value(Settings.table.host)
            return Self.address(host: host, port: try settings.value(Settings.table.port))
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
    }

    /// The address at which this machine reaches a server that listens on a host.
    static func address(host: String, port: Int) -> String {
        switch host {
        case "0.0.0.0": "http://127.0.0.1:\(port)"
        case "::": "http://[::1]:\(port)"
        case _ where host.contains(":"): "http://[\(host)]:\(port)"
        default: "http://\(host):\(port)"
        }
    }
}

/// A process of this machine that runs `greenroom serve`.
struct ServerProcess {
    /// More than any command line of a server has.
    private static let maximumSize = 131_072

    /// The options that it was started with.
    let options: ServeOptions

    /// Looks at a process.
    ///
    /// - Parameter id: Its process id.
    /// - Throws: When there is no such process, or it is no server.
    init(_ id: Int) throws(SettingError) {
        let source = "process \(id)"
        guard let file = FileHandle(forReadingAtPath: "/proc/\(id)/cmdline"),
            let bytes = try? file.read(upToCount: Self.maximumSize)
        else { throw SettingError(source: source, problem: "its command line cannot be read") }
        let arguments = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        try self.init(arguments: arguments, source: source)
    }

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: The command line, the program's name first.
    ///   - source: Whose it is, for the message.
    /// - Throws: When it is not that of a server.
    init(arguments: [String], source: String) throws(SettingError) {
        guard arguments.dropFirst().first == "serve",
            let command = try? ServeCommand.parse(Array(arguments.dropFirst(2)))
        else {
            throw SettingError(source: source, problem: "it does not run greenroom serve")
        }
        options = command.options
    }
}
