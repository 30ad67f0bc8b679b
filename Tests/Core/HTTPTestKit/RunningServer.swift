import DeviceHost
import GreenroomServer
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestKit

/// Runs a server on a free port as long as the body takes, then shuts it down and waits for its end.
///
/// - Parameters:
///   - features: Its features.
///   - settings: Its settings by their names, but for the port.
///   - body: Is given the server's address.
package func withServer(
    features: [any ServerFeature.Type] = [],
    _ settings: [String: String] = [:],
    _ body: @escaping @Sendable (_ address: String) async throws -> Void
) async throws {
    let source = SettingSource(arguments: settings.merging(["port": "0"]) { $1 }, environment: [:])
    try await withServer(ServerConfiguration(from: source, features: features)) { addresses, _ in
        try await body(addresses.main)
    }
}

/// Runs a server as long as the body takes, then shuts it down gracefully and waits for its end.
///
/// - Parameters:
///   - configuration: Its settings.
///   - store: Its store; nil for that of the settings, if there is one.
///   - body: Is given the addresses of its listeners, and a way to begin the shutdown early.
package func withServer(
    _ configuration: ServerConfiguration,
    store: (any StepHistory)? = nil,
    _ body:
        @escaping @Sendable (_ addresses: ServerAddresses, _ stop: @escaping @Sendable () -> Void) async throws -> Void
) async throws {
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
