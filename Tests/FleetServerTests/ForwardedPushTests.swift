import DeviceHost
import Fleet
import FleetServer
import HTTPTypes
import LifecycleKernel
import NIOCore
import NIOHPACK
import TestKit
import Testing
import WireFormat

@testable import APNs

@Suite("A push that came to a server which does not host its device", .timeLimit(.minutes(2)))
struct ForwardedPushTests {
    private static let notes = "com.example.notes"
    private static let alert = #"{"aps": {"alert": "hi"}}"#
    private static let unknownToken = String(repeating: "0", count: 64)

    private static func owner(_ partition: Partition) -> Int64 { Int64(partition.number % 3) + 1 }

    private func request(
        _ token: String,
        id: String = "8f0a6e0c-0000-4000-8000-00000000abcd",
        topic: String = notes,
        body: String = alert
    ) -> PushRequest {
        let headers = [
            (":method", "POST"), (":path", "/3/device/\(token)"), ("apns-id", id), ("apns-topic", topic),
            ("authorization", "bearer secret"),
        ]
        var request = PushRequest(headers: .init(headers))
        request.body.writeString(body)
        request.bodyLength = request.body.readableBytes
        return request
    }

    private func push(_ server: TestServer, _ request: PushRequest) async -> PushAnswer {
        await server.pushes.answer(request, on: ProviderConnection(), nil)
    }

    /// Makes a device with an app where it belongs.
    ///
    /// - Returns: The token of the app.
    private func make(_ id: String, _ fleet: TestFleet) async throws -> String {
        let body =
            #"{"id": "\#(id)", "clock": {"mode": "manual"}, "apps": [{"bundleID": "com.example.notes", "lifecycle": "appDelegate"}]}"#
        #expect(try await fleet[1].post("/v1/devices", body).status == 201)
        let app = try await fleet[1].get("/v1/devices/\(id)/apps/\(Self.notes)")
        return try #require(app["pushToken"]?.text)
    }

