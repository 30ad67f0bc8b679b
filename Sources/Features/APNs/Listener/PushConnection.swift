import DeviceHost
import NIOCore
import NIOHTTP2
import NIOSSL

/// A connection of a provider: its requests, in the order in which they were complete.
struct PushConnection: Sendable {
    let channel: any Channel
    let requests: AsyncStream<PushExchange>
    /// What its pushes have in common.
    let provider = ProviderConnection()
    /// The order in which its pushes reach their devices: those for one device as they came, those for others side by
    /// side.
    let order = TurnOrder<DeviceID>()

    typealias Turn = TurnOrder<DeviceID>.Turn

    /// Sets up a channel that was accepted: TLS, then HTTP/2, whatever the client says in ALPN.
    ///
    /// Must be called on the channel's event loop.
    init(_ channel: any Channel, tls: NIOSSLContext, limits: ListenerLimits, metrics: PushMetrics) throws {
        // Each stream yields one request, and the number of streams is limited.
        let (requests, continuation) = AsyncStream.makeStream(of: PushExchange.self)
        let handler = PushConnectionHandler(limits: limits, requests: continuation, metrics: metrics)
        let connection = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        let http2 = NIOHTTP2Handler(
            mode: .server,
            eventLoop: channel.eventLoop,
            connectionConfiguration: limits.connectionConfiguration,
            streamConfiguration: limits.streamConfiguration
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(
                    PushStreamHandler(limits: limits, requests: continuation, connection: connection.value)
                )
            }
        }
        let pipeline = channel.pipeline.syncOperations
        let streamLimit = StreamLimitHandler(limit: ListenerLimits.streams)
        try pipeline.addHandlers(NIOSSLServerHandler(context: tls), streamLimit, http2, handler)
        self.channel = channel
        self.requests = requests
    }

    /// Answers the requests until the connection is closed.
    func serve(_ service: PushService) async {
        await withDiscardingTaskGroup { group in
            for await exchange in requests {
                let turn = await service.device(of: exchange.request).map { order.enter(for: $0) }
                group.addTask { await answer(exchange, service, turn) }
            }
        }
        channel.close(promise: nil)
    }

    private func answer(_ exchange: PushExchange, _ service: PushService, _ turn: Turn?) async {
        let answer = await service.answer(exchange.request, refusal: exchange.refusal, on: provider, turn)
        let stream = exchange.stream
        guard answer.goesAway else { return stream.writeAndFlush(answer, promise: nil) }
        let event = PushConnectionHandler.LeaveEvent(reason: answer.reason ?? .shutdown)
        // In one turn of the event loop: a client that has the answer before the GOAWAY sends its next request here.
        channel.eventLoop.execute {
            stream.writeAndFlush(answer, promise: nil)
            channel.pipeline.fireUserInboundEventTriggered(event)
        }
    }
}
