import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("The check of answers")
struct SchemaValidatorTests {
    @Test(
        "What is not as described is found",
        arguments: [
            ("Health", ["status": "well"]), ("Health", [:]), ("Health", ["status": "ok", "more": 1]),
            ("Deleted", ["deleted": -1]), ("Deleted", ["deleted": "1"]), ("Clock", []),
            ("AppSummary", ["bundleID": "", "state": "active", "pid": .null]), ("Record", ["kind": "log"]),
        ] as [(String, Value)]
    )
    func found(name: String, value: Value) {
        #expect(!SchemaValidator.violations(of: value, in: Schema.component(name).value).isEmpty)
    }

    @Test("An answer of another operation, or with a status that is not described, is found")
    func answers() async throws {
        try await APIClient.run { api in
            let life = try await api.get("/livez")
            let missing = try await api.get("/v1/devices/none")
            #expect(DescribedAnswers.violations(.get, "/livez", life).isEmpty)
            #expect(!DescribedAnswers.violations(.get, "/v1/devices", life).isEmpty)
            #expect(!DescribedAnswers.violations(.get, "/livez", missing).isEmpty)
        }
    }

    @Test("What is as described is right")
    func right() {
        let summary: Value = ["bundleID": "a.b", "state": "active", "pid": .null]
        #expect(SchemaValidator.violations(of: summary, in: Schema.component("AppSummary").value).isEmpty)
    }
}
