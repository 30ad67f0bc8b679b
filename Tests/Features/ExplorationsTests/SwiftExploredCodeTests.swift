import Explorations
import GreenroomClient
import HTTPTestKit
import LifecycleKernel
import Synchronization
import Testing
import WireFormat

/// A diary that saves in one of its handlers, and in which something is written by a function of its own.
private final class Diary: ExploredAppCode {
    static let bundleID = "com.example.diary"
    private let process: AppProcess
    private var isDirty = false

    convenience init(_ process: AppProcess) { self.init(process, savingIn: "applicationWillTerminate(_:)") }

    init(_ process: AppProcess, savingIn handler: String) {
        self.process = process
        process.on(handler) { [self] _ in
            if isDirty { process.act("save") }
            isDirty = false
            return nil
        }
    }

    func write() {
        isDirty = true
        process.act("edit")
    }

    func abstractState() -> Value? { ["isDirty": .bool(isDirty)] }
}

/// An app that throws when it leaves the screen for the second time.
private final class Throwing: ExploredAppCode {
    init(_ process: AppProcess) {
        process.on(.sceneDidEnterBackground) { _ in
            guard process.storage["left"] == nil else { throw DiskFull() }
            process.storage["left"] = true
            return nil
        }
    }

    func abstractState() -> Value? { [:] }
}

private struct DiskFull: Error, CustomStringConvertible {
    let description = "the disk is full"
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

@Suite("Code that the client for Swift explores") struct SwiftExploredCodeTests {
    private static let write: [String: @Sendable (Diary) throws -> Void] = ["write": { $0.write() }]

    /// What the faults here need.
    private static var options: ExplorationOptions {
        var options = ExplorationOptions(interruptions: 0, depth: 4, transitions: 200)
        options.inputs = ["only": ["app.launch", "device.home", "system"]]
        options.start = [["send": ["type": "app.launch", "bundleID": .string(Diary.bundleID)]]]
        return options
    }

    private static func inputs(of failure: Value?) -> [String] {
        (failure?["inputs"]?.elements ?? []).compactMap { $0["input"]?.text }
    }

    @Test("fails where it saves only when it is terminated") func losesData() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(
                    Diary.bundleID,
                    options: Self.options,
                    functions: Self.write,
                    makeApp: { { Diary($0) } }
                )
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

    @Test("passes where it saves in time, and is made anew for each sequence") func savesInTime() async throws {
        let made = Mutex(0)
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let result = try await client.explore(Diary.bundleID, options: Self.options, functions: Self.write) {
                made.withLock { $0 += 1 }
                return { Diary($0, savingIn: "sceneDidEnterBackground(_:)") }
            }
            #expect(result.failures(from: .error).isEmpty)
            #expect(!result.isClosed)
        }
        let times = made.withLock { $0 }
        #expect(times > 10)
    }

    @Test("crashes where it throws, and what it threw is told") func throwing() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            let failed = await #expect(throws: ExplorationFailed.self) {
                try await client.explore(Diary.bundleID, options: Self.options, code: Throwing.self)
            }
            let failure = failed?.result.failures(from: .error).first
            #expect(failure?["signature"] == "com.example.diary/abnormal")
            #expect(Self.inputs(of: failure) == ["device.home", "app.launch", "device.home"])
            #expect(failed?.result.errors == ["the disk is full"])
            #expect(failed?.description.hasSuffix("the app's code threw the disk is full") == true)
        }
    }

    @Test("cancels the search where it does what there is not") func misspelt() async throws {
        try await withServer(features: [ExplorationsFeature.self]) { address in
            let client = GreenroomClient(address: address)
            var options = Self.options
            options.settings = ["id": "misspelt"]
            let refusal = await #expect(throws: Refusal.self) {
                try await client.explore(Diary.bundleID, options: options, code: Misspelt.self)
            }
            #expect(refusal?.function == "com.example.diary, called for sceneDidBecomeActive(_:)")
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
                try await client.explore(Diary.bundleID, options: settings, functions: Self.write) {
                    continuation.yield()
                    return { Diary($0) }
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
