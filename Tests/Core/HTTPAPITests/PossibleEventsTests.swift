import HTTPTestKit
import LifecycleKernel
import Testing
import WireFormat

@Suite("The events that make sense now")
struct PossibleEventsTests {
    @Test("Those of the device and of the app that is meant are told")
    func told() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let device = try await api.get("/v1/devices/phone/events/possible")
            #expect(device.list("events").contains("device.home"))
            #expect(!device.list("events").contains("device.unlock"))
            #expect(!device.list("events").contains("app.forceQuit"))
            let app = try await api.get("/v1/devices/phone/events/possible?bundleID=\(APIClient.notes)")
            #expect(app.list("events").contains("app.forceQuit"))
        }
    }

    @Test("An unknown app or device gets an error")
    func unknown() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.get("/v1/devices/phone/events/possible?bundleID=com.none").code == "unknown-app")
            #expect(try await api.get("/v1/devices/none/events/possible").code == "unknown-device")
            #expect(try await api.get("/v1/devices/phone/events/possible?app=x").code == "unknown-field")
        }
    }
}
