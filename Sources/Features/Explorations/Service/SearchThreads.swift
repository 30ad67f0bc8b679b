import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs searches on threads of their own, which yield to those that answer requests.
///
/// In the shared pool a search would hold the threads that devices need for many milliseconds at a time.
final class SearchThreads: TaskExecutor {
    private let pool: NIOThreadPool
    /// How much less they are to be preferred, from 0 to 19.
    private static let niceness: Int32 = 10

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
    }

    /// Starts the threads. Nothing runs before.
    func start() { pool.start() }

    /// Ends the threads, which must have nothing to do any more.
    func stop() async { try? await pool.shutdownGracefully() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { _ in
            Self.yieldToOthers()
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }

    /// Lowers the priority of the thread. Where it is that already, this does nothing.
    private static func yieldToOthers() {
        #if os(Linux)
        // On Linux 0 is the calling thread, not its process.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #elseif canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #endif
    }
}
