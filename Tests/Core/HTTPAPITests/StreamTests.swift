import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("Streams", .timeLimit(.minutes(1)))
struct StreamTests {
    private let timeline = "/v1/devices/phone/timeline"
    private let stream: HTTPFields = [.accept: "text/event-stream"]

    /// Reads a stream to its end, which is brought about once it has sent what there was.
    private func events(
        _ api: APIClient,
        _ path: String,
        headers: HTTPFields? = nil,
        endedBy end: @escaping @Sendable () async throws -> Void
    ) async throws -> [SentEvent] {
        async let ended: Void = {
            await until { api.registry.waitingStreamCount > 0 }
            try await end()
        }()
        let answer = try await api.get(path, headers: headers ?? stream)
        try await ended
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/event-stream")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.connection] == "close", "the server closes it at the end of the stream")
        #expect(answer.text.hasPrefix("retry: 1000\nevent: open\n"))
        return SentEvent.read(answer.text)
    }

    private func lastID(_ id: String) -> HTTPFields {
        [.accept: "text/event-stream", HTTPField.Name("Last-Event-ID")!: id]
    }

    @Test(
        "A device's records are events whose id is its number and the sequence, as the timeline has them, until it is deleted"
    )
    func device() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let kept = try await api.get(timeline).list("records")
            let events = try await events(api, timeline) { _ = try await api.send(.delete, "/v1/devices/phone") }
            #expect(events.first == SentEvent(name: "open", data: ["after": 0]))
            #expect(events.last == SentEvent(name: "end", data: ["why": "deviceDeleted"]))
            let messages = events.dropFirst().dropLast()
            #expect(messages.allSatisfy { $0.name == "message" })
            #expect(messages.map(\.data) == kept)
            let number = try #require(messages.first?.id?.split(separator: "-").first)
            #expect(messages.map(\.id) == (1...kept.count).map { "\(number)-\($0)" })
        }
    }

    @Test("Each stream tells what was found in the language of its client", arguments: [true, false])
    func languages(ofDevice: Bool) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let path = ofDevice ? timeline : "/v1/timeline"
            async let ended: Void = {
                await until { api.registry.waitingStreamCount == 2 }
                let phone = try #require(DeviceID("phone"))
                let edit = Input.action("com.example.notes", .edit(count: 1, scene: nil))
                let crash = Input.event(.app("com.example.notes", .crash(.abort, message: nil)))
                _ = try await api.registry.apply([edit, crash], to: phone)
                await api.registry.beginShutdown()
            }()
            async let other = api.get(path, headers: [.accept: "text/event-stream", .acceptLanguage: "zh"])
            let english = try await api.get(path, headers: stream)
            let chinese = try await other
            try await ended
            let told = [english, chinese].map { answer in
                SentEvent.read(answer.text).map(\.data).filter { $0["kind"] == "finding" }.map { $0["detail"] }
            }
            #expect(told == [["the process ended with 1 unsaved change"], ["进程结束时有 1 项更改未保存"]])
        }
    }

    @Test(
        "Records of any size are sent whole, in the streams of a device and of all devices",
        arguments: [true, false]
    )
    func sizes(ofDevice: Bool) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let last = try #require(try await api.get("/v1/devices/phone")["sequence"]?.whole)
            let phone = try #require(DeviceID("phone"))
            let path = ofDevice ? "\(timeline)?after=\(last)" : "/v1/timeline"
            let events = try await events(api, path) {
                for bytes in [1, 3_900, 4_096, 8_192, 10, 8_000] {
                    let log = Action.log(message: String(repeating: "x", count: bytes))
                    _ = try await api.registry.apply(.action("com.example.notes", log), to: phone)
                }
                await api.registry.beginShutdown()
            }
            let kept = try await api.get("\(timeline)?after=\(last)").list("records")
            let messages = events.filter { $0.name == "message" }.map(\.data)
            #expect(kept.count >= 6)
            #expect(messages.map { $0["sequence"] } == kept.map { $0["sequence"] })
            #expect(messages.map { $0["message"] } == kept.map { $0["message"] })
            #expect(messages.allSatisfy { $0["device"] == (ofDevice ? nil : "phone") })
        }
    }

    @Test("A client that reconnects resumes after the event that it names, whatever its URL says")
    func resume() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let count = try await api.get(timeline).list("records").count
            let number = try await api.number()
            let events = try await events(api, timeline + "?after=1", headers: lastID("\(number)-\(count - 2)")) {
                await api.registry.beginShutdown()
            }
            #expect(events.map(\.name) == ["open", "message", "message", "end"])
            let open = SentEvent(
                name: "open",
                id: "\(number)-\(count - 2)",
                data: ["after": .integer(Int64(count - 2))]
            )
            #expect(events[0] == open)
            #expect(events[1].id == "\(number)-\(count - 1)")
            #expect(events[3].data == ["why": "shutdown"])
        }
    }

    @Test(
        "The id of an event of a device that was made again, or of another one, is a gap; then comes what there is",
        arguments: ["", "vocabulary=reactNative", "kind=process"]
    )
    func staleID(query: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let stale = try await api.number()
            _ = try await api.send(.delete, "/v1/devices/phone")
            try await api.makePhoneWithNotesInFront()
            let number = try await api.number()
            #expect(number != stale)
            let kept = try await api.get("\(timeline)?\(query)").list("records")
            let events = try await events(api, "\(timeline)?\(query)", headers: lastID("\(stale)-2")) {
                await api.registry.beginShutdown()
            }
            let data: Value = ["why": "unknownPlace", "missed": .null, "after": 2, "next": 1]
            #expect(events[0] == SentEvent(name: "open", data: ["after": 0]))
            #expect(events[1] == SentEvent(name: "gap", id: "\(number)-0", data: data))
            #expect(events.dropFirst(2).dropLast().map(\.data) == kept)
        }
    }

    @Test("Without a store, the id of an event of an earlier run is a gap, however far the device has come")
    func earlierRun() async throws {
        let earlier = try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            return try await api.number()
        }
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let events = try await events(api, timeline, headers: lastID("\(earlier)-2")) {
                await api.registry.beginShutdown()
            }
            #expect(events[1].name == "gap" && events[1].data["why"] == "unknownPlace")
            #expect(events[2].data["sequence"] == 1)
        }
    }

    @Test("Records are chosen by kind and by app, and carry the reports of frameworks")
    func filters() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let launched = try #require(try await api.get(timeline)["sequence"]?.whole)
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            let query =
                "?after=\(launched)&kind=process,notification&bundleID=\(APIClient.notes)&vocabulary=reactNative"
            let page = try await api.get(timeline + query).list("records")
            let events = try await events(api, timeline + query) { await api.registry.beginShutdown() }
            #expect(events.filter { $0.name == "message" }.map(\.data) == page)
            #expect(page.contains { $0["vocabulary"] == ["reactNative": ["background"]] })
        }
    }

    @Test("What is no longer kept is a gap that says what was missed")
    func gap() async throws {
        var limits = HostLimits()
        limits.recordsPerDevice = 4
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            let last = try #require(try await api.get(timeline)["sequence"]?.whole)
            let number = try await api.number()
            let events = try await events(api, timeline + "?after=1") { await api.registry.beginShutdown() }
            let data: Value = [
                "why": "resumedTooLate", "missed": .integer(last - 5), "after": 1, "next": .integer(last - 3),
            ]
            #expect(events[1] == SentEvent(name: "gap", id: "\(number)-\(last - 4)", data: data))
            #expect(events.count { $0.name == "message" } == 4)
        }
    }

    @Test("All devices are in one stream, chosen by device, label, kind and app; a deletion is an event")
    func all() async throws {
        try await APIClient.run { api in
            let query = "?device=b&label=run:1&kind=process&bundleID=\(APIClient.notes)"
            let events = try await events(api, "/v1/timeline" + query, headers: [:]) {
                for device in ["a", "b"] {
                    let app = #"{"bundleID": "\#(APIClient.notes)"}"#
                    let body = #"{"id": "\#(device)", "labels": {"run": "1"}, "apps": [\#(app)]}"#
                    _ = try await api.post("/v1/devices", body)
                    _ = try await api.post("/v1/devices/\(device)/events", APIClient.launch)
                }
                _ = try await api.send(.delete, "/v1/devices?label=run:1")
                await api.registry.beginShutdown()
            }
            #expect(events.first?.name == "open")
            #expect(events.last?.data == ["why": "shutdown"])
            #expect(events.dropLast().last?.name == "deviceDeleted")
            #expect(events.dropLast().last?.data == ["device": "b"])
            let records = events.filter { $0.name == "message" }
            #expect(!records.isEmpty)
            #expect(records.allSatisfy { $0.data["device"] == "b" && $0.data["kind"] == "process" })
            #expect(events.dropLast().allSatisfy { StreamEventID($0.id ?? "") != nil })
        }
    }

    @Test("A client that reconnects to the stream of all devices resumes at its position; one of another run is a gap")
    func resumeAll() async throws {
        try await APIClient.run { api in
            let opened = try api.registry.followAll()
            try await api.makePhone()
            let start = opened.id(at: opened.position)
            let events = try await events(api, "/v1/timeline", headers: lastID(start.description)) {
                await api.registry.beginShutdown()
            }
            #expect(events.dropFirst().first?.data["sequence"] == 1)
            _ = opened
        }
        try await APIClient.run { api in
            let events = try await events(api, "/v1/timeline", headers: lastID("otherrun-17")) {
                await api.registry.beginShutdown()
            }
            #expect(events[1].name == "gap")
            #expect(events[1].data == ["why": "unknownPlace", "missed": .null])
        }
    }

    @Test("A stream that cannot be is refused before it begins")
    func refused() async throws {
        var limits = HostLimits()
        limits.subscribers = 1
        try await APIClient.run(limits: limits) { api in
            try await api.makePhone()
            let questions: [(String, HTTPFields, Int, String)] = [
                ("/v1/devices/nobody/timeline", stream, 404, "unknown-device"),
                (timeline + "?limit=5", stream, 422, "invalid-value"),
                (timeline + "?last=5", stream, 422, "invalid-value"),
                (timeline + "?colour=red", stream, 422, "unknown-field"),
                (timeline, lastID("x"), 422, "invalid-value"), (timeline, lastID("-1"), 422, "invalid-value"),
                (timeline, lastID("17"), 422, "invalid-value"), (timeline, lastID("1-017"), 422, "invalid-value"),
                (timeline, lastID("0-17"), 422, "invalid-value"), (timeline, lastID("9f-17"), 422, "invalid-value"),
                (timeline, lastID("1-17-1"), 422, "invalid-value"), (timeline, lastID("1r-17"), 422, "invalid-value"),
                (timeline, lastID("1e2r9f-17"), 422, "invalid-value"),
                (timeline, lastID("r9f-17"), 422, "invalid-value"),
                (timeline, lastID("1-9223372036854775808"), 422, "invalid-value"),
                (timeline, lastID("9223372036854775808-1"), 422, "invalid-value"),
                ("/v1/timeline", lastID("17"), 422, "invalid-value"),
                ("/v1/timeline", lastID("9f3a61c2-17-0"), 422, "invalid-value"),
                ("/v1/timeline", lastID("9f3a61c2-17-1-1"), 422, "invalid-value"),
                ("/v1/timeline", [.accept: "application/json"], 406, "not-acceptable"),
                ("/v1/timeline?kind=nonsense", stream, 422, "invalid-value"),
                ("/v1/timeline?label=nonsense", stream, 422, "invalid-value"),
                ("/v1/timeline?device=Not%20One", stream, 404, "unknown-device"),
                ("/v1/timeline?after=1", stream, 422, "unknown-field"),
            ]
            for (path, headers, status, code) in questions {
                let answer = try await api.get(path, headers: headers)
                #expect(answer.status == status, "\(path)")
                #expect(answer.code == code, "\(path)")
            }
            #expect(api.registry.streamCount == 0)
            let only = try api.registry.followAll()
            let answer = try await api.get("/v1/timeline", headers: stream)
            #expect(answer.status == 503)
            #expect(answer.code == "overloaded")
            #expect(answer.headers[.retryAfter] == "1")
            only.cancel()
        }
    }

    @Test(
        "HEAD says what a stream would be, and opens none",
        arguments: ["/v1/timeline", "/v1/devices/phone/timeline"]
    )
    func head(path: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.send(.head, path, headers: stream)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/event-stream")
            #expect(answer.text.isEmpty)
            while api.registry.streamCount > 0 { await Task.yield() }
        }
    }

    @Test("Without records a stream sends heartbeats; records that are filtered out move its position")
    func heartbeat() async throws {
        let clock = HandMovedClock()
        try await APIClient.run(heartbeats: clock) { api in
            let start = try api.registry.followAll()
            let events = try await events(api, "/v1/timeline?kind=log") {
                try await api.makePhone()
                // Once another reader has them, the records have been distributed; then the stream has skipped them.
                guard case .items = await start.next() else { return }
                while api.registry.hub.all.waitingReaderCount == 0 { await Task.yield() }
                while clock.sleeperCount == 0 { await Task.yield() }
                clock.advance(by: .seconds(15))
                while clock.sleeperCount == 0 { await Task.yield() }
                await api.registry.beginShutdown()
            }
            let moved = start.id(at: start.position).description
            #expect(events.map(\.name) == ["open", "position", "end"])
            #expect(events[1] == SentEvent(name: "position", id: moved, data: [:]))
        }
    }
}

extension APIClient {
    /// The number of the phone, as the ids of its stream have it.
    fileprivate func number() async throws -> String {
        let subscription = try await registry.follow(#require(DeviceID("phone")))
        return subscription.id(at: subscription.position).scope
    }
}
