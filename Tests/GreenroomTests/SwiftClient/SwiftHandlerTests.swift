import GreenroomClient
import LifecycleKernel
import Testing
import WireFormat

/// An app that begins several background tasks of one name.
private final class Flushes: AppCode {
    static let bundleID = "com.example.flushes"
    private let process: AppProcess

    init(_ process: AppProcess) {
        self.process = process
        process.on(.sceneDidEnterBackground) { [self] _ in
            let first = try begin(1)
            _ = try begin(2)
            _ = try begin(3)
            try process.after(seconds: 2) { try process.endBackgroundTask(first) }
        }
    }

    private func begin(_ number: Int) throws -> BackgroundTask {
        var task: BackgroundTask?
        let begun = try process.beginBackgroundTask("flush") { [process] in
            let expired = try process.disk.read("expired", default: [Int]())
            try process.disk.write("expired", expired + [number])
            if let task { try process.endBackgroundTask(task) }
        }
        task = begun
        return begun
    }
}

/// An app with two observers of one callback.
private class Observed: AppCode {
    static let bundleID = "com.example.observed"
    var called: [String] = []

    required init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { [self] _ in called.append("one") }
        process.on(.sceneDidEnterBackground) { [self] _ in called.append("two") }
    }
}

private final class ObservedMore: Observed {
    required init(_ process: AppProcess) {
        super.init(process)
        process.on(.sceneDidEnterBackground) { [self] _ in called.append("three") }
    }
}

/// An app with a handler of what its subclasses name.
private class Deaf: AppCode {
    static let bundleID = "com.example.deaf"
    class var handled: String { "sceneDidEnterBackgruond(_:)" }

    required init(_ process: AppProcess) throws { try process.on(Self.handled) { _ in } }
}

private final class DeafToNotifications: Deaf {
    override class var handled: String { NotificationName.didEnterBackground.rawValue }
}

private final class DeafInExtension: Deaf {
    override class var handled: String { CallbackName.didReceiveNotificationRequest.rawValue }
}

private final class DeafToServer: Deaf {
    override class var handled: String { CallbackName.sceneDidEnterBackground.rawValue }
}

/// An app that hears a notification and the callback of the same transition.
private final class Hears: AppCode {
    static let bundleID = "com.example.hears"
    private(set) var heard: [String] = []

    init(_ process: AppProcess) {
        process.observe(.didEnterBackground) { [self] in heard.append($0.receiver) }
        process.on(.sceneDidEnterBackground) { [self] in heard.append($0.receiver) }
    }
}

/// An app that says which class the delegate of its scene has.
private final class Configures: AppCode {
    static let bundleID = "com.example.configures"
    private(set) var delegates: [Value?] = []

    init(_ process: AppProcess) {
        process.answer(.configurationForConnecting) { _ in ["name": "Main", "delegateClass": "Notes.Scene"] }
        process.on(.sceneWillConnect) { [self] in delegates.append($0.document["delegateClass"]) }
    }
}

/// An app that notes that it resigns.
private final class Resigns: AppCode {
    static let bundleID = "com.example.resigns"
    private(set) var called: [String] = []

    init(_ process: AppProcess) {
        process.on(.sceneWillResignActive) { [self] in called.append($0.name) }
    }
}

/// An app that notes the steps of its launch.
private final class Starts: AppCode {
    static let bundleID = "com.example.starts"

    init(_ process: AppProcess) {
        for name in [CallbackName.main, .applicationMain, .mainInterface] {
            process.on(name) { callback in
                let steps = try process.disk.read("steps", default: [String]())
                try process.disk.write("steps", steps + [callback.name])
            }
        }
    }
}

/// An app that completes a silent push later.
private final class Pushed: AppCode {
    static let bundleID = "com.example.pushed"
    static let manifest = Pushes.manifest

    init(_ process: AppProcess) {
        process.on(.didReceiveRemoteNotification) { callback in
            try process.after(seconds: 3) { try process.completeFetch(callback, result: .noData) }
        }
    }
}

/// An app that does what there is not, and would catch the refusal.
private final class Misspelt: AppCode {
    static let bundleID = "com.example.misspelt"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            try process.edited("draft")
            do {
                try process.act("save", ["takeSeconds": 3])
            } catch {
                try process.disk.write("caught", true)
            }
        }
    }
}

/// An app that notes when it left the screen two seconds ago.
private final class Leaves: AppCode {
    static let bundleID = "com.example.leaves"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            try process.after(seconds: 2) { try process.disk.write("left", process.now.description) }
        }
    }
}

/// An app whose extension changes what a notification shows, and notes which process that is and how often it has done so.
private final class Decrypts: AppCode {
    struct Call: Codable, Hashable {
        var receiver: String
        var pid: Int64
        var count: Int
    }

    static let bundleID = "com.example.decrypts"
    static let manifest: [String: Value] = ["notificationService": [:]]
    let process: AppProcess
    private var count = 0

