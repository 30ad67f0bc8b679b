import Synchronization

/// Collects the body of a request while it is being read.
///
/// Each endpoint reads bodies in its own way, so the trace is a value of the task, as the context of a distributed trace is.
final class RequestTrace: Sendable {
    /// The trace of the request that this task answers; nil if its body is not kept.
    @TaskLocal static var current: RequestTrace?

    private let sent = Mutex<SentBody?>(nil)

    /// What was read so far; nil if nothing was.
    var body: SentBody? { sent.withLock { $0 } }

    /// Notes what was read next.
    func note(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        sent.withLock { sent in
            var body = sent ?? SentBody()
            body.add(bytes)
            sent = body
        }
    }
}
