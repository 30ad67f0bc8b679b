import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// A connection whose requests are answered on the event loop that reads and writes it.
///
/// Otherwise each answer goes from the loop's thread to the shared pool and back, which costs about as much as the answer
/// itself. Actors that a request visits run there too, when nobody else is in them.
struct LoopBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1, every connection on its event loop.
    static func loopBound(configuration: HTTP1Channel.Configuration) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            LoopBoundChannel(base: HTTP1Channel(responder: responder, configuration: configuration))
        }
    }
}

/// Runs the jobs of tasks on an event loop.
private final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
