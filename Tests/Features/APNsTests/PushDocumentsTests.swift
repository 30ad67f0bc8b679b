import DeviceHost
import LifecycleKernel
import Testing
import WireFormat

@testable import APNs
@testable import HTTPAPI

/// An apns-id that a client sends twice, as some do when an answer is lost.
@Suite("Pushes of one apns-id", .timeLimit(.minutes(1)))
struct PushDocumentsTests {
    private static let id = "8f3e9a62-6f50-4d0e-9d1c-0a1b2c3d4e5f"

    private func verdicts(_ listener: TestListener) async throws -> [[Verdict.Decision]] {
        try await listener.service.history.pushes(of: TestListener.phone, PushQuery()).pushes.map {
            $0.decisions.map(\.verdict)
        }
    }

    @Test("have each the verdicts that are about it, while the phone has no network and after")
    func held() async throws {
        try await TestListener.run { listener in
            let phone = TestListener.phone
            _ = try await listener.registry.apply(.event(.device(.condition(.setNetwork(.none)))), to: phone)
            for _ in 1...2 { #expect(try await listener.push(["apns-id": Self.id]).status == 200) }
            #expect(try await verdicts(listener) == [[.held, .replaced], [.held]])
            #expect(try await listener.verdicts(Self.id) == [.held])
            _ = try await listener.registry.apply(.event(.device(.condition(.setNetwork(.wifi)))), to: phone)
            #expect(try await verdicts(listener) == [[.held, .replaced], [.held, .shown]])
            #expect(try await listener.verdicts(Self.id) == [.held, .shown])
        }
    }

    @Test("are gone with their device, and are not another one's under the same name")
    func deleted() async throws {
        try await TestListener.run { listener in
            let phone = TestListener.phone
            let headers: [String: String?] = ["apns-id": Self.id]
            #expect(try await listener.push(headers).status == 200)
            try await listener.registry.delete(phone)
            for isMadeAnew in [false, true] {
                if isMadeAnew { try await listener.makePhone() }
                guard case .deviceDeleted(phone) = try await listener.service.history.push(Self.id) else {
                    Issue.record("made anew: \(isMadeAnew)")
                    continue
                }
            }
            #expect(try await listener.push(headers).status == 200)
            #expect(try await listener.verdicts(Self.id) == [.shown])
        }
    }

    @Test("of which a later one is durable first are found as the later one")
    func order() throws {
        let log = PushLog(limit: 10)
        let phone = TestListener.phone
        let first = PushReceipt(
            apnsID: Self.id,
            device: phone,
            bundleID: TestListener.notes,
            topic: "",
            pushType: .alert,
            isStorable: true,
            receivedAt: Instant(milliseconds: 5),
            time: Instant(milliseconds: 0),
            sequence: 10
        )
        var second = first
        second.sequence = 12
        #expect(!log.add(second).isEmpty)
        #expect(log.add(first).count == 1)
        #expect(log.receipt(Self.id) == second)
        #expect(log.receipt(of: first) == first)
        // The device is deleted and made anew.
        var third = first
        third.sequence = 2
        third.receivedAt = Instant(milliseconds: 6)
        #expect(!log.add(third).isEmpty)
        #expect(log.receipt(Self.id) == third)
    }

    @Test("replace one another where they have a collapse id")
    func collapsed() async throws {
        try await TestListener.run { listener async throws in
            let headers: [String: String?] = ["apns-id": Self.id, "apns-collapse-id": "a"]
            for _ in 1...3 { #expect(try await listener.push(headers).status == 200) }
            #expect(try await verdicts(listener) == [[.shown, .replaced], [.shown, .replaced], [.shown]])
            #expect(try await listener.verdicts(Self.id) == [.shown])
        }
    }

    @Test("each have their token, however often the id came, in either case")
    func details() async throws {
        try await TestListener.run { listener in
            for id in [Self.id, Self.id.uppercased(), Self.id] {
                #expect(try await listener.push(["apns-id": id]).status == 200)
            }
            let token = try await listener.token()
            let query = PushQuery(apnsID: Self.id.uppercased())
            let pushes = try await listener.service.history.pushes(of: TestListener.phone, query).pushes
            #expect(pushes.map(\.receipt.token) == [token, token, token])
            #expect(pushes.allSatisfy { $0.receipt.uniqueID != nil && $0.receipt.receivedAt != nil })
            #expect(Set(pushes.map(\.receipt.uniqueID)).count == 3)
            #expect(try await listener.document(Self.id)?.sequence == pushes.last?.sequence)
        }
    }

    @Test("of one id are remembered up to a number, the newest, and each once after a start")
    func many() throws {
        let log = PushLog(limit: 20)
        var items: [ServerItem] = []
        for number in 1...12 { items = log.add(.numbered(number, Self.id)) }
        #expect(items.map(\.name) == [Self.id])
        let kept = try PushReceipt.list(kept: JSONText.parse(try #require(items[0].value)))
        #expect(kept.map(\.sequence) == (5...12).map { SequenceNumber(rawValue: $0) })
        let other = "00000000-0000-4000-8000-000000000000"
        for number in 1...20 { items = log.add(.numbered(number, other)) }
        #expect(items == [ServerItem(.push, other, items[0].value), ServerItem(.push, Self.id, nil)])
        #expect(log.receipt(Self.id) == nil)
    }
}

extension PushReceipt {
    /// A push whose input has a number.
    fileprivate static func numbered(_ number: Int, _ id: String) -> PushReceipt {
        PushReceipt(
            apnsID: id,
            device: TestListener.phone,
            bundleID: TestListener.notes,
            topic: "com.example.notes",
            pushType: .alert,
            isStorable: true,
            receivedAt: Instant(milliseconds: Int64(number)),
            time: Instant(milliseconds: 0),
            sequence: SequenceNumber(rawValue: UInt64(number))
        )
    }
}
