import LifecycleKernel
import MetricsTestKit
import ServiceLifecycle
import TestKit
import Testing
import WireFormat

@testable import DeviceHost
@testable import Webhooks

/// From a record to a request, with a sender that the test answers for.
@Suite("Webhooks", .timeLimit(.minutes(2)))
struct WebhookServiceTests {
    private let sender = TestSender()

    @Test("A record is sent once it is written, signed with the webhook's secret as of the wall's time")
    func delivery() async throws {
        let clock = HandMovedClock(date: Instant(milliseconds: 1_800_000_000_999))
        let host = TestWebhooks(sender: sender, clock: clock)
        try await host.run {
            try await host.makePhone(labels: [Label(key: "run", value: "4711")])
            let webhook = try await host.register()
            try await host.kill()
            await until { host.status(webhook)["delivered"] == 1 }
            let request = try #require(sender.requests.first)
            let body = try JSONText.parse(request.body)
            #expect(body["type"] == "greenroom.exit" && body["timestamp"] == "2027-01-15T08:00:00.999Z")
            #expect(body["data"]?["device"] == "phone" && body["data"]?["labels"] == ["run": "4711"])
            #expect(body["data"]?["record"]?["kind"] == "exit")
            #expect(request.url.text == "https://hooks.example.com/x")
            let id = try #require(request.header("webhook-id"))
            let expected = webhook.secret.signature(id: id, timestamp: 1_800_000_000, body: request.body)
            #expect(request.header("webhook-signature") == expected)
            #expect(request.header("webhook-timestamp") == "1800000000")
            #expect(request.header("content-type") == "application/json")
            #expect(request.header("user-agent") == "Greenroom/1.2.3")
        }
    }

    @Test("A message that fails is sent again with the same identifier and a new signature")
    func retry() async throws {
        let host = TestWebhooks(sender: sender)
        sender.reply { _ in .failure(.notReachable) }
        try await host.run {
            try await host.makePhone()
            let webhook = try await host.register()
            try await host.kill()
            await until { sender.requests.count == 1 && host.clock.sleeperCount == 2 }
            sender.reply(200)
            host.clock.advance(by: .seconds(7))
            await until { host.status(webhook)["delivered"] == 1 }
            let requests = sender.requests
            #expect(requests.count == 2 && requests[0].body == requests[1].body)
            #expect(requests[0].header("webhook-id") == requests[1].header("webhook-id"))
            #expect(requests[0].header("webhook-signature") != requests[1].header("webhook-signature"))
            let deliveries = try #require(host.service.deliveries(of: webhook.id))
            #expect(deliveries.map(\.attempt) == [2, 1] && deliveries.map(\.outcome) == [.delivered, .retrying])
            #expect(deliveries[1].failure == .notReachable && deliveries[1].nextAttempt != nil)
        }
    }

    @Test("A receiver that never answers keeps up its own webhook and nothing else")
    func slowReceiver() async throws {
        let host = TestWebhooks(hosts: "hooks.example.com,slow.example.com", sender: sender)
        sender.hold { $0.url.host == "slow.example.com" }
        try await host.run {
            try await host.makePhone()
            let slow = try await host.register("https://slow.example.com/")
            let webhook = try await host.register()
            for _ in 0..<3 { try await host.kill() }
            await until { host.status(webhook)["delivered"] == 3 }
            #expect(sender.heldCount == 1 && host.status(slow)["waiting"] == 3)
            sender.release()
            await until { host.status(slow)["delivered"] == 3 }
        }
    }

    /// Inputs are applied although nothing reads what they publish, however much it is: the publisher never waits.
    @Test("Inputs do not wait for webhooks, even where nobody reads; what is missed is told")
    func publisherNeverWaits() async throws {
        let host = TestWebhooks(sender: sender, hostLimits: limits { $0.streamedRecords = 50 })
        try await host.makePhone()
        let webhook = try await host.register()
        // Neither the fan-out nor the service runs.
        for _ in 0..<20 { try await host.kill() }
        try await host.run {
            await until { sender.bodies.contains { $0["type"] == "greenroom.gap" } }
            let missed = try #require(sender.bodies.first { $0["type"] == "greenroom.gap" }?["data"]?["missed"]?.whole)
            #expect(missed > 50)
            await until { host.status(webhook)["waiting"] == 0 }
            // Those that are kept follow.
            #expect(sender.bodies.last?["type"] == "greenroom.exit")
        }
    }

