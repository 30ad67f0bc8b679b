import Explorations
import GreenroomClient
import HTTPTestKit
import LifecycleKernel
import Synchronization
import Testing
import WireFormat

/// A diary that saves in one of its handlers, and in which something is written by a function of its own.
private class Diary: AppCode {
    static let bundleID = "com.example.diary"
    let process: AppProcess
    private var text = ""

    required convenience init(_ process: AppProcess) { self.init(process, savingIn: .applicationWillTerminate) }

    init(_ process: AppProcess, savingIn handler: CallbackName) {
        self.process = process
        process.on(handler) { [self] _ in try process.disk.write("diary", text) }
    }

    func write() throws {
        text = "Today"
        try process.edited("diary")
    }
}

/// A diary in which something is written when it becomes active, at times.
private final class SometimesWritten: Diary {
    init(_ process: AppProcess, isWritten: Bool) {
        super.init(process, savingIn: .applicationWillTerminate)
        process.on(.sceneDidBecomeActive) { [self] _ in if isWritten { try write() } }
    }

    required convenience init(_ process: AppProcess) { self.init(process, isWritten: true) }
}

/// An app that writes a file which breaks its next launch.
private final class Poisoned: AppCode {
    static let bundleID = "com.example.poisoned"
    private var isWritten = false

    init(_ process: AppProcess) {
        process.on(.didFinishLaunching) { _ in
            if try process.disk.read("state", default: "") == "poison" { throw DiskFailure() }
        }
        process.on(.sceneDidEnterBackground) { [self] _ in
            if isWritten { try process.disk.write("state", "poison") }
        }
    }

    func write() { isWritten = true }
}

private struct DiskFailure: Error, CustomStringConvertible {
    let description = "the file of the earlier process breaks the launch"
}

/// An app that sends the same request in each of its lives.
private final class Sends: AppCode {
    static let bundleID = "com.example.sends"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in try process.request("POST", "/events", body: "purchase") }
    }
}

/// An app that holds what is no JSON.
private final class Holds: AppCode {
    static let bundleID = "com.example.holds"
    private let sdk = Says.Cache()

    init(_ process: AppProcess) {}
}

/// An app with two bugs.
private final class Buggy: AppCode {
    enum Bug: Error {
        case leftWithOne
        case writtenTwice
    }

    static let bundleID = "com.example.buggy"
    private var count = 0

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { [self] _ in if count == 1 { throw Bug.leftWithOne } }
    }

    func write() throws {
        count += 1
        if count == 2 { throw Bug.writtenTwice }
    }
}

/// An app that begins a background task which it never ends, for a request that fails at once.
private final class Leaves: AppCode {
    static let bundleID = "com.example.leaves"

    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            try process.beginBackgroundTask("flush") {}
            process.world.network.isOffline = true
            try process.request("GET", "/") { _ in }
        }
    }
}

/// An app that expects that its server is there when it is launched, and that it is not asked in the background.
private final class Syncs: AppCode {
    enum Bug: Error {
        case serverIsAway
        case askedInBackground
    }

    static let bundleID = "com.example.syncs"
    private let process: AppProcess

    init(_ process: AppProcess) {
        self.process = process
        process.on(.didFinishLaunching) { _ in if process.world.network.isOffline { throw Bug.serverIsAway } }
    }

    func ask() throws { if try process.applicationState != "active" { throw Bug.askedInBackground } }
}

/// An app with an identifier of its own in each process, and in its file.
private final class Numbers: AppCode {
    static let bundleID = "com.example.numbers"
    private let identifier: Int64

    init(_ process: AppProcess) throws {
        identifier = process.pid
        try process.disk.write("last", ["identifier": process.pid])
    }
}

/// An app with all that code may hold of its process.
private final class Says: AppCode {
    /// What is no JSON.
    final class Cache: Sendable {}

    static let bundleID = "com.example.says"
    private let process: AppProcess
    private var queue = ["one"]
    private var then: () -> Void = {}
    private var tasks: [BackgroundTask]
    private let later: AppTimer
    private let cancelled: AppTimer
    private let sent: NetworkRequest
    private var cache: Cache?

    init(_ process: AppProcess) throws {
        self.process = process
        tasks = [try process.beginBackgroundTask("flush") {}]
        later = try process.after(seconds: 60) {}
        cancelled = try process.after(seconds: 30) {}
        cancelled.cancel()
        sent = try process.request("GET", "/")
    }

