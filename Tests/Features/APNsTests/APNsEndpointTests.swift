import APNs
import Foundation
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

/// What the interface shows of pushes and of the listener for clients of APNs.
@Suite("Pushes in the interface") struct APNsEndpointTests {
    private static let id = "8F0A6E0C-0000-4000-8000-00000000ABCD"
    private static let pem =
        "-----BEGIN PUBLIC KEY-----\\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGn3AEzOZS3nUlDqTmCvLm0Wzs4Ro\\n"
        + "nonsense\\n-----END PUBLIC KEY-----"

    /// Creates the device `phone` with the app that gets the pushes.
    private static func addPhone(to api: APIClient, infoPlist: String = "{}") async throws {
        let app = #"{"bundleID": "com.example.notes", "infoPlist": \#(infoPlist)}"#
        let body = #"{"id": "phone", "clock": {"mode": "manual"}, "apps": [\#(app)]}"#
        #expect(try await api.post("/v1/devices", body).status == 201)
    }

    @Test("A push of the interface with an apnsID is among those of its device, with its verdicts")
    func list() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            try await Self.addPhone(to: api)
            for (id, network) in [(Self.id, "wifi"), (Self.id.lowercased(), "none")] {
                _ = try await api.post(
                    "/v1/devices/phone/events",
                    #"{"type": "device.setNetwork", "network": "\#(network)"}"#
                )
                let push = #"{"type": "push.deliver", "bundleID": "com.example.notes", "apnsID": "\#(id)", "#
                let sent = push + #""payload": {"aps": {"alert": "x"}}}"#
                #expect(try await api.post("/v1/devices/phone/events", sent).status == 200)
            }
            let pushes = try await api.get("/v1/devices/phone/pushes").list("pushes")
            #expect(pushes.map { $0["verdict"]?.text } == ["shown", "held"])
            #expect(pushes.map { $0["apnsID"]?.text } == [Self.id, Self.id.lowercased()])
            #expect(pushes[0]["token"] == .null && pushes[0]["topic"]?.text == "com.example.notes")
            let held = try await api.get("/v1/devices/phone/pushes?verdict=held&limit=1")
            #expect(held.list("pushes").count == 1)
            let first = try await api.get("/v1/devices/phone/pushes?limit=1")
            let next = try #require(first["next"]?.whole)
            #expect(try await api.get("/v1/devices/phone/pushes?after=\(next)").list("pushes").count == 1)
            #expect(try await api.get("/v1/devices/phone/pushes?bundleID=a.b").list("pushes").isEmpty)
            #expect(try await api.get("/v1/devices/none/pushes")["code"]?.text == "unknown-device")
            let newest = try await api.get("/v1/pushes/\(Self.id)")
            #expect(newest["sequence"]?.whole == pushes[1]["sequence"]?.whole)
            #expect(newest["user"]?.text == "waiting" && newest["code"]?.text == "nothingToDeliver")
            #expect(newest["why"]?.text == "noNetwork" && newest["detail"]?.text == "the device has no network")
            let unknown = "00000000-0000-4000-8000-000000000000"
            #expect(try await api.get("/v1/pushes/\(unknown)")["code"]?.text == "unknown-push")
        }
    }

    @Test("A push is found by its id if it came in a list of inputs, or in a batch")
    func ways() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            try await Self.addPhone(to: api)
            func push(_ number: Int) -> String {
                #"{"type": "push.deliver", "bundleID": "com.example.notes", "#
                    + #""apnsID": "00000000-0000-4000-8000-00000000000\#(number)", "payload": {"aps": {"badge": 1}}}"#
            }
            #expect(try await api.post("/v1/devices/phone/events", "[\(push(1)), \(push(2))]").status == 200)
            let line = #"{"device": "phone", "event": \#(push(3))}"#
            let headers: HTTPFields = [.contentType: "application/x-ndjson"]
            #expect(try await api.post("/v1/batch", line + "\n", headers: headers).status == 200)
            for number in 1...3 {
                let push = try await api.get("/v1/pushes/00000000-0000-4000-8000-00000000000\(number)")
                #expect(push["verdict"]?.text == "shown" && push["user"]?.text == "shown")
                #expect(push["token"] == .null)
            }
        }
    }

    @Test("What the user saw and what the code got of a push are told apart, and pushes are chosen by both")
    func outcomes() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            try await Self.addPhone(to: api, infoPlist: #"{"UIBackgroundModes": ["remote-notification"]}"#)
            let events = "/v1/devices/phone/events"
            func send(_ event: String) async throws { #expect(try await api.post(events, event).status == 200) }
            func outcome(of aps: String, _ number: Int, _ headers: String = "") async throws -> [String?] {
                let id = "00000000-0000-4000-8000-0000000000\(number)"
                try await send(
                    #"{"type": "push.deliver", "bundleID": "com.example.notes", "apnsID": "\#(id)"\#(headers), "#
                        + #""payload": {"aps": {\#(aps)}}}"#
                )
                let push = try await api.get("/v1/pushes/\(id)")
                return ["user", "code", "verdict", "why"].map { push[$0]?.text }
            }
            let (alert, silent) = (#""alert": "Hello""#, #""content-available": 1"#)
            try await send(#"{"type": "app.launch", "bundleID": "com.example.notes"}"#)
            #expect(try await outcome(of: alert, 10) == ["leftToApp", "delivered", "delivered", nil])
            try await send(#"{"type": "device.home"}"#)
            #expect(try await outcome(of: alert, 11) == ["shown", "nothingToDeliver", "shown", nil])
            #expect(try await outcome(of: silent, 12) == ["nothingToShow", "delivered", "delivered", nil])
            #expect(try await outcome(of: alert + "," + silent, 13) == ["shown", "delivered", "delivered", nil])
            try await send(#"{"type": "app.forceQuit", "bundleID": "com.example.notes"}"#)
            #expect(try await outcome(of: alert + "," + silent, 14) == ["shown", "dropped", "dropped", "forceQuit"])
            #expect(try await outcome(of: silent, 15) == ["nothingToShow", "dropped", "dropped", "forceQuit"])
            #expect(try await outcome(of: #""sound-name": 1"#, 16) == ["notShown", "dropped", "dropped", "malformed"])
            let collapse = #", "collapseID": "a""#
            #expect(try await outcome(of: alert, 17, collapse).first == "shown")
            #expect(try await outcome(of: alert, 18, collapse).first == "shown")
            let replaced = try await api.get("/v1/devices/phone/pushes?user=replaced").list("pushes")
            #expect(replaced.map { $0["apnsID"]?.text?.suffix(2) } == ["17"])
            try await send(#"{"type": "device.setNetwork", "network": "none"}"#)
            #expect(try await outcome(of: alert, 19).prefix(2) == ["waiting", "nothingToDeliver"])
            #expect(try await outcome(of: alert, 20).prefix(2) == ["waiting", "nothingToDeliver"])
            let older = try await api.get("/v1/pushes/00000000-0000-4000-8000-000000000019")
            #expect(older["user"]?.text == "notShown" && older["why"]?.text == "newerPush")
            #expect(older["detail"]?.text == "a newer push for the app took its place while it waited")
            let dropped = try await api.get("/v1/devices/phone/pushes?user=shown&code=dropped").list("pushes")
            #expect(dropped.map { $0["apnsID"]?.text?.suffix(2) } == ["14"])
            #expect(try await api.get("/v1/devices/phone/pushes?user=seen").status == 422)
        }
    }

    @Test("Without a listener its state says so, and there is no authority")
    func withoutListener() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            let state = try await api.get("/v1/apns")
            #expect(state["address"] == .null && state["auth"]?.text == "shape")
            #expect(try await api.get("/v1/apns/ca.pem")["code"]?.text == "not-possible-now")
        }
    }

    @Test("Fields of a key that need not be given may be null")
    func keyWithNulls() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            let pem =
                "-----BEGIN PUBLIC KEY-----\\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEETHbC71z2L4dskVbacbRRznf2ejH\\n"
                + "H0s+QueeMvOs0BEinPsRiFY7gZQYr90AWm1nbSu+QqOU0yTpgPYt/S4cmQ==\\n-----END PUBLIC KEY-----"
            let key = try await api.post(
                "/v1/apns/keys",
                #"{"keyID": "K", "teamID": null, "pem": "\#(pem)", "topics": null}"#
            )
            #expect(key.status == 200 && key["topics"] == .null && key["teamID"] == .null)
        }
    }

    @Test("What is no key is refused, and its text is not in the answer")
    func keys() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            let refused = try await api.post("/v1/apns/keys", #"{"keyID": "K", "pem": "\#(Self.pem)"}"#)
            #expect(refused["code"]?.text == "invalid-value" && !refused.text.contains("MFkwEw"))
            #expect(try await api.send(.delete, "/v1/apns/keys/K")["code"]?.text == "unknown-key")
            #expect(try await api.get("/v1/apns/keys").list("keys").isEmpty)
        }
    }

    /// A private key of P-256 for this test, without the lines that begin and end it.
    private static let privateKey =
        "MHcCAQEEIBfpQ2ZLBQ8c1bL7mC0m5o3f0WfX6l1yZbq0dX8v3J2voAoGCCqGSM49AwEHoUQDQgAEhHUTVd"

    /// Something that is sent with the key in a place where none belongs.
    private static let misplacedKeys: [(method: HTTPRequest.Method, path: String, body: String)] = [
        (.post, "", #"{"keyID": "KEY", "pem": "x"}"#), (.post, "", #"{"keyID": "K", "teamID": "KEY", "pem": "x"}"#),
        (.post, "", #"{"keyID": "K", "pem": "x", "topics": ["KEY"]}"#), (.post, "", #"{"keyID": "K", "KEY": 1}"#),
        (.post, "", #"{"keyID": "K", "pem": "x", "KEY": 1}"#), (.post, "", #"{"keyID": "K", "pem": "KEY"}"#),
        (.post, "", #"{"keyID": "K", "topics": "KEY", "pem": "x"}"#), (.post, "", #""KEY""#), (.post, "", "KEY"),
        (.post, "?KEY", "{}"), (.post, "?key=KEY", "{}"), (.get, "?KEY", ""), (.delete, "/KEY", ""),
        (.delete, "/K?KEY", ""), (.get, "/KEY", ""), (.delete, "/KEY/KEY", ""),
    ]

    @Test("A private key in the place of something else is in no answer and no list of requests")
    func misplacedKey() async throws {
        let key = Self.privateKey
        try await APIClient.run(features: [APNsFeature.self]) { api in
            for sent in Self.misplacedKeys {
                let path = "/v1/apns/keys" + sent.path.replacing("KEY", with: key)
                let body = sent.body.replacing("KEY", with: key)
                let answer =
                    sent.method == .post ? try await api.post(path, body) : try await api.send(sent.method, path)
                #expect(answer.status >= 400, "\(sent)")
                #expect(!answer.text.contains(key.prefix(6)), "\(sent): \(answer.text)")
            }
            let requests = try await api.get("/v1/requests")
            #expect(requests.list("requests").count == Self.misplacedKeys.count)
            #expect(!requests.text.contains(key.prefix(6)), "\(requests.text)")
        }
    }

    @Test("A refused field of a key is named with what it must be")
    func refusedField() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            let long = try await api.post("/v1/apns/keys", #"{"keyID": "", "pem": "x"}"#)
            #expect(long["field"]?.text == "keyID")
            #expect(long["detail"]?.text == "keyID must be a string of 1 to 64 bytes.")
            let unknown = try await api.post("/v1/apns/keys", #"{"keyID": "K", "pem": "x", "team": "T"}"#)
            #expect(unknown["code"]?.text == "unknown-field" && unknown.list("accepted").contains("teamID"))
            let missing = try await api.post("/v1/apns/keys", #"{"keyID": "K"}"#)
            #expect(missing["code"]?.text == "missing-field" && missing["field"]?.text == "pem")
        }
    }

    @Test("A fault is listed until it is taken back, and an unknown reason lists the known ones")
    func faults() async throws {
        try await APIClient.run(features: [APNsFeature.self]) { api in
            let busy = #"{"reason": "TooManyRequests", "times": 2, "device": "phone", "delaySeconds": 1.5}"#
            #expect(try await api.post("/v1/apns/faults", busy).status == 200)
            #expect(try await api.post("/v1/apns/faults", #"{"reason": "none", "goAway": true}"#).status == 200)
            let faults = try await api.get("/v1/apns/faults").list("faults")
            #expect(faults.map { $0["reason"]?.text } == ["TooManyRequests", "none"])
            #expect(try await api.send(.delete, "/v1/apns/faults?device=phone").status == 204)
            #expect(try await api.get("/v1/apns").list("faults").count == 1)
            let unknown = try await api.post("/v1/apns/faults", #"{"reason": "Tired"}"#)
            #expect(unknown.status == 422 && unknown.list("accepted").contains("BadDeviceToken"))
            #expect(try await api.post("/v1/apns/faults", #"{"reason": "none", "delaySeconds": 61}"#).status == 422)
            for nothing in [#"{"reason": "none"}"#, #"{"reason": "none", "delaySeconds": 0, "goAway": false}"#] {
                let refused = try await api.post("/v1/apns/faults", nothing)
                #expect(refused["code"]?.text == "missing-field" && refused["field"]?.text == "delaySeconds")
            }
            let status = try await api.post("/v1/apns/faults", #"{"reason": "none", "goAway": true, "status": 500}"#)
            #expect(status["code"]?.text == "invalid-value" && status["field"]?.text == "status")
            let voip = #"{"reason": "Forbidden", "topic": "com.example.calls.voip"}"#
            #expect(try await api.post("/v1/apns/faults", voip)["topic"]?.text == "com.example.calls.voip")
            #expect(try await api.send(.delete, "/v1/apns/faults?topic=com.example.calls").status == 204)
            #expect(try await api.get("/v1/apns").list("faults").count == 2)
            #expect(try await api.send(.delete, "/v1/apns/faults?topic=com.example.calls.voip").status == 204)
            #expect(try await api.get("/v1/apns").list("faults").count == 1)
            let noToken = String(repeating: "x", count: 64)
            #expect(try await api.post("/v1/apns/faults", #"{"reason": "none", "token": "\#(noToken)"}"#).status == 422)
        }
    }
}
