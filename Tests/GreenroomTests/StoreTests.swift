import ArgumentParser
import AsyncHTTPClient
import DeviceHost
import GreenroomClient
import LifecycleKernel
import NIOCore
import NIOHTTP1
import SQLiteStore
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import Commands
@testable import GreenroomServer

@Suite("A server with a data directory", .timeLimit(.minutes(2))) struct StoreTests {
    private let directory = TemporaryDirectory()
    private var options: [String] { ["--data-dir", directory.path, "--log-level", "critical"] }

    private static let launch: Value = ["type": "app.launch", "bundleID": "com.example.notes"]

    @Test(
        "has its devices, their timelines and its answers again when it is started again",
        arguments: ["process", "power"]
    )
    func restart(durability: String) async throws {
        let options = options + ["--durability", durability]
        let kept = Mutex<[KeyedAnswer]>([])
        try await withServer(options + ["--demo"]) { address, _ in
            let keyed = KeyedClient(address: address)
            let apps: Value = [["bundleID": "com.example.notes"]]
            let answers = [
                try await keyed.post(
                    "create",
                    "/v1/devices",
                    ["id": "phone", "clock": ["mode": "manual"], "apps": apps]
                ),
                try await keyed.post("launch", "/v1/devices/phone/events", Self.launch),
                try await keyed.post("advance", "/v1/devices/phone/clock/advance", ["seconds": 60]),
                try await keyed.post("fork", "/v1/devices/phone/fork", ["id": "fork", "at": 2]),
                try await keyed.post("timeline", nil, path: "/v1/devices/phone/timeline"),
                try await keyed.post("forked", nil, path: "/v1/devices/fork"),
            ]
            kept.withLock { $0 = answers }
        }
        try await withServer(options + ["--demo"]) { address, _ in
            try await ServerConnection(address: address).checkReady(within: .seconds(10))
            let keyed = KeyedClient(address: address)
            for answer in kept.withLock({ $0 }) {
                let again = try await keyed.post(answer.key, answer.body, path: answer.path)
                #expect(again.text == answer.text, "\(answer.key)")
                #expect(again.isReplay == (answer.body != nil), "\(answer.key)")
            }
            let devices = try await ServerConnection(address: address).send(.GET, ["v1", "devices"])
            guard case .array(let list)? = devices.body["devices"] else { throw Missing() }
            #expect(list.map { $0["id"] } == ["demo", "fork", "phone"])
        }
        try await ReplayCommand.parse([directory.path]).run()
    }

    private struct Missing: Error {}

    @Test("continues the stream of all devices, and tells a device from one that had its name before, after a restart")
    func streams() async throws {
        let seen = Mutex<(all: [StreamedEvent], device: String)>(([], ""))
        try await withServer(options) { address, _ in
            let client = ServerConnection(address: address)
            let reading = try await EventReading(address, "/v1/timeline")
            _ = try await client.send(.POST, ["v1", "devices"], body: Self.phone)
            _ = try await client.send(.POST, ["v1", "devices", "phone", "events"], body: Self.launch)
            let all = try await reading.events("message", count: 3)
            let device = try await EventReading(address, "/v1/devices/phone/timeline").events("message", count: 4)
            seen.withLock { $0 = (all, device[3].id) }
        }
        try await withServer(options) { address, _ in
            let client = ServerConnection(address: address)
            try await client.checkReady(within: .seconds(10))
            _ = try await client.send(.POST, ["v1", "devices", "phone", "events"], body: ["type": "device.home"])
            let kept =
                try await client.send(.GET, ["v1", "devices", "phone", "timeline"]).body["records"]?.elements ?? []
            let (all, last) = seen.withLock { $0 }
            let rest = try await EventReading(address, "/v1/timeline", after: all[2].id)
                .events("message", count: kept.count - 3)
            #expect((all + rest).map { $0.data["sequence"] } == kept.map { $0["sequence"] })
            #expect(Set((all + rest).map(\.id)).count == kept.count)
            let same = try await EventReading(address, "/v1/devices/phone/timeline", after: last).events(count: 2)
            #expect(same.map(\.name) == ["open", "message"])
            #expect(same[1].data["sequence"] == 5)
            _ = try await client.send(.DELETE, ["v1", "devices", "phone"])
            _ = try await client.send(.POST, ["v1", "devices"], body: Self.phone)
            let stale = try await EventReading(address, "/v1/devices/phone/timeline", after: last).events(count: 3)
            #expect(stale.map(\.name) == ["open", "gap", "message"])
            #expect(stale[1].data["why"] == "unknownPlace")
            #expect(stale[2].data["sequence"] == 1)
            let late = try await EventReading(address, "/v1/timeline", after: all[2].id).events(count: 2)
            #expect(late[1].data == ["why": "resumedTooLate", "missed": .null])
        }
    }

    private static let phone: Value = [
        "id": "phone", "clock": ["mode": "manual"], "apps": [["bundleID": "com.example.notes"]],
    ]

    @Test("whose store cannot be written answers no success, is not ready, and works again when it can be written")
    func fault() async throws {
        let isBroken = Flag()
        var settings = SQLiteStore.Settings()
        settings.willCommit = { if isBroken.value { throw Missing() } }
        let store = try SQLiteStore(directory: directory.path, settings)
        try await withServer(store: store) { address, _ in
            let client = ServerConnection(address: address)
            let created = try await client.send(.POST, ["v1", "devices"], body: ["id": "phone"])
            #expect(created.status == 201)
            isBroken.value = true
            let refused = try await client.send(
                .POST,
                ["v1", "devices", "phone", "events"],
                body: ["type": "device.home"]
            )
            #expect(refused.status == 503)
            #expect(refused.body["code"] == "store-unavailable")
            let ready = try await client.send(.GET, ["readyz"])
            #expect(ready.status == 503)
            #expect(ready.body["state"] == "readOnly")
            let phone = try await client.send(.GET, ["v1", "devices", "phone"])
            #expect(phone.body["sequence"] == created.body["sequence"])
            isBroken.value = false
            while try await client.send(.GET, ["readyz"]).status != 200 { try Task.checkCancellation() }
            let taken = try await client.send(
                .POST,
                ["v1", "devices", "phone", "events"],
                body: ["type": "device.home"]
            )
            #expect(taken.status == 200)
        }
    }

    @Test("does not start where another one runs, and says so") func inUse() async throws {
        let options = options
        let path = directory.path
        try await withServer(options) { _, _ in
            let second = try configuration(options)
            await #expect(throws: StoreOpeningError.inUse(path)) { try await second.openStore(quietLogger) }
        }
    }

    @Test("A replay of something else than a store, or of a changed one, fails") func replayFails() async throws {
        await #expect(throws: ExitCode(1)) { try await ReplayCommand.parse([directory.path]).run() }
    }
}