    @Test("is delivered there once, and answered and refused as there")
    func delivered() async throws {
        try await TestFleet.run(3) { fleet in
            fleet.assign(Self.owner)
            for id in ["demo", "phone", "tablet", "a"] {
                let token = try await make(id, fleet)
                for server in fleet.servers {
                    let given = await push(server, request(token.uppercased(), id: "1-\(server.number)"))
                    #expect(given.reason == .badMessageID)
                    let id = "8f0a6e0c-0000-4000-8000-00000000000\(server.number)"
                    let accepted = await push(server, request(token, id: id))
                    #expect(accepted.status == 200 && accepted.apnsID == id && accepted.uniqueID != nil)
                    let refusals: [(PushRequest, Reason)] = [
                        (request(token, topic: "com.example.other"), Reason.deviceTokenNotForTopic),
                        (request(token, topic: Self.notes + ".voip"), .invalidPushType),
                        (request(token, body: ""), .payloadEmpty), (request(token, body: "[]"), .payloadEmpty),
                        (request(token, body: #"{"a": "\#(String(repeating: "x", count: 5_000))"}"#), .payloadTooLarge),
                        (request(Self.unknownToken), .badDeviceToken), (request("abc"), .badDeviceToken),
                    ]
                    for (refused, reason) in refusals {
                        let answer = await push(server, refused)
                        #expect(answer.reason == reason && answer.uniqueID == nil)
                        #expect(answer.apnsID == refused.givenID)
                    }
                }
                let pushes = try await fleet[2].get("/v1/devices/\(id)/pushes")["pushes"]?.elements ?? []
                #expect(pushes.map { $0["token"]?.text } == [token, token, token])
            }
        }
    }

    @Test("stays in the order in which its connection sent those for one token")
    func order() async throws {
        try await TestFleet.run { fleet in
            fleet.assign(Halves.owner)
            let token = try await make(Halves.second, fleet)
            let ids = (10..<30).map { "8f0a6e0c-0000-4000-8000-0000000000\($0)" }
            let (service, order) = (fleet[1].pushes, TurnOrder<PushRecipient>())
            let sent = try ids.map { id in
                let request = request(token, id: id)
                return (request, order.enter(for: try #require(service.recipient(of: request))))
            }
            await withTaskGroup(of: Int.self) { group in
                for (request, turn) in sent.reversed() {
                    group.addTask { await service.answer(request, on: ProviderConnection(), turn).status }
                }
                for await status in group { #expect(status == 200) }
            }
            let pushes = try await fleet[1].get("/v1/devices/\(Halves.second)/pushes")["pushes"]?.elements ?? []
            #expect(pushes.map { $0["apnsID"]?.text } == ids)
        }
    }

    @Test("for an app that was uninstalled is refused with the same time at each server, unless it is installed again")
    func retired() async throws {
        try await TestFleet.run { fleet in
            fleet.assign(Halves.owner)
            let token = try await make(Halves.second, fleet)
            let path = "/v1/devices/\(Halves.second)/apps/\(Self.notes)"
            #expect(try await fleet[1].send(.delete, path).status < 300)
            let answers = [await push(fleet[1], request(token)), await push(fleet[2], request(token))]
            #expect(answers.allSatisfy { $0.reason == .unregistered && $0.status == 410 && $0.retiredAt != nil })
            #expect(answers[0].retiredAt == answers[1].retiredAt)
            // What one server remembers does not count when another one has the app.
            fleet.assign { _ in 1 }
            #expect(try await fleet[1].send(.delete, "/v1/devices/\(Halves.second)").status == 404)
            #expect(try await make(Halves.second, fleet) == token)
            #expect(await push(fleet[2], request(token)).status == 200)
        }
    }

    @Test("is refused for now while a server that may have its device cannot be asked, and is not delivered")
    func unavailable() async throws {
        try await TestFleet.run(hold: .milliseconds(150)) { fleet in
            fleet.assign(Halves.owner)
            let token = try await make(Halves.second, fleet)
            func expect(_ token: String, _ reason: Reason?) async {
                #expect(await push(fleet[1], request(token)).reason == reason)
            }
            fleet.assign { $0.number == 7 ? nil : Halves.owner($0) }
            await expect(Self.unknownToken, .serviceUnavailable)
            await expect(token, nil)
            fleet.assign { $0 == Partition.of(Halves.second) ? nil : Halves.owner($0) }
            await expect(token, .serviceUnavailable)
            fleet.assign(Halves.owner)
            // The second does not know yet that it owns something.
            fleet.assign({ _ in 1 }, at: fleet[2])
            await expect(Self.unknownToken, .serviceUnavailable)
            await expect(token, .serviceUnavailable)
            fleet.assign(Halves.owner)
            await expect(Self.unknownToken, .badDeviceToken)
            fleet[2].view.update { $0.secret = [1] }
            await expect(Self.unknownToken, .serviceUnavailable)
            await expect(token, .serviceUnavailable)
            fleet[2].view.update { $0.secret = TestFleet.secret }
            let pushes = try await fleet[1].get("/v1/devices/\(Halves.second)/pushes")["pushes"]?.elements ?? []
            #expect(pushes.count == 1)
        }
    }

    @Test("gets the faults of its device's server, and those behind it do not wait for one that is delayed")
    func faults() async throws {
        try await TestFleet.run { fleet in
            fleet.assign(Halves.owner)
            let token = try await make(Halves.second, fleet)
            let body = #"{"reason": "TooManyRequests", "status": 500, "times": 2}"#
            #expect(try await fleet[2].post("/v1/apns/faults", body).status == 200)
            for server in fleet.servers {
                #expect(await push(server, request(Self.unknownToken)).reason == .badDeviceToken)
                let answer = await push(server, request(token))
                #expect(answer.reason == .tooManyRequests && answer.status == 500)
            }
            let leaving = #"{"reason": "none", "goAway": true}"#
            #expect(try await fleet[2].post("/v1/apns/faults", leaving).status == 200)
            let accepted = await push(fleet[1], request(token))
            #expect(accepted.status == 200 && accepted.goesAway)
            #expect(await !push(fleet[1], request(token)).goesAway)

            let delayed = #"{"reason": "Shutdown", "delaySeconds": 60}"#
            #expect(try await fleet[2].post("/v1/apns/faults", delayed).status == 200)
            let (service, order) = (fleet[1].pushes, TurnOrder<PushRecipient>())
            let recipient = try #require(service.recipient(of: request(token)))
            let (first, second) = (order.enter(for: recipient), order.enter(for: recipient))
            let waiting = Task { await service.answer(request(token), on: ProviderConnection(), first) }
            #expect(await service.answer(request(token), on: ProviderConnection(), second).status == 200)
            waiting.cancel()
            #expect(await waiting.value.reason == .shutdown)
            #expect(try await fleet[1].get("/v1/devices/\(Halves.second)/pushes")["pushes"]?.elements.count == 3)
        }
    }

    @Test("comes from no one but a server of the fleet")
    func unsigned() async throws {
        try await TestFleet.run { fleet in
            let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
            let push = HandedPush(request(Self.unknownToken), apnsID: id, on: DeviceID("a")!, isPastFaults: false)
            for other in ["", "\u{0}", "1", String(repeating: "a", count: 500_000)] {
                #expect(HandedPush(push.document.setting("apnsID", to: .string(other))) == nil)
            }
            #expect(!push.headers.contains { $0[0] == "authorization" } && HandedPush(push.document) == push)
            let body = String(decoding: JSONText.write(push.document), as: UTF8.self)
            for answer in [
                try await fleet[1].post("/internal/v1/pushes", body),
                try await fleet[1].get("/internal/v1/tokens/\(Self.unknownToken)"),
                try await fleet[1].get("/internal/v1/explorations/a"),
            ] {
                #expect(answer.status == 401 && answer.code == "unauthorized")
            }
        }
    }
}