    @Test("What does not fit into the queue is dropped, counted, and told in the next message")
    func overflow() async throws {
        var limits = WebhookLimits()
        limits.queue.count = 2
        let metrics = TestMetrics()
        let host = TestWebhooks(sender: sender, limits: limits, metrics: metrics)
        sender.hold()
        try await host.run {
            try await host.makePhone()
            let webhook = try await host.register()
            for _ in 0..<5 { try await host.kill() }
            await until { host.status(webhook)["dropped"] == 3 }
            sender.release()
            await until { host.status(webhook)["delivered"] == 2 }
            try await host.kill()
            await until { host.status(webhook)["delivered"] == 3 }
            #expect(sender.bodies.map { $0["data"]?["dropped"] } == [nil, nil, 3])
            let dropped = try metrics.expectCounter("greenroom.webhook.messages", [("outcome", "dropped")])
            #expect(dropped.totalValue == 3)
        }
    }

    @Test("Five messages that are given up pause a webhook; enabling it sends what waits, from the beginning")
    func pause() async throws {
        let log = LogText()
        let host = TestWebhooks(sender: sender, logger: log.logger)
        sender.reply(500)
        try await host.run {
            try await host.makePhone()
            let webhook = try await host.register()
            for _ in 0..<5 { try await host.kill() }
            for attempt in 1...6 {
                await until { sender.requests.count == attempt * 5 }
                await until { host.clock.sleeperCount >= 2 || (host.status(webhook)["pausedSince"] != .null) }
                host.clock.advance(by: .seconds(4_500))
            }
            await until { host.status(webhook)["why"] == "failures" }
            #expect(host.status(webhook)["enabled"] == true && host.status(webhook)["failed"] == 5)
            try await host.kill()
            await until { host.status(webhook)["waiting"] == 1 }
            sender.reply(200)
            var change = WebhookChange()
            change.isEnabled = true
            _ = try await host.service.change(webhook.id, change)
            await until { host.status(webhook)["delivered"] == 1 }
            #expect(host.status(webhook)["why"] == .null)
        }
        #expect(log.all.contains("a webhook has stopped"))
    }

    @Test("410 disables a webhook, and then nothing is heard for it")
    func gone() async throws {
        let host = TestWebhooks(sender: sender)
        sender.reply(410)
        try await host.run {
            try await host.makePhone()
            let webhook = try await host.register()
            try await host.kill()
            await until { host.status(webhook)["why"] == "gone" }
            #expect(host.status(webhook)["enabled"] == false)
            // The subscription has ended with the last webhook that heard.
            await until { host.registry.hub.followersOfAll == 0 }
            try await host.kill()
            #expect(sender.requests.count == 1)
        }
    }

    @Test("A test is sent at once and once, also by a webhook that is disabled")
    func test() async throws {
        let host = TestWebhooks(sender: sender)
        sender.reply(500)
        try await host.run {
            let webhook = try await host.register()
            var change = WebhookChange()
            change.isEnabled = false
            _ = try await host.service.change(webhook.id, change)
            let id = try #require(try host.service.test(webhook.id))
            await until { host.service.deliveries(of: webhook.id)?.count == 1 }
            #expect(sender.requests.first?.header("webhook-id") == id)
            #expect(sender.bodies.first?["type"] == "greenroom.test")
            #expect(sender.bodies.first?["data"] == ["webhook": .string(webhook.id)])
            #expect(host.service.deliveries(of: webhook.id)?.first?.outcome == .failed)
            #expect(host.status(webhook)["failed"] == 0 && host.status(webhook)["waiting"] == 0)
        }
    }

