import Logging
import Telemetry

/// The line on standard output that says where the server accepts connections.
enum ReadyLine {
    /// The line, with its line feed: text, or an object as log lines are.
    static func text(_ addresses: ServerAddresses, _ format: LogFormat) -> String {
        let words = "greenroom ready on \(addresses)"
        guard format == .json else { return words + "\n" }
        let line = CollectedLine()
        let handler = LineLogHandler(label: "greenroom", format: .json, sink: line)
        var logger = Logger(label: "greenroom") { _ in handler }
        logger.logLevel = .notice
        logger.notice("\(words)", metadata: addresses.metadata)
        return line.text
    }
}

extension ServerAddresses {
    /// The addresses as a log line has them.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = ["address": "\(main)"]
        for listener in Listener.allCases where listener != .main {
            if let address = self[listener] { metadata[listener.rawValue] = "\(address)" }
        }
        return metadata
    }
}
