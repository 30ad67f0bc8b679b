import Dispatch

/// Runs tasks one at a time on a dedicated thread, where they may block.
///
/// A commit of the journal waits for the disk. In the shared pool it would block one of the few threads that all other
/// tasks need.
final class BlockingExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: What debuggers call the thread.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs a job on the queue.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
