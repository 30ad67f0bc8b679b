import AnalyticsSDK
import Foundation
import GreenroomClient
import LifecycleKernel

/// What the SDK asks of iOS, of a simulated process.
struct SimulatedPhone: Phone {
    let process: AppProcess

    var now: Date { process.now.date }

    func read<File: Decodable>(_ path: String, default file: File) throws -> File {
        try process.disk.read(path, default: file)
    }

    func write(_ path: String, _ file: some Encodable) throws { try process.disk.write(path, file) }

    func delete(_ path: String) throws { try process.disk.delete(path) }

    func beginBackgroundTask(_ name: String, expiration: @escaping () throws -> Void) throws -> BackgroundTask {
        try process.beginBackgroundTask(name, expiration: expiration)
    }

    func endBackgroundTask(_ task: BackgroundTask) throws { try process.endBackgroundTask(task) }

    func after(seconds: Double, _ function: @escaping () throws -> Void) throws -> AppTimer {
        try process.after(seconds: seconds, function)
    }

    func cancel(_ alarm: AppTimer) { alarm.cancel() }

    func send(
        _ method: String,
        _ path: String,
        _ body: some Encodable,
        completion: @escaping (Bool) throws -> Void
    ) throws -> NetworkRequest {
        try process.request(method, path, body: body) { try completion($0.succeeded) }
    }

    func cancel(_ request: NetworkRequest) throws { try request.cancel() }

    func upload(_ text: String, to path: String, session: String) throws {
        try process.transfer(session, "PUT", path, body: text, ["kind": "upload"])
    }
}

/// How many sessions there were, whatever the SDK has counted. It is a file of the world: in searches it counts as the SDK's files do.
struct User: Codable {
    static let path = "user"

    var sessions = 0
    var left: Date?
}

/// An app that uses the SDK as its manual says.
final class Shop: AppCode {
    static let bundleID = "com.example.shop"
    static let manifest: [String: Value] = ["infoPlist": ["UIBackgroundModes": ["remote-notification"]]]

    let analytics: Analytics<SimulatedPhone>
    private let process: AppProcess

    /// How the server answers.
    static func setUpWorld(_ world: World) throws {
        try world.network.answer("POST", "/events", delay: 8)
        try world.network.answer("PUT", "/logs", delay: 90)
    }

    convenience init(_ process: AppProcess) throws { try self.init(process, bug: nil) }

    init(_ process: AppProcess, bug: AnalyticsBug?) throws {
        self.process = process
        analytics = try Analytics(on: SimulatedPhone(process: process), with: bug)
        process.on(.sceneDidBecomeActive) { [self] _ in try becameActive() }
        process.on(.sceneDidEnterBackground) { [self] _ in try enteredBackground() }
        process.on(.applicationWillTerminate) { [analytics] _ in try analytics.willTerminate() }
        process.on(.didReceiveRemoteNotification) { [analytics] push in
            try analytics.pushed { try process.completeFetch(push) }
        }
        process.on(.urlSessionTaskDidComplete) { [analytics] callback in
            try analytics.logUploaded(succeeded: process.transferred(callback).succeeded)
        }
        process.on(.handleEventsForBackgroundURLSession) { [analytics] _ in
            try analytics.eventsOfSession { try process.act("completeURLSessionEvents") }
        }
        try analytics.began()
    }

    /// The user buys something.
    func track() throws {
        try process.edited("events")
        try analytics.track("purchase")
    }

    func abstractState() -> Value? { process.abstractState(of: analytics) }

    private func becameActive() throws {
        try changeUser { user in
            let wasAway = user.left.map { process.now.date.timeIntervalSince($0) >= Session.longestAbsence }
            if user.sessions == 0 || wasAway == true { user.sessions += 1 }
            user.left = nil
        }
        try analytics.opened()
    }

    private func enteredBackground() throws {
        try changeUser { $0.left = process.now.date }
        try analytics.left()
    }

    private func changeUser(_ change: (inout User) -> Void) throws {
        let disk = process.world.disk
        var user = try disk.read(User.path, default: User())
        change(&user)
        try disk.write(User.path, user)
    }
}

extension Instant {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

// MARK: What the server has, and what must hold at any time

extension World {
    /// The numbers of the events that the server has stored: those of each batch once.
    var stored: [Int] {
        get throws {
            let bodies = network.received.filter { $0.path == "/events" }.compactMap(\.body)
            var names: Set<String> = []
            return try bodies.map { try $0.decoded(as: Batch.self) }.filter { names.insert($0.name).inserted }
                .flatMap { $0.events.map(\.id) }
        }
    }

    /// From now on an answer takes 40 seconds.
    func slowDown() throws { try network.answer("POST", "/events", delay: 40) }
}

extension Shop {
    typealias Invariant = @Sendable (World) throws -> Bool

    static let invariants: [String: Invariant] = [
        "nothing is stored twice": { world in try Set(world.stored).count == world.stored.count },
        "nothing is lost": { world in
            let events = try world.disk.read("events", default: Events())
            let kept = (events.waiting + events.outbox).map(\.id)
            return try Set(1..<events.count + 1).isSubset(of: kept + world.stored)
        },
        "sessions are the user's": { world in
            let counted = try world.disk.read("session", default: Session()).number
            return try world.disk.read(User.path, default: User()).sessions == counted
        },
    ]

    /// What a search can try besides the events of iOS.
    static let functions: [String: InputFunction<Shop>] = [
        "track": .call { try $0.track() },
        "network is slow": .change { try $0.slowDown() },
        "server goes away": .change { $0.network.isOffline = true },
    ]
}
