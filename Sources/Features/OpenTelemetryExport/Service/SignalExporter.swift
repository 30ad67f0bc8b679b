import DeviceHost
import LifecycleKernel
import Logging
import Synchronization

/// Sends the items of one signal, in batches, one after another.
///
/// Adding never waits. What is to be done is decided by a `RetryQueue`; this class has it behind a lock that is never held
/// across an `await`.
final class SignalExporter<Item: Exportable>: Sendable {
    private struct State {
        var queue: RetryQueue<Item>
        /// Whether nothing more will be added.
        var isClosing = false
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
        _ limits: RetryLimits,
        _ request: ExportRequest,
        sender: any ExportSender,
        wall: any WallClock,
        metrics: ExportMetrics,
        logger: Logger
    ) {
        state = Mutex(State(queue: RetryQueue(limits)))
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
            let dropped = items.count { !state.queue.add($0, at: now) }
            return (dropped, state.queue.count, state.alarm.take())
        }
        metrics.count(.dropped, dropped, of: Item.signal)
        metrics.show(queueLength: count, of: Item.signal)
        alarm?.fulfill(())
    }

    /// Nothing more will be added: what waits is sent at once.
    func close() {
        let now = wall.now
        let alarm = state.withLock { state in
            state.isClosing = true
            state.queue.restart(at: now)
            return state.alarm.take()
        }
        alarm?.fulfill(())
    }

    /// Sends what is added, until the queue is closed and empty or the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            switch step() {
            case .send(let items):
                let answer = await sender.send(request.body(items), of: Item.signal)
                finish(answer, items.count)
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
            case .send(let items, _): return .send(items)
            case .wait(nil) where state.isClosing: return .end
            case .wait(let deadline):
                let alarm = Promise<Void>()
                state.alarm = alarm
                return .wait(alarm, until: deadline)
            }
        }
    }

    private func finish(_ answer: ExportAnswer, _ sent: Int) {
        let (now, date, meaning) = (wall.now, wall.date, answer.meaning)
        let asked = meaning == .retry ? answer.retryAfter(at: date) : nil
        let (isRetried, count, changed) = state.withLock { state in
            let pause = state.queue.finish(retrying: meaning == .retry, asked: asked, at: now)
            let fails = !answer.isAccepted
            defer { state.isFailing = fails }
            return (pause != nil, state.queue.count, fails != state.isFailing)
        }
        metrics.show(queueLength: count, of: Item.signal)
        if case .accepted(let rejected, let message) = meaning {
            let rejected = min(rejected, sent)
            metrics.count(.exported, sent - rejected, of: Item.signal)
            metrics.count(.rejected, rejected, of: Item.signal)
            if rejected > 0, let message { logRejection(rejected, message) }
        } else if !isRetried {
            metrics.count(.failed, sent, of: Item.signal)
        }
        if changed { logChange(answer) }
    }

    // MARK: Logging

    private func logChange(_ answer: ExportAnswer) {
        let metadata: Logger.Metadata = ["signal": "\(Item.signal.rawValue)", "answer": "\(answer.summary)"]
        if answer.isAccepted {
            logger.notice("the receiver of OpenTelemetry data accepts it again", metadata: metadata)
        } else {
            logger.warning("the receiver of OpenTelemetry data does not accept it", metadata: metadata)
        }
    }

    private func logRejection(_ rejected: Int, _ message: String) {
        logger.warning(
            "the receiver of OpenTelemetry data has rejected some of it",
            metadata: [
                "signal": "\(Item.signal.rawValue)", "rejected": .stringConvertible(rejected),
                "message": "\(message)",
            ]
        )
    }
}

extension ExportAnswer {
    /// Whether the receiver has the batch.
    fileprivate var isAccepted: Bool { if case .accepted = meaning { true } else { false } }
}
