import DeviceHost
import LifecycleKernel
import Synchronization
import WireFormat

@testable import Webhooks

/// Takes the place of receivers: keeps what is sent, and answers as a test wants.
final class TestSender: RequestSender {
    /// How a request is answered.
    typealias Reply = @Sendable (OutgoingRequest) -> Result<OutgoingAnswer, OutgoingFailure>

    private struct State {
        var requests: [OutgoingRequest] = []
        var reply: Reply = { _ in .success(OutgoingAnswer(status: 200)) }
        var isHeld: @Sendable (OutgoingRequest) -> Bool = { _ in false }
        var held: [Promise<Void>] = []
    }

    private let state = Mutex(State())

    /// Everything that was sent, in order.
    var requests: [OutgoingRequest] { state.withLock { $0.requests } }

    /// The bodies of it.
    var bodies: [Value] { requests.map { (try? JSONText.parse($0.body)) ?? .null } }

    /// How many requests wait for an answer.
    var heldCount: Int { state.withLock { $0.held.count } }

    /// Answers in another way from now on.
    func reply(_ reply: @escaping Reply) { state.withLock { $0.reply = reply } }

    /// Answers with a status from now on.
    func reply(_ status: Int) { reply { _ in .success(OutgoingAnswer(status: status)) } }

    /// Lets requests wait from now on: all, or some.
    func hold(_ isHeld: @escaping @Sendable (OutgoingRequest) -> Bool = { _ in true }) {
        state.withLock { $0.isHeld = isHeld }
    }

    /// Answers those that wait, and lets no more wait.
    func release() {
        let held = state.withLock { state in
            state.isHeld = { _ in false }
            defer { state.held.removeAll() }
            return state.held
        }
        for promise in held { promise.fulfill(()) }
    }

    func send(_ request: OutgoingRequest) async -> Result<OutgoingAnswer, OutgoingFailure> {
        let promise = state.withLock { state -> Promise<Void>? in
            state.requests.append(request)
            guard state.isHeld(request) else { return nil }
            let promise = Promise<Void>()
            state.held.append(promise)
            return promise
        }
        await promise?.value(whenCancelled: ())
        if Task.isCancelled { return .failure(.cancelled) }
        return state.withLock { $0.reply }(request)
    }
}
