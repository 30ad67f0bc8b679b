import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPAPI

@Suite("What is written leaves together")
struct FlushCoalescingTests {
    /// Counts what reaches the socket's end of the pipeline.
    private final class FlushCount: ChannelOutboundHandler {
        typealias OutboundIn = Any
        var value = 0

        func flush(context: ChannelHandlerContext) {
            value += 1
            context.flush()
        }
    }

    private func makeChannel() throws -> (EmbeddedChannel, FlushCount) {
        let count = FlushCount()
        return (EmbeddedChannel(handlers: [count, FlushCoalescingHandler()]), count)
    }

    private func write(_ word: String, _ channel: EmbeddedChannel) {
        channel.write(ByteBuffer(string: word), promise: nil)
        channel.flush()
    }

    @Test("What one turn of the loop writes is sent once, behind what the turn has to do")
    func together() throws {
        let (channel, count) = try makeChannel()
        write("one", channel)
        write("two", channel)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        #expect(count.value == 0)
        channel.embeddedEventLoop.run()
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "one"))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "two"))
        #expect(count.value == 1)
        write("three", channel)
        channel.embeddedEventLoop.run()
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "three"))
        #expect(count.value == 2)
    }

    @Test("A connection that is closed sends first what was to be sent")
    func close() throws {
        let (channel, count) = try makeChannel()
        write("last", channel)
        channel.close(promise: nil)
        #expect(count.value == 1)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "last"))
        channel.embeddedEventLoop.run()
        #expect(count.value == 1)
    }

    @Test("A handler that is taken out leaves nothing behind")
    func removal() throws {
        let (channel, count) = try makeChannel()
        write("last", channel)
        let removed = channel.pipeline.syncOperations.removeHandler(
            context: try channel.pipeline.syncOperations.context(handlerType: FlushCoalescingHandler.self)
        )
        channel.embeddedEventLoop.run()
        try removed.wait()
        #expect(count.value == 1)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "last"))
    }
}