    func endTask() throws { try process.endBackgroundTask(tasks[0]) }
    func beginAnother() throws { tasks.append(try process.beginBackgroundTask("flush")) }
    func fillCache() { cache = Cache() }
}

/// An app that does what there is not.
private final class Misspelt: AppCode {
    static let bundleID = "com.example.diary"

    init(_ process: AppProcess) {
        process.on(.sceneDidBecomeActive) { _ in try process.act("saev") }
    }
}

@Suite("Code that the client for Swift explores") struct SwiftExploredCodeTests {
    private static let write: [String: InputFunction<Diary>] = ["write": .call { try $0.write() }]

    /// What the faults of the diary need.
    private static let options = ExplorationOptions(
        start: [["send": ["type": "app.launch", "bundleID": .string(Diary.bundleID)]]],
        inputs: ["only": ["app.launch", "device.home", "system"]],
        interruptions: 0,
        depth: 4,
        transitions: 200
    )

    /// Few inputs, from an app that does not run.
    private static func options(
        _ inputs: Value = ["app.launch", "device.home", "app.terminate"],
        depth: Int
    ) -> ExplorationOptions {
        ExplorationOptions(inputs: ["only": inputs], interruptions: 0, depth: depth, transitions: 200)
    }

    private static func inputs(of failure: Value?) -> [String] {
        (failure?["inputs"]?.elements ?? []).compactMap { $0["input"]?.text }
    }

