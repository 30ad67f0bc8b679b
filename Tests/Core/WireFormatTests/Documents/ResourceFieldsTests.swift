import Foundation
import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// The names that a scenario may ask of a resource.
@Suite struct ResourceFieldsTests {
    @Test(
        "They are those of the description of the interface",
        arguments: [("App", ResourceFields.app), ("Process", ResourceFields.process)]
    )
    func described(schema: String, fields: ResourceFields) throws {
        let text = try Data(contentsOf: repository.appending(path: "docs/openapi.json"))
        let properties = try JSONText.parse(text)["components"]?["schemas"]?[schema]?["properties"]
        #expect(Set(properties?.members.map(\.name) ?? []) == Set(fields.names))
    }

    @Test(
        arguments: [
            (["state": "active", "lastExit": ["reason": "normal"]], nil), (["stat": "active"], "a.stat"),
            (["lastExit": ["raeson": "normal"]], "a.lastExit.raeson"),
            (["liveActivities": [["held": true], ["hold": true]]], "a.liveActivities[1].hold"),
            (["infoPlist": ["Anything": 1]], nil),
        ] as [(Value, String?)]
    )
    func aNameThatNoAppHasIsRefused(pattern: Value, field: String?) {
        var refused: String?
        do throws(Rejection) {
            try ResourceFields.app.check(pattern, at: "a")
        } catch {
            #expect(error.code == .unknownField)
            refused = error.field
        }
        #expect(refused == field)
    }
}
