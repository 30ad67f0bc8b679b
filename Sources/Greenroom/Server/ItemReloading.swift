import APNs
import Logging
import ServiceLifecycle
import Webhooks

/// Takes over the webhooks and the keys of push providers that another server of the fleet has registered, changed or removed.
struct ItemReloading: Service {
    let webhooks: WebhookService
    let keys: ProviderKeys
    /// Yields when something may have changed.
    let changes: AsyncStream<Void>
    let logger: Logger

    /// How long until it is tried again when the journal cannot be read.
    private static let retryInterval = Duration.seconds(1)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in changes {
                while !Task.isCancelled, await !reload() { try? await Task.sleep(for: Self.retryInterval) }
            }
        }
    }

    /// - Returns: Whether the journal could be read.
    private func reload() async -> Bool {
        do {
            try await webhooks.reload()
            try await keys.reload()
            return true
        } catch {
            logger.debug("what other servers have registered cannot be read", metadata: ["why": "\(error)"])
            return false
        }
    }
}
