import DeviceHost
import LifecycleKernel
import Logging
import Metrics
import TestKit
import WireFormat

@testable import Webhooks

/// A host with one device, and a service whose clock is moved by hand.
struct TestWebhooks: Sendable {
    let registry: DeviceRegistry
    let service: WebhookService
    let clock: HandMovedClock

    static let phone = DeviceID("phone")!
    static let notes: BundleID = "com.example.notes"

    /// Makes them; nothing runs yet.
    init(
        hosts: String = "hooks.example.com",
        sender: (any RequestSender)? = nil,
        limits: WebhookLimits = WebhookLimits(),
        store: (any StepHistory)? = nil,
        clock: HandMovedClock = HandMovedClock(),
        hostLimits: HostLimits = TestKit.limits(),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = quietLogger
    ) {
        self.clock = clock
        registry = DeviceRegistry(limits: hostLimits, wall: clock, store: store)
        service = WebhookService(
            registry,
            hosts: hosts.isEmpty ? .none : WebhookHosts(hosts)!,
            version: "1.2.3",
            limits: limits,
            sender: sender,
            wall: clock,
            metricsFactory: metrics,
            logger: logger
        )
    }

    /// Runs the services while the body runs.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [registry, clock] in try await FanOut(registry: registry, wall: clock).run() }
            if let store = CommitService(registry: registry, logger: quietLogger) {
                group.addTask { await store.run() }
            }
            _ = try await registry.recover(logger: quietLogger)
            try await service.restore()
            group.addTask { [service] in try await service.run() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// Makes the device, with an app.
    func makePhone(labels: [Label] = []) async throws {
        _ = try await registry.create(
            NewDevice(
                id: Self.phone,
                settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
                labels: labels,
                apps: [AppManifest(bundleID: Self.notes, lifecycle: .appDelegate)]
            )
        )
    }

    /// Has the app launched and killed, which is one exit.
    func kill() async throws {
        for event in [
            ["type": "app.launch", "bundleID": "com.example.notes"],
            ["type": "app.terminate", "bundleID": "com.example.notes", "cause": "system"],
        ] as [Value] {
            _ = try await registry.apply(.event(try Event(event, at: "")), to: Self.phone)
        }
    }

    /// Registers a webhook that hears of exits.
    @discardableResult
    func register(_ url: String = "https://hooks.example.com/x", kinds: [Record.Kind] = [.exit]) async throws -> Webhook
    {
        try await service.register(NewWebhook(WebhookURL(url)!, filter: WebhookFilter(kinds: kinds))).webhook
    }

    /// What the interface shows of a webhook.
    func status(_ webhook: Webhook) -> Value {
        guard let status = service.webhook(webhook.id) else { return .null }
        return (try? JSONText.parse(JSONText.write(status))) ?? .null
    }
}
