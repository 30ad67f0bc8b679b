import ArgumentParser
import Foundation
import GreenroomClient
import GreenroomServer
import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

/// The server that a command uses, and the form in which it shows the answer.
struct ServerOptions: ParsableArguments {
    /// The variable that names the server when the option does not.
    static let variable = "GREENROOM_SERVER"

    @Option(help: "The server's address; GREENROOM_SERVER when not given, else http://127.0.0.1:8080.")
    var server: String?

    @Option(help: "The server's token; GREENROOM_TOKEN when not given.")
    var token: String?

    @Flag(help: "Prints what the server answers as JSON, for scripts.")
    var json = false

    /// A client of the server.
    var client: ServerConnection {
        let environment = ProcessInfo.processInfo.environment
        return ServerConnection(
            address: server ?? environment[Self.variable] ?? "http://127.0.0.1:8080",
            token: token ?? environment[Settings.table.token.about.variable]
        )
    }

    /// Sends a request. A refusal ends the command with one line that says why and what would be accepted.
    @discardableResult func ask(
        _ method: HTTPMethod,
        _ path: [String],
        query: [(String, String)] = [],
        body: Value? = nil,
        timeout: TimeAmount = .seconds(60)
    ) async throws -> Value {
        let answer: ServerConnection.Answer
        do {
            answer = try await client.send(method, ["v1"] + path, query: query, body: body, timeout: timeout)
        } catch {
            throw Failure.exit("\(client.address) does not answer: \(error.briefly)")
        }
        guard answer.isSuccess else { throw Failure.exit(Self.sentence(answer)) }
        return answer.body
    }

    /// Every element of a list, page by page.
    func list(_ name: String, _ path: [String], query: [(String, String)] = []) async throws -> [Value] {
        var elements: [Value] = []
        var cursor: [(String, String)] = []
        while true {
            let page = try await ask(.GET, path, query: query + cursor)
            if case .array(let part)? = page[name] { elements += part }
            guard case .string(let next)? = page["next"] else { return elements }
            cursor = [("cursor", next)]
        }
    }

    /// Prints an answer as JSON with `--json`, otherwise as the block formats it.
    func show(_ answer: Value, _ text: (Value) -> String) {
        print(json ? JSONText.write(answer).asText : text(answer))
    }

    /// Prints a list as a table, or as JSON with `--json`.
    func show(_ name: String, _ elements: [Value], columns: [TextTable.Column]) {
        show(.object([.init(name, .array(elements))])) { _ in TextTable(of: elements, columns: columns).text }
    }

    /// A problem as a sentence.
    private static func sentence(_ answer: ServerConnection.Answer) -> String {
        guard let detail = answer.body["detail"]?.text else { return "the server answers with status \(answer.status)" }
        let field = answer.body["field"]?.text.map { " (\($0))" } ?? ""
        guard case .array(let accepted)? = answer.body["accepted"], !accepted.isEmpty else { return detail + field }
        return "\(detail)\(field) Accepted: \(accepted.compactMap(\.text).joined(separator: ", "))."
    }
}

/// The app that a command is about.
struct AppArguments: ParsableArguments {
    @Argument(help: "The device's id.")
    var device: String

    @Argument(help: "The app's bundle id.")
    var bundleID: String
}

extension Value {
    /// Reads JSON that the user has given; what is wrong with it ends the command.
    ///
    /// - Parameter source: What the user calls it.
    static func given(_ bytes: [UInt8], as source: String) throws -> Value {
        do throws(Rejection) {
            return try JSONText.parse(bytes)
        } catch {
            throw Failure.exit("\(source): \(error.detail)", code: Failure.usage)
        }
    }

    /// Reads a file of JSON, or standard input; what is wrong with it ends the command.
    static func given(inFile path: String) throws -> Value {
        let data =
            path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        guard let data else { throw Failure.exit("\(path): it cannot be read", code: Failure.usage) }
        return try given(Array(data), as: path)
    }
}

extension [UInt8] {
    /// These bytes as text.
    package var asText: String { String(decoding: self, as: UTF8.self) }
}

extension Value {
    /// This as a cell of a table: strings without quotes, nothing for null.
    package var cellText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .bool, .integer, .number, .array, .object: JSONText.write(self).asText
        }
    }
}
