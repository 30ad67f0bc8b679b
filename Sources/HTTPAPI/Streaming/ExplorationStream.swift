import Explorations
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore

/// A stream of what happens to an exploration as server-sent events, until its end.
struct ExplorationStream: Sendable {
    let reader: ExplorationReader

    /// The answer. It ends when the client disconnects, or the exploration ends, is deleted, or is stopped with the server.
    func response(to request: Request) -> Response {
        .eventStream(answering: request, send: send) { reader.cancel() }
    }

    @Sendable private func send(to writer: inout any ResponseBodyWriter) async throws {
        var text = EventStreamText()
        text.retry()
        while write(await reader.next(), to: &text) {
            try await writer.write(contentsOf: text.take())
        }
        try await writer.write(contentsOf: text.take())
    }

    /// Writes a step.
    ///
    /// - Returns: Whether another one follows.
    private func write(_ step: ExplorationReader.Step, to text: inout EventStreamText) -> Bool {
        switch step {
        case .events(let events):
            for event in events { text.event(event.name.rawValue, id: event.number, event.data) }
        case .heartbeat: text.comment()
        case .forgotten:
            text.event("end", id: String?.none, ["why": "deleted"])
            return false
        case .end: return false
        }
        return true
    }
}
