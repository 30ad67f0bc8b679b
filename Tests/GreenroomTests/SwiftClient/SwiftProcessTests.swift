import GreenroomClient
import LifecycleKernel
import Synchronization
import Testing
import WireFormat

private struct Bug: Error {}

/// An app that crashes when it leaves the screen, and goes on if it can.
private final class Crashes: AppCode {
    static let bundleID = "com.example.crashes"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            try process.disk.write("before", true)
            do {
                try process.crash(message: "the disk is in a bad way")
            } catch {
                try process.disk.write("after", true)
            }
        }
    }
}

/// An app that throws when it leaves the screen.
private final class Throws: AppCode {
    static let bundleID = "com.example.throws"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            try process.disk.write("before", true)
            throw Bug()
        }
    }
}

/// A shop that saves when it leaves the screen.
private final class Saves: Shop, @unchecked Sendable {
    required init(_ process: AppProcess) throws {
        try super.init(process)
        process.on(.didFinishLaunching) { _ in }
        process.on(.sceneDidEnterBackground) { [self] _ in try save() }
    }
}

/// An app that observes what it lives through, and saves as it enters the background.
private final class Observes: Shop, @unchecked Sendable {
    required init(_ process: AppProcess) throws {
        try super.init(process)
        process.observe(.didBecomeActive) { _ in }
        process.observe(.willResignActive) { _ in }
        process.observe(.didEnterBackground) { [self] _ in try save() }
    }
}

/// An app that does much as it begins.
private final class Begins: AppCode {
    static let bundleID = "com.example.begins"
    private(set) var log: [String] = []
    private let process: AppProcess
    private let began: Instant

    init(_ process: AppProcess) throws {
        self.process = process
        began = process.now
        let task = try process.beginBackgroundTask("start") {}
        log.append("the task is \(task.isValid ? "valid" : "invalid")")
        try process.request("GET", "/config") { [self] response in
            log.append("\(response.status ?? 0) after \(seconds) s")
        }
        try process.after(seconds: 2) { [self] in log.append("the timer after \(seconds) s") }
    }

    private var seconds: Double { Double((process.now - began).count) / 1_000 }
}

/// An app that needs a file to begin.
private final class Reads: AppCode {
    static let bundleID = "com.example.reads"

    init(_ process: AppProcess) throws {
        process.on(.didFinishLaunching) { _ in try process.disk.write("launched", true) }
        _ = try process.disk.read("config", as: String.self)
    }
}

/// An app that registers a handler when nobody asks any more.
private final class RegistersLate: AppCode {
    static let bundleID = "com.example.late"

    init(_ process: AppProcess) throws {
        try process.act("log", ["message": "begun"])
        process.on(.sceneDidEnterBackground) { _ in }
    }
}

/// A shop that takes its time before it saves.
private class SavesAfter: Shop {
    class var seconds: Double { 1.5 }

    required init(_ process: AppProcess) throws {
        try super.init(process)
        process.on(.sceneDidEnterBackground) { [self] _ in
            try process.takes(seconds: Self.seconds)
            try save()
        }
    }
}

private final class SavesTooLate: SavesAfter {
    override class var seconds: Double { 15 }
}

/// An app that is busy for five seconds when it leaves the screen.
private final class Slow: AppCode {
    static let bundleID = "com.example.slow"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            let began = process.now
            let task = try process.beginBackgroundTask("slow") {}
            try process.takes(seconds: 5)
            try process.disk.write("measured", (process.now - began).count)
            try process.after(seconds: 3) {
                try process.disk.write("later", process.now.description)
                try process.endBackgroundTask(task)
            }
        }
    }
}

/// An app that is busy while it is launched.
private class Other: AppCode {
    static let bundleID = "com.example.other"
    class var seconds: Double { 0.2 }

    required init(_ process: AppProcess) {
        process.on(.didFinishLaunching) { _ in try process.takes(seconds: Self.seconds) }
    }
}

private final class Slower: Other {
    override class var seconds: Double { 8 }
}

/// An app that waits for half an hour.
private final class Sleeps: AppCode {
    static let bundleID = "com.example.sleeps"
    private let process: AppProcess

    init(_ process: AppProcess) { self.process = process }

    func wait(_ clock: ProcessClock) throws {
        try process.after(seconds: 1_800, clock: clock) { [process] in
            try process.disk.write("fired", process.now.description)
        }
    }
}

/// An app with a timer that waits for half an hour.
private final class Ticks: AppCode {
    static let bundleID = "com.example.ticks"
    private let process: AppProcess
    private var timer: AppTimer?

    init(_ process: AppProcess) { self.process = process }

