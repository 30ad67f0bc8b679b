import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

extension Request {
    /// Checks that the server can do what the header fields ask of it.
    ///
    /// A coding that the server does not know gets 501 (RFC 9112, 6.1). The parser refuses what follows `chunked`.
    ///
    /// - Throws: `expectation-failed`, `unsupported-transfer-coding`.
    func checkDemands() throws(Problem) {
        for field in headers {
            // The lengths tell most names apart: every request is checked.
            switch field.name.rawName.utf8.count {
            case 6 where field.name == .expect:
                guard field.value.lowercased() == Self.continuation else {
                    throw Problem(
                        .expectationFailed,
                        """
                        The header Expect must be \(Self.continuation, as: "expected"), and is \
                        "\(field.value.shortened, as: "found")".
                        """,
                        field: "Expect",
                        accepted: [Self.continuation]
                    )
                }
            case 17 where field.name == .transferEncoding:
                guard field.value.lowercased() == Self.chunked else {
                    throw Problem(
                        .unsupportedTransferCoding,
                        """
                        The header Transfer-Encoding must be \(Self.chunked, as: "expected"), and is \
                        "\(field.value.shortened, as: "found")".
                        """,
                        field: "Transfer-Encoding",
                        accepted: [Self.chunked]
                    )
                }
            default: break
            }
        }
    }

    private static var continuation: String { "100-continue" }
    private static var chunked: String { "chunked" }

    /// The request, whose client gets `100 Continue` as soon as somebody reads the body, if it waits for that.
    package func sayingContinue(in context: APIRequestContext) -> Request {
        guard method != .get, header(.expect) != nil, let channel = context.channel else { return self }
        var request = self
        request.body = RequestBody(asyncSequence: ExpectedBody(body: body, channel: channel))
        return request
    }
}

/// A body whose client sends it when the server has said `100 Continue` (RFC 9110, 10.1.1).
private struct ExpectedBody: AsyncSequence {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    struct AsyncIterator: AsyncIteratorProtocol {
        let body: RequestBody
        let channel: any Channel
        var iterator: RequestBody.AsyncIterator?

        mutating func next() async throws -> ByteBuffer? {
            if iterator == nil {
                // It fails where the connection has ended, which reading says, and where no client is to be told.
                try? await channel.triggerUserOutboundEvent(ConnectionHandler.ContinueEvent()).get()
                iterator = body.makeAsyncIterator()
            }
            return try await iterator?.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body, channel: channel) }
}
