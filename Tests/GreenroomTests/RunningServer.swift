import ArgumentParser
import AsyncHTTPClient
import DeviceHost
import HTTPTestKit
import NIOCore

@testable import Commands
@testable import Greenroom
@testable import GreenroomServer

/// A configuration read from arguments, as they stand on the command line, and an environment.
func configuration(
    _ arguments: [String] = [],
    _ environment: [String: String] = [:]
) throws -> ServerConfiguration {
    let options = try Program.$features.withValue(Features.all) { try ServeOptions.parse(arguments) }
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
    try await withServer(configuration(arguments + ["--port", "0"]), store: store, body)
}

/// The metrics of a server, in the Prometheus text format.
func metricsText(_ address: String) async throws -> String {
    let request = HTTPClientRequest(url: address + "/metrics")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
    return String(buffer: try await response.body.collect(upTo: 1_048_576))
}
