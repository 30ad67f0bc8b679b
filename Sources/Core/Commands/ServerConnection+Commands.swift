import Foundation
import GreenroomClient
import GreenroomServer
import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

// The server that a command uses, and what commands ask of it.
extension ServerConnection {
    /// The server that an option names, or else the environment; nil if neither does.
    ///
    /// - Parameters:
    ///   - server: The address that was given as an option.
    ///   - token: The token that was given as an option.
    ///   - environment: The variables that count where options are missing.
    package init?(
        server: String?,
        token: String?,
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard let address = server ?? environment[ServerOptions.variable] else { return nil }
        self.init(address: address, token: token ?? environment[Settings.table.token.about.variable])
    }

    /// Reads text, line by line.
    ///
    /// - Throws: What the server refuses, as the failure of the command: a line on standard error.
    package func text(_ path: [String], query: [(String, String)]) async throws -> [String] {
        try await lines(request(.GET, path, query, accepting: "text/plain, application/yaml;q=0.9, */*;q=0.1"))
    }

    /// Sends lines of JSON, and reads the lines of the answer. It may take as long as the server needs.
    ///
    /// - Throws: What the server refuses as a whole, as the failure of the command: a line on standard error.
    func text(_ path: [String], sendingLines lines: Data) async throws -> [String] {
        var request = request(.POST, path, [], accepting: "application/x-ndjson")
        request.headers.add(name: "Content-Type", value: "application/x-ndjson")
        request.body = ByteBuffer(bytes: lines)
        return try await self.lines(request, timeout: .hours(1))
    }

    private func lines(_ request: ClientRequest, timeout: TimeAmount = textTimeout) async throws -> [String] {
        do {
            return try await self.text(request, timeout: timeout).split(separator: "\n").map(String.init)
        } catch let refusal as Refusal {
            let isExplained = !refusal.detail.isEmpty
            throw Failure.exit(isExplained ? refusal.detail : "the server answers with status \(refusal.status)")
        } catch {
            throw Failure.exit(NotReady(silent: self, because: error).description)
        }
    }

    /// Asks the server whether it is ready.
    ///
    /// - Throws: When it is not, or does not answer in time.
    func checkReady(within timeout: TimeAmount) async throws(NotReady) {
        let answer: Answer
        do {
            answer = try await send(.GET, ["readyz"], timeout: timeout)
        } catch {
            throw NotReady(silent: self, because: error)
        }
        guard answer.isSuccess else {
            let reason = answer.body["detail"]?.text ?? "it answers with status \(answer.status)"
            throw NotReady(description: "\(address) is not ready: \(reason)")
        }
    }
}

/// A server cannot be used now.
struct NotReady: Error, CustomStringConvertible {
    let description: String

    init(description: String) { self.description = description }

    /// It does not answer.
    init(silent server: ServerConnection, because error: any Error) {
        description = "\(server.address) does not answer: \(error.briefly)"
    }
}