    func wait(_ clock: ProcessClock) throws { timer = try process.after(seconds: 1_800, clock: clock) {} }

    func stop() { timer?.cancel() }
}

/// An app that waits for a minute as it enters the background, by each clock.
private final class WaitsInBackground: AppCode {
    static let bundleID = "com.example.waits"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            for clock in ProcessClock.allCases {
                try process.after(seconds: 60, clock: clock) {
                    try process.disk.write(clock.rawValue, process.now.description)
                }
            }
        }
    }
}

/// An app that waits for one instant by each clock.
private final class WaitsByBoth: AppCode {
    static let bundleID = "com.example.waits"
    private(set) var calls: [ProcessClock] = []
    private var timers: [ProcessClock: AppTimer] = [:]
    private let process: AppProcess

    init(_ process: AppProcess) { self.process = process }

    func wait() throws {
        for clock in ProcessClock.allCases {
            timers[clock] = try process.after(seconds: 10, clock: clock) { [self] in calls.append(clock) }
        }
    }

    func cancel(_ clock: ProcessClock) { timers[clock]?.cancel() }
}

/// An app that cancels some of its timers.
private final class Times: AppCode {
    static let bundleID = "com.example.times"
    private(set) var calls: [String] = []
    private var third: AppTimer?
    private let process: AppProcess

    init(_ process: AppProcess) { self.process = process }

    func set() throws {
        let first = try process.after(seconds: 2) { [self] in calls.append("first") }
        try process.after(seconds: 4) { [self] in
            calls.append("second")
            third?.cancel()
        }
        third = try process.after(seconds: 4) { [self] in calls.append("third") }
        first.cancel()
    }
}

/// An app that asks UIKit how it is.
private final class Asks: AppCode {
    struct Said: Sendable {
        var state: String
        var scenes: [Value]
        var remaining: Double
        var uptime: Double
    }

    static let bundleID = "com.example.asks"
    private(set) var said: [Said] = []

    init(_ process: AppProcess) {
        for name in [CallbackName.sceneDidBecomeActive, .sceneDidEnterBackground] {
            process.on(name) { [self] _ in
                said.append(
                    Said(
                        state: try process.applicationState,
                        scenes: try process.scenes.compactMap { $0["state"] },
                        remaining: try process.backgroundTimeRemaining,
                        uptime: try process.systemUptime
                    )
                )
            }
        }
    }
}

