import ServiceLifecycle

/// Ends all waiting when the shutdown begins, so that requests that wait do not hold it up.
///
/// The last service of a group: it is the first to be shut down, before the HTTP server waits for its requests.
package struct WaitDrain: Service {
    private let registry: DeviceRegistry

    /// Makes the service.
    package init(registry: DeviceRegistry) {
        self.registry = registry
    }

    /// Waits for the shutdown, then ends all waiting.
    package func run() async throws {
        // Cancellation is a shutdown as well.
        try? await gracefulShutdown()
        await registry.beginShutdown()
    }
}
