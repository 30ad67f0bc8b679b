import NIOCore

/// Has the limit of streams hold from the beginning, and leaves it to others to refuse what is above it.
///
/// SwiftNIO counts by a limit of its own until the client has acknowledged the settings, and ends the connection where
/// RFC 9113 (5.1.2) asks for the stream to be refused. Clients of APNs open as many streams as Apple allows before they
/// know. So this hands SwiftNIO the acknowledgement as soon as the client's settings have come, and drops the client's own;
/// and it writes the limit that clients are told in place of the higher one that SwiftNIO has.
final class StreamLimitHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let prefaceLength = 24
    private static let headLength = 9
    private static let settingsType: UInt8 = 4
    private static let acknowledged: UInt8 = 1
    private static let limitSetting: UInt16 = 3
    private static let acknowledgement: [UInt8] = [0, 0, 0, settingsType, acknowledged, 0, 0, 0, 0]

    private let limit: UInt32
    /// Bytes that are passed on before the next frame: at first the preface.
    private var passing = prefaceLength
    /// The beginning of a frame whose head is not complete.
    private var partialHead = ByteBuffer()
    /// What has come of the client's settings.
    private var progress = Progress.preface
    private var hasWritten = false

    private enum Progress {
        /// The preface has not come, or is on its way.
        case preface
        /// The client's settings have begun.
        case settings
        /// They were complete, and SwiftNIO was told that its own are acknowledged.
        case frames
        /// The client has acknowledged them; everything is passed on.
        case acknowledged
    }

    /// - Parameter limit: The limit that clients are told.
    init(limit: Int) {
        self.limit = UInt32(clamping: limit)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard progress != .acknowledged else { return context.fireChannelRead(data) }
        var bytes = unwrapInboundIn(data)
        if partialHead.readableBytes > 0 {
            partialHead.writeBuffer(&bytes)
            bytes = partialHead
            partialHead.clear()
        }
        var passed = context.channel.allocator.buffer(capacity: bytes.readableBytes + Self.headLength)
        while passFrame(of: &bytes, to: &passed) {}
        if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
    }

    /// Passes on what is before the next head of a frame, then the head.
    ///
    /// - Returns: Whether a head was read, so that there may be more.
    private func passFrame(of bytes: inout ByteBuffer, to passed: inout ByteBuffer) -> Bool {
        guard progress != .acknowledged else {
            passed.writeBuffer(&bytes)
            return false
        }
        if var part = bytes.readSlice(length: min(passing, bytes.readableBytes)) {
            passing -= part.readableBytes
            passed.writeBuffer(&part)
        }
        guard passing == 0 else { return false }
        if progress == .settings {
            passed.writeBytes(Self.acknowledgement)
            progress = .frames
        }
        guard let head = bytes.readBytes(length: Self.headLength) else {
            partialHead = bytes
            return false
        }
        pass(head, to: &passed)
        return true
    }

    private func pass(_ head: [UInt8], to passed: inout ByteBuffer) {
        // One with a payload, or of a stream, is passed on: to SwiftNIO it is an error of the connection (RFC 9113, 6.5).
        if progress == .frames, head[3] == Self.settingsType, head[4] & Self.acknowledged != 0,
            head[..<3].allSatisfy({ $0 == 0 }), head[5...].allSatisfy({ $0 == 0 })
        {
            progress = .acknowledged
            return
        }
        // Whatever the first frame is: SwiftNIO ends the connection if it is not the settings.
        if progress == .preface { progress = head[3] == Self.settingsType ? .settings : .acknowledged }
        passed.writeBytes(head)
        passing = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasWritten else { return context.write(data, promise: promise) }
        hasWritten = true
        var bytes = unwrapOutboundIn(data)
        // The settings are the first frame, and each of them has 6 bytes.
        let length = Int(bytes.getInteger(at: bytes.readerIndex + 1, as: UInt16.self) ?? 0)
        let start = bytes.readerIndex + Self.headLength
        for setting in stride(from: start, to: min(start + length, bytes.writerIndex), by: 6)
        where bytes.getInteger(at: setting, as: UInt16.self) == Self.limitSetting {
            bytes.setInteger(limit, at: setting + 2)
        }
        context.write(wrapOutboundOut(bytes), promise: promise)
    }
}
