import Crypto
import DeviceTokens
import Foundation
import HTTPAPI
import LifecycleKernel
import Logging
import Metrics
import NIOHPACK
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import APNs
@testable import DeviceHost
@testable import OpenTelemetryExport
@testable import PostgreSQLStore
@testable import Webhooks

private let notes = AppManifest(bundleID: "com.example.notes", lifecycle: .appDelegate)
private let phone = DeviceID("phone")!
/// The token to which pushes are sent.
private let token = String(repeating: "ab", count: 32)

/// Receives what servers send to webhooks.
private final class Receiver: RequestSender {
    private struct State {
        var requests: [OutgoingRequest] = []
        var status: Int? = 200
    }

    private let state = Mutex(State())

    /// The messages, in order.
    var messages: [Value] { state.withLock(\.requests).map { (try? JSONText.parse($0.body)) ?? .null } }
    /// The sequences of the records in them.
    var sequences: [Int64] { messages.compactMap { $0["data"]?["record"]?["sequence"]?.whole.map { Int64($0) } } }

    /// The identifiers of the messages.
    var ids: [String] { state.withLock(\.requests).compactMap { $0.header("webhook-id") } }

    /// Answers with a status from now on; with nil not at all.
    func reply(_ status: Int?) { state.withLock { $0.status = status } }

    func send(_ request: OutgoingRequest) async -> Result<OutgoingAnswer, OutgoingFailure> {
        let status = state.withLock { state in
            state.requests.append(request)
            return state.status
        }
        guard let status else {
            await Promise<Void>().value(whenCancelled: ())
            return .failure(.cancelled)
        }
        return .success(OutgoingAnswer(status: status))
    }
}

/// Receives what servers export.
private final class Collector: ExportSender {
    private let events = Mutex(0)

    /// How many events it has received.
    var count: Int { events.withLock(\.self) }

    func send(_ body: [UInt8], of signal: Signal) async -> ExportAnswer {
        guard signal == .logs, let body = try? JSONText.parse(body) else { return .status(200) }
        let found = (body["resourceLogs"]?.elements ?? []).flatMap { $0["scopeLogs"]?.elements ?? [] }
            .flatMap { $0["logRecords"]?.elements ?? [] }
        events.withLock { $0 += found.count }
        return .status(200)
    }

    func close() async {}
}

/// A server that shares a database, with the services that belong to no device.
private final class SharingServer: Sendable {
    let store: PostgreSQLStore
    let clock: SharedWallClock
    let registry: DeviceRegistry
    let webhooks: WebhookService
    let pushes: PushService
    let exporter: OpenTelemetryExporter?
    private let stop = Promise<Void>()
    private let hasStopped = Mutex(false)

    init(
        _ place: PostgreSQLPlace,
        _ receiver: Receiver,
        _ collector: Collector? = nil,
        listens: Bool = true
    ) async throws {
        store = try await place.open {
            $0.stepAge = .seconds(3_600)
            if !listens { $0.listenStatement = "SELECT 1" }
        }
        clock = SharedWallClock()
        let registry = DeviceRegistry(limits: limits(), wall: clock, store: store)
        self.registry = registry
        webhooks = WebhookService(
            registry,
            hosts: try #require(WebhookHosts("hooks.example.com")),
            sender: receiver,
            metricsFactory: NOOPMetricsHandler.instance,
            logger: quietLogger
        )
        pushes = PushService(registry, metricsFactory: NOOPMetricsHandler.instance, logger: quietLogger)
        exporter = try collector.map { collector throws(HostError) in
            try OpenTelemetryExporter(
                registry,
                sender: collector,
                version: "1",
                metrics: ExportMetrics(factory: NOOPMetricsHandler.instance),
                logger: quietLogger
            )
        }
        _ = try await registry.recover(logger: quietLogger)
        try await webhooks.restore()
        try await pushes.history.restore()
        try await pushes.restore()
    }

    /// Runs until it is ended.
    func run() async {
        guard let commits = CommitService(registry: registry, logger: quietLogger) else { return }
        await withDiscardingTaskGroup { group in
            // It closes the store, so it ends after the others, as in a server.
            group.addTask { await commits.run() }
            await runServices()
            group.cancelAll()
        }
        hasStopped.withLock { $0 = true }
    }

