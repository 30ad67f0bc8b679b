import HTTPAPI
import HTTPTestKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifecycleKernel
import Logging
import NIOCore
import Synchronization
import Testing

/// Keeps what is logged.
private final class LogLines: Sendable {
    struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: Logger.Metadata

        subscript(name: String) -> String? { metadata[name]?.description }
    }

    private let kept = Mutex<[Line]>([])

    var requests: [Line] { kept.withLock { lines in lines.filter { $0.message == "request" } } }

    func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "test") { _ in Handler(lines: self, logLevel: level) }
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let line = Line(level: event.level, message: "\(event.message)", metadata: all)
            lines.kept.withLock { $0.append(line) }
        }
    }
}

@Suite("The access log and the ids of requests")
struct AccessLogTests {
    private static let id = HTTPField.Name("X-Request-Id")!

    /// Runs a service that logs from a level on, and gives what it logged.
    private func run(
        _ level: Logger.Level,
        _ setup: TestingSetup = .live,
        routes: [Route] = [],
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws -> [LogLines.Line] {
        let lines = LogLines()
        var settings = HTTPServerSettings()
        settings.bearerToken = "open-sesame"
        var dependencies = try APIDependencies.test()
        dependencies.routes += routes
        let api = InternalAPI(dependencies, settings: settings)
        try await makeApplication(api, logger: lines.logger(level)).test(setup, test)
        return lines.requests
    }

    private static let token: HTTPFields = [.authorization: "Bearer open-sesame"]

    @Test("What is named below a path where secrets are sent is not logged")
    func keys() async throws {
        let keys = Route(.delete, "/v1/keys/{id}", secretBelow: "/v1") { _, _ in Response(status: .ok) }
        let lines = try await run(.debug, routes: [keys]) { client in
            for path in ["/v1/keys/MHcCAQEEIBfp", "//v1//keys/MHcCAQEEIBfp/x", "/v1/keys"] {
                _ = try await client.executeRequest(uri: path, method: .delete, headers: Self.token, body: nil)
            }
        }
        #expect(lines.map { $0["path"] } == ["/v1/keys/...", "/v1/keys/...", "/v1/keys"])
    }

    @Test("Each request is a line at the level debug: who, what, how it ended and how long it took, and no secret")
    func lines() async throws {
        let lines = try await run(.debug) { client in
            for (path, headers) in [
                ("/v1/devices?label=password:hunter2&cursor=open-sesame", Self.token), ("/v1/nothing", Self.token),
                ("/v1/devices", [.authorization: "Bearer wrong-token"]),
            ] as [(String, HTTPFields)] {
                _ = try await client.executeRequest(uri: path, method: .get, headers: headers, body: nil)
            }
        }
        #expect(lines.map { $0["path"] } == ["/v1/devices", "/v1/nothing", "/v1/devices"])
        #expect(lines.map { $0["status"] } == ["422", "404", "401"])
        for line in lines {
            #expect(line.level == .debug)
            #expect(line["method"] == "GET")
            #expect(line["client"]?.hasPrefix("127.0.0.1:") == true)
            guard case .stringConvertible(let milliseconds as Double)? = line.metadata["milliseconds"],
                case .stringConvertible(_ as Int)? = line.metadata["status"]
            else {
                Issue.record("they are no numbers")
                continue
            }
            #expect(milliseconds > 0 && (milliseconds * 1_000).rounded() / 1_000 == milliseconds)
            let text = line.metadata.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            for secret in ["sesame", "wrong-token", "hunter2"] { #expect(!text.contains(secret)) }
        }
    }

    @Test("At the usual level there is none", arguments: [Logger.Level.info, .notice])
    func silence(level: Logger.Level) async throws {
        let lines = try await run(level) { client in
            _ = try await client.executeRequest(uri: "/livez", method: .get, headers: [:], body: nil)
        }
        #expect(lines.isEmpty)
    }

    @Test("A stream is logged when it ends, with the id that its client got")
    func stream() async throws {
        let given = Mutex<String?>(nil)
        let lines = try await run(.debug) { client in
            let batch = try await client.executeRequest(
                uri: "/v1/batch",
                method: .post,
                headers: Self.token.merging([.contentType: "application/x-ndjson"]),
                body: ByteBuffer(string: "{}\n{}\n")
            )
            given.withLock { $0 = batch.headers[Self.id] }
        }
        #expect(lines.count == 1)
        #expect(lines.first?["status"] == "200")
        #expect(lines.first?["id"] == given.withLock { $0 })
    }

    @Test("Every answer has an id of its own, which the log has too, whatever became of the request")
    func ids() async throws {
        let ids = Mutex<[String?]>([])
        let lines = try await run(.debug) { client in
            for (method, path) in [
                (.get, "/livez"), (.get, "/nothing"), (.post, "/v1/devices"), (.head, "/v1/devices"),
                (.get, "/problems"),
                (.delete, "/livez"),
            ] as [(HTTPRequest.Method, String)] {
                let answer = try await client.executeRequest(uri: path, method: method, headers: [:], body: nil)
                ids.withLock { $0.append(answer.headers[Self.id]) }
            }
        }
        let given = ids.withLock { $0.compactMap { $0 } }
        #expect(given.count == 6)
        #expect(Set(given).count == 6)
        #expect(lines.map { $0["id"] } == given)
    }

    @Test(
        "A client's own id is kept where it is safe to repeat",
        arguments: [
            ("run-4711", true), ("0f8fad5b-d9cb-469f-a165-70867728950e", true), ("a", true), ("A_b.C-9", true),
            (String(repeating: "x", count: 64), true), (String(repeating: "x", count: 65), false), ("", false),
            ("a b", false), ("a\"b", false), ("ä", false), ("a,b", false), ("<script>", false),
        ]
    )
    func ownID(text: String, isKept: Bool) async throws {
        _ = try await run(.notice, .router) { client in
            let answer = try await client.executeRequest(
                uri: "/livez",
                method: .get,
                headers: [Self.id: text],
                body: nil
            )
            #expect((answer.headers[Self.id] == text) == isKept)
            #expect(answer.headers[Self.id]?.isEmpty == false)
        }
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        fields.append(contentsOf: others)
        return fields
    }
}
