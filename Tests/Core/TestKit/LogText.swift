import Logging
import Synchronization

/// Everything that was logged, at the finest level.
package final class LogText: Sendable {
    private let text = Mutex("")

    package init() {}

    /// The lines: messages with their metadata.
    package var all: String { text.withLock { $0 } }

    /// A logger that writes to it.
    package var logger: Logger { Logger(label: "test") { _ in Handler(text: self) } }

    private struct Handler: LogHandler {
        let text: LogText
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            text.text.withLock { $0 += "\(event.message) \(event.metadata ?? [:])\n" }
        }
    }
}
