import ServiceLifecycle

/// Ends all waiting when the shutdown begins, so that requests that wait do not hold it up.
///
/// The last service of a group: it is the first to be shut down, before the HTTP server waits for its requests.
public struct WaitDrain: Service {
    private let registry: DeviceRegistry

    /// Makes the service.
    public init(registry: DeviceRegistry) {
        self.registry = registry
    }

    /// Waits for the shutdown, then ends all waiting.
    public func run() async throws {
        // Cancellation is a shutdown as well.
        try? await gracefulShutdown()
        await registry.beginShutdown()
    }
}
