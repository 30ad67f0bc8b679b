import DeviceHost
import Foundation
import LifecycleKernel
import NIOCore
import NIOSSL
import Outgoing
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import APNs
@testable import Webhooks

/// Real connections to receivers on this machine, friendly and hostile.
@Suite("Requests to receivers", .timeLimit(.minutes(2)))
struct OutgoingClientTests {
    private func client(
        _ hosts: String = "127.0.0.1",
        resolver: NameResolver = .system,
        within timeout: Duration = .seconds(15)
    ) -> OutgoingClient {
        let hosts = WebhookHosts(hosts)!
        return OutgoingClient(limits: RequestLimits(timeout: timeout), resolver: resolver) { hosts.allows($0, of: $1) }
    }

    private func request(_ url: String) -> OutgoingRequest {
        OutgoingRequest(
            WebhookURL(url)!,
            headers: [.init(name: "webhook-id", value: "msg_1")],
            body: Array(#"{"type":"t"}"#.utf8)
        )
    }

    /// Resolves names from a table.
    private func resolver(_ table: [String: [String]]) -> NameResolver {
        NameResolver { host in (table[host] ?? [host]).compactMap { IPAddress($0) } }
    }

    @Test("A request arrives with its headers, its body and the host of its URL")
    func arrives() async throws {
        try await TestReceiver.run([.status(204)]) { receiver in
            let answer = await client().send(request("http://127.0.0.1:\(receiver.port)/a/b?c=%20d"))
            #expect(answer == .success(OutgoingAnswer(status: 204)))
            let received = try #require(receiver.requests.first)
            #expect(received.line == "POST /a/b?c=%20d HTTP/1.1")
            #expect(received.headers["host"] == "127.0.0.1:\(receiver.port)")
            #expect(received.headers["webhook-id"] == "msg_1" && received.headers["content-length"] == "12")
            #expect(received.body == Array(#"{"type":"t"}"#.utf8))
        }
    }

    @Test("A redirect is an answer: what it leads to is never connected to", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        try await TestReceiver.run([.status(200)]) { hidden in
            let location = "Location: http://127.0.0.1:\(hidden.port)/\r\n"
            try await TestReceiver.run([.status(status, location)]) { receiver in
                let answer = await client().send(request("http://127.0.0.1:\(receiver.port)/"))
                #expect(answer == .success(OutgoingAnswer(status: status)))
                #expect(receiver.connections == 1 && hidden.connections == 0)
            }
        }
    }

    @Test("Retry-After is handed on")
    func retryAfter() async throws {
        try await TestReceiver.run([.status(503, "Retry-After: 120\r\n")]) { receiver in
            let answer = await client().send(request("http://127.0.0.1:\(receiver.port)/"))
            #expect(answer == .success(OutgoingAnswer(status: 503, retryAfter: "120")))
        }
    }

    @Test("Of an answer without end a little is read, then the connection is closed")
    func endlessBody() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        try await TestReceiver.run([.endless(head)]) { receiver in
            let answer = await client().send(request("http://127.0.0.1:\(receiver.port)/"))
            #expect(answer == .success(OutgoingAnswer(status: 200)))
            await until { receiver.closedConnections == 1 }
            // What both systems keep of a connection is a few megabytes.
            #expect(receiver.sentBytes < 64 * 1_048_576)
        }
    }

    @Test("A head without end is no answer")
    func endlessHead() async throws {
        try await TestReceiver.run([.endless("HTTP/1.1 200 OK\r\nX: ")]) { receiver in
            let answer = await client().send(request("http://127.0.0.1:\(receiver.port)/"))
            #expect(answer == .failure(.badAnswer) || answer == .failure(.connectionLost))
            await until { receiver.closedConnections == 1 }
        }
    }

    @Test("A receiver that never answers is given up, and the connection is closed")
    func silent() async throws {
        try await TestReceiver.run([.stalled("")]) { receiver in
            let answer = await client(within: .milliseconds(200)).send(request("http://127.0.0.1:\(receiver.port)/"))
            #expect(answer == .failure(.timeout))
            await until { receiver.closedConnections == 1 }
        }
    }

