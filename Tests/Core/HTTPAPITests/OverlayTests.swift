import HTTPTestKit
import LifecycleKernel
import Testing
import WireFormat

@Suite("What lies over a screen")
struct OverlayTests {
    /// What happens, and what lies over the screen then.
    struct Row: CustomTestStringConvertible, Sendable {
        var events: [Value] = []
        var actions: [Value] = []
        var overlays: Value

        var testDescription: String { String(describing: events + actions) }
    }

    @Test(
        "is listed with the device: alerts of the system, calls, and what is an app's own",
        arguments: [
            Row(overlays: []),
            Row(
                events: [["type": "device.presentSystemAlert", "alert": "lowBattery"]],
                overlays: [["name": "systemAlert"]]
            ),
            Row(
                events: [["type": "device.presentSystemAlert", "alert": "permission"]],
                overlays: [["name": "systemAlert"]]
            ),
            Row(
                actions: [["action": "requestPermission", "permission": "camera"]],
                overlays: [["name": "systemAlert"]]
            ),
            Row(
                events: [["type": "device.presentSystemAlert"], ["type": "device.dismissSystemAlert"]],
                overlays: []
            ),
            Row(
                events: [["type": "device.openNotificationCenter"]],
                overlays: [["name": "notificationCenter"]]
            ),
            Row(events: [["type": "device.openControlCenter"]], overlays: [["name": "controlCenter"]]),
            Row(events: [["type": "device.openAppSwitcher"]], overlays: [["name": "appSwitcher"]]),
            Row(events: [["type": "device.incomingCall", "style": "banner"]], overlays: []),
            Row(events: [["type": "device.incomingCall"]], overlays: [["name": "call"]]),
            Row(
                events: [["type": "device.incomingCall"], ["type": "device.answerCall"]],
                overlays: [["name": "call"]]
            ),
            Row(
                events: [["type": "app.presentAlert", "bundleID": notes]],
                overlays: [["name": "ownAlert", "bundleID": notes]]
            ),
            Row(
                events: [
                    ["type": "app.presentShareSheet", "bundleID": notes],
                    ["type": "device.presentSystemAlert", "alert": "faceID"],
                ],
                overlays: [["name": "systemAlert"], ["name": "shareSheet", "bundleID": notes]]
            ),
        ]
    )
    func listed(row: Row) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            for event in row.events {
                #expect(try await api.post("/v1/devices/phone/events", event.json).status == 200, "\(event)")
            }
            for action in row.actions {
                let answer = try await api.post("/v1/devices/phone/apps/com.example.notes/actions", action.json)
                #expect(answer.status == 200, "\(action)")
            }
            #expect(try await api.get("/v1/devices/phone")["overlays"] == row.overlays)
            #expect(try await api.get("/v1/devices").list("devices").first?["overlays"] == row.overlays)
        }
    }
}

private let notes: Value = "com.example.notes"

extension Value {
    fileprivate var json: String { String(decoding: JSONText.write(self), as: UTF8.self) }
}
