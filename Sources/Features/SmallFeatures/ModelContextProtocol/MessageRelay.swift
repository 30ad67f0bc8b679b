import Commands
import Foundation
import GreenroomClient
import GreenroomServer
import HTTPAPI
import LifecycleKernel
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Telemetry
import WireFormat

/// Hands the messages of standard input to a server's endpoint of the Model Context Protocol, and its answers to standard
/// output.
///
/// One message after another is answered, in their order. So a notification that a request is cancelled comes when it is
/// answered already, and no message is forgotten when standard input ends.
struct MessageRelay {
    private let server: ServerConnection
    /// The revision that the handshake has agreed upon, which later requests name in a header field.
    private var agreed: String?

    init(_ server: ServerConnection) {
        self.server = server
    }

    /// Answers until standard input ends.
    consuming func run() async {
        var relay = self
        while let line = await Self.nextLine() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            guard let answer = await relay.answer(to: line) else { continue }
            FileHandle.standardOutput.write(Data(JSONText.write(answer) + [UInt8(ascii: "\n")]))
        }
    }

    /// The answer to a line of input; nil for a notification.
    mutating func answer(to line: String) async -> Value? {
        let message = (try? JSONText.parse(line.utf8)) ?? .null
        do {
            let fields = MCPHeaders.fields(of: message, agreed: agreed)
            let reply = try await server.post(["mcp"], Array(line.utf8), headers: fields)
            if message["method"] == "initialize" { agreed = reply.body["result"]?["protocolVersion"]?.text }
            return read(reply, to: message)
        } catch {
            return failure(of: message, "\(server.address) does not answer: \(error.briefly)")
        }
    }

    /// What the server answers, as a message.
    private func read(_ reply: ServerConnection.Answer, to message: Value) -> Value? {
        if reply.body["jsonrpc"] != nil { return reply.body }
        guard !reply.isSuccess else { return nil }
        let title = reply.body["title"]?.text.map { "\($0). " } ?? ""
        let detail = reply.body["detail"]?.text ?? "The server answers with status \(reply.status)."
        return failure(of: message, title + detail, reply.body)
    }

    /// The error that answers a request which did not reach the protocol's endpoint; nil for a notification.
    private func failure(of message: Value, _ text: String, _ problem: Value = .null) -> Value? {
        StandardErrorSink().write("greenroom: \(text)\n")
        guard let id = message["id"] else { return nil }
        var error: Value = ["code": -32603, "message": .string(text)]
        if problem != .null { error = error.setting("data", to: problem) }
        return ["jsonrpc": "2.0", "id": id, "error": error]
    }

    /// The next line of standard input, read on a thread that may block; nil at its end.
    private static func nextLine() async -> String? {
        (try? await NIOThreadPool.singleton.runIfActive { readLine() }) ?? nil
    }
}

/// A server within this process, for one client: its devices are in memory, and it listens on a free port of loopback.
enum MemoryServer {
    /// The settings in which it is not as `greenroom serve` is without options. Those of the environment are for that command.
    private static let settings = ["host": "127.0.0.1", "port": "0"]

    /// Runs a server as long as the body takes. A signal ends the process at once: there is nothing to save.
    ///
    /// - Parameters:
    ///   - features: The features of the server.
    ///   - body: Is given the server's address.
    /// - Throws: The failure of the command, when it cannot listen.
    static func run(
        with features: [any ServerFeature.Type],
        _ body: @escaping @Sendable (_ address: String) async -> Void
    ) async throws {
        let source = SettingSource(arguments: settings, environment: [:])
        let configuration = try ServerConfiguration(from: source, features: features)
        let server = try Server(configuration, logger: Logger(label: "greenroom"))
        let (addresses, ready) = AsyncStream.makeStream(of: String.self)
        let client = Client(addresses: addresses, body: body)
        do {
            try await server.run(stoppingOn: [], until: client) { ready.yield($0.main) }
        } catch {
            throw Failure.exit("the server ended: \(error.briefly)")
        }
    }

    /// What is done with the server, as a service.
    private struct Client: Service {
        /// Yields the server's address when it is ready.
        let addresses: AsyncStream<String>
        let body: @Sendable (_ address: String) async -> Void

        func run() async throws {
            for await address in addresses { return await body(address) }
        }
    }
}
