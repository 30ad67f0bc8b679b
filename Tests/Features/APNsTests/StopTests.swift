import NIOCore
import Testing

@testable import APNs

/// At the shutdown what is in progress is answered, and a client that does not go on is not waited for.
@Suite("APNs at the shutdown", .timeLimit(.minutes(2)))
struct StopTests {
    /// Limits by which a stream would be there for longer than the test.
    private static var limits: ListenerLimits {
        var limits = ListenerLimits()
        limits.bodyTimeout = .hours(1)
        limits.lastBodyTimeout = .milliseconds(10)
        return limits
    }

    @Test("A request whose body does not end is reset as one that may be sent again")
    func stalledBody() async throws {
        try await TestListener.run(limits: Self.limits) { listener in
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.send(RawConnection.frame(.headers, 0x4, 1, connection.block(to: token)))
                try await roundTrip(connection)
                await listener.stop()
                let goAway = try await connection.first { $0.type == .goAway }
                #expect(goAway?.debugText.contains("Shutdown") == true)
                let reset = try await connection.first { $0.type == .resetStream }
                #expect(reset?.stream == 1 && reset?.errorCode == 7)
                #expect(try await connection.first { _ in false } == nil)
            }
        }
    }

    @Test("A client that does not finish the handshake, or does not say that it has closed, is not waited for for long")
    func silent() async throws {
        var limits = Self.limits
        limits.closingTimeout = .milliseconds(10)
        try await TestListener.run(limits: limits) { listener in
            try await RawConnection.open(listener, isSecure: false) { connection in
                try await RawConnection.open(listener) { other in
                    try await other.begin()
                    try await roundTrip(other)
                    let start = ContinuousClock.now
                    await listener.stop()
                    #expect(try await connection.first { _ in false } == nil)
                    // SwiftNIO's own limit is 5 s.
                    #expect(ContinuousClock.now - start < .seconds(4))
                }
            }
        }
    }

    @Test("A client whose window has no room for an answer is reset")
    func noWindow() async throws {
        try await TestListener.run(limits: Self.limits) { listener in
            try await RawConnection.open(listener) { connection in
                let noWindow = RawConnection.frame(.settings, 0, 0, [0, 4, 0, 0, 0, 0])
                try await connection.send(RawConnection.preface + noWindow)
                try await connection.push(1, to: "00")
                #expect(try await connection.first { $0.stream == 1 }?.type == .headers)
                await listener.stop()
                #expect(try await connection.first { $0.stream == 1 }?.type == .resetStream)
                #expect(try await connection.first { _ in false } == nil)
            }
        }
    }

    @Test("A push that a fault delays is answered without the rest of the delay")
    func delayed() async throws {
        try await TestListener.run(limits: Self.limits) { listener in
            #expect(try await listener.service.faults.add(Fault(reason: nil, delay: .seconds(3_600))))
            let token = try await listener.token()
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.push(1, to: token)
                try await roundTrip(connection)
                await listener.stop()
                let answer = try await connection.first { $0.stream == 1 }
                #expect(answer?.type == .headers && answer?.endsStream == true)
            }
        }
    }

    /// Waits until the server has read what was sent.
    private func roundTrip(_ connection: RawConnection) async throws {
        try await connection.send(RawConnection.frame(.ping, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(try await connection.first { $0.type == .ping } != nil)
    }
}