    @Test("The status of an answer whose body does not end in time counts")
    func slowBody() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"
        try await TestReceiver.run([.stalled(head)]) { receiver in
            let answer = await client(within: .seconds(2)).send(request("http://127.0.0.1:\(receiver.port)/"))
            #expect(answer == .success(OutgoingAnswer(status: 200)))
            await until { receiver.closedConnections == 1 }
        }
    }

    @Test("A name that is not resolved in time is given up")
    func slowName() async throws {
        let resolver = NameResolver { _ in await Promise<[IPAddress]>().value(whenCancelled: []) }
        let client = client("hooks.example.com", resolver: resolver, within: .milliseconds(50))
        #expect(await client.send(request("http://hooks.example.com/")) == .failure(.timeout))
    }

    @Test("A request that is cancelled ends at once")
    func cancelled() async throws {
        try await TestReceiver.run([.stalled("")]) { receiver in
            let task = Task { await client().send(request("http://127.0.0.1:\(receiver.port)/")) }
            await until { receiver.requests.count == 1 }
            task.cancel()
            #expect(await task.value == .failure(.cancelled))
            await until { receiver.closedConnections == 1 }
        }
    }

    @Test("Who closes the connection, speaks something else, or does not listen, gives no answer")
    func failures() async throws {
        try await TestReceiver.run([.close]) { receiver in
            let answer = await client().send(request("http://127.0.0.1:\(receiver.port)/"))
            #expect(answer == .failure(.connectionLost))
        }
        try await TestReceiver.run([.bytes("SSH-2.0-OpenSSH\r\n\r\n")]) { receiver in
            let answer = await client().send(request("http://127.0.0.1:\(receiver.port)/"))
            #expect(answer == .failure(.badAnswer))
        }
        let port = try await TestReceiver.unusedPort()
        #expect(await client().send(request("http://127.0.0.1:\(port)/")) == .failure(.notReachable))
    }

    @Test("A name that leads to an address that is not allowed is not connected to")
    func rebinding() async throws {
        try await TestReceiver.run([.status(200)]) { receiver in
            for address in ["127.0.0.1", "::ffff:127.0.0.1"] {
                let client = client("hooks.example.com", resolver: resolver(["hooks.example.com": [address]]))
                let answer = await client.send(request("http://hooks.example.com:\(receiver.port)/"))
                #expect(answer == .failure(.addressNotAllowed))
            }
            #expect(receiver.connections == 0)
        }
    }

    @Test("The address that was checked is the one that is connected to, and the host stays that of the URL")
    func checkedAddress() async throws {
        try await TestReceiver.run([.status(200)]) { receiver in
            let lookups = Mutex(0)
            // The first answer may be connected to; a second one would be another.
            let resolver = NameResolver { _ in
                let isFirst = lookups.withLock { count in
                    count += 1
                    return count == 1
                }
                return [IPAddress(isFirst ? "127.0.0.1" : "127.0.0.2")!]
            }
            let client = client("hooks.example.com,127.0.0.1", resolver: resolver)
            let answer = await client.send(request("http://hooks.example.com:\(receiver.port)/"))
            #expect(answer == .success(OutgoingAnswer(status: 200)))
            #expect(receiver.requests.first?.headers["host"] == "hooks.example.com:\(receiver.port)")
            #expect(lookups.withLock { $0 } == 1)
        }
    }

    @Test(
        "Where nothing listens at one address of a name, the next one is tried; those that are not allowed are left out"
    )
    func severalAddresses() async throws {
        try await TestReceiver.run([.status(200)]) { receiver in
            let table = resolver(["localhost": ["10.0.0.1", "::1", "127.0.0.1"]])
            let client = client("localhost", resolver: table)
            let answer = await client.send(request("http://localhost:\(receiver.port)/"))
            #expect(answer == .success(OutgoingAnswer(status: 200)))
        }
        #expect(
            await client("nowhere.example.com", resolver: resolver(["nowhere.example.com": []]))
                .send(request("http://nowhere.example.com/")) == .failure(.nameNotFound)
        )
    }

    @Test("localhost is found by the system")
    func systemResolver() async throws {
        let addresses = await NameResolver.system.addresses("localhost").map(\.description)
        #expect(addresses.contains("127.0.0.1") || addresses.contains("::1"))
        #expect(await NameResolver.system.addresses("192.0.2.1").map(\.description) == ["192.0.2.1"])
    }

    @Test("TLS is with the name of the URL, whatever the address is")
    func names() async throws {
        // Not for the address, by which SwiftNIO would know the server as well.
        let identity = try CertificateAuthority(at: Date()).issue(for: ["hooks.example.com"], at: Date())
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(identity.chain.utf8)).map {
                    .certificate($0)
                },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem))
            )
        )
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates([try NIOSSLCertificate(bytes: Array(identity.authority.utf8), format: .pem)])
        try await TestReceiver.run([.status(200)], tls: context) { receiver in
            let table = resolver(["hooks.example.com": ["127.0.0.1"], "other.example.com": ["127.0.0.1"]])
            let trusting = OutgoingClient(resolver: table, tls: tls) { _, _ in true }
            let port = receiver.port
            let right = await trusting.send(request("https://hooks.example.com:\(port)/"))
            #expect(right == .success(OutgoingAnswer(status: 200)))
            #expect(await trusting.send(request("https://other.example.com:\(port)/")) == .failure(.tlsFailed))
            let strict = OutgoingClient(resolver: table) { _, _ in true }
            #expect(await strict.send(request("https://hooks.example.com:\(port)/")) == .failure(.tlsFailed))
        }
    }
}

