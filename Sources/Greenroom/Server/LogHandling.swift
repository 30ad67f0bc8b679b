import Foundation
import Logging
import Telemetry

/// Makes log handlers as the configuration asks for.
enum LogHandling {
    /// Makes every logger of this process write to standard error. To be called once.
    static func bootstrap(_ format: LogFormat, level: Logger.Level) {
        let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
        LoggingSystem.bootstrap { label in
            switch format {
            case .text: TextLogHandler(label: label, level: level, isColored: isTerminal)
            case .json: JSONLogHandler(label: label, level: level)
            }
        }
    }
}
