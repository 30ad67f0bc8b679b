import Synchronization

/// Counts changes, and lets tasks wait for the next one.
package final class ChangeCounter: Sendable {
    private struct State {
        var count: UInt64 = 0
        var lastWait: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// A counter of no changes.
    package init() {}

    /// How many changes there were.
    package var count: UInt64 { state.withLock { $0.count } }

    /// Counts a change, and resumes who waits for one.
    package func increment() {
        let waiting = state.withLock { state in
            state.count += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until there are more changes than a number, or the task is cancelled.
    package func wait(after count: UInt64) async {
        let number = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.count <= count, !Task.isCancelled else { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            // Either it waits already, or it will see that it is cancelled.
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
