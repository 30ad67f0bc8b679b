import LifecycleKernel
import Synchronization
import WireFormat

@testable import OpenTelemetryExport

/// Notes what is sent, and answers as a test wants.
final class TestSender: ExportSender {
    private struct State {
        var answer = ExportAnswer.status(200)
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var bodies: [Signal: [Value]] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// What requests are answered with from now on.
    func reply(_ answer: ExportAnswer) { state.withLock { $0.answer = answer } }

    /// Has requests wait until they are cancelled.
    func hold() { state.withLock { $0.isHeld = true } }

    /// The bodies of the requests of a signal.
    func bodies(_ signal: Signal) -> [Value] { state.withLock { $0.bodies[signal] ?? [] } }

    /// Whether it was closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many requests wait.
    var heldCount: Int { state.withLock { $0.held.count } }

    /// The states of apps in what was sent, each once, in order.
    var states: [String] {
        let records = bodies(.logs).flatMap { $0["resourceLogs"]?.elements ?? [] }
            .flatMap { $0["scopeLogs"]?.elements ?? [] }.flatMap { $0["logRecords"]?.elements ?? [] }
        return records.flatMap { $0["attributes"]?.elements ?? [] }.compactMap { attribute in
            guard attribute["key"] == "ios.app.state", case .string(let state)? = attribute["value"]?["stringValue"]
            else { return nil }
            return state
        }
    }

    func send(_ body: [UInt8], of signal: Signal) async -> ExportAnswer {
        let isHeld = state.withLock { state in
            state.bodies[signal, default: []].append((try? JSONText.parse(body)) ?? .null)
            return state.isHeld
        }
        if isHeld { await waitUntilCancelled() }
        return Task.isCancelled ? .none(reason: "cancelled") : state.withLock { $0.answer }
    }

    func close() async { state.withLock { $0.isClosed = true } }

    private func waitUntilCancelled() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !Task.isCancelled { state.held.append(continuation) }
                    return Task.isCancelled
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let held = state.withLock { state in
                defer { state.held = [] }
                return state.held
            }
            for continuation in held { continuation.resume() }
        }
    }
}
