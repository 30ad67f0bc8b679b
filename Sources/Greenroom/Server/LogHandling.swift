import Logging
import Telemetry

/// Makes log handlers as the configuration says.
enum LogHandling {
    /// Makes every logger of this process write to standard error. Must be called once.
    static func bootstrap(_ format: LogFormat, level: Logger.Level) {
        LoggingSystem.bootstrap { LineLogHandler(label: $0, level: level, format: format) }
    }
}
