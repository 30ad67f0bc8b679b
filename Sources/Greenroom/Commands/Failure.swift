import ArgumentParser
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import Telemetry

/// Ends a command with one line on standard error, without usage and without a trace.
struct Failure {
    /// The exit code of a mistake in how the command was called, as `sysexits.h` numbers it.
    static let usage: Int32 = 64

    /// Writes the line and makes the error that ends the command.
    ///
    /// - Parameters:
    ///   - message: What went wrong.
    ///   - code: The exit code.
    /// - Returns: The error to throw.
    static func exit(_ message: String, code: Int32 = 1) -> ExitCode {
        StandardErrorSink().write("greenroom: \(message)\n")
        return ExitCode(code)
    }
}

extension Double {
    /// Requires that this is a length of time in seconds.
    ///
    /// - Parameter option: The option that it was given for.
    func requireSeconds(for option: String) throws {
        guard isFinite, self >= 0 else { throw ValidationError("\(option) is a number of seconds, 0 or more.") }
    }
}

extension Error {
    /// The error for one line of a message: of an error of the operating system only what it says itself.
    var briefly: String {
        switch self {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError: error.connectionErrors.first?.error.briefly ?? "the host is not known"
        // Its whole description has the values that are wrong, among which may be a secret.
        case let error as HTTPClientError: error.shortDescription
        default: "\(self)"
        }
    }
}
