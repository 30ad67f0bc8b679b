import Dispatch
import LifecycleKernel
import NIOHTTP1
import Synchronization

/// Sends requests to a server for code that cannot await the answers: it blocks the thread that asks.
///
/// So it may be used only on a thread that nothing else needs, as that of a `BlockingExecutor`.
final class BlockingConnection: Sendable {
    private struct State {
        /// What waits for an answer.
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    /// An answer that comes.
    private final class Answer: Sendable {
        private let result = Mutex<Result<Value, any Error>?>(nil)
        private let semaphore = DispatchSemaphore(value: 0)

        func give(_ result: Result<Value, any Error>) {
            self.result.withLock { $0 = result }
            semaphore.signal()
        }

        func wait() throws -> Value {
            semaphore.wait()
            guard let result = result.withLock({ $0 }) else { throw CancellationError() }
            return try result.get()
        }
    }

    private let client: GreenroomClient
    private let state = Mutex(State())

    init(_ client: GreenroomClient) { self.client = client }

    /// Sends a request, and waits for the answer.
    ///
    /// - Throws: `Refusal`; an error of the connection; `CancellationError` once `cancel()` was called.
    func ask(
        _ method: HTTPMethod,
        _ path: [String],
        _ body: Value? = nil,
        query: [String: String] = [:]
    ) throws -> Value {
        let answer = Answer()
        let task = Task { [client] in
            do {
                answer.give(.success(try await client.ask(method, path, body, query: query)))
            } catch {
                answer.give(.failure(error))
            }
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        return try answer.wait()
    }

    /// Calls a function that sends requests. If its task is cancelled, they are cancelled, too.
    ///
    /// - Returns: What the function returns.
    /// - Throws: What the function throws.
    func cancelling<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () throws -> Result
    ) async throws -> Result {
        state.withLock { $0 = State() }
        return try await withTaskCancellationHandler {
            // A closure stays on its actor's thread only if it uses the actor.
            _ = isolation
            return try body()
        } onCancel: {
            let task = state.withLock { state in
                state.isCancelled = true
                return state.task
            }
            task?.cancel()
        }
    }
}
