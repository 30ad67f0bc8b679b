import Dispatch

/// Runs tasks in a pool of threads, wherever they become ready to go on: what takes long must not do so on a thread that
/// others wait for.
public final class PoolExecutor: TaskExecutor {
    /// The pool of the process.
    public static let shared = PoolExecutor()

    private init() {}

    /// Has a job run in the pool.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