    @Test("A webhook that is removed sends nothing more")
    func removal() async throws {
        let host = TestWebhooks(sender: sender)
        sender.hold()
        try await host.run {
            try await host.makePhone()
            let webhook = try await host.register()
            for _ in 0..<2 { try await host.kill() }
            // Both are there: a record that is still under way would come to the webhook that is registered next, too.
            await until { sender.heldCount == 1 && host.status(webhook)["waiting"] == 2 }
            #expect(try await host.service.remove(webhook.id))
            #expect(try await !host.service.remove(webhook.id))
            sender.release()
            let other = try await host.register()
            try await host.kill()
            await until { host.status(other)["delivered"] == 1 }
            #expect(sender.requests.count == 2)
        }
    }

    @Test("A host that is not named is refused, when a webhook is registered and when it is changed")
    func otherHosts() async throws {
        let host = TestWebhooks(sender: sender)
        try await host.run {
            let refused = try #require(await refusal { try await host.register("http://localhost:8080/") })
            let rejection = if case .rejected(let rejection, _) = refused { rejection } else { Rejection?.none }
            #expect(rejection?.field == "url" && rejection?.accepted == ["hooks.example.com"])
            let webhook = try await host.register()
            var change = WebhookChange()
            change.url = WebhookURL("http://169.254.169.254/")
            let again = await refusal { _ = try await host.service.change(webhook.id, change) }
            #expect(again?.code == "invalid-value")
            #expect(host.service.webhook(webhook.id)?.webhook.url == webhook.url)
        }
    }

    @Test("Without named hosts nothing can be registered")
    func off() async throws {
        let host = TestWebhooks(hosts: "", sender: sender)
        let refused = await refusal { try await host.register() }
        #expect(refused?.code == "not-possible-now" && refused?.detail.description.contains("--webhook-hosts") == true)
        #expect(host.service.all.isEmpty)
    }

    @Test("There may be a hundred, and one more is refused")
    func limit() async throws {
        let host = TestWebhooks(sender: sender)
        for _ in 0..<WebhookLimits.webhooks { try await host.register() }
        #expect(await refusal { try await host.register() }?.code == "limit-reached")
        #expect(Set(host.service.all.map(\.webhook.id)).count == WebhookLimits.webhooks)
    }

    @Test("A webhook takes no stream from a client, and none is refused for streams of clients")
    func streams() async throws {
        let host = TestWebhooks(sender: sender, hostLimits: limits { $0.subscribers = 1 })
        try await host.register()
        let stream = try host.registry.followAll()
        try await host.register()
        #expect(host.registry.streamCount == 1)
        #expect(throws: HostError.self) { try host.registry.followAll() }
        stream.cancel()
    }

    @Test("A graceful shutdown ends the service while a receiver does not answer")
    func shutdown() async throws {
        let host = TestWebhooks(sender: sender)
        sender.hold()
        try await host.makePhone()
        try await host.register()
        let services: [any Service] = [FanOut(registry: host.registry, wall: host.clock), host.service]
        let group = ServiceGroup(services: services, logger: quietLogger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await host.kill()
            await until { sender.heldCount == 1 }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(host.service.all.first?.waiting == 1)
    }

    @Test("Metrics show the webhooks by state, and count attempts and messages")
    func metrics() async throws {
        let metrics = TestMetrics()
        let host = TestWebhooks(sender: sender, metrics: metrics)
        try await host.run {
            try await host.makePhone()
            let webhook = try await host.register()
            sender.reply(302)
            try await host.kill()
            await until { sender.requests.count == 1 && host.clock.sleeperCount == 2 }
            sender.reply(200)
            host.clock.advance(by: .seconds(7))
            await until { host.status(webhook)["delivered"] == 1 }
        }
        for (label, value, count) in [
            ("greenroom.webhook.attempts", ("answer", "3xx"), 1), ("greenroom.webhook.attempts", ("answer", "2xx"), 1),
            ("greenroom.webhook.messages", ("outcome", "delivered"), 1),
            ("greenroom.webhook.messages", ("outcome", "failed"), 0),
        ] as [(String, (String, String), Int64)] {
            #expect(try metrics.expectCounter(label, [value]).totalValue == count)
        }
        #expect(try metrics.expectGauge("greenroom.webhooks", [("state", "active")]).lastValue == 1)
        #expect(try metrics.expectGauge("greenroom.webhook.queue.length").lastValue == 0)
    }
}
