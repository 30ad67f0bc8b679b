import Logging
import NIOCore
import ServiceLifecycle

/// A server within this process, for one client: its devices are in memory, and it listens on a free port of loopback.
enum MemoryServer {
    /// The settings in which it is not as `greenroom serve` is without options. Those of the environment are for that command.
    private static let settings = ["host": "127.0.0.1", "port": "0"]

    /// Runs a server as long as the body takes. A signal ends the process at once: there is nothing to save.
    ///
    /// - Parameter body: Is given the server's address.
    /// - Throws: The failure of the command, when it cannot listen.
    static func run(_ body: @escaping @Sendable (_ address: String) async -> Void) async throws {
        let configuration = try ServerConfiguration(from: SettingSource(arguments: settings, environment: [:]))
        let server = Server(configuration, logger: Logger(label: "greenroom"))
        let (addresses, ready) = AsyncStream.makeStream(of: String.self)
        let client = Client(addresses: addresses, body: body)
        do {
            try await server.run(stoppingOn: [], until: client) { ready.yield($0.main) }
        } catch {
            throw Failure.exit("the server ended: \(error.briefly)")
        }
    }

    /// What is done with the server, as a service.
    private struct Client: Service {
        /// Yields the server's address when it is ready.
        let addresses: AsyncStream<String>
        let body: @Sendable (_ address: String) async -> Void

        func run() async throws {
            for await address in addresses { return await body(address) }
        }
    }
}
