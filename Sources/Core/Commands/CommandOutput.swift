import ArgumentParser
import Foundation
import GreenroomServer
import Logging
import NIOCore
import NIOPosix
import Telemetry

/// Ends a command with one line on standard error, without usage and without a trace.
package enum Failure {
    /// The exit code of a mistake in how the command was called, as `sysexits.h` numbers it.
    package static let usage: Int32 = 64

    /// Writes the line and makes the error that ends the command.
    ///
    /// - Parameters:
    ///   - message: What went wrong.
    ///   - code: The exit code.
    /// - Returns: The error to throw.
    package static func exit(_ message: String, code: Int32 = 1) -> ExitCode {
        StandardErrorSink().write("greenroom: \(message)\n")
        return ExitCode(code)
    }
}

extension Double {
    /// Requires that this is a length of time in seconds.
    ///
    /// - Parameter option: The option that it was given for.
    func requireSeconds(for option: String) throws {
        guard isFinite, self >= 0 else { throw ValidationError("\(option) must be a number of seconds, 0 or more.") }
    }
}

extension Error {
    /// The error for one line of a message: of an error of the operating system only what it says itself.
    package var briefly: String {
        switch self {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError: error.connectionErrors.first?.error.briefly ?? "the host is not known"
        default: "\(self)"
        }
    }
}

/// A line on standard error that is written anew again and again; only on a terminal.
package struct StatusLine {
    /// Whether anybody sees it.
    package let isShown = isatty(STDERR_FILENO) == 1

    /// The line of this process.
    package init() {}

    /// Shows a text in place of the one before.
    package func show(_ text: String) {
        if isShown { write("\r\u{1B}[K\(text)") }
    }

    /// Clears the line, so that something else can be printed there.
    package func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

/// A line that shows progress; only on a terminal.
struct ProgressLine {
    private let count: Int
    private let line = StatusLine()

    /// A line for a number of items.
    init(count: Int) {
        self.count = count
    }

    /// Shows how many are done.
    func show(done: Int, failed: Int) {
        guard done < count else { return }
        line.show("\(done) of \(count)\(failed > 0 ? ", \(failed) failed" : "")")
    }

    /// Clears the line, so that something else can be printed there.
    func clear() { line.clear() }
}

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
        for (listener, address) in others { metadata[listener.rawValue] = "\(address)" }
        return metadata
    }
}

/// A file that a command writes its results to.
package enum ResultsFile {
    /// Writes into what is at the path, which may be a device, a pipe or a link.
    ///
    /// - Throws: What ends the command: it cannot be written there.
    package static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw Failure.exit("\(path): the results cannot be written there")
        }
    }
}

/// Makes log handlers as the configuration says.
package enum LogHandling {
    /// Makes every logger of this process write to standard error. Must be called once.
    package static func bootstrap(_ format: LogFormat, level: Logger.Level) {
        LoggingSystem.bootstrap { LineLogHandler(label: $0, level: level, format: format) }
    }
}
