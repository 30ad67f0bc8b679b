import GreenroomClient
import LifecycleKernel
import Testing
import WireFormat

/// An app that notes what it is called for, and begins a background task when the user leaves it.
private final class Notes: AppCode {
    static let bundleID = "com.example.notes"
    private(set) var called: [String] = []

    init(_ process: AppProcess) {
        process.answer(.didFinishLaunching) { [self] in
            called.append($0.name)
            return true
        }
        process.on(.sceneDidBecomeActive) { [self] in called.append($0.name) }
        process.on(.sceneDidEnterBackground) { _ in
            var task: BackgroundTask?
            task = try process.beginBackgroundTask("save") {
                try process.disk.write("expired", process.now.description)
                if let task { try process.endBackgroundTask(task) }
            }
        }
    }
}

/// An app that asks for a task which its Info.plist does not name.
private final class Asking: AppCode {
    static let bundleID = "com.example.asking"
    static let manifest: [String: Value] = [
        "infoPlist": [
            "UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["permitted"],
        ]
    ]
    private let process: AppProcess

    init(_ process: AppProcess) {
        self.process = process
        process.on(.sceneDidEnterBackground) { _ in
            guard try process.submitTaskRequest("looked at").isRefused else { return }
            try process.submitTaskRequest("during")
        }
    }

    func ask(_ identifier: String) throws { try process.submitTaskRequest(identifier) }
}

/// An app whose timer is always due.
private final class Endless: AppCode {
    static let bundleID = "com.example.endless"

    init(_ process: AppProcess) {
        process.on(.sceneDidBecomeActive) { _ in try Self.again(process) }
    }

    private static func again(_ process: AppProcess) throws {
        try process.after(seconds: 0) { try again(process) }
    }
}

@Suite("The client for Swift") struct SwiftClientTests {
    @Test("calls the code of an attached app, at each callback's own instant") func attached() async throws {
        try await withDevice(["rules": "ios18"]) { device, _ in
            let app = try await device.attach(Notes.self)
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
            let expired: String = try app.world.disk.read("expired")
            #expect(try #require(Instant(iso8601: expired)) < Instant.manualStart + Milliseconds(35_000))
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

    @Test("deletes its device when the test is over, whatever comes of it") func deleted() async throws {
        try await withServer { address, _ in
            let client = GreenroomClient(address: address)
            try await client.withDevice { device in
                let app = try await device.attach(Notes.self)
                try await app.send("app.launch")
            }
            await #expect(throws: CancellationError.self) {
                try await client.withDevice { (_) async throws -> Void in throw CancellationError() }
            }
            let left = try await client.request("GET", ["devices"])
            #expect(left["devices"] == [])
        }
    }

    @Test("tells what iOS refuses the code of an app, and throws it at the end unless somebody has looked at it")
    func refusals() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Asking.self)
            try await app.send("app.launch").throwIfRefused()
            try await app.run { try $0.ask("permitted") }
            try await app.throwIfRefused()
            try await app.run { try $0.ask("between") }
            let left = try await device.send("device.home")
            #expect(left.refusals.map { $0["identifier"] } == ["looked at", "during"])
            #expect(throws: SystemRefusal.self) { try left.throwIfRefused() }
            let refused = try await app.refusals()
            #expect(refused.map { $0.verdict?["identifier"] } == ["between", "looked at", "during"])
            let refusal = await #expect(throws: SystemRefusal.self) { try await app.throwIfRefused() }
            let text = try #require(refusal?.description)
            #expect(text.hasPrefix("com.example.asking: the test at GreenroomTests/SwiftClientTests.swift:"))
            let asked = #"submitTaskRequest(identifier: "between", kind: "appRefresh")"#
            #expect(text.contains(" did \(asked): taskRequest between was refused (notPermitted: "))
        }
        let unseen = await #expect(throws: SystemRefusal.self) {
            try await withDevice { device, _ in
                let app = try await device.attach(Asking.self)
                try await app.send("app.launch")
                try await app.run { try $0.ask("between") }
            }
        }
        #expect(unseen?.verdict["identifier"] == "between")
    }

    @Test("ends code that brings itself about again and again") func endless() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Endless.self)
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
