import HTTPAPI
import HTTPTestKit
import HTTPTypes
import HummingbirdTesting
import LifecycleKernel
import Testing
import WireFormat

@Suite("Over a real connection")
struct LiveServerTests {
    @Test("One connection carries requests of every kind, one after another, whatever became of the one before")
    func oneConnection() async throws {
        var settings = HTTPServerSettings()
        settings.bodyLimit = 100_000
        try await APIClient.run(.live, settings: settings) { api in
            try await api.makePhone()
            #expect(try await api.post("/v1/devices/phone/events", APIClient.launch).status == 200)
            #expect(
                try await api.post("/v1/devices/phone/events", String(repeating: " ", count: 200_000)).status == 413
            )
            #expect(try await api.post("/v1/devices/phone/events", "{").status == 400)
            #expect(try await api.send(.head, "/v1/devices/nobody").status == 404)
            #expect(try await api.send(.head, "/v1/devices/phone").status == 200)
            let tag = try #require(try await api.get("/v1/devices/phone").tag)
            #expect(try await api.get("/v1/devices/phone", headers: [.ifNoneMatch: tag]).status == 304)
            let line = #"{"device":"phone","event":{"type":"device.home"}}"# + "\n"
            let batch = try await api.post(
                "/v1/batch",
                String(repeating: line, count: 200),
                headers: [.contentType: "application/x-ndjson"]
            )
            #expect(batch.text.split(separator: "\n").count == 200)
            #expect(try await api.send(.delete, "/v1/devices/phone").status == 204)
            #expect(try await api.get("/livez").status == 200)
        }
    }
}
