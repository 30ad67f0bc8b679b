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

/// An app that does what there is not.
private final class Misspelt: AppCode {
    static let bundleID = "com.example.diary"

    init(_ process: AppProcess) {
        process.on(.sceneDidBecomeActive) { _ in try process.act("saev") }
    }
}

@Suite("Code that the client for Swift explores") struct SwiftExploredCodeTests {
    private static let write: [String: @Sendable (Diary) throws -> Void] = ["write": { try $0.write() }]

    /// What the faults of the diary need.
    private static var options: ExplorationOptions {
        var options = ExplorationOptions(interruptions: 0, depth: 4, transitions: 200)
        options.inputs = ["only": ["app.launch", "device.home", "system"]]
        options.start = [["send": ["type": "app.launch", "bundleID": .string(Diary.bundleID)]]]
        return options
    }

    /// Few inputs, from an app that does not run.
    private static func options(
        _ inputs: Value = ["app.launch", "device.home", "app.terminate"],
        depth: Int
    ) -> ExplorationOptions {
        var options = ExplorationOptions(interruptions: 0, depth: depth, transitions: 200)
        options.inputs = ["only": inputs]
        return options
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
                    functions: ["write": { $0.write() }]
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
            #expect(failed?.result.broken.keys.sorted() == ["sent once"])
            let inputs = failed?.result.broken["sent once"] ?? []
            #expect(inputs.prefix(3) == ["app.launch", "device.home", "app.launch"])
            #expect(failed?.description.contains("sent once: broken after app.launch, device.home") == true)
        }
    }

    @Test("different exceptions are different failures") func twoBugs() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(
                    Buggy.self,
                    options: Self.options(depth: 3),
                    functions: ["write": { try $0.write() }]
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
}
