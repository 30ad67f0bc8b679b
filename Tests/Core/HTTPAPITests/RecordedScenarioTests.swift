import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("A device's life as a scenario")
struct RecordedScenarioTests {
    @Test("It is YAML that passes, and checks what follows the given sequence")
    func given() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let sequence = try #require(try await api.get("/v1/devices/phone")["sequence"])
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 5}"#)
            guard case .integer(let after) = sequence else { return }
            let answer = try await api.get("/v1/devices/phone/scenario?after=\(after)")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/yaml")
            #expect(answer.text.contains("applicationDidEnterBackground"))
            #expect(!answer.text.contains("didFinishLaunching"))
            let run = try await api.post("/v1/scenarios/run", answer.text, headers: [.contentType: "application/yaml"])
            #expect(run["passed"] == true, "\(run.text)\n\(answer.text)")
        }
    }

    @Test("A life in which nothing has happened is a scenario too")
    func nothing() async throws {
        try await APIClient.run { api in
            _ = try await api.post("/v1/devices", #"{"id": "phone", "clock": {"mode": "manual"}}"#)
            let answer = try await api.get("/v1/devices/phone/scenario")
            let run = try await api.post("/v1/scenarios/run", answer.text, headers: [.contentType: "application/yaml"])
            #expect(run["passed"] == true, "\(run.text)\n\(answer.text)")
        }
    }

    @Test("A life whose beginning is no longer kept is refused")
    func evicted() async throws {
        var limits = HostLimits()
        limits.recordsPerDevice = 5
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            #expect(try await api.get("/v1/devices/phone/scenario").code == "records-evicted")
        }
    }

    @Test("A life saved as it should be fails until the app saves, and passes then")
    func asItShouldBe() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let path = "/v1/devices/phone/scenario?asItShouldBe=true"
            let clean = try await api.get(path)
            #expect(clean.status == 409)
            #expect(clean.code == "not-possible-now")
            _ = try await api.post("/v1/devices/phone/apps/\(APIClient.notes)/actions", #"{"action": "edit"}"#)
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 60}"#)
            _ = try await api.post(
                "/v1/devices/phone/events",
                #"{"type": "app.terminate", "bundleID": "com.example.notes", "cause": "jetsam"}"#
            )
            let yaml: HTTPFields = [.contentType: "application/yaml"]
            let asItWas = try await api.get("/v1/devices/phone/scenario")
            #expect(asItWas.text.contains("code: dataLoss"))
            #expect(asItWas.text.contains("unsavedChanges: 1"))
            #expect(try await api.post("/v1/scenarios/run", asItWas.text, headers: yaml)["passed"] == true)
            let answer = try await api.get(path)
            #expect(answer.status == 200)
            #expect(try await api.post("/v1/scenarios/run", answer.text, headers: yaml)["passed"] == false)
            let app = "{bundleID: com.example.notes, lifecycle: appDelegate}"
            try #require(answer.text.contains(app))
            let save = #", behavior: {"applicationDidEnterBackground(_:)": [{action: save}]}}"#
            let cured = answer.text.replacing(app, with: app.dropLast() + save)
            #expect(try await api.post("/v1/scenarios/run", cured, headers: yaml)["passed"] == true)
            #expect(try await api.get("/v1/devices/phone/scenario?asItShouldBe=yes").status == 422)
        }
    }
}
