import Testing

private let notes = "com.example.notes"

@Suite("Notes") struct NotesTests {
    private let saves: [String: Any] = [
        "behavior": ["sceneDidEnterBackground(_:)": [["action": "save", "takesSeconds": 1.5]]]
    ]

    @Test("it saves when the user leaves, so a kill in suspension loses nothing") func savesInTime() async throws {
        try await SimulatedDevice.with { device in
            try await device.install(notes, saves)
            try await device.send("app.launch", ["bundleID": notes])
            try await device.act(notes, "edit", ["count": 3])
            let left = try await device.send("device.home")
            #expect(left.callbacks == ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)"])
            try await device.advance(seconds: 60)
            #expect(try await device.app(notes).state == "suspended")

            let killed = try await device.send("app.terminate", ["bundleID": notes, "cause": "jetsam"])
            #expect(killed.callbacks == [], "a suspended app hears nothing")
            let exit = try #require(try await device.app(notes).lastExit)
            #expect(exit.reason == "memoryPressure")
            #expect(exit.unsavedChanges == 0)
        }
    }

    @Test("without saving, the same kill loses what was written") func losesData() async throws {
        try await SimulatedDevice.with { device in
            try await device.install(notes)
            try await device.send("app.launch", ["bundleID": notes])
            try await device.act(notes, "edit")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            let killed = try await device.send("app.terminate", ["bundleID": notes, "cause": "jetsam"])
            #expect(killed.findings.contains("dataLoss"))
        }
    }

    @Test("code that is suspended cannot run") func suspended() async throws {
        try await SimulatedDevice.with { device in
            try await device.install(notes)
            try await device.send("app.launch", ["bundleID": notes])
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            let refusal = await #expect(throws: Refusal.self) { try await device.act(notes, "save") }
            #expect(refusal?.code == "process-suspended")
        }
    }
}
