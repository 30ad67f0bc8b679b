import DeviceHost
import LifecycleKernel
import TestKit
import Testing

@testable import APNs
@testable import HTTPAPI

/// Faults that were asked for, and the rate of a token.
@Suite("Faults and rates", .timeLimit(.minutes(2)))
struct FaultTests {
    @Test("A fault goes to as many requests that would be accepted as it says, then it is over")
    func times() async throws {
        try await TestListener.run { listener in
            #expect(try await listener.service.faults.add(Fault(reason: .tooManyRequests, times: 2)))
            #expect(try await listener.push(["apns-priority": "7"]).reason == "BadPriority")
            #expect(try await listener.push().status == 429)
            let second = try await listener.push()
            #expect(second.status == 429 && second.reason == "TooManyRequests")
            #expect(try await listener.push().status == 200)
            #expect(try await listener.service.faults.all.isEmpty)
            #expect(try await listener.service.history.pushes(of: TestListener.phone, PushQuery()).pushes.count == 1)
        }
    }

    @Test("Where there are too many faults, those for devices that are gone make room")
    func limit() async throws {
        try await TestListener.run { listener in
            let service = listener.service
            for _ in 1..<Faults.limit {
                let isAdded = try await service.add(Fault(reason: .forbidden, device: TestListener.phone))
                #expect(isAdded)
            }
            #expect(try await service.add(Fault(reason: .forbidden, device: DeviceID("gone"))))
            #expect(try await service.add(Fault(reason: .forbidden, device: TestListener.phone)))
            #expect(try await !service.add(Fault(reason: .forbidden, device: TestListener.phone)))
            #expect(try await service.faults.all.count == Faults.limit)
            #expect(try await service.faults.all.allSatisfy { $0.device == TestListener.phone })
        }
    }

    @Test("A fault is for those that it names, has its own status if it says one, and a 410 has its time")
    func conditions() async throws {
        try await TestListener.run { listener in
            let other = Fault(reason: .forbidden, device: DeviceID("other"))
            let topic = Fault(reason: .expiredToken, status: 500, topic: PushTopic(TestListener.notes.rawValue))
            let token = Fault(reason: .expiredToken, token: try await listener.token().uppercased())
            for fault in [other, topic, token] { #expect(try await listener.service.faults.add(fault)) }
            #expect(try await listener.push().status == 500)
            let gone = try await listener.push()
            #expect(gone.status == 410 && gone.timestamp != nil)
            #expect(try await listener.push().status == 200)
            try await listener.service.faults.remove(topic: nil, token: nil, device: DeviceID("phone"))
            #expect(try await listener.service.faults.all.count == 1)
            try await listener.service.faults.remove(topic: nil, token: nil, device: nil)
            #expect(try await listener.service.faults.all.isEmpty)
        }
    }

    @Test("A fault for a topic with a suffix is for those pushes of the app, and one without is for all of them")
    func topics() async throws {
        try await TestListener.run { listener in
            let faults = listener.service.faults
            let calls = TestListener.calls.rawValue
            let call: [String: String?] = ["apns-topic": calls + ".voip", "apns-push-type": "voip"]
            let alert: [String: String?] = ["apns-topic": calls]
            let (voipToken, token) = try await (listener.voipToken(), listener.token(TestListener.calls))
            #expect(try await faults.add(Fault(reason: .forbidden, topic: PushTopic(calls + ".voip"))))
            #expect(try await listener.push(to: token, alert).status == 200)
            #expect(try await listener.push(to: voipToken, call).status == 403)
            #expect(try await faults.add(Fault(reason: .forbidden, times: 3, topic: PushTopic(calls))))
            #expect(try await listener.push(to: voipToken, call).status == 403)
            #expect(try await listener.push(to: token, alert).status == 403)
            try await faults.remove(topic: calls + ".voip", token: nil, device: nil)
            #expect(try await faults.all.count == 1)
            try await faults.remove(topic: calls, token: nil, device: nil)
            #expect(try await faults.all.isEmpty)
        }
    }

    @Test("A fault may end the connection after its answer, with its reason")
    func goAway() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            #expect(try await listener.service.faults.add(Fault(reason: .shutdown, goAway: true)))
            try await RawConnection.open(listener) { connection in
                try await connection.begin()
                try await connection.push(1, to: token)
                let body = try await connection.first { $0.type == .data }
                #expect(String(decoding: body?.payload ?? [], as: UTF8.self) == #"{"reason":"Shutdown"}"#)
                #expect(try await connection.first { $0.type == .goAway }?.debugText == #"{"reason":"Shutdown"}"#)
                #expect(try await connection.next() == nil)
            }
        }
    }

    @Test("There may be so many faults, and no more")
    func limitOfList() async throws {
        let faults = Faults(in: DeviceRegistry(), logger: quietLogger)
        for _ in 0..<Faults.limit { #expect(try await faults.add(Fault(reason: .forbidden))) }
        #expect(try await !faults.add(Fault(reason: .forbidden)))
    }

    @Test("A token gets as many pushes in a minute as it may")
    func rate() throws {
        let clock = HandMovedClock()
        let rate = PushRate(limit: 2, wall: clock)
        let first = try #require(DeviceTokenKey(hexadecimal: String(repeating: "a", count: 64)))
        let second = try #require(DeviceTokenKey(hexadecimal: String(repeating: "b", count: 64)))
        try rate.count(first)
        try rate.count(first)
        let refusal = #expect(throws: PushRefusal.self) { try rate.count(first) }
        #expect(refusal?.reason == .tooManyRequests)
        try rate.count(second)
        clock.advance(by: .seconds(60))
        try rate.count(first)
    }
}
