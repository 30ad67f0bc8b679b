import DeviceHost
import Logging
import Synchronization

/// Why a request is refused; nil when it is not.
func refusal(_ request: () async throws -> some Sendable) async -> HostError? {
    do {
        _ = try await request()
        return nil
    } catch {
        return error as? HostError
    }
}

/// Everything that was logged.
final class LogText: Sendable {
    private let text = Mutex("")

    var all: String { text.withLock { $0 } }

    var logger: Logger {
        Logger(label: "webhooks") { _ in Handler(text: self) }
    }

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
