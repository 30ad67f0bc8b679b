import LifecycleKernel
import WireFormat

/// A webhook as the interface shows it, with what became of its messages.
package struct WebhookStatus: FieldWritable, Sendable {
    /// The webhook.
    package let webhook: Webhook
    /// How many messages wait, or are being sent.
    package let waiting: Int
    /// What became of the others, since the server was started.
    package let counts: DeliveryCounts
    /// Its secret, where it is shown: in the answer to the request that made or changed it, and never again.
    package let secret: WebhookSecret?

    /// Puts everything; the secret only where it is shown.
    package func write(to sink: inout some FieldSink) {
        sink.put("id", webhook.id)
        sink.put("url", webhook.url.text)
        sink.put("filter", webhook.filter)
        if let about = webhook.about { sink.put("description", about) } else { sink.putNull("description") }
        sink.put("enabled", webhook.hears)
        if let (since, reason) = webhook.stopped {
            sink.put("pausedSince", instant: since)
            sink.put("why", reason.rawValue)
        } else {
            sink.putNull("pausedSince")
            sink.putNull("why")
        }
        sink.put("createdAt", instant: webhook.createdAt)
        sink.put("waiting", Int64(waiting))
        sink.put("delivered", Int64(counts.delivered))
        sink.put("failed", Int64(counts.failed))
        sink.put("dropped", Int64(counts.dropped))
        if let secret { sink.put("secret", secret.text) }
    }
}
