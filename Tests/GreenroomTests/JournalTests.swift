import ArgumentParser
import AsyncHTTPClient
import DeviceHost
import GreenroomClient
import LifecycleKernel
import NIOCore
import NIOHTTP1
import SQLiteJournal
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import Greenroom

@Suite("A server with a data directory", .timeLimit(.minutes(2))) struct JournalTests {
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

    @Test("whose journal cannot be written answers no success, is not ready, and works again when it can be written")
    func fault() async throws {
        let isBroken = Flag()
        var settings = SQLiteJournal.Settings()
        settings.willCommit = { if isBroken.value { throw Missing() } }
        let journal = try SQLiteJournal(directory: directory.path, settings)
        try await withServer(journal: journal) { address, _ in
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
            #expect(refused.body["code"] == "journal-unavailable")
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
            #expect(throws: JournalOpeningError.inUse(path)) { try second.openJournal() }
        }
    }

    @Test("A replay of what is no journal, or not as it was written, fails") func replayFails() async throws {
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
