import Foundation
import Logging
import Metrics
import NIOCore
import Telemetry

/// Accepts no connection for a moment when there is hardly a file descriptor left for one.
///
/// Without it a listening channel whose attempt fails tries again at once, for ever: the `AcceptBackoffHandler` of SwiftNIO's
/// bootstraps delays a read that begins after the failure, but the one that has failed is still pending.
final class AcceptPauseHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let listener: Listener
    private let shortages: Counter
    private let logger: Logger
    private let hasRoom: () -> Bool
    /// When there was no descriptor last.
    private var lastShortage: NIODeadline?
    private var resumption: Scheduled<Void>?

    /// How long no connection is accepted.
    static let pause = TimeAmount.milliseconds(250)
    /// After so long with enough of them the next shortage is another one, and logged.
    static let calm = TimeAmount.seconds(10)

    /// Makes a handler, to be the first one of a listening channel.
    ///
    /// - Parameter hasRoom: Whether there is a descriptor for another connection.
    init(
        _ listener: Listener,
        metricsFactory: any MetricsFactory,
        logger: Logger,
        hasRoom: @escaping () -> Bool = { DescriptorLimit.hasRoom }
    ) {
        self.listener = listener
        self.logger = logger
        self.hasRoom = hasRoom
        shortages = ServerMetricTable.table.acceptShortages.make(listener.rawValue, in: metricsFactory)
    }

    /// Adds a handler to a channel that listens.
    static func add(to channel: any Channel, _ listener: Listener, metricsFactory: any MetricsFactory, logger: Logger) {
        channel.eventLoop.execute {
            let handler = AcceptPauseHandler(listener, metricsFactory: metricsFactory, logger: logger)
            // It fails if the channel was closed meanwhile.
            try? channel.pipeline.syncOperations.addHandler(handler, position: .first)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        if !hasRoom() { pause(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else {
            return context.fireErrorCaught(error)
        }
        pause(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        resumption?.cancel()
        context.fireChannelInactive()
    }

    private func pause(_ context: ChannelHandlerContext) {
        note(at: context.eventLoop.now)
        setAccepting(false, context)
        resumption?.cancel()
        resumption = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            if self.hasRoom() { self.setAccepting(true, context) } else { self.pause(context) }
        }
    }

    private func setAccepting(_ isAccepting: Bool, _ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: isAccepting)
    }

    private func note(at now: NIODeadline) {
        defer { lastShortage = now }
        if let lastShortage, now - lastShortage <= Self.calm { return }
        shortages.increment()
        logger.warning(
            "no connection is accepted until others are closed: file descriptors have run out",
            metadata: ["listener": "\(listener.rawValue)", "limit": "\(DescriptorLimit.current?.soft ?? 0)"]
        )
    }
}
