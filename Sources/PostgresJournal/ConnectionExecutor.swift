#if PostgreSQL
import Dispatch

/// Runs the jobs of one actor, one at a time, on a thread of its own, where they may wait for the network.
final class ConnectionExecutor: SerialExecutor {
    /// Where the jobs run.
    let queue: DispatchQueue

    /// - Parameter label: What debuggers call the thread.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs a job on the queue.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Whether the code that calls it runs on the queue, though not in a job.
    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
#endif