    private func runServices() async {
        await withDiscardingTaskGroup { group in
            let sharing = SharingService(registry: registry, clock: clock, logger: quietLogger) {
                [pushes, webhooks] revisions in
                try await pushes.keys.refresh(to: revisions)
                try await webhooks.refresh(to: revisions)
            }
            group.addTask { try? await sharing?.run() }
            group.addTask { [registry] in try? await FanOut(registry: registry).run() }
            group.addTask { [webhooks] in try? await webhooks.run() }
            group.addTask { [exporter] in try? await exporter?.run() }
            await stop.value(whenCancelled: ())
            group.cancelAll()
        }
    }

    /// Ends it gracefully.
    func end() async {
        stop.fulfill(())
        await until { hasStopped.withLock(\.self) }
    }

    /// Ends it as if it was killed: the database hears nothing more of it.
    func kill() async {
        await store.close()
        await end()
    }

    /// Creates the device.
    func createPhone() async throws {
        let settings = DeviceSettings(clock: ClockSettings(mode: .manual))
        _ = try await registry.create(NewDevice(id: phone, settings: settings, startsAt: .manualStart, apps: [notes]))
    }

    /// Has the app of the device exit once.
    ///
    /// - Returns: The sequence of the last record.
    @discardableResult
    func exit() async throws -> SequenceNumber {
        _ = try await registry.apply(.event(.app("com.example.notes", .launch(arguments: []))), to: phone)
        return try await registry.apply(.event(.app("com.example.notes", .forceQuit)), to: phone).sequence
    }

    func register(_ kinds: [Record.Kind] = [.exit]) async throws -> Webhook {
        let url = try #require(WebhookURL("https://hooks.example.com/"))
        return try await webhooks.register(NewWebhook(url, filter: WebhookFilter(kinds: kinds))).webhook
    }
}

@Suite("Servers that share a database share", .timeLimit(.minutes(2)))
struct SharedServiceTests {
    private let place = PostgreSQLPlace()
    private let receiver = Receiver()

    /// Runs servers while the test runs.
    private func servers(
        _ count: Int = 2,
        _ collector: Collector? = nil,
        listens: Bool = true,
        _ test: ([SharingServer]) async throws -> Void
    ) async throws {
        var servers: [SharingServer] = []
        for _ in 0..<count {
            servers.append(try await SharingServer(place, receiver, collector, listens: listens))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for server in servers { group.addTask { await server.run() } }
            try await test(servers)
        }
    }

    /// The sequences of the exits of the device.
    private func exits(_ server: SharingServer) async throws -> [Int64] {
        try await server.registry.timeline(of: phone, TimelineQuery(kinds: [.exit])).records
            .map { Int64($0.sequence.rawValue) }
    }

    /// What is kept with the role of webhooks.
    private func kept() throws -> WebhookPositions? {
        let query = "SELECT reached FROM greenroom.role WHERE name = 'webhooks'"
        return try place.connect().query(query).first.flatMap { WebhookPositions(try $0.text(0)) }
    }

    /// The server that sends to webhooks.
    private func sender(of servers: [SharingServer]) async -> Int {
        var found: Int?
        await until {
            found = servers.firstIndex { $0.webhooks.state.withLock { $0.read != nil } }
            return found != nil
        }
        return found ?? 0
    }

    // MARK: Webhooks

