import DeviceHost
import HTTPTypes
import LifecycleKernel
import Synchronization
import TestKit
import Testing
import WireFormat

@Suite("The stream of all devices of several servers", .timeLimit(.minutes(1)))
struct FleetStreamTests {
    private let journal = FleetJournalModel(time: 100)

    /// Reads a stream to its end, which is brought about once it has sent what there was.
    private func events(
        _ query: String = "",
        after id: String? = nil,
        _ body: @escaping @Sendable (FleetTimeline) async throws -> Void = { _ in }
    ) async throws -> [SentEvent] {
        let made = Mutex<FleetTimeline?>(nil)
        let make = { [journal] (registry: DeviceRegistry) in
            let timeline = FleetTimeline(registry: registry, journal: journal)
            made.withLock { $0 = timeline }
            return timeline
        }
        return try await APIClient.run(fleetTimeline: make) { api in
            let timeline = try #require(made.withLock { $0 })
            async let ended: Void = {
                await until { timeline.waitingSubscriberCount > 0 }
                try await body(timeline)
                await until { timeline.waitingSubscriberCount > 0 }
                timeline.finish()
            }()
            var headers: HTTPFields = [.accept: "text/event-stream"]
            headers[HTTPField.Name("Last-Event-ID")!] = id
            let answer = try await api.get("/v1/timeline" + query, headers: headers)
            try await ended
            #expect(answer.status == 200)
            #expect(answer.text.hasPrefix("retry: 1000\nevent: open\n"))
            return SentEvent.read(answer.text)
        }
    }

    @Test("Records have the text of the timeline, with device tokens, and ids that every server knows")
    func records() async throws {
        let records = try await DeviceRegistry.someRecords()
        let events = try await events { [journal] timeline in
            try await timeline.advance(to: 99)
            journal.add(at: 101, in: 9, of: "a", records)
            journal.addDeletion(at: 102, in: 9, of: "a")
            try await timeline.advance(to: 102)
        }
        #expect(events.first == SentEvent(name: "open", id: "100-0-0", data: ["after": "100-0-0"]))
        let messages = events.dropFirst().dropLast(2)
        #expect(messages.map(\.id) == (1...records.count).map { "101-9-\($0)" })
        let texts = try records.map { try JSONText.parse(JSONText.write($0)) }
        for (event, text) in zip(messages, texts) {
            #expect(event.data["device"] == "a")
            #expect(event.data["sequence"] == text["sequence"])
            #expect(event.data["kind"] == text["kind"])
        }
        #expect(events.suffix(2).first == SentEvent(name: "deviceDeleted", id: "102-9-1", data: ["device": "a"]))
        #expect(events.last == SentEvent(name: "end", data: ["why": "shutdown"]))
    }

    @Test("Records are chosen by device, label, kind and app")
    func filters() async throws {
        let records = try await DeviceRegistry.someRecords()
        let run = Label(key: "run", value: "1")
        let query = "?device=b&label=run:1&kind=process&bundleID=\(APIClient.notes)"
        let events = try await events(query) { [journal] timeline in
            try await timeline.advance(to: 99)
            journal.add(at: 101, in: 0, of: "a", labels: [run], records)
            journal.add(at: 102, in: 1, of: "b", labels: [run], records)
            journal.add(at: 103, in: 1, of: "b", labels: [], records)
            journal.addDeletion(at: 104, in: 0, of: "a", labels: [run])
            try await timeline.advance(to: 104)
        }
        let wanted = records.enumerated().filter { $0.element.kind == .process }
        #expect(!wanted.isEmpty)
        #expect(events.dropFirst().dropLast().map(\.id) == wanted.map { "102-1-\($0.offset + 1)" })
    }

    @Test("A heartbeat moves the position of a stream in which nothing is wanted")
    func heartbeat() async throws {
        let records = try await DeviceRegistry.someRecords()
        let events = try await events("?device=b") { [journal] timeline in
            try await timeline.advance(to: 99)
            journal.add(at: 101, in: 0, of: "a", records)
            try await timeline.advance(to: 110)
            await until { timeline.waitingSubscriberCount > 0 }
            await timeline.heartbeat()
        }
        #expect(events.map(\.name) == ["open", "position", "end"])
        #expect(events[1].id == "111-0-0")
    }

    @Test("A client resumes at the position that it names; one of a server with its own devices is a gap")
    func resume() async throws {
        let records = try await DeviceRegistry.someRecords()
        journal.add(at: 98, in: 3, of: "a", Array(records.prefix(2)))
        journal.add(at: 99, in: 3, of: "a", Array(records.prefix(1)))
        let resumed = try await events(after: "98-3-1") { try await $0.advance(to: 99) }
        #expect(resumed.map(\.id) == ["98-3-1", "98-3-2", "99-3-1", nil])
        let foreign = try await events(after: "9f3a61c2-17") { try await $0.advance(to: 99) }
        #expect(foreign.map(\.name) == ["open", "gap", "end"])
        #expect(foreign[1].data == ["why": "unknownPlace", "missed": .null])
        #expect(foreign[1].id == "100-0-0")
    }

    @Test("An id that no server gives is refused", arguments: ["17", "1-2-3-4", "1-02-3", "x-1-1", "1--1-1"])
    func refused(id: String) async throws {
        let make = { [journal] (registry: DeviceRegistry) in FleetTimeline(registry: registry, journal: journal) }
        try await APIClient.run(fleetTimeline: make) { api in
            var headers: HTTPFields = [.accept: "text/event-stream"]
            headers[HTTPField.Name("Last-Event-ID")!] = id
            let answer = try await api.get("/v1/timeline", headers: headers)
            #expect(answer.status == 422)
            #expect(answer.code == "invalid-value")
        }
    }
}
