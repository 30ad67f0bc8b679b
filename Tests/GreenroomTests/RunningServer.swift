import ArgumentParser
import AsyncHTTPClient
import DeviceHost
import NIOCore
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestKit
import Testing

@testable import Greenroom
@testable import GreenroomServer

/// A configuration read from arguments, as they stand on the command line, and an environment.
func configuration(
    _ arguments: [String] = [],
    _ environment: [String: String] = [:]
) throws -> ServerConfiguration {
    let options = try ServeOptions.parse(arguments)
    return try ServerConfiguration(
        from: SettingSource(arguments: options.given, environment: environment),
        features: Features.all
    )
}

/// Runs a server on a free port as long as the body takes, then shuts it down gracefully and waits for its end.
///
/// - Parameters:
///   - arguments: The options of `greenroom serve`, but for the port.
///   - store: Its store; nil for that of the data directory in the arguments, if there is one.
///   - body: Is given the server's address, and a way to begin the shutdown early.
func withServer(
    _ arguments: [String] = [],
    store: (any StepHistory)? = nil,
    _ body: @escaping @Sendable (_ address: String, _ stop: @escaping @Sendable () -> Void) async throws -> Void
) async throws {
    try await withListeners(arguments, store: store) { addresses, stop in try await body(addresses.main, stop) }
}

/// Runs a server on free ports, as `withServer`; the body is given the addresses of all listeners.
func withListeners(
    _ arguments: [String] = [],
    store: (any StepHistory)? = nil,
    _ body:
        @escaping @Sendable (_ addresses: ServerAddresses, _ stop: @escaping @Sendable () -> Void) async throws -> Void
) async throws {
    let configuration = try configuration(arguments + ["--port", "0"])
    let opened = store.map { OpenedStore(store: $0, sharedClock: nil) }
    let found = if let opened { opened } else { try await configuration.openStore(quietLogger) }
    let server = try Server(configuration, store: found, logger: quietLogger)
    let (addresses, ready) = AsyncStream.makeStream(of: ServerAddresses.self)
    try await testGracefulShutdown { trigger in
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ready.finish() }
                try await server.run(stoppingOn: []) { ready.yield($0) }
            }
            group.addTask {
                defer { trigger.triggerGracefulShutdown() }
                for await known in addresses {
                    try await body(known) { trigger.triggerGracefulShutdown() }
                    return
                }
            }
            try await group.waitForAll()
        }
    }
}

/// The metrics of a server, in the Prometheus text format.
func metricsText(_ address: String) async throws -> String {
    let request = HTTPClientRequest(url: address + "/metrics")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
    return String(buffer: try await response.body.collect(upTo: 1_048_576))
}
