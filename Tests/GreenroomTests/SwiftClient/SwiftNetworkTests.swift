import GreenroomClient
import LifecycleKernel
import Testing
import WireFormat

/// An app that sends an event as it leaves the screen, within a background task.
private class Sends: AppCode {
    static let bundleID = "com.example.sends"
    class var holdsTask: Bool { true }

    let process: AppProcess
    private(set) var responses: [NetworkResponse] = []
    private var task: BackgroundTask?
    private var sent: NetworkRequest?

    static func setUpWorld(_ world: World) throws {
        try world.network.answer("POST", "/events*", body: ["stored": true], delay: 8)
    }

    required init(_ process: AppProcess) {
        self.process = process
        process.on(.sceneDidEnterBackground) { [self] _ in
            if Self.holdsTask { task = try process.beginBackgroundTask("flush") {} }
            try process.request("POST", "/events/1", body: ["name": "purchase"]) { [self] in try answered($0) }
        }
    }

    func send(_ method: String, _ path: String, body: (any Encodable)? = nil) throws {
        sent = try process.request(method, path, body: body) { [self] in try answered($0) }
    }

    func cancel() throws { try sent?.cancel() }

    private func answered(_ response: NetworkResponse) throws {
        responses.append(response)
        if let task { try process.endBackgroundTask(task) }
        task = nil
    }
}

private final class SendsUnheld: Sends {
    override class var holdsTask: Bool { false }
}

/// An app that transfers files in the background.
private final class Transfers: AppCode {
    static let bundleID = "com.example.transfers"
    private let process: AppProcess

    static func setUpWorld(_ world: World) throws {
        try world.network.answer("PUT", "/photos", status: 201, delay: 40)
        try world.network.answer("GET", "/album", body: "an album", delay: 60)
    }

    init(_ process: AppProcess) {
        self.process = process
        process.on(.urlSessionTaskDidComplete) { callback in
            let response = process.transferred(callback)
            let body = try response.body.map { try $0.decoded(as: String.self) } ?? "nothing"
            let log = try process.disk.read("log", default: [String]())
            try process.disk.write("log", log + ["\(response.status ?? 0) \(body)"])
        }
        process.on(.handleEventsForBackgroundURLSession) { _ in
            try process.after(seconds: 0) { try process.act("completeURLSessionEvents") }
        }
    }

    func start() throws {
        try process.transfer("photos", "GET", "/album", ["kind": "download"])
        try process.transfer("photos", "PUT", "/photos", body: [7] as [UInt8], ["kind": "upload"])
    }
}

/// An app that downloads one album twice.
private final class Downloads: AppCode {
    static let bundleID = "com.example.downloads"
    private let process: AppProcess
    private(set) var log: [String] = []

    init(_ process: AppProcess) {
        self.process = process
        process.on(.urlSessionTaskDidComplete) { [self] callback in
            let task = callback.arguments["taskDescription"]?.text ?? ""
            let body = try process.transferred(callback).body?.decoded(as: String.self) ?? "nothing"
            log.append("\(task): \(body)")
        }
    }

    func start() throws {
        for (body, delay) in [("slow", 60.0), ("fast", 20.0)] {
            try process.world.network.answer("GET", "/album", body: body, delay: delay)
            try process.transfer("photos", "GET", "/album", ["kind": "download"])
        }
    }
}

/// An app that uploads files in the background.
private class Uploads: AppCode {
    static let bundleID = "com.example.uploads"
    let process: AppProcess

    static func setUpWorld(_ world: World) throws { try world.network.answer("PUT", "*", status: 201, delay: 60) }

    required init(_ process: AppProcess) { self.process = process }

    func upload(_ path: String) throws { try process.transfer("photos", "PUT", path, ["kind": "upload"]) }

    func uploadLater(_ path: String) throws { try process.after(seconds: 2) { [self] in try upload(path) } }
}

