import Dispatch

/// Runs tasks one at a time where they may block: what waits for a disk must not hold one of the threads that all other
/// tasks share.
final class BlockingExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: What debuggers call it.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
