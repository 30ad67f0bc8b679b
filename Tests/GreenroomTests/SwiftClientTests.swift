import GreenroomClient
import LifecycleKernel
import Testing
import WireFormat

/// An app that notes what it is called for, and does what a test has asked of it.
private final class Notes: AppCode {
    static let bundleID = "com.example.notes"
    var called: [String] = []

    init(_ process: AppProcess) {
        for name in ["application(_:didFinishLaunchingWithOptions:)", "sceneDidBecomeActive(_:)"] {
            process.on(name) { [self] callback in
                called.append(callback.name)
                return callback.name.hasPrefix("application") ? true : nil
            }
        }
        process.on(.sceneDidEnterBackground) { _ in
            process.storage["left"] = true
            process.beginBackgroundTask("save") {
                process.storage["expired"] = .string(process.now.description)
                process.endBackgroundTask("save")
            }
            return nil
        }
    }
}

/// An app that is so slow when it leaves the screen that the system ends it.
private final class Slow: AppCode {
    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            process.storage["left"] = true
            process.work(seconds: 60)
            return nil
        }
    }
}

/// An app that does what there is not.
private final class Misspelt: AppCode {
    init(_ process: AppProcess) {
        process.on(.sceneDidBecomeActive) { _ in
            process.act("saev")
            return nil
        }
    }
}

/// An app that asks for a task which its Info.plist does not name.
private final class Asking: AppCode {
    private let process: AppProcess

    init(_ process: AppProcess) {
        self.process = process
        process.on(.sceneDidEnterBackground) { _ in
            process.submitTaskRequest("during")
            return nil
        }
    }

    func ask(_ identifier: String) { process.submitTaskRequest(identifier) }
}

/// An app whose timer is always due.
private final class Endless: AppCode {
    init(_ process: AppProcess) {
        process.on(.sceneDidBecomeActive) { _ in
            Self.again(process)
            return nil
        }
    }

    private static func again(_ process: AppProcess) {
        process.after(seconds: 0) { again(process) }
    }
}

@Suite("The client for Swift") struct SwiftClientTests {
    private func withDevice(
        _ body: @Sendable @escaping (SimulatedDevice, GreenroomClient) async throws -> Void
    ) async throws {
        try await withServer { address, _ in
            let client = GreenroomClient(address: address)
            try await client.withDevice(["rules": "ios18"]) { try await body($0, client) }
            let left = try await client.request("GET", ["devices"])
            #expect(left["devices"] == [])
        }
    }

    @Test("calls the code of an attached app, at each callback's own instant") func attached() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Notes.bundleID, code: Notes.self)
            let launched = try await app.send("app.launch")
            #expect(launched.callbacks.contains("sceneDidBecomeActive(_:)"))
            #expect(
                try await app.run { $0.called }
                    == ["application(_:didFinishLaunchingWithOptions:)", "sceneDidBecomeActive(_:)"]
            )
            try await device.send("device.home")
            let passed = try await device.advance(seconds: 120)
            #expect(passed.stopped == "reached")
            #expect(passed.time == Instant.manualStart + Milliseconds(120_000))
            #expect(try await app.read().state == "suspended")
            // The allowance of 30 seconds, less the 5 that the expiration handler has.
            let expired = try #require(await app.storage()["expired"]?.text.flatMap { Instant(iso8601: $0) })
            #expect(expired < Instant.manualStart + Milliseconds(35_000))
            // A note, no fault: the app gives the task all the time that there is.
            #expect(passed.findings == ["endedOnlyByExpiration"])
        }
    }

    @Test("deletes its device although the task has been cancelled") func cancelled() async throws {
        try await withServer { address, _ in
            let client = GreenroomClient(address: address)
            let test = Task {
                try await client.withDevice { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                    try Task.checkCancellation()
                }
            }
            await #expect(throws: CancellationError.self) { try await test.value }
            let left = try await client.request("GET", ["devices"])
            #expect(left["devices"] == [])
        }
    }

    @Test("gives each process code of its own, and keeps the files") func storage() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Notes.bundleID, code: Notes.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(until: ["app": ["bundleID": "com.example.notes", "state": "suspended"]])
            await #expect(throws: AttachedAppError.self) { try await app.run { $0.called } }
            try await app.send("app.terminate", ["cause": "jetsam"])
            try await app.send("app.launch")
            #expect(try await app.run { $0.called.count } == 2)
            #expect(await app.storage()["left"] == true)
        }
    }

    @Test("undoes what a handler wrote whose process was killed before it returned") func tooLate() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Notes.bundleID, code: Slow.self)
            try await app.send("app.launch")
            let left = try await device.send("device.home")
            #expect(left.records.contains { $0.kind == "exit" })
            #expect(await app.storage()["left"] == nil)
        }
    }

    @Test("says whose code did what makes no sense") func refused() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Notes.bundleID, code: Misspelt.self)
            let refusal = await #expect(throws: Refusal.self) { try await app.send("app.launch") }
            #expect(refusal?.function == "com.example.notes, called for sceneDidBecomeActive(_:)")
            #expect(refusal?.field?.hasPrefix("actions[0]") == true)
            #expect(refusal?.description.contains("called for sceneDidBecomeActive(_:)") == true)
        }
    }

    @Test("tells what iOS refuses the code of an app, and throws for it where that is asked for")
    func refusals() async throws {
        let plist: Value = ["UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["permitted"]]
        try await withDevice { device, _ in
            let app = try await device.attach(Notes.bundleID, ["infoPlist": plist], code: Asking.self)
            try await app.send("app.launch").throwIfRefused()
            try await app.run { $0.ask("permitted") }
            try await app.throwIfRefused()
            try await app.run { $0.ask("between") }
            let left = try await device.send("device.home")
            #expect(left.refusals.map { $0["identifier"] } == ["during"])
            #expect(throws: SystemRefusal.self) { try left.throwIfRefused() }
            #expect(await app.refusals().map { $0["identifier"] } == ["between", "during"])
            let refusal = await #expect(throws: SystemRefusal.self) { try await app.throwIfRefused() }
            #expect(
                refusal?.description.hasPrefix("com.example.notes: taskRequest between was refused (notPermitted: ")
                    == true
            )
        }
    }

    @Test("ends code that brings itself about again and again") func endless() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Notes.bundleID, code: Endless.self)
            await #expect(throws: AttachedAppError.self) {
                try await app.send("app.launch")
                try await device.advance(seconds: 1)
            }
        }
    }

    @Test("does not wait for ever for code that is elsewhere") func elsewhere() async throws {
        try await withDevice { device, _ in
            let app = try await device.install("com.example.maps", ["driver": "attached"])
            try await app.send("app.launch")
            let error = await #expect(throws: AttachedAppError.self) { try await device.advance(seconds: 60) }
            #expect(error?.description.contains("com.example.maps is in ") == true)
        }
    }

    @Test("reads more records than are on a page, and shows the newest as text") func timeline() async throws {
        try await withDevice { device, client in
            let app = try await device.install("com.example.notes")
            try await app.send("app.launch")
            for _ in 0..<60 {
                try await app.act("log", ["message": "a line"])
                try await device.send("device.home")
                try await app.send("app.launch")
            }
            let records = try await device.timeline()
            #expect(records.count > 1_000)
            #expect(records.map(\.sequence) == Array(1...Int64(records.count)))
            #expect(try await device.timelineText(last: 5).split(separator: "\n").count == 5)
            let gone = client.device("no-such-device")
            let refusal = await #expect(throws: Refusal.self) { try await gone.timelineText() }
            #expect(refusal?.code == "unknown-device")
        }
    }
}
