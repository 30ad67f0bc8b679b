import Explorations
import HTTPTestKit
import LifecycleKernel
import Testing
import WireFormat

@testable import GreenroomClient

@Suite("Explorations of the client for Swift") struct SwiftExploringTests {
    private static let termination = "applicationWillTerminate(_:)"
    private static let background = "sceneDidEnterBackground(_:)"

    private static func declared(savingIn handler: String) -> Value {
        ["bundleID": "com.example.diary", "behavior": .object([Value.Member(handler, [["action": "save"]])])]
    }

    @Test("tell of a declared app in which sequences it fails") func declared() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let app = Self.declared(savingIn: Self.termination)
            let options = ExplorationOptions(interruptions: 0, budgetSeconds: 300)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(app, options: options)
            }
            #expect(failed?.result.signatures.contains("com.example.diary/dataLoss") == true)
            #expect(failed?.description.contains("app.terminate") == true)
            let saving = try await client.explore(Self.declared(savingIn: Self.background), options: options)
            #expect(saving.isClosed)
            #expect(saving.signatures.isEmpty)
            var known = options
            known.known = ["com.example.diary/dataLoss"]
            try await client.explore(app, options: known)
        }
    }

    @Test("can be begun, read, cancelled and deleted") func operations() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let app = Self.declared(savingIn: Self.termination)
            let exploration = try await client.beginExploration(["id": "mine", "file": app, "budgetSeconds": 60])
            #expect(exploration.id == "mine")
            _ = try await client.exploration("mine").cancel()
            #expect(["cancelled", "finished"].contains(try await exploration.read()["status"]?.text))
            #expect(try await exploration.text().contains("com.example.diary"))
            try await exploration.delete()
            let refusal = await #expect(throws: Refusal.self) { try await exploration.read() }
            #expect(refusal?.code == "unknown-exploration")
        }
    }

    @Test("put options into an app, a scenario and an exploration") func requests() {
        var options = ExplorationOptions(interruptions: 1, transitions: 5)
        options.known = ["b"]
        options.lookFor = ["dataLoss"]
        let app: Value = ["bundleID": "a.b"]
        let request = options.request(for: app)
        #expect(request["budgetSeconds"] == 300)
        #expect(request["for"] == ["dataLoss"])
        #expect(
            request["file"]
                == ["explore": "a.b", "apps": [app], "limits": ["interruptions": 1, "transitions": 5], "known": ["b"]]
        )
        let exploration: Value = ["explore": "e", "apps": [app], "known": ["a"], "limits": ["depth": 3]]
        let merged = options.request(for: exploration)["file"]
        #expect(merged?["known"] == ["a", "b"])
        #expect(merged?["limits"] == ["depth": 3, "interruptions": 1, "transitions": 5])
        let scenario: Value = ["scenario": "s", "apps": [app], "steps": []]
        #expect(ExplorationOptions().request(for: scenario) == ["file": ["explore": "s", "apps": [app]]])
    }
}
