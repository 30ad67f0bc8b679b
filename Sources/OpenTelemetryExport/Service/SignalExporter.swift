import DeviceHost
import LifecycleKernel
import Logging
import Synchronization

/// Sends the items of one signal, in batches, one after another.
///
/// Adding never waits. What is to be done is decided by `ExportQueue`; this class has it behind a lock that is never held
/// across an `await`.
final class SignalExporter<Item: Exportable>: Sendable {
    private struct State {
        var queue: ExportQueue<Item>
        /// Fulfilled when there may be something to do.
        var alarm: Promise<Void>?
        /// Whether the last attempt failed: of several in a row only the first is logged.
        var isFailing = false
    }

    private let state: Mutex<State>
    private let request: ExportRequest
    private let sender: any ExportSender
    private let wall: any WallClock
    private let metrics: ExportMetrics
    private let logger: Logger

    init(
        _ schedule: ExportSchedule,
        _ request: ExportRequest,
        sender: any ExportSender,
        wall: any WallClock,
        metrics: ExportMetrics,
        logger: Logger
    ) {
        // Servers that start together draw different delays.
        let seed = UInt64.random(in: 0...UInt64.max)
        state = Mutex(State(queue: ExportQueue(schedule, seed: seed)))
        self.request = request
        self.sender = sender
        self.wall = wall
        self.metrics = metrics
        self.logger = logger
    }

    /// How many items wait or are being sent.
    var count: Int { state.withLock { $0.queue.count } }

    /// Adds items; those that there is no room for are dropped and counted.
    func add(_ items: [Item]) {
        guard !items.isEmpty else { return }
        let now = wall.now
        let (dropped, count, alarm) = state.withLock { state in
            let dropped = state.queue.add(items, at: now)
            return (dropped, state.queue.count, state.alarm.take())
        }
        metrics.count(.dropped, dropped, of: Item.signal)
        metrics.show(queueLength: count, of: Item.signal)
        alarm?.fulfill(())
    }

    /// Nothing more will be added: what waits is sent at once.
    func close() {
        let alarm = state.withLock { state in
            state.queue.close()
            return state.alarm.take()
        }
        alarm?.fulfill(())
    }

    /// Sends what is added, until the queue is closed and empty or the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            switch step() {
            case .send(let items): finish(await sender.send(request.body(items), of: Item.signal))
            case .wait(let alarm, let deadline):
                await alarm.value(by: deadline, on: wall, orElse: (), whenCancelled: ())
            case .end: return
            }
        }
    }

    private enum Step {
        case send([Item])
        case wait(Promise<Void>, until: WallInstant?)
        case end
    }

    private func step() -> Step {
        let now = wall.now
        return state.withLock { state in
            switch state.queue.next(at: now) {
            case .send(let items): return .send(items)
            case .end: return .end
            case .wait(let deadline):
                let alarm = Promise<Void>()
                state.alarm = alarm
                return .wait(alarm, until: deadline)
            }
        }
    }

    private func finish(_ answer: ExportAnswer) {
        let (now, date) = (wall.now, wall.date)
        let (outcome, count, changed) = state.withLock { state in
            let outcome = state.queue.finish(answer, at: now, date: date)
            let fails = !answer.isAccepted
            defer { state.isFailing = fails }
            return (outcome, state.queue.count, fails != state.isFailing)
        }
        metrics.count(.exported, outcome.exported, of: Item.signal)
        metrics.count(.rejected, outcome.rejected, of: Item.signal)
        metrics.count(.failed, outcome.failed, of: Item.signal)
        metrics.show(queueLength: count, of: Item.signal)
        if changed { logChange(answer) }
        if case .accepted(1..., let message?) = answer.meaning { logRejection(outcome, message) }
    }

    // MARK: Logging

    private func logChange(_ answer: ExportAnswer) {
        let metadata: Logger.Metadata = ["signal": "\(Item.signal.rawValue)", "answer": "\(answer.summary)"]
        if answer.isAccepted {
            logger.notice("the receiver of OpenTelemetry data takes it again", metadata: metadata)
        } else {
            logger.warning("the receiver of OpenTelemetry data does not take it", metadata: metadata)
        }
    }

    private func logRejection(_ outcome: ExportQueue<Item>.Outcome, _ message: String) {
        logger.warning(
            "the receiver of OpenTelemetry data has rejected some of it",
            metadata: [
                "signal": "\(Item.signal.rawValue)", "rejected": .stringConvertible(outcome.rejected),
                "message": "\(message)",
            ]
        )
    }
}

extension ExportAnswer {
    /// Whether the receiver has the batch.
    fileprivate var isAccepted: Bool { if case .accepted = meaning { true } else { false } }
}
