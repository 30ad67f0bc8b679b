import DeviceHost
import GreenroomServer
import HTTPAPI
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOSSL

/// A connection of a provider: its requests, in the order in which they were complete.
struct PushConnection: Sendable {
    let channel: any Channel
    let requests: AsyncStream<PushExchange>
    /// What its pushes have in common.
    let provider: ProviderConnection
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
        // Any certificate will do here: requests are answered by what is in it.
        let tlsHandler = NIOSSLServerHandler(
            context: tls,
            customVerificationCallback: { _, verified in verified.succeed(.certificateVerified) }
        )
        let provider = ProviderConnection()
        let handler = PushConnectionHandler(limits: limits, requests: continuation, metrics: metrics) {
            guard let certificate = tlsHandler.peerCertificate else { return }
            provider.present(Result { () throws(PushRefusal) in try ClientCertificate(certificate) })
        }
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
        try pipeline.addHandlers(tlsHandler, streamLimit, http2, handler)
        self.channel = channel
        self.requests = requests
        self.provider = provider
    }

    /// Answers the requests until the connection is closed.
    ///
    /// - Parameter log: Where they are listed.
    func serve(_ service: PushService, _ log: RequestLog) async {
        await withDiscardingTaskGroup { group in
            for await exchange in requests {
                let turn = await service.device(of: exchange.request).map { order.enter(for: $0) }
                group.addTask { await answer(exchange, service, turn, log) }
            }
        }
        channel.close(promise: nil)
    }

    private func answer(_ exchange: PushExchange, _ service: PushService, _ turn: Turn?, _ log: RequestLog) async {
        let start = ContinuousClock.now
        let answer = await service.answer(exchange.request, refusal: exchange.refusal, on: provider, turn)
        log.add(exchange.request, answer, after: start.duration(to: .now))
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

extension RequestLog {
    /// Adds a request that was answered. Its headers are not kept, as the authorization is a secret.
    fileprivate func add(_ request: PushRequest, _ answer: PushAnswer, after duration: Duration) {
        let path = request.headers.first(name: ":path") ?? ""
        add(
            request.headers.first(name: ":method").flatMap { HTTPRequest.Method($0) } ?? .post,
            path: String(path.prefix { $0 != "?" }),
            id: answer.apnsID,
            listener: Listener.apns.rawValue,
            device: answer.device,
            status: HTTPResponse.Status(code: answer.status),
            refusal: answer.reason.map { "\($0.rawValue): \(answer.detail ?? "")" },
            after: duration,
            body: Array(request.body.readableBytesView)
        )
    }
}
