import CTaskJobs
import DeviceHost
import NIOCore
import NIOPosix

/// Tasks on the threads of event loops.
///
/// The runtime takes a task that becomes ready to go on to its shared pool: each answer would go from the loop's thread
/// to the pool and back, which costs about as much as the answer itself. Once they are kept, tasks that become ready on
/// a loop's thread go on there, and actors that they visit run there too, when nobody else is in them.
///
/// (A task that prefers its loop as an executor would also stay there. But it is asked for its preference after each
/// call, and it enters no actor without standing in line.)
public enum EventLoopTasks {
    /// Keeps tasks on event loops from now on, in the whole process.
    ///
    /// - Returns: Whether the runtime lets itself be told. When it does not, everything works as well, but slower.
    public static func keep() -> Bool { areKept }

    private static let areKept = task_jobs_offer { job in
        guard let loop = MultiThreadedEventLoopGroup.currentEventLoop else { return false }
        // A job belongs to whoever is to run it.
        nonisolated(unsafe) let job = job
        loop.execute { task_jobs_run(job) }
        return true
    }

    /// The event loop that the caller is on, for tasks to come back to; nil elsewhere.
    public static var here: (any TaskPlace)? {
        MultiThreadedEventLoopGroup.currentEventLoop.map(EventLoopPlace.init(loop:))
    }

    /// Lets everything that the event loop has to do already come first.
    static func goBehind() async {
        guard let here else { return await Task.yield() }
        await withUnsafeContinuation { continuation in here.perform { continuation.resume() } }
    }
}

/// The thread of an event loop.
private struct EventLoopPlace: TaskPlace {
    let loop: any EventLoop

    func perform(_ work: @escaping @Sendable () -> Void) {
        loop.execute {
            // The task that this wakes need not stand in line once more.
            task_jobs_keep_next()
            work()
            task_jobs_run_kept()
        }
    }
}
