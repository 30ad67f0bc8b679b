import DeviceHost
import LifecycleKernel
import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// The webhooks of a server: keeps them, hears the records of all devices, and delivers messages.
///
/// - Records are heard by one subscription, which exists while a webhook hears something. Devices do not know of it: they
///   publish to the hub, which never waits, and a reader that falls behind gets a gap.
/// - Each webhook has a task of its own, which sends one message after another. A receiver that is slow or never answers
///   keeps up its own webhook and nothing else.
/// - What happens to a webhook is decided by `HostedWebhook`, a value; this class holds them all behind one lock, which is
///   never held across an `await`.
///
/// Servers that share a store have the same webhooks: those in the store, which are read again when any has changed. One of them
/// has the role of making and sending messages. The others only send those that try a receiver.
///
/// `+Changing` is used by the interface, `+Receiving` and `+Delivering` are the tasks, `+Sharing` is for several servers.
package final class WebhookService: Service {
    struct State {
        /// By their ids.
        var webhooks: [String: Running] = [:]
        /// The subscription while a webhook hears something.
        var subscription: RecordSubscription?
        /// Fulfilled when there is a subscription.
        var waitingListener: Promise<Void>?
        /// How many webhooks have been started.
        var starts = 0
        /// The position up to which the records of all devices were received, while this server has the role of sending messages.
        /// Nil while another one has, or there is no other.
        var read: StreamEventID?
        /// With other servers: the positions at which the webhooks were written last, and the changes of this server since they
        /// were read.
        var written: [String: Int64] = [:]
        var stops: [Held<Void>] = []
    }

    /// A webhook, and its task.
    struct Running {
        var hosted: HostedWebhook
        /// Tells its task from that of another one of the same id.
        let start: Int
        /// Fulfilled when its task has something to do.
        var alarm: Promise<Void>?
    }

    /// The task that is to be started for a webhook.
    struct Start: Sendable {
        let id: String
        let number: Int
    }

    /// The hosts to which messages may be sent; without any nothing is sent.
    package let hosts: WebhookHosts
    let state = Mutex(State())
    let registry: DeviceRegistry
    /// What other servers may change; nil if there are none.
    let copies: ItemCopies?
    let sender: any RequestSender
    let limits: WebhookLimits
    let wall: any WallClock
    let metrics: WebhookMetrics
    let logger: Logger
    /// What the header `User-Agent` of messages says.
    let userAgent: String
    /// Those that have no task yet. Not bounded: `run` takes each at once, and there are few webhooks.
    let starts: AsyncStream<Start>
    let starting: AsyncStream<Start>.Continuation

    /// Makes the service; nothing is heard or sent before it runs.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - hosts: The hosts to which messages may be sent.
    ///   - version: The version of the server.
    ///   - limits: How much there is of webhooks.
    ///   - sender: Sends messages; nil for a client that connects to nothing but these hosts.
    ///   - wall: The real clock.
    ///   - metricsFactory: Where messages are counted.
    ///   - logger: Where it logs to. Neither a URL nor a secret is logged.
    package init(
        _ registry: DeviceRegistry,
        hosts: WebhookHosts = .none,
        version: String = "",
        limits: WebhookLimits = WebhookLimits(),
        sender: (any RequestSender)? = nil,
        wall: any WallClock = SystemWallClock(),
        metricsFactory: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) {
        self.registry = registry
        copies = ItemCopies(of: .webhook, in: registry)
        self.hosts = hosts
        self.limits = limits
        self.wall = wall
        self.logger = logger
        self.sender = sender ?? OutgoingClient { hosts.allows($0, of: $1) }
        userAgent = version.isEmpty ? "Greenroom" : "Greenroom/\(version)"
        metrics = WebhookMetrics(factory: metricsFactory)
        (starts, starting) = AsyncStream.makeStream(of: Start.self)
    }

    /// Whether messages are sent at all.
    package var isOn: Bool { !hosts.isEmpty }

    /// Runs until the shutdown begins or the task is cancelled. Messages that are being sent then are cut off, and those
    /// that wait are lost, if no other server sends them.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.listenWithRole() }
                for await start in self.starts {
                    group.addTask { await self.deliver(start) }
                }
            }
        }
    }

    /// Reads the webhooks that the store keeps. Must be called once, before it serves.
    ///
    /// - Throws: An error if the store cannot be read.
    package func restore() async throws {
        if copies == nil {
            let kept = try await kept()
            try state.withLock { state in
                for webhook in kept { insert(webhook, into: &state) }
                try updateSubscription(&state)
                show(state)
            }
        } else {
            try await refresh()
        }
        let count = state.withLock(\.webhooks.count)
        if !isOn, count > 0 {
            logger.warning("webhooks are kept, but none are sent", metadata: ["count": .stringConvertible(count)])
        }
    }

    func kept() async throws -> [Webhook] {
        try await registry.items(.webhook, logger: logger, Webhook.init(kept:))
    }

    // MARK: In the lock

    /// Adds a webhook, and has its task started.
    func insert(_ webhook: Webhook, into state: inout State) {
        state.starts += 1
        var hosted = HostedWebhook(webhook, limits: limits.queue, isElsewhere: !makesMessages(state))
        if state.read != nil { hosted.begin(at: written(webhook.id, state)) }
        state.webhooks[webhook.id] = Running(hosted: hosted, start: state.starts)
        starting.yield(Start(id: webhook.id, number: state.starts))
    }

    /// Sets a webhook to what the store has of it.
    ///
    /// - Parameter webhook: Nil if the store keeps none.
    func set(_ id: String, to webhook: Webhook?, in state: inout State, at now: WallInstant) {
        guard let webhook else {
            state.webhooks[id].take()?.alarm?.fulfill(())
            return
        }
        guard var running = state.webhooks[id] else { return insert(webhook, into: &state) }
        let before = running.hosted.webhook
        guard before != webhook else { return }
        if state.read != nil, !before.hears, webhook.hears { running.hosted.begin(at: written(id, state)) }
        let restarts = before.activity != .active && webhook.activity == .active
        metrics.count(.dropped, running.hosted.change(to: webhook, restarting: restarts, at: now))
        running.alarm.take()?.fulfill(())
        state.webhooks[id] = running
    }

    /// Begins or ends the subscription, as webhooks hear something or not.
    ///
    /// It begins before the request is answered that makes or enables a webhook, so that nothing is missed after that.
    ///
    /// - Throws: `overloaded` while the server is being shut down.
    func updateSubscription(_ state: inout State) throws(HostError) {
        let hears = state.webhooks.values.contains { $0.hosted.webhook.hears }
        let isWanted = isOn && makesMessages(state) && hears
        let start = start(state)
        if isWanted, state.subscription == nil || isBehind(start, state) {
            let subscription = try registry.followAll(after: start, isStream: false)
            state.subscription?.cancel()
            state.subscription = subscription
            state.read = start
            state.waitingListener.take()?.fulfill(())
        } else if !isWanted {
            state.subscription.take()?.cancel()
        }
    }

    func show(_ state: State) { metrics.show(state.webhooks.values.map(\.hosted)) }
}