/// The whole way: from a record to a receiver on this machine.
@Suite("Webhooks and real receivers", .timeLimit(.minutes(2)))
struct ReceiverTests {
    @Test("A receiver that is down gets the message when it is up again, signed so that it can verify it")
    func downThenUp() async throws {
        let host = TestWebhooks(hosts: "localhost")
        let port = try await TestReceiver.unusedPort()
        try await host.run {
            try await host.makePhone()
            let webhook = try await host.register("http://localhost:\(port)/hook")
            try await host.kill()
            await until { host.service.deliveries(of: webhook.id)?.first?.failure == .notReachable }
            try await TestReceiver.run([.status(204)], port: port) { receiver in
                await until { host.clock.sleeperCount == 2 }
                host.clock.advance(by: .seconds(7))
                await until { host.status(webhook)["delivered"] == 1 }
                let received = try #require(receiver.requests.first)
                let timestamp = try #require(Int64(received.headers["webhook-timestamp"] ?? ""))
                let id = try #require(received.headers["webhook-id"])
                let expected = webhook.secret.signature(id: id, timestamp: timestamp, body: received.body)
                #expect(received.headers["webhook-signature"] == expected)
                #expect(try JSONText.parse(received.body)["data"]?["record"]?["kind"] == "exit")
            }
        }
    }

    @Test("The secret is in no log, list or answer, but for the one that registers it")
    func secrecy() async throws {
        let log = LogText()
        let host = TestWebhooks(hosts: "127.0.0.1", logger: log.logger)
        try await TestReceiver.run([.status(410)]) { receiver in
            let url = "http://127.0.0.1:\(receiver.port)/hook?key=hidden"
            try await host.run {
                try await host.makePhone()
                let webhook = try await host.register(url)
                try await host.kill()
                await until { host.status(webhook)["why"] == "gone" }
                let shown =
                    log.all + "\(host.service.all) \(host.status(webhook))"
                    + String(
                        decoding: JSONText.write(all: host.service.deliveries(of: webhook.id) ?? []),
                        as: UTF8.self
                    )
                let secret = webhook.secret.text.dropFirst("whsec_".count)
                #expect(!shown.contains(secret))
                #expect(!log.all.contains("hidden") && log.all.contains(webhook.id))
                #expect(receiver.requests.allSatisfy { !"\($0)".contains(secret) })
                var change = WebhookChange()
                change.about = "x"
                let changed = try #require(try await host.service.change(webhook.id, change))
                #expect(changed.secret == nil)
                change.secret = .random()
                #expect(try await host.service.change(webhook.id, change)?.secret == change.secret)
            }
        }
    }
}
