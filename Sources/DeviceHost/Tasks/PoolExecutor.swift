import Dispatch
import ServiceLifecycle

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

/// A service whose tasks are run in the pool.
public struct PooledService<Base: Service>: Service {
    private let base: Base

    /// Takes a service to the pool.
    public init(_ base: Base) {
        self.base = base
    }

    /// Runs the service.
    public func run() async throws {
        try await withTaskExecutorPreference(PoolExecutor.shared) { try await base.run() }
    }
}
