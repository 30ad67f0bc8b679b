import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What becomes of the rest of a body whose request has been answered: the server reads it and throws it away, so that the
/// client can finish sending and read the answer, but only so many bytes and for so long. Then the connection is closed.
/// Otherwise whoever sends a body byte by byte would keep a connection open, whether or not the request is admitted.
///
/// The connection goes on after a rest that is known to be small. The answer says `Connection: close` if the rest is large or
/// its size is unknown, or if the client waits for `100 Continue` and may never send it.
struct BodyDrain {
    /// The largest body, by `Content-Length`, after which a connection goes on although it was not read.
    static let keptBytes = 1_048_576
    /// The most that is read and thrown away.
    static let drainedBytes = 16 * 1_048_576
    /// How long the rest of a body is read.
    static let timeout = TimeAmount.seconds(3)

    /// What is done with a part of a body.
    enum Action: Hashable {
        /// It is passed on.
        case pass
        /// It is thrown away.
        case drop
        /// The connection is closed.
        case close
    }

    /// The newest request, until it was received to its end.
    private var request: HTTPRequest?
    /// Whether its client has got `100 Continue`.
    private var mayContinue = false
    /// The requests that were received to their end.
    private var received = 0
    /// The requests whose answer has ended.
    private var answered = 0
    private var drained = 0
    /// Whether the connection is closed after the answer.
    private var closes = false
    /// Whether the rest of a body is thrown away.
    private(set) var isDraining = false

    /// Takes a part of a request.
    mutating func receive(_ part: HTTPRequestPart) -> Action {
        switch part {
        case .head(let head):
            request = head
            mayContinue = false
            return .pass
        case .body(let bytes): return receive(bytes: bytes.readableBytes)
        case .end: return receiveEnd()
        }
    }

    private mutating func receive(bytes: Int) -> Action {
        guard isDraining else { return .pass }
        drained += bytes
        return drained > Self.drainedBytes ? .close : .drop
    }

    private mutating func receiveEnd() -> Action {
        received += 1
        request = nil
        guard isDraining else { return .pass }
        isDraining = false
        return closes ? .close : .pass
    }

    /// Notes the head of an answer.
    ///
    /// - Returns: Whether it must say that the connection is closed. A stream may go on while its request does.
    mutating func answer(_ head: HTTPResponse) -> Bool {
        guard isIncomplete, let request else { return false }
        if head.status == .continue { mayContinue = true }
        guard head.status.kind != .informational, head.headerFields.contains(.contentLength) else { return false }
        let isAwaited = request.headerFields.contains(.expect) && !mayContinue
        let length = request.headerFields[.contentLength].flatMap { Int($0) }
        closes = isAwaited || length.map { $0 > Self.keptBytes } ?? true
        return closes
    }

    /// Notes the end of an answer.
    ///
    /// - Returns: Whether the rest of a body is thrown away from now on.
    mutating func endAnswer() -> Bool {
        isDraining = isIncomplete
        drained = 0
        answered += 1
        return isDraining
    }

    /// Whether more belongs to the request that is answered. Nothing of a later one has come then.
    private var isIncomplete: Bool { request != nil && received == answered }
}
