import DeviceHost
import LifecycleKernel
import Logging
import ServiceLifecycle
import Synchronization

extension RetryLimits {
    /// Of each signal: 20,000 items, sent in batches of 512 or after a second, for five minutes.
    package static let export = RetryLimits(
        count: 20_000,
        batch: 512,
        batchDelay: .seconds(1),
        backoff: Backoff(from: .seconds(1), upTo: .seconds(30)),
        age: .seconds(300),
        longestRequest: .seconds(30),
        keepsOrder: true
    )
}

/// Exports what happens on all devices to a receiver of OTLP/HTTP: events of the life cycle, and spans.
///
/// It reads the records of all devices by a subscription. Devices do not know of it: they publish to the hub, which never
/// waits, and a reader that falls behind gets a gap. What records become waits in a bounded queue for each signal, so a
/// receiver that is slow or never answers keeps up nothing else.
///
/// At the shutdown it reads what was published, and sends what waits for as long as `flushLimit`. It has to stop after the HTTP
/// server, and before the fan-out.
///
/// Of servers that share a store one has the role of exporting, as a span begins and ends with changes of different servers.
/// Another one that takes the role continues with what was not yet put into these queues. Spans that were open then are not
/// exported.
package struct OpenTelemetryExporter: Service {
    /// How long a shutdown waits for the receiver.
    package static let flushLimit = Duration.seconds(5)

    private let registry: DeviceRegistry
    /// The records; nil if other servers share the store.
    private let subscription: RecordSubscription?
    private let role: ServerRole?
    private let reached = ReachedPosition()
    private let events: SignalExporter<LoggedEvent>
    private let spans: SignalExporter<Span>
    private let sender: any ExportSender
    private let wall: any WallClock
    private let metrics: ExportMetrics
    private let logger: Logger

    /// Subscribes to the records that are published from now on, unless other servers share the store.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - sender: Sends requests; it is closed at the end.
    ///   - version: The version of the server.
    ///   - limits: How much waits, and when batches are sent.
    ///   - wall: The real clock.
    ///   - metrics: Where it counts.
    ///   - logger: Where it logs to. Neither headers nor data are logged.
    /// - Throws: `overloaded` if the server is being shut down.
    package init(
        _ registry: DeviceRegistry,
        sender: any ExportSender,
        version: String,
        limits: RetryLimits = .export,
        wall: any WallClock = SystemWallClock(),
        metrics: ExportMetrics,
        logger: Logger
    ) throws(HostError) {
        self.registry = registry
        role = ServerRole(.openTelemetry, in: registry, logger: logger)
        subscription = role == nil ? try registry.followAll(isStream: false) : nil
        let request = ExportRequest(version: version)
        events = SignalExporter(limits, request, sender: sender, wall: wall, metrics: metrics, logger: logger)
        spans = SignalExporter(limits, request, sender: sender, wall: wall, metrics: metrics, logger: logger)
        self.sender = sender
        self.wall = wall
        self.metrics = metrics
        self.logger = logger
    }

    /// A task of the exporter.
    private enum Part {
        case sender, reader
        /// The time that a shutdown waits.
        case limit
    }

    /// Runs until the shutdown, or the task is cancelled.
    package func run() async throws {
        await withTaskGroup(of: Part.self) { group in
            group.addTask {
                await events.run()
                return .sender
            }
            group.addTask {
                await spans.run()
                return .sender
            }
            let converter = await cancelWhenGracefulShutdown {
                let converter = await readUntilShutdown()
                // Requests in progress may still change devices.
                try? await gracefulShutdown()
                return converter
            }
            await flush(converter, &group)
        }
        await sender.close()
        reportUnsent()
    }

    /// Reads and sends the rest, within the time limit.
    private func flush(_ converter: RecordConverter, _ group: inout TaskGroup<Part>) async {
        let limit = wall.now + Self.flushLimit
        group.addTask {
            try? await wall.sleep(until: limit)
            return .limit
        }
        group.addTask {
            await finish(converter)
            return .reader
        }
        var senders = 2
        for await part in group {
            switch part {
            case .sender: senders -= 1
            case .reader: continue
            case .limit: senders = 0
            }
            if senders == 0 { break }
        }
        group.cancelAll()
    }

    /// Reads what has been published, after which nothing more is added.
    private func finish(_ converter: RecordConverter) async {
        if let subscription {
            await registry.distributePublished()
            conclude(await read(subscription, converter))
        }
        events.close()
        spans.close()
    }

    /// Adds what is known and has not been said.
    private func conclude(_ converter: RecordConverter) {
        var converter = converter
        var output = Telemetry()
        converter.finish(at: wall.date, into: &output)
        add(output)
    }

    private func reportUnsent() {
        metrics.count(.dropped, events.count, of: .logs)
        metrics.count(.dropped, spans.count, of: .traces)
        guard events.count + spans.count > 0 else { return }
        logger.warning(
            "OpenTelemetry data is lost at the shutdown",
            metadata: ["events": .stringConvertible(events.count), "spans": .stringConvertible(spans.count)]
        )
    }

    // MARK: Reading

    /// Reads records until the streams end; with other servers, while this one has the role.
    ///
    /// - Returns: The converter after the last of them.
    private func readUntilShutdown() async -> RecordConverter {
        if let subscription { return await read(subscription, RecordConverter()) }
        await role?.perform(read(from:)) { reached.text }
        return RecordConverter()
    }

    /// Reads records from what another server has reached.
    ///
    /// - Returns: What this one has reached.
    @Sendable private func read(from start: String) async -> String {
        do throws(HostError) {
            let subscription = try registry.followAll(
                after: StreamEventID(start) ?? registry.firstEventID,
                isStream: false
            )
            await registry.lookAtLog()
            conclude(await read(subscription, RecordConverter()))
        } catch {
            logger.warning("the export to OpenTelemetry cannot begin", metadata: ["why": "\(error)"])
        }
        metrics.show(openSpans: 0)
        return reached.take() ?? start
    }

    /// Reads records until a subscription ends.
    ///
    /// - Returns: The converter after the last of them.
    private func read(_ subscription: RecordSubscription, _ converter: RecordConverter) async -> RecordConverter {
        var converter = converter
        while true {
            switch await subscription.next() {
            case .items(let items):
                add(convert(items, &converter))
                metrics.show(openSpans: converter.openCount)
                if role != nil { reached.note(subscription.id(at: subscription.position)) }
            case .gap(let gap):
                report(gap)
                if role != nil { reached.note(subscription.id(at: gap.upTo)) }
            case .heartbeat, .end(.storeUnavailable): continue
            case .end: return converter
            }
        }
    }

    private func convert(_ items: [StreamItem], _ converter: inout RecordConverter) -> Telemetry {
        let date = wall.date
        var output = Telemetry()
        for item in items {
            switch item.content {
            case .record(let streamed):
                converter.consume(streamed.record, of: streamed.device, at: date, into: &output)
            case .deviceDeleted(let device, _): converter.end(device, at: date, into: &output)
            }
        }
        return output
    }

    private func add(_ output: Telemetry) {
        metrics.count(abandoned: output.abandoned)
        events.add(output.events)
        spans.add(output.spans)
    }

    private func report(_ gap: StreamGap) {
        metrics.countGap()
        logger.warning(
            "records are missing in what is exported to OpenTelemetry",
            metadata: ["missed": "\(gap.missed.map(String.init) ?? "unknown")"]
        )
    }
}

/// The position up to which this server has exported, while it has the role.
private final class ReachedPosition: Sendable {
    private let id = Mutex<StreamEventID?>(nil)

    var text: String? { id.withLock { $0?.description } }

    func note(_ new: StreamEventID) { id.withLock { $0 = new } }

    /// What was noted last, which is not kept any longer.
    func take() -> String? { id.withLock { $0.take()?.description } }
}
