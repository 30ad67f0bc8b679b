import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPAPI

@Suite("A connection whose reader takes nothing")
struct WriteDeadlineTests {
    /// Counts how often the next handlers are notified of a change of writability.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = Any
        var changes = 0

        func channelWritabilityChanged(context: ChannelHandlerContext) { changes += 1 }
    }

    private let listener = Listener()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handlers: [WriteDeadlineHandler(timeout: .seconds(45)), listener])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// Leaves bytes waiting for the reader, who may take no more of them now.
    private func stall(with count: Int = 1_000) {
        channel.write(ByteBuffer(repeating: 0, count: count), promise: nil)
        setWritable(false)
    }

    private func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    private func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    @Test("is closed after a while")
    func stalled() throws {
        stall()
        #expect(listener.changes == 1)
        pass(44)
        #expect(channel.isActive)
        pass(1)
        #expect(!channel.isActive)
    }

    @Test("is closed soon once the server is being shut down", arguments: [true, false])
    func shutdown(isStalledBefore: Bool) throws {
        if isStalledBefore { stall() }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        if !isStalledBefore { stall() }
        pass(1)
        #expect(!channel.isActive)
    }

    @Test("for a while, and then something, stays open")
    func slow() throws {
        stall(with: 1_000)
        for _ in 0..<5 {
            stall(with: 10)
            pass(40)
            // It takes some, though not so much that more can be written.
            channel.flush()
            _ = try channel.readOutbound(as: ByteBuffer.self)
            pass(20)
            #expect(channel.isActive)
        }
    }

    @Test("because it has everything stays open")
    func keepsUp() throws {
        stall()
        setWritable(true)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        pass(3_600)
        #expect(channel.isActive)
    }
}
