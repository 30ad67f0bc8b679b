import ServiceLifecycle

/// Ends all waits when the shutdown begins, so that they do not delay it.
///
/// Must be the last service of a group, so that it is shut down before the HTTP server waits for its requests.
package struct WaitDrain: Service {
    private let registry: DeviceRegistry

    /// Makes the service.
    package init(registry: DeviceRegistry) {
        self.registry = registry
    }

    /// Waits for the shutdown, then ends all waits.
    package func run() async throws {
        // Cancellation is a shutdown as well.
        try? await gracefulShutdown()
        await registry.beginShutdown()
    }
}