    @Test("functions are inputs") func losesData() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(Diary.self, options: Self.options, functions: Self.write)
            }
            let failures = failed?.result.failures(from: .error) ?? []
            #expect(failures.map { $0["signature"] } == ["com.example.diary/dataLoss"])
            #expect(Self.inputs(of: failures.first) == ["write", "device.home", "5 s pass", "app.terminate"])
            #expect(failed?.result.isClosed == false)
            #expect(failed?.description.contains("dataLoss") == true)
            // The devices of the search are gone.
            let left = try await client.request("GET", ["devices"])
            #expect(left["devices"] == [])
        }
    }

    @Test("an app that saves in time passes") func savesInTime() async throws {
        let made = Mutex(0)
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let result = try await client.explore(options: Self.options, functions: Self.write) {
                made.withLock { $0 += 1 }
                return { Diary($0, savingIn: .sceneDidEnterBackground) }
            }
            #expect(result.failures(from: .error).isEmpty)
            #expect(result.document["status"] == "finished")
            #expect(!result.isClosed)
        }
        let times = made.withLock { $0 }
        #expect(times > 10)
    }

    @Test("the world tells states apart while no process lives") func poisoned() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(
                    Poisoned.self,
                    options: Self.options(depth: 6),
                    functions: ["write": .call { $0.write() }]
                )
            }
            let errors = failed?.result.errors ?? []
            #expect(errors.map { "\($0.error)" } == ["the file of the earlier process breaks the launch"])
            #expect(errors.first?.inputs.prefix(3) == ["app.launch", "write", "device.home"])
            #expect(errors.first?.inputs.last == "app.launch")
            let line = "the app's code threw DiskFailure: \(DiskFailure().description) (Poisoned at "
            #expect(failed?.description.contains(line) == true)
        }
    }

    @Test("invariants are asked while no process lives") func sentTwice() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(
                    Sends.self,
                    options: Self.options(["app.launch", "device.home"], depth: 4),
                    invariants: ["sent once": { $0.network.received.count < 2 }]
                )
            }
            let inputs = ["app.launch", "device.home", "app.launch", "device.home"]
            #expect(failed?.result.broken == ["sent once": inputs])
            #expect(failed?.description.contains("invariantBroken/sent once") == true)
            #expect(failed?.result.text.contains("none found") == false)
        }
    }

    @Test("an invariant is broken by an assertion and no other error") func assertions() async throws {
        struct Misread: Error {}

        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let options = Self.options(["app.launch", "device.home"], depth: 2)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(
                    Sends.self,
                    options: options,
                    invariants: [
                        "has a file": { world in
                            if world.disk.paths.isEmpty { throw InvariantBroken("the disk has\n\nnothing") }
                            return true
                        }
                    ]
                )
            }
            #expect(failed.map { Array($0.result.broken.keys) } == ["has a file"])
            let note = "\nnote  the invariant has a file is broken: the disk has\n      nothing\n"
            #expect(failed?.result.text.hasSuffix(note) == true)
            #expect(failed?.description.contains(note) == true)
            var named = options
            named.settings = ["id": "misread"]
            let settings = named
            await #expect(throws: Misread.self) {
                try await client.explore(
                    Sends.self,
                    options: settings,
                    invariants: ["has a file": { _ in throw Misread() }]
                )
            }
            let ended = try await client.exploration("misread").read()
            #expect(ended["status"] == "cancelled")
        }
    }

    @Test("the report says that the state of the code is unknown and why") func unknownState() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let options = Self.options(["app.launch", "app.forceQuit"], depth: 2)
            let unknown = try await client.explore(Holds.self, options: options).text
            let note = "\nnote  abstractState() of Holds returns nil (sdk cannot be JSON): each sequence counts"
            #expect(unknown.contains(note))
            #expect(!(try await client.explore(Sends.self, options: options).text.contains("abstractState")))
        }
    }

    @Test("different exceptions are different failures") func twoBugs() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(
                    Buggy.self,
                    options: Self.options(depth: 3),
                    functions: ["write": .call { try $0.write() }]
                )
            }
            let found = (failed?.result.errors ?? []).map { ["\($0.error)"] + $0.inputs }.sorted { $0[0] < $1[0] }
            #expect(
                found == [
                    ["leftWithOne", "app.launch", "write", "device.home"],
                    ["writtenTwice", "app.launch", "write", "write"],
                ]
            )
        }
    }

    @Test("an app that does not start anew is not deterministic") func notAnew() async throws {
        let made = Mutex(0)
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(options: Self.options) { () -> (AppProcess) throws -> SometimesWritten in
                    let isWritten = made.withLock { made in
                        made += 1
                        return made.isMultiple(of: 2)
                    }
                    return { SometimesWritten($0, isWritten: isWritten) }
                }
            }
            #expect(failed?.description.contains("notDeterministic") == true)
        }
    }

    @Test("an app that is made otherwise than before is a mistake") func otherHandlers() async throws {
        let made = Mutex(0)
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let error = await #expect(throws: AttachedAppError.self) {
                try await client.explore(options: Self.options) { () -> (AppProcess) throws -> Diary in
                    let isFirst = made.withLock { made in
                        made += 1
                        return made == 1
                    }
                    return { Diary($0, savingIn: isFirst ? .sceneDidEnterBackground : .applicationWillTerminate) }
                }
            }
            #expect(error?.description.contains("the same app must be made each time") == true)
        }
    }

    @Test("an interrupted search is cancelled") func misspelt() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            var options = Self.options
            options.settings = ["id": "misspelt"]
            let settings = options
            let refusal = await #expect(throws: Refusal.self) {
                try await client.explore(Misspelt.self, options: settings)
            }
            let function = try #require(refusal?.function)
            #expect(function.hasPrefix("Misspelt at ExplorationsTests/SwiftExploredCodeTests.swift:"))
            #expect(function.hasSuffix(", called for sceneDidBecomeActive(_:), did saev()"))
            let ended = try await client.exploration("misspelt").read()
            #expect(ended["status"] == "cancelled")
        }
    }

    @Test("is not explored any longer when the task is cancelled") func cancelled() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            var options = Self.options
            options.settings = ["id": "cancelled"]
            let settings = options
            let (runs, continuation) = AsyncStream.makeStream(of: Void.self)
            let exploring = Task {
                try await client.explore(options: settings, functions: Self.write) {
                    continuation.yield()
                    return { Diary($0, savingIn: .applicationWillTerminate) }
                }
            }
            // The first is only asked which handlers there are.
            var begun = runs.makeAsyncIterator()
            await begun.next()
            await begun.next()
            exploring.cancel()
            await #expect(throws: (any Error).self) { try await exploring.value }
            let ended = try await client.exploration("cancelled").read()
            #expect(ended["status"] == "cancelled")
        }
    }

    @Test("reports only the run that was handed out") func unknownRemoteRun() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let app: Value = ["bundleID": .string(Diary.bundleID)]
            let declared = try await client.beginExploration(["file": app])
            let notRemote = await #expect(throws: Refusal.self) { try await declared.nextRun() }
            #expect(notRemote?.code == "not-possible-now")
            let remote = try await client.beginExploration(["file": app, "remote": true])
            let first = try await remote.nextRun()
            let number = try #require(first.number)
            #expect(first.isGoingOn && !first.continues && first.device != nil)
            let refusal = await #expect(throws: Refusal.self) { try await remote.nextRun(after: number + 1) }
            #expect(refusal?.code == "unknown-remote-run")
            try await remote.delete()
        }
    }

    @Test("code says its attributes and names what it holds of its process") func says() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            try await GreenroomClient(address: address).withDevice { device in
                let app = try await device.attach(Says.self)
                try await app.send("app.launch")
                let first = try await app.code { $0.abstractState() }
                #expect(
                    first == [
                        "queue": ["one"], "tasks": [["task": "flush", "number": 1]], "later": ["timer": 0],
                        "cancelled": ["timer": -1], "sent": ["request": "GET /", "isUnderWay": true], "cache": .null,
                    ]
                )
                try await device.advance(seconds: 1)
                #expect(try await app.code { $0.abstractState()?["sent"]?["isUnderWay"] } == false)
                // A task that has ended says the same, whichever it was.
                try await app.run { try $0.endTask() }
                #expect(
                    try await app.code { $0.abstractState()?["tasks"] } == [["task": "flush", "number": .null]]
                )
                try await app.run { try $0.beginAnother() }
                #expect(
                    try await app.code { $0.abstractState()?["tasks"] }
                        == [["task": "flush", "number": .null], ["task": "flush", "number": 1]]
                )
                try await app.run { $0.fillCache() }
                #expect(try await app.code { $0.abstractState() } == nil)
            }
        }
    }

    @Test("what is due at once is done before the next input") func dueAtOnce() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            var options = Self.options(["app.launch", "device.home"], depth: 4)
            options.failOn = nil
            let result = try await GreenroomClient(address: address).explore(Leaves.self, options: options)
            let killed = result.failures.first {
                $0["signature"] == "com.example.leaves/backgroundTaskAssertionTimeout"
            }
            // The expiration handler, and the end.
            #expect(Self.inputs(of: killed) == ["app.launch", "device.home", "25 s pass", "5 s pass"])
        }
    }

    /// What is found in an app whose server may go away, or which may be asked.
    private static let asked: [(function: InputFunction<Syncs>, found: [[String]])] = [
        (.change(while: [.dead]) { $0.network.isOffline = true }, [["do", "app.launch"]]),
        (.change(while: [.background]) { $0.network.isOffline = true }, []),
        (.change { $0.network.isOffline = true }, [["do", "app.launch"]]),
        (.call { try $0.ask() }, []),
        (.call(while: [.active, .background]) { try $0.ask() }, [["app.launch", "device.home", "do"]]),
    ]

    @Test("inputs are tried while the app is in the background or dead", arguments: asked.indices)
    func phases(index: Int) async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            var options = Self.options(depth: 3)
            options.failOn = nil
            let (function, found) = Self.asked[index]
            let result = try await GreenroomClient(address: address)
                .explore(Syncs.self, options: options, functions: ["do": function])
            #expect(result.errors.map(\.inputs) == found)
        }
    }

    /// An input without a function, and one while suspended, are no values of the types.
    @Test("an input that could not be tried is a mistake") func neverTried() async throws {
        let functions: [(InputFunction<Syncs>, String)] = [
            (.call(while: [.dead]) { try $0.ask() }, "there is none while the app is dead: make it a `change`"),
            (.call(while: []) { try $0.ask() }, "is never tried: name one of active, background, dead"),
            (.change(while: []) { _ in }, "is never tried: name one of active, background, dead"),
        ]
        for (function, reason) in functions {
            // Nothing is sent: there is no server.
            let error = await #expect(throws: AttachedAppError.self) {
                try await GreenroomClient(address: "http://127.0.0.1:1")
                    .explore(Syncs.self, functions: ["ask": function])
            }
            #expect(error?.description.hasPrefix("the input ask ") == true)
            #expect(error?.description.hasSuffix(reason) == true)
        }
    }

    @Test("members that are left out do not tell states apart") func leftOut() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            func states(without names: Set<String>) async throws -> Int64 {
                var options = Self.options(["app.launch", "app.forceQuit"], depth: 5)
                options.leftOut = names
                let result = try await client.explore(Numbers.self, options: options)
                return try #require(result.document["report"]?["passes"]?.elements.first?["abstractStates"]?.whole)
            }
            // Launched or not, before and after a first process, and suspended.
            let (few, many) = (try await states(without: ["identifier"]), try await states(without: []))
            #expect(few < many)
        }
    }

    @Test("an input that there is not is refused with those that are like it") func unknownInput() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let options = Self.options(["sistem"], depth: 3)
            let refusal = await #expect(throws: Refusal.self) {
                try await GreenroomClient(address: address).explore(Diary.self, options: options)
            }
            #expect(refusal?.detail.contains("no input or group sistem") == true)
            #expect(refusal?.accepted.first == "system")
        }
    }
}
