import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPAPI

@Suite("A connection that is being shut down and on which nothing comes")
struct BodyDeadlineTests {
    /// Keeps what the next handlers get.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = Any
        var errors: [any Error] = []
        var reads = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { reads += 1 }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { errors.append(error) }
    }

    private let listener = Listener()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handlers: [BodyDeadlineHandler(), listener])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func receive() throws { try channel.writeInbound(ByteBuffer(string: " ")) }

    private func shutDown() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }

    private func pass(_ milliseconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
    }

    @Test("says soon that the server is stopping, once")
    func stalled() throws {
        try receive()
        pass(3_600_000)
        shutDown()
        pass(999)
        #expect(listener.errors.isEmpty)
        pass(1)
        let problem = try #require(listener.errors.first as? Problem)
        #expect(problem.code == .notReady)
        #expect(problem.state == "stopping")
        pass(3_600_000)
        #expect(listener.errors.count == 1)
    }

    @Test("for a while, and then something, is waited for")
    func slow() throws {
        shutDown()
        for _ in 0..<5 {
            pass(900)
            try receive()
        }
        #expect(listener.errors.isEmpty)
        #expect(listener.reads == 5)
        pass(1_000)
        #expect(listener.errors.count == 1)
    }

    @Test("is not waited for after it is closed")
    func closed() throws {
        shutDown()
        _ = try channel.finish()
        pass(3_600_000)
        #expect(listener.errors.isEmpty)
    }
}
