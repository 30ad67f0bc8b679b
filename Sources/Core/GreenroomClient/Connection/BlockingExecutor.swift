import Dispatch

/// Runs the jobs of an actor one at a time on a queue of their own, where they may block.
///
/// In the shared pool they would block one of the few threads that all other tasks need.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: What debuggers call the thread.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
