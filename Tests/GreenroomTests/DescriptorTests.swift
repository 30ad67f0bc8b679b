import Foundation
import NIOCore
import NIOEmbedded
import Telemetry
import TestKit
import Testing

@testable import GreenroomServer

@Suite("File descriptors") struct DescriptorTests {
    @Test(
        "Connections leave a quarter of them for the server's own files, or 256, and share the rest",
        arguments: [
            (4_096, 1, 1_048_576, 4_096), (4_096, 4, 1_048_576, 4_096), (4_096, 1, 4_352, 4_096),
            (4_096, 1, 4_351, 4_095), (4_096, 1, 1_024, 768), (4_096, 1, 256, 192), (4_096, 4, 256, 48),
            (100, 1, 256, 100), (1, 4, 256, 1), (4_096, 4, 4, 1), (1_000_000, 1, Int.max, 1_000_000),
        ]
    ) func connections(wanted: Int, listeners: Int, descriptors: Int, expected: Int) {
        let limit = DescriptorLimit(soft: descriptors, hard: descriptors)
        #expect(limit.connections(wanted: wanted, listeners: listeners) == expected)
    }

    @Test("A limit that lowers the connections of each listener is logged with both numbers") func lowered() throws {
        let given = try configuration(["--max-connections", "1000", "--appium-port", "0"])
        let log = LogText()
        let limit = DescriptorLimit(soft: 1_024, hard: 1_024)
        #expect(given.connectionsPerListener(within: limit, log.logger) == 384)
        for part in ["--max-connections", "connections\": 384", "wanted\": 1000", "descriptors\": 1024"] {
            #expect(log.all.contains(part), "\(log.all)")
        }
        let quiet = LogText()
        #expect(given.connectionsPerListener(within: nil, quiet.logger) == 1_000)
        #expect(given.connectionsPerListener(within: DescriptorLimit(soft: 9_999, hard: 9_999), quiet.logger) == 1_000)
        #expect(quiet.all.isEmpty)
    }

    @Test("The limit of this process is known, and raised to the hard one") func raised() throws {
        let before = try #require(DescriptorLimit.current)
        #expect(before.soft > 0 && before.soft <= before.hard)
        DescriptorLimit.raise(quietLogger)
        let after = try #require(DescriptorLimit.current)
        #expect(after.hard == before.hard)
        #if os(Linux)
        #expect(after.soft == before.hard)
        #endif
    }

    @Test(
        "Some stay free for the process itself",
        arguments: [
            (1_024, 991, true), (1_024, 992, false), (64, 47, true), (64, 48, false), (4, 2, true), (4, 3, false),
        ]
    ) func spare(soft: Int, next: Int, hasRoom: Bool) {
        #expect(DescriptorLimit(soft: soft, hard: soft).hasRoom(for: next) == hasRoom)
        #expect(DescriptorLimit.hasRoom)
    }

    /// A listening channel, as far as the handler sees one.
    private final class ListeningChannel {
        let log = LogText()
        let metrics = PrometheusMetrics()
        let channel = EmbeddedChannel()
        var hasRoom = true

        init() throws {
            let handler = AcceptPauseHandler(.main, metricsFactory: metrics, logger: log.logger) { [unowned self] in
                hasRoom
            }
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        /// Whether connections are accepted; nil if that was never changed.
        var accepts: Bool? {
            channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
        }

        func fail(_ code: Int32) { channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept")) }

        func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

        var lines: Int { log.all.split(separator: "\n").count }
    }

    @Test("A listener that has none accepts nothing for a moment, and says so once", arguments: [EMFILE, ENFILE])
    func shortage(code: Int32) throws {
        let listening = try ListeningChannel()
        // Each attempt fails, for a minute.
        for _ in 0..<240 {
            listening.fail(code)
            #expect(listening.accepts == false)
            listening.pass(AcceptPauseHandler.pause)
            #expect(listening.accepts == true)
        }
        #expect(listening.lines == 1)
        listening.pass(AcceptPauseHandler.calm)
        listening.fail(code)
        #expect(listening.lines == 2)
        #expect(listening.metrics.render().contains(#"greenroom_accept_shortages_total{listener="http"} 2"#))
        _ = try listening.channel.finish()
    }

    @Test("It stops before it has none, and accepts again when there are some") func nearShortage() throws {
        let listening = try ListeningChannel()
        try listening.channel.writeInbound(EmbeddedChannel() as any Channel)
        #expect(listening.accepts == nil)
        listening.hasRoom = false
        try listening.channel.writeInbound(EmbeddedChannel() as any Channel)
        #expect(try listening.channel.readInbound(as: (any Channel).self) != nil)
        #expect(try listening.channel.readInbound(as: (any Channel).self) != nil, "the last one is served")
        for _ in 0..<240 {
            #expect(listening.accepts == false)
            listening.pass(AcceptPauseHandler.pause)
        }
        listening.hasRoom = true
        listening.pass(AcceptPauseHandler.pause)
        #expect(listening.accepts == true)
        #expect(listening.lines == 1)
    }

    @Test("Another error of a listener is not its business") func otherError() throws {
        let listening = try ListeningChannel()
        listening.fail(ECONNABORTED)
        #expect(throws: IOError.self) { try listening.channel.throwIfErrorCaught() }
        #expect(listening.accepts == nil)
        #expect(listening.lines == 0)
    }
}