@Suite("The end of a process whose code is Swift") struct SwiftProcessTests {
    @Test("nothing happens after a crash") func crash() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Crashes.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            #expect(app.world.disk.paths == ["before"])
            let ended = try await app.read()
            #expect(ended.lastExitReason == "abnormal")
            let exit = try #require(ended["lastExit"])
            #expect(exit["callbackInFlight"] == nil)
            #expect(exit["explanation"] == "the disk is in a bad way")
            let signature = try #require(exit["signature"]?.text)
            #expect(signature.hasPrefix("GreenroomTests/SwiftProcessTests.swift:"))
            #expect(signature.hasSuffix(", in init(_:)"))
            #expect(try await app.errors().isEmpty)
        }
    }

    @Test("an exception is a crash that the test can look at") func thrown() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Throws.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            let ended = try await app.read()
            #expect(ended.lastExitReason == "abnormal")
            let explanation = try #require(ended["lastExit"]?["explanation"]?.text)
            #expect(explanation.hasPrefix("Bug: "))
            #expect(explanation.contains("\n  Throws at GreenroomTests/SwiftProcessTests.swift:"))
            let signature = ended["lastExit"]?["signature"]?.text
            #expect(signature?.hasPrefix("Bug, Throws at GreenroomTests/SwiftProcessTests.swift:") == true)
            #expect(try await app.errors().map { $0 is Bug } == [true])
            #expect(app.world.disk.paths == ["before"])
        }
    }

    @Test("an error that nobody has looked at is thrown at the end") func unseen() async throws {
        await #expect(throws: Bug.self) {
            try await withDevice { device, _ in
                let app = try await device.attach(Throws.self)
                try await app.send("app.launch")
                try await device.send("device.home")
            }
        }
    }

    @Test("an error of a handler reaches the test that asks for it") func told() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Throws.self)
            try await app.setThrowsErrors(true)
            try await app.send("app.launch")
            await #expect(throws: Bug.self) { try await device.send("device.home") }
        }
    }

    @Test("code of a dead process refuses to run") func dead() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(KeptShop.self)
            try await app.send("app.launch")
            let dead = try await app.run { $0 }
            try await app.send("app.forceQuit")
            try await app.send("app.launch")
            let error = await #expect(throws: AttachedAppError.self) {
                try await app.run { _ in try dead.track("one") }
            }
            #expect(error?.description.hasPrefix("this is the KeptShop of the process ") == true)
            #expect(error?.description.contains("which ended at ") == true)
            #expect(error?.description.contains("userForceQuit") == true)
            #expect(throws: AttachedAppError.self) { try dead.save() }
            #expect(try await app.run { $0.queue } == [])
        }
    }

    @Test("what others cause on the device is noticed with the next input") func others() async throws {
        try await withDevice { device, client in
            let app = try await device.attach(Saves.self)
            try await app.send("app.launch")
            let code = try await app.code { $0 }
            try await client.request("POST", ["devices", device.id, "events"], body: ["type": "device.home"])
            try await client.request("POST", ["devices", device.id, "clock", "advance"], body: ["seconds": 30])
            try await device.send("device.setIdle", ["idle": false])
            // Nobody has completed the callback in time.
            #expect(try await app.read().lastExitReason == "appWatchdog")
            let error = #expect(throws: AttachedAppError.self) { try code.save() }
            #expect(error?.description.contains(", which ended at ") == true)
            #expect(error?.description.contains("appWatchdog") == true)
            #expect(app.world.disk.paths == [])
            try await app.send("app.launch")
            try await client.request("POST", ["devices", device.id, "events"], body: ["type": "device.home"])
            try await device.advance(seconds: 0)
            #expect(app.world.disk.paths == ["queue"])
        }
    }

    @Test("launch home and a minute take at most twelve requests") func cost() async throws {
        let requests = try await requestsSent(by: Saves.self)
        #expect((1...12).contains(requests.count), "\(requests)")
    }

    @Test("with observers launch home and a minute take at most twelve requests") func costOfObservers() async throws {
        let requests = try await requestsSent(by: Observes.self)
        #expect((1...12).contains(requests.count), "\(requests)")
    }

    /// What the client sends for a launch of an app, Home and a minute.
    private func requestsSent(by code: (some Shop).Type) async throws -> [String] {
        let sent = Mutex<[String]>([])
        try await withServer { address, _ in
            let client = GreenroomClient(address: address) { method, path in
                sent.withLock { $0.append("\(method) \(path)") }
            }
            try await client.withDevice(["rules": "ios18"]) { device in
                let app = try await device.attach(code)
                sent.withLock { $0 = [] }
                try await app.send("app.launch")
                try await device.send("device.home")
                try await device.advance(seconds: 60)
                let requests = sent.withLock(\.self)
                #expect(try await app.uncalledHandlers() == [])
                sent.withLock { $0 = requests }
            }
        }
        return sent.withLock(\.self)
    }

    @Test("a process begins in main and may act") func begins() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Begins.self)
            try await app.send("app.launch")
            try await device.advance(seconds: 5)
            #expect(
                try await app.run { $0.log } == ["the task is valid", "404 after 0.1 s", "the timer after 2.0 s"]
            )
        }
    }

    @Test("an error of the initializer is a crash in main") func initializer() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Reads.self)
            try await app.send("app.launch")
            #expect(try await app.errors().map { $0 as? DiskError } == [.noSuchFile("config")])
            #expect(try await app.read().lastExitReason == "abnormal")
            #expect(app.world.disk.paths == [])
            try app.world.disk.write("config", "there")
            try await app.send("app.launch")
            #expect(app.world.disk.paths == ["config", "launched"])
        }
    }

    @Test("a handler that is registered too late is a mistake") func late() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(RegistersLate.self)
            let error = await #expect(throws: AttachedAppError.self) { try await app.send("app.launch") }
            let start = "RegistersLate registers a handler of sceneDidEnterBackground"
            #expect(error?.description.hasPrefix(start) == true)
        }
    }

    @Test("a handler that takes too long is killed by the watchdog") func tooLong() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(SavesTooLate.self)
            try await app.send("app.launch")
            try await app.run { try $0.track("one") }
            try await device.send("device.home")
            #expect(app.world.disk.paths == [])
            let ended = try await app.read()
            #expect(ended.lastExitReason == "appWatchdog")
            #expect(ended.lostChanges == 1)
        }
    }

    @Test("a handler in time has saved when it returns") func inTime() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(SavesAfter.self)
            try await app.send("app.launch")
            try await app.run { try $0.track("one") }
            let left = try await device.send("device.home")
            let took = left.records.filter { $0.kind == "returned" }.compactMap { $0["tookSeconds"] }
            #expect(took.filter { $0 != 0 } == [1.5])
            #expect(try await app.read().unsavedChanges == 0)
        }
    }
}

