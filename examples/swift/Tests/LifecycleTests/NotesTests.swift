import GreenroomClient
import Testing

/// What Greenroom plays of an app that is declared.
@Suite("Notes") struct NotesTests {
    private let greenroom = GreenroomClient()
    private let notes = "com.example.notes"

    @Test("it saves when the user leaves, so a kill in suspension loses nothing") func savesInTime() async throws {
        try await greenroom.withDevice { device in
            let app = try await device.install(
                notes,
                ["behavior": ["sceneDidEnterBackground(_:)": [["action": "save", "takesSeconds": 1.5]]]]
            )
            try await app.send("app.launch")
            try await app.act("edit", ["count": 3])
            let left = try await device.send("device.home")
            #expect(left.callbacks == ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)"])
            try await device.advance(seconds: 60)
            #expect(try await app.read().state == "suspended")

            let killed = try await app.send("app.terminate", ["cause": "jetsam"])
            #expect(killed.callbacks == [], "a suspended app hears nothing")
            let ended = try await app.read()
            #expect(ended.lastExitReason == "memoryPressure")
            #expect(ended.lostChanges == 0)
        }
    }

    @Test("without saving, the same kill loses what was written") func losesData() async throws {
        try await greenroom.withDevice { device in
            let app = try await device.install(notes)
            try await app.send("app.launch")
            try await app.act("edit")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            let killed = try await app.send("app.terminate", ["cause": "jetsam"])
            #expect(killed.findings.contains("dataLoss"))
        }
    }

    @Test("code that is suspended cannot run") func suspended() async throws {
        try await greenroom.withDevice { device in
            let app = try await device.install(notes)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            let refusal = await #expect(throws: Refusal.self) { try await app.act("save") }
            #expect(refusal?.code == "process-suspended")
        }
    }
}