    @Test("webhooks: one that was registered, changed or removed at one is known at the others")
    func webhooks() async throws {
        try await servers { servers in
            let webhook = try await servers[0].register()
            try await servers[1].webhooks.refresh()
            #expect(servers[1].webhooks.all.map(\.webhook) == [webhook])
            var change = WebhookChange()
            change.about = "nightly"
            #expect(try await servers[1].webhooks.change(webhook.id, change)?.webhook.about == "nightly")
            // Nobody asks.
            await until { servers[0].webhooks.webhook(webhook.id)?.webhook.about == "nightly" }
            #expect(try await servers[0].webhooks.remove(webhook.id))
            #expect(try await !servers[1].webhooks.remove(webhook.id))
            #expect(servers[1].webhooks.all.isEmpty)
            // Both may test one.
            let other = try await servers[0].register()
            try await servers[1].webhooks.refresh()
            for server in servers { #expect(try server.webhooks.test(other.id) != nil) }
            await until { receiver.messages.count == 2 }
            #expect(receiver.messages.allSatisfy { $0["type"] == "greenroom.test" })
        }
    }

    @Test(
        "webhooks: each record is sent once, whichever server has registered the webhook and written the record",
        arguments: [true, false]
    )
    func sentOnce(listens: Bool) async throws {
        try await servers(3, listens: listens) { servers in
            try await servers[0].createPhone()
            try await servers[1].exit()
            let sender = await sender(of: servers)
            // That server learns of the webhook later than it could receive the first of its records.
            _ = try await servers[(sender + 1) % 3].register()
            for round in 0..<6 { try await servers[round % 3].exit() }
            let expected = Array(try await exits(servers[0]).dropFirst())
            await until { receiver.sequences.count >= expected.count }
            #expect(receiver.sequences == expected)
            // Another webhook that begins later does not repeat anything for the first.
            _ = try await servers[(sender + 2) % 3].register()
            try await servers[0].exit()
            await until { receiver.sequences.count >= expected.count + 2 }
            let last = try #require(try await exits(servers[0]).last)
            #expect(receiver.sequences == expected + [last, last])
        }
    }

    @Test("webhooks: what a server that was killed had not delivered is sent by another one, in order")
    func killed() async throws {
        try await servers { servers in
            try await servers[0].createPhone()
            let webhook = try await servers[0].register()
            let first = await sender(of: servers)
            let other = servers[1 - first]
            try await other.exit()
            await until { receiver.sequences.count == 1 }
            await until {
                let hosted = servers[first].webhooks.state.withLock { $0.webhooks[webhook.id]?.hosted }
                return hosted?.counts.delivered == 1 && (try? kept()?.webhooks[webhook.id]) == hosted?.heard
            }
            receiver.reply(nil)
            for _ in 0..<3 { try await other.exit() }
            let expected = try await exits(other)
            await until { receiver.sequences.count == 2 }
            receiver.reply(200)
            await servers[first].kill()
            await until { receiver.sequences.count >= 5 }
            // The second one was being sent.
            #expect(receiver.sequences == Array(expected.prefix(2)) + expected.dropFirst())
            #expect(receiver.ids[1] == receiver.ids[2] && Set(receiver.ids).count == 4)
            #expect(other.webhooks.webhook(webhook.id)?.waiting == 0)
        }
    }

    @Test("webhooks: a server that ends gives its part to another one at once")
    func ended() async throws {
        try await servers { servers in
            try await servers[0].createPhone()
            let webhook = try await servers[0].register()
            let first = await sender(of: servers)
            let other = servers[1 - first]
            try await other.exit()
            await until { servers[first].webhooks.webhook(webhook.id)?.counts.delivered == 1 }
            await servers[first].end()
            // It does not wait for three seconds.
            #expect(try await other.store.takeRole(.webhooks) != nil)
            try await other.exit()
            await until { receiver.sequences.count >= 2 }
            #expect(receiver.sequences == (try await exits(other)))
        }
    }

    @Test("webhooks: a position of which not everything is kept, or that is not known, is told as a gap")
    func gaps() async throws {
        let server = try await SharingServer(place, receiver)
        let connection = try place.connect()
        var webhook: Webhook?
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await server.run() }
            try await server.createPhone()
            webhook = try await server.register()
            try await server.exit()
            await until { server.webhooks.all.first?.counts.delivered == 1 }
            await server.end()
        }
        let id = try #require(webhook).id
        let kept = try #require(try kept())
        for (scope, missing) in [(kept.read.scope, true), ("0123", false)] {
            let before = receiver.messages.count
            let position = try #require(kept.webhooks[id])
            let read = StreamEventID(scope: scope, position: position)
            if missing {
                try connection.run("INSERT INTO greenroom.missing VALUES (\(position.number + 1))")
            }
            try connection.run(
                """
                UPDATE greenroom.role SET until = 0, reached = '\(WebhookPositions(read: read, webhooks: [id: position]))'
                """
            )
            try await servers(1) { servers in
                await until { receiver.messages.count > before }
                #expect(receiver.messages[before]["type"] == "greenroom.gap")
                try await servers[0].exit()
                await until { receiver.messages.count >= before + 2 }
                #expect(receiver.sequences.last == (try await exits(servers[0]).last))
                #expect(receiver.messages.count == before + 2)
            }
        }
    }

    @Test("webhooks: one that its receiver does not want any more is disabled at all")
    func gone() async throws {
        try await servers { servers in
            receiver.reply(410)
            try await servers[0].createPhone()
            let webhook = try await servers[0].register()
            try await servers[1].exit()
            await until {
                for server in servers { try? await server.webhooks.refresh() }
                return servers.allSatisfy { $0.webhooks.webhook(webhook.id)?.webhook.hears == false }
            }
            try await servers[1].exit()
            #expect(receiver.messages.count == 1)
            var change = WebhookChange()
            change.isEnabled = true
            receiver.reply(200)
            _ = try await servers[1].webhooks.change(webhook.id, change)
            try await servers[1].exit()
            await until { receiver.messages.count >= 2 }
            let last = try await exits(servers[0]).last
            #expect(receiver.messages.count == 2 && receiver.sequences.last == last)
        }
    }

    // MARK: OpenTelemetry

    @Test("the export to OpenTelemetry: each event is exported once, by one of them, and by another one when it ends")
    func export() async throws {
        let collector = Collector()
        try await servers(2, collector) { servers in
            try await servers[0].createPhone()
            for server in servers { try await server.exit() }
            let first = try await events(servers[0])
            await until { collector.count >= first }
            var holder: Int?
            await until {
                // The one that has it can take it again.
                for index in servers.indices {
                    let reached = try? await servers[index].store.takeRole(.openTelemetry)
                    if let reached, !reached.isEmpty { holder = index }
                }
                return holder != nil
            }
            let other = servers[1 - (holder ?? 0)]
            await servers[holder ?? 0].end()
            try await other.exit()
            let all = try await events(other)
            #expect(all > first)
            await until { collector.count >= all }
            await other.end()
            #expect(collector.count == all)
        }
    }

    /// How many events there are in the records of the device.
    private func events(_ server: SharingServer) async throws -> Int {
        var converter = RecordConverter()
        var output = Telemetry()
        for record in try await server.registry.timeline(of: phone).records {
            converter.consume(record, of: phone, at: .manualStart, into: &output)
        }
        converter.finish(at: .manualStart, into: &output)
        return output.events.count
    }

    // MARK: Provider keys

    @Test("provider keys: one that was registered or removed at one counts at the others")
    func keys() async throws {
        try await servers { servers in
            let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation
            let keys = servers.map(\.pushes.keys)
            let key = try #require(ProviderKey(keyID: "GREENROOM1", pem: pem))
            #expect(try await keys[0].register(key))
            try await keys[1].refresh()
            #expect(keys[1].key("GREENROOM1") != nil)
            #expect(try await keys[1].remove("GREENROOM1"))
            #expect(try await !keys[0].remove("GREENROOM1"))
            #expect(keys[0].all.isEmpty)
            let given = try #require(ProviderKey(keyID: "GREENROOM2", pem: pem))
            keys[1].add(given: [given])
            #expect(try await keys[0].register(key))
            // Nobody asks.
            await until { keys[1].all.map(\.keyID) == ["GREENROOM1", "GREENROOM2"] }
            #expect(try await keys[1].remove("GREENROOM2"))
            #expect(keys[1].all.map(\.keyID) == ["GREENROOM1"])
        }
    }

    @Test("provider keys: the token of a push finds one that another server has registered")
    func unknownKey() async throws {
        // Neither runs what follows the others.
        let servers = [try await SharingServer(place, receiver), try await SharingServer(place, receiver)]
        let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let key = try #require(ProviderKey(keyID: "GREENROOM1", pem: pem))
        let commits = try #require(CommitService(registry: servers[0].registry, logger: quietLogger))
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await commits.run() }
            _ = try await servers[0].pushes.keys.register(key)
        }
        func encoded(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        let head = encoded(#"{"alg":"ES256","kid":"GREENROOM1"}"#)
        let body = encoded(#"{"iss":"TEAM123456","iat":1}"#)
        let signature = encoded(String(repeating: "a", count: 64))
        #expect(servers[1].pushes.keys.key("GREENROOM1") == nil)
        await servers[1].pushes.authorization.lookForKey(of: "bearer \(head).\(body).\(signature)")
        #expect(servers[1].pushes.keys.key("GREENROOM1") != nil)
        for server in servers { await server.store.close() }
    }

    // MARK: Pushes

    @Test("pushes: one that was answered at one server is found by its id at another one at once")
    func pushes() async throws {
        try await servers { servers in
            try await servers[0].createPhone()
            let owner = DeviceTokenIndex.Owner(device: phone, bundleID: notes.bundleID, kind: .push)
            for _ in 0..<20 {
                let push = Push(try alertHeaders(), ["aps": ["alert": "Hello"]], UUID().uuidString.lowercased())
                #expect(await servers[0].pushes.deliver(push, to: owner, nil).status == 200)
                guard case .found = try await servers[1].pushes.history.push(push.apnsID) else {
                    Issue.record("the other server does not know the push")
                    return
                }
            }
        }
    }

    @Test("tokens: a device that is made again at another server has others, whenever its apps are installed")
    func tokens() async throws {
        try await servers { servers in
            var tokens: [String] = []
            func note(_ server: SharingServer) async throws {
                tokens.append(try #require(try await server.registry.app(notes.bundleID, on: phone).value.pushToken))
                try await server.registry.delete(phone)
            }
            for round in 0..<3 {
                let server = servers[round % 2]
                try await server.createPhone()
                try await note(server)
                _ = try await server.registry.create(NewDevice(id: phone))
                _ = try await servers[1 - round % 2].registry.apply(.install(notes), to: phone)
                try await note(server)
            }
            #expect(Set(tokens).count == 6)
            for token in tokens {
                let entry = try await servers[0].store.token(#require(DeviceTokenKey(hexadecimal: token)))
                guard case .retired? = entry else {
                    Issue.record("the token \(token) is \(String(describing: entry))")
                    return
                }
            }
        }
    }

    private func alertHeaders() throws -> PushHeaders {
        try PushHeaders(
            HPACKHeaders([
                (":method", "POST"), (":path", "/3/device/\(token)"), ("apns-topic", "com.example.notes"),
                ("apns-push-type", "alert"),
            ])
        ) { _ in nil }
    }

    // MARK: Faults of APNs

    @Test("faults of APNs: one that was added or removed at one counts at the others at once")
    func faults() async throws {
        let headers = try alertHeaders()
        // Neither runs what follows the others.
        let servers = [try await SharingServer(place, receiver), try await SharingServer(place, receiver)]
        let (one, other) = (servers[0].pushes.faults, servers[1].pushes.faults)
        #expect(try await one.take(for: headers, on: phone) == nil)
        #expect(try await one.add(Fault(reason: .forbidden, times: 20, token: token, device: phone)))
        #expect(try await other.add(Fault(reason: .shutdown, delay: .seconds(2), goAway: true)))
        let (shown, shownElsewhere) = (try await one.all, try await other.all)
        #expect(shown.map(\.value) == shownElsewhere.map(\.value))
        #expect(shown.map(\.times) == [20, 1])
        // Each is used up as often as it says, oldest first.
        let reasons = try await withThrowingTaskGroup(of: Reason?.self) { group in
            for number in 0..<24 {
                let faults = number % 2 == 0 ? one : other
                group.addTask { try await faults.take(for: headers, on: phone)?.reason }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reasons.count { $0 == .forbidden } == 20)
        #expect(reasons.count { $0 == .shutdown } == 1)
        #expect(try await one.all.isEmpty)
        for _ in 0..<Faults.limit { #expect(try await other.add(Fault(reason: .forbidden))) }
        #expect(try await !one.add(Fault(reason: .forbidden)))
        try await one.remove(topic: nil, token: nil, device: nil)
        #expect(try await other.all.isEmpty)
        for server in servers { await server.store.close() }
    }

    // MARK: The authority of the APNs certificate

    @Test("the authority of the certificate for APNs: servers that start at the same time have the same one")
    func authority() async throws {
        func registry() async throws -> DeviceRegistry { DeviceRegistry(store: try await place.open { _ in }) }
        var registries: [DeviceRegistry] = []
        for _ in 0..<4 { registries.append(try await registry()) }
        let identities = try await withThrowingTaskGroup(of: ServerIdentity?.self) { group in
            for registry in registries {
                group.addTask { try await ServerIdentity.make(names: [], sharedIn: registry) }
            }
            return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(identities.count == 4 && Set(identities.map(\.chain)).count == 4)
        #expect(Set(identities.map(\.authority)).count == 1)
        // It is there after all of them have ended.
        for registry in registries { await registry.store.close() }
        let later = try await registry()
        #expect(try await ServerIdentity.make(names: [], sharedIn: later)?.authority == identities[0].authority)
        try place.connect().run(
            "UPDATE greenroom.item SET value = '{}' WHERE kind = \(ServerItem.Kind.pushAuthority.rawValue)"
        )
        await #expect(throws: ListenerCertificateError.self) {
            try await ServerIdentity.make(names: [], sharedIn: later)
        }
        await later.store.close()
        #expect(try await ServerIdentity.make(names: [], sharedIn: DeviceRegistry()) == nil)
    }
}