/// The same app, which notes what its process was told of the uploads.
private final class NotedUploads: Uploads {
    required init(_ process: AppProcess) {
        super.init(process)
        process.on(.handleEventsForBackgroundURLSession) { [self] _ in
            try note("events")
            try process.after(seconds: 0) { try process.act("completeURLSessionEvents") }
        }
        process.on(.urlSessionTaskDidComplete) { [self] callback in
            let response = process.transferred(callback)
            try note("\(response.status ?? response.error ?? 0)")
        }
    }

    private func note(_ what: String) throws {
        try process.disk.write("log", process.disk.read("log", default: [String]()) + [what])
    }
}

/// An app that is busy for four seconds as it is launched.
private final class Busy: AppCode {
    static let bundleID = "com.example.busy"

    init(_ process: AppProcess) {
        process.on(.didFinishLaunching) { _ in try process.takes(seconds: 4) }
    }
}

@Suite("The network of code in Swift") struct SwiftNetworkTests {
    @Test("a request is answered by the server") func answered() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Sends.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            // The server has it as soon as it is sent.
            let received = app.world.network.received
            #expect(received.map(\.method) == ["POST"])
            #expect(received.map(\.path) == ["/events/1"])
            #expect(received.map(\.body) == [.json(["name": "purchase"])])
            #expect(received.map(\.time) == [.manualStart])
            try await device.advance(seconds: 7)
            #expect(try await app.code { $0.responses } == [])
            try await device.advance(seconds: 1)
            // It has ended its background task then, and is suspended.
            #expect(try await app.read().state == "suspended")
            let responses = try await app.code { $0.responses }
            #expect(responses == [NetworkResponse(status: 200, body: .json(["stored": true]))])
            #expect(responses.map(\.succeeded) == [true])
            #expect(try await app.findings() == [])
        }
    }

    @Test("a request is cut off by a suspension") func cutOff() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(SendsUnheld.self)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(try await app.read().state == "suspended")
            try await app.send("app.launch")
            let responses = try await app.run { $0.responses }
            #expect(responses.map(\.error) == [-1_005])
            #expect(responses.map(\.succeeded) == [false])
            #expect(try await app.findings().contains("requestCutOff"))
        }
    }

    @Test("the test decides whether a request of a dead process has arrived", arguments: [true, false])
    func died(arrivesAtOnce: Bool) async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Sends.self)
            try app.world.network.answer("POST", "/events/1", delay: 4, arrivesAtOnce: arrivesAtOnce)
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 2)
            try await app.send("app.crash", ["exception": "abort"])
            try await device.advance(seconds: 60)
            #expect(app.world.network.received.count == (arrivesAtOnce ? 1 : 0))
            try await app.send("app.launch")
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            #expect(app.world.network.received.count == (arrivesAtOnce ? 2 : 1))
        }
    }

    @Test("a server that is offline and a request that is cancelled") func failures() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Sends.self)
            try await app.send("app.launch")
            app.world.network.isOffline = true
            try await app.run { try $0.send("GET", "/") }
            try await device.advance(seconds: 0)
            app.world.network.isOffline = false
            try await app.run { try $0.send("POST", "/events") }
            try await app.run { try $0.cancel() }
            try await device.send("device.setNetwork", ["network": "none"])
            try await app.run { try $0.send("POST", "/events") }
            #expect(try await app.run { $0.responses.map(\.error) } == [-1_004, -999, -1_009])
        }
    }

    @Test("the server can decide") func decides() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Sends.self)
            try await app.send("app.launch")
            let network = app.world.network
            network.answer("*", "/items") { request in
                NetworkResponse(status: network.received.count == 1 && request.method == "PUT" ? 500 : 201)
            }
            try await app.run { try $0.send("PUT", "/items", body: [1] as [UInt8]) }
            try await app.run { try $0.send("PUT", "/items", body: "two") }
            try await device.advance(seconds: 1)
            #expect(try await app.run { $0.responses.map(\.status) } == [500, 201])
            #expect(network.received.map(\.body) == [.bytes([1]), .json("two")])
        }
    }

    @Test("background transfers use the same server") func transfers() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Transfers.self)
            try await app.send("app.launch")
            try await app.run { try $0.start() }
            try await device.send("device.home")
            try await device.advance(seconds: 600)
            #expect(try app.world.disk.read("log") == ["201 nothing", "200 an album"])
            #expect(app.world.network.received.map(\.path) == ["/photos", "/album"])
        }
    }

    @Test("transfers of one session are told apart") func toldApart() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Downloads.self)
            try await app.send("app.launch")
            try await app.run { try $0.start() }
            try await device.advance(seconds: 100)
            #expect(try await app.code { $0.log } == ["GET /album (2): fast", "GET /album: slow"])
        }
    }

    @Test("a transfer outlives the process that began it") func outlives() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(NotedUploads.self)
            try await app.send("app.launch")
            try await app.run { try $0.upload("/photo") }
            try await device.send("device.home")
            try await device.advance(seconds: 30)
            try await app.send("app.terminate", ["cause": "jetsam"])
            try await device.advance(seconds: 60)
            // iOS has launched the app for it.
            #expect(try app.world.disk.read("log") == ["events", "201"])
            #expect(try await app.read().state == "suspended")
            #expect(app.world.network.received.map(\.path) == ["/photo"])
        }
    }

    @Test("a force quit cancels transfers") func forceQuit() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(NotedUploads.self)
            try await app.send("app.launch")
            try await app.run { try $0.upload("/photo") }
            try await app.send("app.forceQuit")
            try await device.advance(seconds: 90)
            #expect(!app.world.disk.contains("log"))
            try await app.send("app.launch")
            #expect(try app.world.disk.read("log") == ["-999"])
            #expect(app.world.network.received.isEmpty)
        }
    }

    @Test("a transfer to a server that is offline fails") func offline() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(NotedUploads.self)
            try await app.send("app.launch")
            try await app.run { try $0.upload("/photo") }
            app.world.network.isOffline = true
            try await device.advance(seconds: 90)
            #expect(try app.world.disk.read("log") == ["-1004"])
            #expect(app.world.network.received.isEmpty)
        }
    }

    @Test("a transfer arrives when it ends") func arrives() async throws {
        try await withDevice { device, client in
            let app = try await device.attach(Uploads.self)
            try await app.send("app.launch")
            try await app.run { try $0.upload("/photo") }
            // The app runs no more, and nothing stops the clock on the way.
            try await app.send("app.crash", ["exception": "abort"])
            try await device.advance(seconds: 30)
            #expect(app.world.network.received.isEmpty)
            try await client.request("POST", ["devices", device.id, "clock", "advance"], body: ["seconds": 600])
            try await device.advance(seconds: 0)
            #expect(app.world.network.received.map(\.path) == ["/photo"])
            #expect(app.world.network.received.map(\.time) == [.manualStart + Milliseconds(60_000)])
        }
    }

    @Test("what happens while a slow handler waits is seen once") func seenOnce() async throws {
        try await withDevice { device, client in
            let app = try await device.attach(Uploads.self)
            let busy = try await device.attach(Busy.self)
            try await app.send("app.launch")
            // The system takes a thousand transfers of an app.
            let other: Value = ["action": "startTransfer", "identifier": "others", "seconds": 3_600]
            let actions = ["devices", device.id, "apps", Uploads.bundleID, "actions"]
            try await client.request("POST", actions, body: .array(Array(repeating: other, count: 999)))
            try await app.run { uploads in
                try uploads.upload("/first")
                try uploads.uploadLater("/second")
            }
            try await busy.send("app.launch")
            let refused = try await app.refusals()
            #expect(refused.map { $0.verdict?["why"] } == ["tooManyTransfers"])
            try await device.advance(seconds: 100)
            // The refusal has taken the second one off, and only that.
            #expect(app.world.network.received.map(\.path) == ["/first"])
        }
    }
}
