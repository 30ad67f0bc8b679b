import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Lists in which devices may be missing")
struct PartialListTests {
    @Test(
        "A server alone says that nothing is missing, if it is asked",
        arguments: ["/v1/devices", "/v1/processes", "/v1/processes?device=phone", "/v1/processes/summary"]
    )
    func alone(path: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let mark = path.contains("?") ? "&" : "?"
            let partial = try await api.get("\(path)\(mark)partial=true")
            #expect(partial.status == 200)
            #expect(partial["unavailable"] == 0)
            for plain in [path, "\(path)\(mark)partial=false"] {
                let whole = try await api.get(plain)
                #expect(whole.status == 200)
                #expect(whole["unavailable"] == nil)
                #expect(whole.headers[HTTPField.Name("Greenroom-Partitions")!] == nil)
            }
            #expect(try await api.get("\(path)\(mark)partial=some").status == 422)
        }
    }

    @Test("A deletion is of all devices with the label")
    func deletion() async throws {
        try await APIClient.run { api in
            let answer = try await api.send(.delete, "/v1/devices?label=run:1&partial=true")
            #expect(answer.status == 422)
            #expect(answer["field"] == "partial")
        }
    }
}
