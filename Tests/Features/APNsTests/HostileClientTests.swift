import NIOCore
import Testing

@testable import APNs
@testable import HTTPAPI

/// Clients that break the protocol end their stream or their connection, and disturb nobody else.
@Suite("Hostile clients", .timeLimit(.minutes(3)))
struct HostileClientTests {
    /// Something that ends the connection of a client that does it.
    enum Attack: String, CaseIterable, CustomTestStringConvertible {
        case garbage, http1, frameTooLong, headersOnStreamZero, evenStream, dataOnIdleStream, continuationFlood
        case rapidResets, pingFlood, settingsFlood, windowOverflow, brokenHPACK, emptyDataFlood

        var testDescription: String { rawValue }

        /// Does it.
        func perform(on connection: RawConnection, token: String) async throws {
            typealias Raw = RawConnection
            switch self {
            case .garbage: return try await connection.send([UInt8](repeating: 0x41, count: 4_096))
            case .http1: return try await connection.send(Array("POST / HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
            default: try await connection.begin()
            }
            let block = try connection.block(to: token)
            switch self {
            case .garbage, .http1: break
            case .frameTooLong:
                try await connection.send(Raw.frame(.data, 0, 1, [UInt8](repeating: 0, count: 20_000)))
            case .headersOnStreamZero: try await connection.send(Raw.frame(.headers, 0x5, 0, block))
            case .evenStream: try await connection.send(Raw.frame(.headers, 0x5, 2, block))
            case .dataOnIdleStream: try await connection.send(Raw.frame(.data, 0x1, 5, [0x7b, 0x7d]))
            case .continuationFlood:
                try await connection.send(Raw.frame(.headers, 0, 1, block))
                for _ in 0..<2_000 { try await connection.send(Raw.frame(.continuation, 0, 1, [0])) }
            case .rapidResets:
                for stream in stride(from: UInt32(1), to: 20_001, by: 2) {
                    let reset = Raw.frame(.resetStream, 0, stream, Raw.bigEndian(8))
                    try await connection.send(Raw.frame(.headers, 0x4, stream, block) + reset)
                }
            case .pingFlood:
                let ping = Raw.frame(.ping, 0, 0, [UInt8](repeating: 1, count: 8))
                for _ in 0..<20_000 { try await connection.send(ping) }
            case .settingsFlood:
                for _ in 0..<20_000 { try await connection.send(Raw.frame(.settings, 0, 0, [])) }
            case .windowOverflow:
                try await connection.send(Raw.frame(.windowUpdate, 0, 0, Raw.bigEndian(0x7fff_ffff)))
            case .brokenHPACK: try await connection.send(Raw.frame(.headers, 0x5, 1, [0xff, 0xff, 0xff, 0xff, 0xff]))
            case .emptyDataFlood:
                try await connection.send(Raw.frame(.headers, 0x4, 1, block))
                for _ in 0..<20_000 { try await connection.send(Raw.frame(.data, 0, 1, [])) }
            }
        }
    }

    @Test("Breaking the protocol ends the connection, and others go on", arguments: Attack.allCases)
    func attack(_ attack: Attack) async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await attack.perform(on: connection, token: token)
                // Whatever comes before: it ends.
                _ = try await connection.first { _ in false }
            }
            #expect(try await listener.push().status == 200)
            #expect(try await listener.service.history.pushes(of: TestListener.phone, PushQuery()).pushes.count == 1)
        }
    }

    @Test("A header list over the limit ends its stream or the connection, and nothing is delivered")
    func hugeHeaders() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let many = (0..<300).map { ("x-header-\($0)", String(repeating: "v", count: 100)) }
                let block = try connection.block(to: token, many)
                var rest = block.dropFirst(16_000)
                try await connection.send(RawConnection.frame(.headers, 0, 1, Array(block.prefix(16_000))))
                while !rest.isEmpty {
                    let part = Array(rest.prefix(16_000))
                    rest = rest.dropFirst(part.count)
                    let flags: UInt8 = rest.isEmpty ? 0x4 : 0
                    try await connection.send(RawConnection.frame(.continuation, flags, 1, part))
                }
                try await connection.send(RawConnection.frame(.data, 0x1, 1, Array(TestListener.alert.utf8)))
                let end = try await connection.first { [.goAway, .resetStream].contains($0.type) || $0.stream == 1 }
                #expect(end?.type != .headers)
            }
            #expect(try await listener.service.history.pushes(of: TestListener.phone, PushQuery()).pushes.isEmpty)
            #expect(try await listener.push().status == 200)
        }
    }

    @Test("More streams than there may be are refused, the others are answered")
    func tooManyStreams() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let block = try connection.block(to: token)
                for stream in stride(from: UInt32(1), to: 2_003, by: 2) {
                    try await connection.send(RawConnection.frame(.headers, 0x4, stream, block))
                }
                let refused = try await connection.first { $0.type == .resetStream }
                #expect(refused?.errorCode == 7)
                #expect(refused?.stream == 2_001)
                try await connection.send(RawConnection.frame(.data, 0x1, 1, Array(TestListener.alert.utf8)))
                #expect(try await connection.first { $0.stream == 1 }?.endsStream == true)
            }
        }
    }

    @Test("A request whose body does not end is reset, and the connection goes on")
    func stalledBody() async throws {
        var limits = ListenerLimits()
        limits.bodyTimeout = .milliseconds(50)
        try await TestListener.run(limits: limits) { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let block = try connection.block(to: token)
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, block))
                #expect(try await connection.first { $0.type == .resetStream }?.stream == 1)
                try await connection.push(3, to: token)
                #expect(try await connection.first { $0.stream == 3 }?.endsStream == true)
            }
        }
    }

    /// A request that is wrong for HTTP/2.
    enum Mistake: String, CaseIterable, CustomTestStringConvertible {
        case wrongName, connectionHeader, wrongLength, missingPath, noAuthorityOrHost

        var testDescription: String { rawValue }

        var fields: [(String, String)] {
            var fields = [(":method", "POST"), (":scheme", "https"), (":path", "/3/device/x"), ("host", "localhost")]
            switch self {
            case .wrongName: fields.append(("apns topic", "com.example.notes"))
            case .connectionHeader: fields.append(("connection", "keep-alive"))
            case .wrongLength: fields.append(("content-length", "7"))
            case .missingPath: fields.removeAll { $0.0 == ":path" }
            case .noAuthorityOrHost: fields.removeAll { $0.0 == "host" }
            }
            return fields
        }
    }

    @Test(
        "A wrong request ends its stream, and a push in flight on the connection is answered",
        arguments: Mistake.allCases
    )
    func mistake(_ mistake: Mistake) async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let good = try connection.block(to: token)
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, good))
                let bad = try connection.block(mistake.fields)
                try await connection.send(RawConnection.frame(.headers, 0x5, 3, bad))
                let end = try await connection.first { $0.stream == 3 }
                // Without a name of the host a request is answered: Apple asks for none.
                #expect(end?.type == (mistake == .noAuthorityOrHost ? .headers : .resetStream))
                try await connection.send(RawConnection.frame(.data, 0x1, 1, Array(TestListener.alert.utf8)))
                let answer = try await connection.first { $0.stream == 1 }
                #expect(answer?.type == .headers && answer?.endsStream == true)
            }
        }
    }

    /// A frame that its stream may not have now.
    enum MisplacedFrame: String, CaseIterable, CustomTestStringConvertible {
        case dataAfterTheEnd, windowOverflow, emptyWindowUpdate

        var testDescription: String { rawValue }

        /// The frames of the stream after its headers, and the error of a reset.
        func frames(_ stream: UInt32, _ block: [UInt8]) -> (bytes: [UInt8], error: UInt32) {
            let open = RawConnection.frame(.headers, 0x4, stream, block)
            switch self {
            case .dataAfterTheEnd:
                let whole = RawConnection.frame(.headers, 0x5, stream, block)
                return (whole + RawConnection.frame(.data, 0x1, stream, [0x7b, 0x7d]), 5)
            case .windowOverflow:
                let window = RawConnection.bigEndian(0x7fff_ffff)
                return (open + RawConnection.frame(.windowUpdate, 0, stream, window), 3)
            case .emptyWindowUpdate:
                return (open + RawConnection.frame(.windowUpdate, 0, stream, RawConnection.bigEndian(0)), 1)
            }
        }
    }

    @Test(
        "A misplaced frame ends its stream, and a push in flight on the connection is answered",
        arguments: MisplacedFrame.allCases
    )
    func misplaced(_ misplaced: MisplacedFrame) async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, connection.block(to: token)))
                // In one write, so that the stream is still there.
                let (bytes, error) = misplaced.frames(3, try connection.block(to: token))
                try await connection.send(bytes)
                let reset = try await connection.first { $0.type == .resetStream }
                #expect(reset?.stream == 3 && reset?.errorCode == error)
                try await connection.send(RawConnection.frame(.data, 0x1, 1, Array(TestListener.alert.utf8)))
                let answer = try await connection.first { $0.stream == 1 }
                #expect(answer?.type == .headers && answer?.endsStream == true)
            }
        }
    }

    @Test(
        "An error of the connection ends it with a GOAWAY that says which",
        arguments: [
            (RawConnection.frame(.data, 0x1, 5, [0x7b, 0x7d]), 1),
            (RawConnection.frame(.windowUpdate, 0, 0, RawConnection.bigEndian(0x7fff_ffff)), 3),
            (RawConnection.frame(.settings, 0x1, 0, [0, 3, 0, 0, 0, 1]), 6),
            (RawConnection.frame(.settings, 0x1, 1, []), 1),
        ] as [([UInt8], UInt32)]
    )
    func connectionError(frame: [UInt8], error: UInt32) async throws {
        try await TestListener.run { listener in
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, connection.block(to: "00")))
                try await connection.send(frame)
                #expect(try await connection.first { $0.type == .goAway }?.errorCode == error)
                #expect(try await connection.first { _ in false } == nil)
            }
        }
    }

    /// SwiftNIO takes it for an error of the connection, as RFC 9113 (5.1) allows.
    @Test("DATA on a stream that was answered ends the connection with a GOAWAY")
    func dataOnClosedStream() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.push(1, to: token)
                #expect(try await connection.first { $0.stream == 1 }?.endsStream == true)
                try await connection.send(RawConnection.frame(.data, 0x1, 1, [0x7b, 0x7d]))
                #expect(try await connection.first { $0.type == .goAway }?.errorCode == 5)
                #expect(try await connection.first { _ in false } == nil)
            }
        }
    }

    @Test("What a client has sent on many streams before it reads that they are refused does no harm to the others")
    func dataOnRefusedStreams() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let block = try connection.block(to: token)
                let streams = stride(from: UInt32(1), to: 2_201, by: 2)
                for stream in streams { try await connection.send(RawConnection.frame(.headers, 0x4, stream, block)) }
                for stream in streams.reversed() {
                    try await connection.send(RawConnection.frame(.data, 0x1, stream, Array(TestListener.alert.utf8)))
                }
                for _ in 0..<1_000 { #expect(try await connection.first { $0.type == .headers }?.endsStream == true) }
            }
            let page = try await listener.service.history.pushes(of: TestListener.phone, PushQuery(limit: 2_000))
            #expect(page.pushes.count == 1_000)
        }
    }

    @Test("A client whose window has no room for an answer is reset after a while, and the connection goes on")
    func noWindow() async throws {
        var limits = ListenerLimits()
        limits.writeTimeout = .milliseconds(50)
        try await TestListener.run(limits: limits) { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                let noWindow = RawConnection.frame(.settings, 0, 0, [0, 4, 0, 0, 0, 0])
                try await connection.send(RawConnection.preface + noWindow)
                try await connection.push(1, to: "00")
                #expect(try await connection.first { $0.type == .resetStream }?.stream == 1)
                try await connection.push(3, to: token)
                #expect(try await connection.first { $0.stream == 3 }?.endsStream == true)
            }
        }
    }

    @Test("HEAD is answered without a body, and the connection goes on")
    func head() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                let fields = [
                    (":method", "HEAD"), (":scheme", "https"), (":path", "/3/device/x"), ("host", "localhost"),
                ]
                try await connection.send(RawConnection.frame(.headers, 0x5, 1, connection.block(fields)))
                let answer = try await connection.first { $0.stream == 1 }
                #expect(answer?.type == .headers && answer?.endsStream == true)
                try await connection.push(3, to: token)
                #expect(try await connection.first { $0.stream == 3 }?.endsStream == true)
            }
        }
    }

    // HEAD, because its answers have no body, which would wait for the client's window.
    @Test("A client that sends and reads nothing is closed, and others are answered")
    func slowReader() async throws {
        var limits = ListenerLimits()
        limits.writeTimeout = .milliseconds(50)
        try await TestListener.run(limits: limits) { listener in
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                // Each answer repeats the apns-id.
                let fields = [
                    (":method", "HEAD"), (":scheme", "https"), (":path", "/x"), ("host", "localhost"),
                    ("apns-id", String(repeating: "a", count: 4_000)),
                ]
                var stream: UInt32 = 1
                repeat {
                    try await connection.send(RawConnection.frame(.headers, 0x5, stream, connection.block(fields)))
                    stream += 2
                } while listener.service.metrics.connections > 0
            }
            #expect(try await listener.push().status == 200)
        }
    }

    /// Sends a push that is answered, after which the server wants to end the connection, and reads up to its GOAWAY.
    private func readUpToGoAway(_ connection: RawConnection, of listener: TestListener) async throws {
        #expect(try await listener.service.faults.add(Fault(reason: .shutdown, goAway: true)))
        try await connection.begin()
        try await connection.push(1, to: listener.token())
        #expect(try await connection.first { $0.type == .goAway } != nil)
    }

    @Test("After a GOAWAY the connection stays open, for what the client sent before it read that")
    func openAfterGoAway() async throws {
        var limits = ListenerLimits()
        limits.closingTimeout = .minutes(10)
        try await TestListener.run(limits: limits) { listener in
            try await RawConnection.open(listener) { connection in
                try await readUpToGoAway(connection, of: listener)
                try await connection.send(RawConnection.frame(.ping, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]))
                #expect(try await connection.first { $0.type == .ping }?.payload == [1, 2, 3, 4, 5, 6, 7, 8])
            }
        }
    }

    @Test("A client that does not close the connection after a GOAWAY is closed")
    func closedAfterGoAway() async throws {
        var limits = ListenerLimits()
        limits.closingTimeout = .milliseconds(10)
        try await TestListener.run(limits: limits) { listener in
            try await RawConnection.open(listener) { connection in
                try await readUpToGoAway(connection, of: listener)
                #expect(try await connection.first { $0.type == .ping } == nil)
            }
        }
    }

    @Test("With as many requests at once as there may be, more are refused")
    func requestLimit() async throws {
        var settings = PushService.Settings()
        settings.requestLimit = 0
        try await TestListener.run(settings: settings) { listener in
            let answer = try await listener.push()
            #expect(answer.status == 503 && answer.reason == "ServiceUnavailable")
        }
    }

    @Test("A client that connects and says nothing is closed", arguments: [true, false])
    func silent(isSecure: Bool) async throws {
        var limits = ListenerLimits()
        limits.idleTimeout = .milliseconds(50)
        try await TestListener.run(limits: limits) { listener in
            try await RawConnection.open(listener, isSecure: isSecure) { connection in
                _ = try await connection.first { _ in false }
            }
        }
    }

    @Test("One connection more than there may be is served when another one has ended")
    func connectionLimit() async throws {
        var limits = ListenerLimits()
        limits.connections = 1
        try await TestListener.run(limits: limits) { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { first in
                try await first.begin()
                try await first.push(1, to: token)
                #expect(try await first.first { $0.stream == 1 }?.endsStream == true)
            }
            try await RawConnection.open(listener) { second in
                try await second.begin()
                try await second.push(1, to: token)
                #expect(try await second.first { $0.stream == 1 }?.endsStream == true)
            }
        }
    }
}
