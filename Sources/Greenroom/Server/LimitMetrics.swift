import DeviceHost
import Metrics
import OpenTelemetryExport
import Webhooks

/// The limits of a server as gauges, so that an alert can compare them with what is used.
enum LimitMetrics {
    static let label = "greenroom.limit"

    /// Sets a gauge for each limit that something else in the metrics comes near.
    static func record(_ configuration: ServerConfiguration, to factory: any MetricsFactory) {
        let limits = configuration.hostLimits
        var values: [(name: String, value: Int64)] = [
            ("devices", Int64(limits.devices)), ("subscribers", Int64(limits.subscribers)),
            ("waiters", Int64(limits.waiters)), ("journalQueueLength", Int64(limits.journalQueueLength)),
            ("idempotencyBytesInTotal", Int64(limits.idempotencyBytesInTotal)),
            ("recordBytesInTotal", Int64(limits.recordBytesInTotal)),
            ("webhooks", Int64(WebhookLimits.webhooks)),
            ("otlpQueueLength", Int64(RetryLimits.export.count)),
        ]
        if let bytes = configuration.maxJournalBytes { values.append(("journalBytes", bytes)) }
        for (name, value) in values {
            Gauge(label: label, dimensions: [("limit", name)], factory: factory).record(value)
        }
    }
}
