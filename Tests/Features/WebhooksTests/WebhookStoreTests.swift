import DeviceHost
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import Webhooks

/// Webhooks that a store keeps.
@Suite("Webhooks in a store", .timeLimit(.minutes(2)))
struct WebhookStoreTests {
    private let store = TestStore()

    @Test("are there again after a start, with their secrets and what stopped them, and hear what is recorded then")
    func restart() async throws {
        let sender = TestSender()
        sender.reply { $0.url.text.hasSuffix("/gone") ? .success(.init(status: 410)) : .success(.init(status: 200)) }
        let first = TestWebhooks(sender: sender, store: store)
        let secret = WebhookSecret.random()
        try await first.run {
            try await first.makePhone()
            let kept = try await first.register()
            let gone = try await first.register("https://hooks.example.com/gone")
            let removed = try await first.register()
            #expect(try await first.service.remove(removed.id))
            var change = WebhookChange()
            change.secret = secret
            change.about = "nightly"
            _ = try await first.service.change(kept.id, change)
            try await first.kill()
            await until { first.status(gone)["why"] == "gone" && first.status(kept)["delivered"] == 1 }
            // A change after it is durable when it is.
            _ = try await first.register("https://hooks.example.com/last", kinds: [.finding])
        }
        let second = TestWebhooks(sender: sender, store: store)
        try await second.run {
            #expect(
                second.service.all.map(\.webhook.url.text).map { $0.split(separator: "/").last } == [
                    "x", "gone", "last",
                ]
            )
            let kept = second.service.all[0].webhook
            #expect(kept.secret == secret && kept.about == "nightly" && kept.formerSecret != nil)
            #expect(second.service.all[1].webhook.stopped?.reason == .gone)
            let before = sender.requests.count
            try await second.kill()
            await until { sender.requests.count == before + 1 }
            #expect(sender.requests.last?.url == kept.url)
        }
    }

    @Test("are as they were when a change cannot be written")
    func rollBack() async throws {
        let sender = TestSender()
        let host = TestWebhooks(sender: sender, store: store)
        try await host.run {
            let webhook = try await host.register()
            store.isBroken = true
            var change = WebhookChange()
            change.about = "new"
            #expect(
                await refusal { _ = try await host.service.change(webhook.id, change) }?.code == "store-unavailable"
            )
            #expect(host.service.webhook(webhook.id)?.webhook == webhook)
        }
    }

    @Test("are not there when their registration cannot be written, and there when their removal cannot")
    func rollBackOfAll() async throws {
        let host = TestWebhooks(sender: TestSender(), store: store)
        try await host.run {
            let webhook = try await host.register()
            store.isBroken = true
            #expect(await refusal { _ = try await host.service.remove(webhook.id) }?.code == "store-unavailable")
            #expect(host.service.all.map(\.webhook) == [webhook])
        }
        let broken = TestStore()
        let other = TestWebhooks(sender: TestSender(), store: broken)
        try await other.run {
            broken.isBroken = true
            #expect(await refusal { try await other.register() }?.code == "store-unavailable")
            #expect(other.service.all.isEmpty)
        }
    }
}