    init(_ process: AppProcess) {
        self.process = process
        process.answer(.didReceiveNotificationRequest) { [self] callback in
            count += 1
            let call = Call(receiver: callback.receiver, pid: process.pid, count: count)
            try process.disk.write("calls", try process.disk.read("calls", default: [Call]()) + [call])
            return ["aps": ["alert": "Ann is here"]]
        }
    }
}

@Suite("The handlers of code in Swift") struct SwiftHandlerTests {
    private static let left = "sceneDidEnterBackground(_:)"
    private static let push = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    private static let alert: [String: Value] = ["payload": ["aps": ["alert": "encrypted", "mutable-content": 1]]]

    @Test("two background tasks of one name are two") func tasks() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Flushes.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            // The first has ended by itself; the others have their own expiration handlers.
            #expect(try app.world.disk.read("expired", as: [Int].self).sorted() == [2, 3])
            #expect(try await app.read().lastExitReason == nil)
        }
    }

    @Test("observers of one callback are called in their order") func order() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(ObservedMore.self)
            try await app.on(.sceneDidEnterBackground) { code, _ in code.called.append("four") }
            try await app.send("app.launch")
            try await device.send("device.home")
            #expect(try await app.run { $0.called } == ["one", "two", "three", "four"])
        }
    }

    @Test("a push without a handler is answered") func unhandledPush() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self, Pushes.manifest)
            try await app.send("push.deliver", Pushes.silent)
            try await device.advance(seconds: 60)
            #expect(try await app.read().lastExitReason == nil)
            // This one has the method, so iOS calls it, and the client answers.
            let manifest = Pushes.manifest.merging(["delegateImplements": [.string(Self.push)]]) { $1 }
            let other = try await device.attach(Shop.self, as: "com.example.implements", manifest)
            try await other.send("push.deliver", Pushes.silent)
            try await device.advance(seconds: 60)
            #expect(try await other.read().lastExitReason == nil)
            let logs = try await device.timeline().filter { $0.kind == "log" }.map { $0["message"]?.text }
            #expect(logs == ["\(Self.push) has no handler here: the client answers noData"])
        }
    }

    @Test("a method that the app was installed without cannot be handled") func undeclared() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self)
            let error = await #expect(throws: AttachedAppError.self) {
                try await app.on(.didReceiveRemoteNotification) { _, _ in }
            }
            #expect(error?.description.hasPrefix("com.example.shop was installed without \(Self.push)") == true)
            let notification = NotificationName.didEnterBackground.rawValue
            let unobserved = await #expect(throws: AttachedAppError.self) {
                try await app.on(notification) { _, _ in }
            }
            #expect(unobserved?.description.hasPrefix("com.example.shop was installed without \(notification)") == true)
        }
    }

    @Test("a misspelt callback is refused with the right name") func misspelt() async throws {
        let reason = "there is no callback sceneDidEnterBackgruond(_:). Did you mean \"\(Self.left)\"?"
        try await withDevice { device, _ in
            let error = await #expect(throws: AttachedAppError.self) { try await device.attach(Deaf.self) }
            #expect(error?.description == reason)
            let apps = try await device.read()["apps"]
            #expect(apps == [])
            let app = try await device.attach(Shop.self)
            let added = await #expect(throws: AttachedAppError.self) {
                try await app.on("sceneDidEnterBackgruond(_:)") { _, _ in }
            }
            #expect(added?.description == reason)
        }
    }

    @Test("a handler that nothing would call is a mistake") func inVain() async throws {
        try await withDevice { device, _ in
            let observes: Value = [.string(NotificationName.willTerminate.rawValue)]
            let notifications = await #expect(throws: AttachedAppError.self) {
                try await device.attach(DeafToNotifications.self, ["observes": observes])
            }
            #expect(notifications?.description.contains("observes of its manifest lacks it") == true)
            let inExtension = await #expect(throws: AttachedAppError.self) {
                try await device.attach(DeafInExtension.self)
            }
            #expect(inExtension?.description.contains("lacks a notificationService") == true)
            let behavior: Value = [Self.left: [["action": "save"]]]
            let played = await #expect(throws: AttachedAppError.self) {
                try await device.attach(DeafToServer.self, ["behavior": behavior])
            }
            #expect(played?.description.contains("`behavior` plays as well") == true)
            let apps = try await device.read()["apps"]
            #expect(apps == [])
        }
    }

    @Test("notifications are handled like callbacks") func notifications() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Hears.self)
            try await app.send("app.launch")
            #expect(try await app.uncalledHandlers().count == 2)
            try await device.send("device.home")
            #expect(try await app.run { $0.heard } == ["sceneDelegate", "observer"])
            #expect(try await app.uncalledHandlers() == [])
        }
    }

    @Test("what a handler returns is what the callback returns") func returned() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Configures.self)
            try await app.send("app.launch")
            #expect(try await app.run { $0.delegates } == ["Notes.Scene"])
        }
    }

    @Test("some callbacks are left to the server") func leftToServer() async throws {
        try await withDevice { device, _ in
            let behavior: Value = [Self.left: [["action": "save"]]]
            let app = try await device.attach(Resigns.self, ["behavior": behavior])
            try await app.send("app.launch")
            try await app.app.act("edit")
            try await device.send("device.home")
            #expect(try await app.run { $0.called } == ["sceneWillResignActive(_:)"])
            #expect(try await app.read().unsavedChanges == 0)
        }
    }

    @Test("the steps of a launch are handled where a method handles them") func steps() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Starts.self)
            try await app.send("app.launch")
            #expect(try app.world.disk.read("steps") == ["main", "UIApplicationMain", "mainInterface"])
        }
    }

    @Test("a fetch is completed with its callback") func fetch() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Pushed.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            try await app.send("push.deliver", Pushes.silent.merging(["priority": 5]) { $1 })
            try await device.advance(seconds: 60)
            #expect(try await app.findings() == [])
            let why = try await app.app.explain()["because"]
            #expect(why == ["no assertion has held it since 2026-01-01T00:01:03.000Z"])
        }
    }

    @Test("a refused action of a handler names handler callback and action") func refused() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Misspelt.self)
            try await app.send("app.launch")
            let refusal = await #expect(throws: Refusal.self) { try await device.send("device.home") }
            #expect(refusal?.code == "unknown-field")
            let function = try #require(refusal?.function)
            #expect(function.hasPrefix("Misspelt at GreenroomTests/SwiftHandlerTests.swift:"))
            #expect(function.hasSuffix(", called for \(Self.left), did save(takeSeconds: 3)"))
            #expect(refusal?.description.hasPrefix(function) == true)
            #expect(!app.world.disk.contains("caught"))
        }
    }

    @Test("code runs between callbacks") func between() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self)
            let none = await #expect(throws: AttachedAppError.self) { try await app.run { _ in } }
            #expect(none?.description == "no code of com.example.shop can run: it is notRunning")
            try await app.send("app.launch")
            let count = try await app.run { shop in
                let process = shop.process
                try process.edited("draft", count: 2)
                try process.after(seconds: 3) { try process.disk.write("later", process.now.description) }
                return 2
            }
            #expect(try await app.read().unsavedChanges == Int64(count))
            try await device.advance(seconds: 5)
            #expect(try app.world.disk.read("later") == "2026-01-01T00:00:03.000Z")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            let suspended = await #expect(throws: AttachedAppError.self) { try await app.run { _ in } }
            #expect(suspended?.description.hasSuffix("it is suspended") == true)
        }
    }

    @Test("code that acts outside of the app is a mistake") func outside() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(KeptShop.self)
            try await app.send("app.launch")
            let shop = try await app.run { $0 }
            let error = #expect(throws: AttachedAppError.self) { try shop.save() }
            let reason = "KeptShop acts while none of its code runs; let run(_:) of the attached app call it"
            #expect(error?.description == reason)
        }
    }

    @Test("two apps are played on one device") func twoApps() async throws {
        try await withDevice { device, _ in
            let apps = [
                try await device.attach(Leaves.self),
                try await device.attach(Leaves.self, as: "com.example.mail"),
            ]
            for app in apps { try await app.send("app.launch") }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            for app in apps { #expect(try app.world.disk.read("left") == "2026-01-01T00:00:02.000Z") }
        }
    }

    @Test("a process has code of its own and files outlast it") func processes() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(KeptShop.self)
            try await app.send("app.launch")
            let first = try await app.run { $0 }
            try app.world.disk.write("file", "kept")
            try await app.send("app.forceQuit")
            try await app.send("app.launch")
            let second = try await app.run { $0 }
            #expect(first !== second)
            #expect(try await app.run { try $0.process.disk.read("file", as: String.self) } == "kept")
        }
    }

    @Test("an extension has code of its own beside its app") func ofExtension() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Decrypts.self)
            try await app.send("app.launch")
            let own = try await app.run { $0.process.pid }
            for _ in 0..<2 {
                let delivered = try await app.send("push.deliver", Self.alert)
                #expect(delivered.records.first { $0.kind == "verdict" }?["verdict"] == "completed")
            }
            try await device.advance(seconds: 60)
            #expect(try await app.run { $0.process.pid } == own)
            try await app.send("push.deliver", Self.alert)
            // The third has a process of its own, as the first two have.
            let calls = try app.world.disk.read("calls", as: [Decrypts.Call].self)
            #expect(calls.map(\.receiver) == Array(repeating: "notificationServiceExtension", count: 3))
            #expect(calls.map(\.count) == [1, 2, 1])
            #expect(Set(calls.map(\.pid)).count == 2)
            #expect(!calls.contains { $0.pid == own })
        }
    }

    @Test("an extension without handlers changes nothing") func plainExtension() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self, ["notificationService": [:]])
            let delivered = try await app.send("push.deliver", Self.alert)
            let verdicts = delivered.records.filter { $0.kind == "verdict" }.map { $0["verdict"] }
            #expect(verdicts == ["completed", "shown"])
        }
    }
}