/// An answer, and what was asked.
private struct KeyedAnswer: Sendable {
    var key: String
    var path: String
    var body: Value?
    var text: String
    var isReplay: Bool
}

/// Sends requests with idempotency keys.
private struct KeyedClient: Sendable {
    let address: String

    func post(_ key: String, _ path: String, _ body: Value) async throws -> KeyedAnswer {
        try await post(key, body, path: path)
    }

    /// Sends a POST with a body, or a GET without one.
    func post(_ key: String, _ body: Value?, path: String) async throws -> KeyedAnswer {
        var request = HTTPClientRequest(url: address + path)
        if let body {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(name: "Idempotency-Key", value: key)
            request.body = .bytes(ByteBuffer(bytes: JSONText.write(body)))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        return KeyedAnswer(
            key: key,
            path: path,
            body: body,
            text: String(buffer: try await answer.body.collect(upTo: 1_048_576)),
            isReplay: answer.headers.contains(name: "Idempotency-Replayed")
        )
    }
}

/// A flag that several tasks look at.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var value: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// An event of a stream.
private struct StreamedEvent: Sendable {
    var name = "message"
    var id = ""
    var data: Value = .null
}

/// A stream that is open.
private struct EventReading {
    private let body: HTTPClientResponse.Body

    init(_ address: String, _ path: String, after id: String? = nil) async throws {
        var request = HTTPClientRequest(url: address + path)
        request.headers.add(name: "Accept", value: "text/event-stream")
        if let id { request.headers.add(name: "Last-Event-ID", value: id) }
        body = try await HTTPClient.shared.execute(request, timeout: .seconds(30)).body
    }

    /// The first events, or those of a name.
    func events(_ name: String? = nil, count: Int) async throws -> [StreamedEvent] {
        var (events, text): ([StreamedEvent], String) = ([], "")
        for try await part in body {
            text += String(buffer: part)
            events = text.split(separator: "\n\n").compactMap { Self.event(String($0)) }.filter {
                name == nil || $0.name == name
            }
            if events.count >= count { break }
        }
        return Array(events.prefix(count))
    }

    private static func event(_ text: String) -> StreamedEvent? {
        var event = StreamedEvent()
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            switch parts.first {
            case "event": event.name = parts[1]
            case "id": event.id = parts[1]
            case "data": event.data = (try? JSONText.parse(parts[1].utf8)) ?? .null
            default: continue
            }
        }
        return event.data == .null ? nil : event
    }
}
