import Dispatch

/// Runs tasks on a queue of Dispatch, wherever they become ready to go on.
public final class QueueExecutor: TaskExecutor {
    /// The pool of the process: for what takes long, and must not do so on a thread that others wait for.
    public static let pool = QueueExecutor(.global())

    private let queue: DispatchQueue

    private init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    /// One task at a time, where it may block: what waits for a disk must not hold one of the threads that all other
    /// tasks share.
    ///
    /// - Parameter label: What debuggers call it.
    static func blocking(label: String) -> QueueExecutor { QueueExecutor(DispatchQueue(label: label)) }

    /// Has a job run on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
