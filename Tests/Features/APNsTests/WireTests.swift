import DeviceHost
import LifecycleKernel
import NIOCore
import Synchronization
import Testing

@testable import APNs
@testable import HTTPAPI

/// What clients depend on in the frames of an answer.
@Suite("The frames of an answer", .timeLimit(.minutes(2)))
struct WireTests {
    @Test("A push without ALPN is answered with one HEADERS frame that ends the stream, and no DATA frame")
    func accepted() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                for stream in [UInt32(1), 3] {
                    try await connection.push(stream, to: token)
                    let frame = try #require(await connection.first { $0.stream == stream })
                    #expect(frame.type == .headers)
                    #expect(frame.endsStream)
                }
            }
            #expect(try await listener.service.history.pushes(of: TestListener.phone, PushQuery()).pushes.count == 2)
        }
    }

    @Test("A refusal is HEADERS and one DATA frame, which has the whole body and ends the stream")
    func refused() async throws {
        try await TestListener.run { listener in
            try await RawConnection.open(listener, protocols: ["h2"]) { connection in
                try await connection.begin()
                try await connection.push(1, to: "abcd")
                let head = try #require(await connection.first { $0.stream == 1 })
                #expect(head.type == .headers && !head.endsStream)
                let body = try #require(await connection.first { $0.stream == 1 })
                #expect(body.type == .data && body.endsStream)
                #expect(String(decoding: body.payload, as: UTF8.self) == #"{"reason":"BadDeviceToken"}"#)
            }
        }
    }

    @Test("A collapse id that is not UTF-8 is refused, so that different ones do not become the same")
    func collapseIDBytes() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let name = Array("apns-collapse-id".utf8)
                // A field that is not added to the table, without Huffman's code: RFC 7541, 6.2.2.
                let field = [0, UInt8(name.count)] + name + [2, 0x61, 0xff]
                let block = try connection.block(to: token) + field
                let body = RawConnection.frame(.data, 0x1, 1, Array(TestListener.alert.utf8))
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, block) + body)
                let answer = try #require(
                    await connection.first { $0.type == .data || $0.stream == 1 && $0.endsStream }
                )
                #expect(String(decoding: answer.payload, as: UTF8.self) == #"{"reason":"BadCollapseId"}"#)
            }
        }
    }

    @Test("The settings allow 1,000 streams and header lists of 16 KiB")
    func settings() async throws {
        try await TestListener.run { listener in
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let frame = try #require(await connection.first { $0.type == .settings && $0.flags == 0 })
                let entries = stride(from: 0, to: frame.payload.count, by: 6).map { Array(frame.payload[$0..<$0 + 6]) }
                #expect(entries.contains([0, 3] + RawConnection.bigEndian(1_000)))
                #expect(entries.contains([0, 6] + RawConnection.bigEndian(16_384)))
            }
        }
    }

    @Test("500 pushes at once on one connection all arrive, once")
    func manyStreams() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                for stream in stride(from: UInt32(1), to: 1_000, by: 2) { try await connection.push(stream, to: token) }
                for _ in 0..<500 {
                    let frame = try #require(await connection.first { $0.type == .headers })
                    #expect(frame.endsStream)
                }
            }
            let page = try await listener.service.history.pushes(of: TestListener.phone, PushQuery(limit: 1_000))
            #expect(Set(page.pushes.map(\.receipt.apnsID)).count == 500)
        }
    }

    /// Pushes of which each has its number as its apns-id, all in one write.
    private func numbered(_ count: Int, to token: String, on connection: RawConnection) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<count {
            let stream = UInt32(number * 2 + 1)
            let block = try connection.block(to: token, [("apns-id", Self.id(number))])
            let body = RawConnection.frame(.data, 0x1, stream, Array(TestListener.alert.utf8))
            bytes += RawConnection.frame(.headers, 0x4, stream, block) + body
        }
        return bytes
    }

    private static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-\(String(1_000_000_000_000 + number).dropFirst())"
    }

    @Test("Pushes that come at once reach the device in the order in which they came")
    func order() async throws {
        let count = 400
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.send(numbered(count, to: token, on: connection))
                for _ in 0..<count { #expect(try await connection.first { $0.type == .headers }?.endsStream == true) }
            }
            let page = try await listener.service.history.pushes(of: TestListener.phone, PushQuery(limit: 1_000))
            #expect(page.pushes.map(\.receipt.apnsID) == (0..<count).map(Self.id))
        }
    }

    @Test("Of pushes that come at once the first ones get the faults, and one that is delayed holds up no other")
    func orderOfFaults() async throws {
        try await TestListener.run { listener in
            #expect(try await listener.service.faults.add(Fault(reason: .tooManyRequests, times: 3)))
            #expect(try await listener.service.faults.add(Fault(reason: nil, delay: .seconds(3_600))))
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.send(numbered(20, to: token, on: connection))
                // The fourth is delayed.
                for _ in 1..<20 { #expect(try await connection.first { $0.type == .headers } != nil) }
                let page = try await listener.service.history.pushes(of: TestListener.phone, PushQuery())
                #expect(page.pushes.map(\.receipt.apnsID) == (4..<20).map(Self.id))
                await listener.stop()
                #expect(try await connection.first { $0.type == .headers }?.stream == 7)
            }
        }
    }

    @Test("Trailers are not looked at, neither those of HEAD")
    func trailers() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let head = [(":method", "HEAD"), (":scheme", "https"), (":path", "/"), ("host", "localhost")]
                for stream in [UInt32(1), 3] {
                    // In the order in which they are sent: the compression of headers depends on those before.
                    let block = try stream == 1 ? connection.block(to: token) : connection.block(head)
                    let body = RawConnection.frame(.data, 0, stream, Array(TestListener.alert.utf8))
                    let trailers = try connection.block([("x-checksum", "1")])
                    let end = RawConnection.frame(.headers, 0x5, stream, trailers)
                    try await connection.send(RawConnection.frame(.headers, 0x4, stream, block) + body + end)
                    let answer = try await connection.first { $0.stream == stream }
                    #expect(answer?.type == .headers && answer?.endsStream == true)
                }
            }
        }
    }

    @Test("A body that is longer than any is answered at once, and the rest of it refused")
    func longBody() async throws {
        var limits = ListenerLimits()
        limits.bodyLimit = 10_000
        try await TestListener.run(limits: limits) { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let block = try connection.block(to: token)
                let part = RawConnection.frame(.data, 0, 1, [UInt8](repeating: 0x20, count: 10_001))
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, block) + part)
                let body = try #require(await connection.first { $0.type == .data })
                #expect(String(decoding: body.payload, as: UTF8.self) == #"{"reason":"PayloadTooLarge"}"#)
                #expect(try await connection.first { $0.type == .resetStream }?.errorCode == 0)
                try await connection.push(3, to: token)
                #expect(try await connection.first { $0.stream == 3 }?.endsStream == true)
            }
        }
    }

    @Test("At the shutdown a connection gets a GOAWAY with the reason, and ends")
    func shutdown() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.push(1, to: token)
                #expect(try await connection.first { $0.stream == 1 }?.endsStream == true)
                await listener.stop()
                let goAway = try #require(await connection.first { $0.type == .goAway })
                #expect(goAway.errorCode == 0)
                #expect(goAway.debugText == #"{"reason":"Shutdown"}"#)
                #expect(try await connection.next() == nil)
            }
        }
    }

    @Test("A request in progress at the shutdown is answered before the connection ends")
    func shutdownWaits() async throws {
        let isServing = Mutex(false)
        let state: @Sendable () -> Bool = { isServing.withLock { $0 } }
        var limits = ListenerLimits()
        limits.lastBodyTimeout = .minutes(1)
        try await TestListener.run(limits: limits, isServing: state) { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let block = try connection.block(to: token)
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, block))
                // The answer to the ping says that the request has begun.
                try await connection.send(RawConnection.frame(.ping, 0, 0, [UInt8](repeating: 7, count: 8)))
                #expect(try await connection.first { $0.type == .ping } != nil)
                await listener.stop()
                #expect(try await connection.first { $0.type == .goAway } != nil)
                isServing.withLock { $0 = true }
                try await connection.send(RawConnection.frame(.data, 0x1, 1, Array(TestListener.alert.utf8)))
                #expect(try await connection.first { $0.stream == 1 }?.endsStream == true)
                #expect(try await connection.next() == nil)
            }
        }
    }

    @Test("A connection without a stream ends after a while, with the reason")
    func idle() async throws {
        var limits = ListenerLimits()
        limits.idleTimeout = .seconds(1)
        try await TestListener.run(limits: limits) { listener in
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let goAway = try await connection.first { $0.type == .goAway }
                #expect(goAway?.debugText == #"{"reason":"IdleTimeout"}"#)
                // It ends.
                _ = try await connection.first { _ in false }
            }
        }
    }
}