@Suite("The time of code in Swift") struct SwiftTimeTests {
    @Test("now and timers know of the time that a handler takes") func now() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Slow.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 30)
            #expect(try app.world.disk.read("measured") == 5_000)
            #expect(try app.world.disk.read("later") == "2026-01-01T00:00:08.000Z")
        }
    }

    @Test("a slow handler of one app does not slow another") func twoApps() async throws {
        try await withDevice { device, _ in
            let slow = try await device.attach(Slow.self)
            try await slow.send("app.launch")
            let other = try await device.attach(Other.self)
            try await other.send("app.launch")
            #expect(try await other.findings() == [])
            let active = try await device.timeline().filter {
                $0.kind == "process" && $0.bundleID == Other.bundleID && $0["to"] == "active"
            }
            #expect(active.map { $0["time"] } == ["2026-01-01T00:00:00.200Z"])
            #expect(try slow.world.disk.read("measured") == 5_000)
        }
    }

    @Test("handlers that overlap without nesting are refused") func overlapping() async throws {
        try await withDevice { device, _ in
            let slow = try await device.attach(Slow.self)
            try await slow.send("app.launch")
            let slower = try await device.attach(Slower.self)
            let error = await #expect(throws: AttachedAppError.self) { try await slower.send("app.launch") }
            #expect(error?.description.hasPrefix("Slow at GreenroomTests/SwiftProcessTests.swift:") == true)
            #expect(error?.description.contains(" was to go on at 2026-01-01T00:00:05.000Z") == true)
        }
    }

    @Test(
        "timers follow the clock that they name",
        arguments: [(ProcessClock.uptime, String?.none), (ProcessClock.wall, "2026-01-01T01:00:00.000Z")]
    )
    func clocks(clock: ProcessClock, fired: String?) async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Sleeps.self)
            try await app.send("app.launch")
            try await app.run { try $0.wait(clock) }
            try await device.send("device.lock")
            try await device.advance(seconds: 3_600)
            try await device.send("device.unlock")
            // The device slept for nearly an hour, in which only the wall clock ran.
            #expect(try app.world.disk.read("fired", default: nil) == fired)
            try await device.advance(seconds: 1_800)
            #expect(app.world.disk.contains("fired"))
        }
    }

    @Test("a timer that a suspension stops is found", arguments: ProcessClock.allCases, [true, false])
    func stopped(clock: ProcessClock, cancels: Bool) async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Ticks.self)
            try await app.send("app.launch")
            try await app.run { try $0.wait(clock) }
            if cancels { try await app.run { $0.stop() } }
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try await app.read().state == "suspended")
            #expect(try await app.findings() == (cancels ? [] : ["relianceOnTimerWhileSuspended"]))
        }
    }

    @Test("a timer that is due in a suspension fires when the process runs again") func dueInSuspension() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(WaitsInBackground.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 100)
            #expect(try await app.read().state == "suspended")
            #expect(app.world.disk.paths == [])
            try await app.send("app.launch")
            try await device.advance(seconds: 0)
            for clock in ProcessClock.allCases {
                #expect(try app.world.disk.read(clock.rawValue) == "2026-01-01T00:01:40.000Z")
            }
        }
    }

    @Test("timers of both clocks wait side by side", arguments: [nil, ProcessClock.uptime, ProcessClock.wall])
    func sideBySide(cancelled: ProcessClock?) async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(WaitsByBoth.self)
            try await app.send("app.launch")
            try await app.run { try $0.wait() }
            try await device.advance(seconds: 5)
            try await app.run { code in
                if let cancelled { code.cancel(cancelled) }
            }
            try await device.advance(seconds: 5)
            let left = Set(ProcessClock.allCases.filter { $0 != cancelled })
            #expect(try await Set(app.run { $0.calls }) == left)
        }
    }

    @Test("a timer that is cancelled is not called") func cancelled() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Times.self)
            try await app.send("app.launch")
            try await app.run { try $0.set() }
            try await device.advance(seconds: 10)
            #expect(try await app.run { $0.calls } == ["second"])
        }
    }

    @Test("code can ask what uikit says") func asks() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Asks.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            let said = try await app.run { $0.said }
            #expect(said.map(\.state) == ["active", "background"])
            #expect(said.map(\.scenes) == [["foregroundActive"], ["background"]])
            #expect(said.first?.remaining == .greatestFiniteMagnitude)
            #expect(said.last.map { (1..<1_000).contains($0.remaining) } == true)
            #expect(said.allSatisfy { $0.uptime >= 0 })
        }
    }
}
