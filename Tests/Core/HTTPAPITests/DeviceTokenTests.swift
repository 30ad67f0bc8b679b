import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// The tokens by which a provider sends pushes to an app: in its resource, and in the callback that hands it over.
@Suite("Device tokens") struct DeviceTokenTests {
    private static let app = "com.example.notes"

    /// Makes a device whose app registers for pushes, and returns the token in the record of the callback.
    private static func register(
        on api: APIClient,
        device: String,
        driver: String = "simulated"
    ) async throws -> String? {
        let app = #"{"bundleID": "\#(app)", "driver": "\#(driver)", "infoPlist": {"UIBackgroundModes": ["voip"]}}"#
        let body = #"{"id": "\#(device)", "clock": {"mode": "manual"}, "apps": [\#(app)]}"#
        #expect(try await api.post("/v1/devices", body).status == 201)
        _ = try await api.post("/v1/devices/\(device)/events", APIClient.launch)
        return try await registerAgain(on: api, device: device)
    }

    private static func registerAgain(on api: APIClient, device: String) async throws -> String? {
        let path = "/v1/devices/\(device)/apps/\(app)/actions"
        let answer = try await api.post(path, #"{"action": "registerForRemoteNotifications"}"#)
        return answer.list("records").lazy.compactMap { $0["arguments"]?["deviceToken"]?.text }.first
    }

    private static func resource(on api: APIClient, device: String) async throws -> (push: String?, voip: String?) {
        let app = try await api.get("/v1/devices/\(device)/apps/\(app)")
        return (app["pushToken"]?.text, app["voipToken"]?.text)
    }

    private static func tokensInTimeline(on api: APIClient, device: String) async throws -> [String] {
        let records = try await api.get("/v1/devices/\(device)/timeline?kind=callback").list("records")
        return records.compactMap { $0["arguments"]?["deviceToken"]?.text }
    }

    @Test("The callback hands over the token of the app's resource, which is of the device and the app")
    func callback() async throws {
        try await APIClient.run { api in
            let token = try #require(try await Self.register(on: api, device: "phone"))
            #expect(token.count == 64 && token.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            let tokens = try await Self.resource(on: api, device: "phone")
            #expect(tokens.push == token)
            #expect(tokens.voip?.count == 64 && tokens.voip != token)
            #expect(try await Self.tokensInTimeline(on: api, device: "phone") == [token])
            #expect(try await Self.register(on: api, device: "other") != token)
        }
    }

    @Test("The same steps on a device of the same name give the same token")
    func sameSteps() async throws {
        try await APIClient.run { api in
            let first = try await Self.register(on: api, device: "phone")
            _ = try await api.send(.delete, "/v1/devices/phone")
            let again = try await Self.register(on: api, device: "phone")
            #expect(first != nil && first == again)
        }
    }

    @Test("An update keeps it, and another installation has another one")
    func installations() async throws {
        try await APIClient.run { api in
            let first = try await Self.register(on: api, device: "phone")
            let path = "/v1/devices/phone/apps/\(Self.app)"
            let updated = try await api.send(.put, path, #"{"version": "2.0"}"#)
            #expect(updated["pushToken"]?.text == first)
            #expect(updated["voipToken"] == .null)
            _ = try await api.send(.delete, path)
            let again = try await api.send(.put, path, "{}")
            #expect(again["pushToken"]?.text?.count == 64 && again["pushToken"]?.text != first)
        }
    }

    @Test("A copy of a device has tokens of its own, in its past records too")
    func fork() async throws {
        try await APIClient.run { api in
            let token = try await Self.register(on: api, device: "phone")
            #expect(try await api.post("/v1/devices/phone/fork", #"{"id": "copy"}"#).status == 201)
            let own = try #require(try await Self.resource(on: api, device: "copy").push)
            #expect(own != token)
            #expect(try await Self.tokensInTimeline(on: api, device: "copy") == [own])
            #expect(try await Self.registerAgain(on: api, device: "copy") == own)
            #expect(try await Self.tokensInTimeline(on: api, device: "phone") == [token])
        }
    }

    @Test("An attached app is handed it in the callback that waits")
    func attached() async throws {
        try await APIClient.run { api in
            _ = try await Self.register(on: api, device: "phone", driver: "attached")
            let callbacks = "/v1/devices/phone/apps/\(Self.app)/callbacks"
            for _ in 0..<20 {
                let pending = try #require(try await api.get(callbacks).list("callbacks").first)
                if let token = pending["arguments"]?["deviceToken"]?.text {
                    let own = try await Self.resource(on: api, device: "phone").push
                    #expect(token == own)
                    let process = try await api.get("/v1/devices/phone/processes").list("processes").first
                    #expect(process?["callbackInFlight"]?["arguments"]?["deviceToken"]?.text == own)
                    return
                }
                _ = try await api.send(.post, "\(callbacks)/\(try #require(pending["sequence"]?.whole))/complete")
            }
            Issue.record("the app was not told its token")
        }
    }
}
