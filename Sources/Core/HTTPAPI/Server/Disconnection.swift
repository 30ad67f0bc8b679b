import DeviceHost
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// Whether a client has disconnected.
struct Disconnection: Sendable {
    private let changes = ChangeCounter()

    /// Whether it has.
    var hasHappened: Bool { changes.count > 0 }

    /// It has.
    func note() { changes.increment() }

    /// Waits until it has, or the task is cancelled.
    func wait() async { await changes.wait(after: 0) }
}

extension Route {
    /// Answers requests; where they may wait for something, the task is cancelled when the client disconnects.
    ///
    /// The connection goes on to be used for further requests, which it does not where Hummingbird watches it.
    var watchedHandler: Handler {
        guard waits else { return handler }
        return { request, context in
            guard let disconnection = await context.disconnection else { return try await handler(request, context) }
            return try await withThrowingTaskGroup(of: Response?.self) { group in
                group.addTask { try await handler(request, context) }
                group.addTask {
                    await disconnection.wait()
                    return nil
                }
                defer { group.cancelAll() }
                if let response = try await group.next() ?? nil { return response }
                group.cancelAll()
                guard let response = try? await group.next() ?? nil else { throw Problem.disconnected }
                return response
            }
        }
    }
}

extension Problem {
    /// The client has disconnected before its request was answered. Nobody reads it but the log.
    static var disconnected: Problem { Problem(.clientClosedRequest, "The client has disconnected.") }
}
