import NIOCore

/// Notes whether SwiftNIO has told the client that the connection has failed.
///
/// It reports errors of streams and of connections in the same way and with the same types: only the frame that it writes
/// before tells them apart.
final class GoAwayObserver: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let goAwayType: UInt8 = 7
    /// What follows the length and the type in the head of a frame: flags and the stream.
    private static let restOfHeadLength = 5
    /// The last stream, before the code in a GOAWAY.
    private static let lastStreamLength = 4

    /// Whether a GOAWAY with the code of an error was written.
    private(set) var hasFailed = false
    /// How much of the last frame is still to be written: SwiftNIO writes some payloads after the rest of their frame.
    private var payloadLeft = 0

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        look(at: unwrapOutboundIn(data))
        context.write(data, promise: promise)
    }

    private func look(at bytes: ByteBuffer) {
        var bytes = bytes
        while bytes.readableBytes > 0 {
            let skipped = min(payloadLeft, bytes.readableBytes)
            bytes.moveReaderIndex(forwardBy: skipped)
            payloadLeft -= skipped
            // Each head is written at once.
            guard let (high, low, type) = bytes.readMultipleIntegers(as: (UInt8, UInt16, UInt8).self),
                bytes.readableBytes >= Self.restOfHeadLength
            else { return }
            bytes.moveReaderIndex(forwardBy: Self.restOfHeadLength)
            payloadLeft = Int(high) << 16 | Int(low)
            guard type == Self.goAwayType else { continue }
            let code = bytes.getInteger(at: bytes.readerIndex + Self.lastStreamLength, as: UInt32.self)
            hasFailed = hasFailed || code != 0
        }
    }
}
