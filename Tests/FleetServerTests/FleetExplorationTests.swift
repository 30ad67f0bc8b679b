import DeviceHost
import Fleet
import FleetServer
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Explorations of a fleet", .timeLimit(.minutes(5)))
struct FleetExplorationTests {
    private static let path = "/v1/explorations"
    private static let diary =
        #"{"bundleID": "com.example.diary", "behavior": {"applicationWillTerminate(_:)": [{"action": "save"}]}}"#
    private static let search = #"{"explore": "diary", "apps": [\#(diary)], "limits": {"interruptions": 0}}"#
    private static let long =
        #"{"explore": "x", "apps": [\#(diary)], "letters": {"with": ["conditions", "overlays"]}}"#

    private func begin(_ id: String, _ server: TestServer, _ file: String = search) async throws -> Answer {
        try await server.post(Self.path, #"{"id": "\#(id)", "file": \#(file)}"#)
    }

    private func ended(_ id: String, _ server: TestServer) async throws -> Answer {
        while true {
            let answer = try await server.get("\(Self.path)/\(id)")
            guard ["queued", "running"].contains(answer["status"]?.text) else { return answer }
        }
    }

    private func run(_ test: @escaping @Sendable (TestFleet) async throws -> Void) async throws {
        try await TestFleet.run(3) { fleet in
            // The third owns nothing, and has explorations all the same.
            fleet.assign(Halves.owner)
            try await test(fleet)
        }
    }

    @Test("Each server answers for those of all others")
    func everywhere() async throws {
        try await run { fleet in
            #expect(try await begin("diary", fleet[3]).status == 201)
            let ended = try await ended("diary", fleet[1])
            #expect(ended.server == "s3" && ended["status"] == "finished")
            for path in ["", "?coverage=true", "/graph", "/failures/1/scenario?asItIs=true"] {
                let there = try await fleet[3].get("\(Self.path)/diary\(path)")
                let here = try await fleet[2].get("\(Self.path)/diary\(path)")
                #expect(here.status == 200 && here.text == there.text && here.server == "s3", "\(path)")
            }
            let changed = try await fleet[1].send(.patch, "\(Self.path)/diary", #"{"known": ["x"]}"#)
            #expect(changed["known"] == ["x"])
            #expect(try await fleet[2].get("\(Self.path)/diary")["known"] == ["x"])
            // A device is made where its exploration is, so that server must own something.
            fleet.assign { $0.number < 32 ? 1 : $0.number < 48 ? 2 : 3 }
            let device = try await fleet[2].post("\(Self.path)/diary/failures/1/device", "{}")
            #expect(device.status == 201 && device.server == "s3")
            #expect(try await fleet[1].send(.delete, "\(Self.path)/diary").status == 204)
            for server in fleet.servers {
                #expect(try await server.get("\(Self.path)/diary").code == "unknown-exploration")
            }
        }
    }

    @Test("Its stream comes through another server, to its end, and goes on after an event")
    func stream() async throws {
        try await run { fleet in
            #expect(try await begin("diary", fleet[3]).status == 201)
            _ = try await ended("diary", fleet[3])
            var headers: HTTPFields = [.accept: "text/event-stream"]
            // A connection ends with its stream, so each has one of its own.
            let whole = try await fleet[1].get("\(Self.path)/diary", headers: headers)
            #expect(whole.status == 200 && whole.text.contains("event: failure") && whole.server == "s3")
            #expect(whole.text.contains(#"data: {"why":"finished"}"#))
            let ids = eventIDs(whole)
            #expect(ids.count > 1)
            headers[HTTPField.Name("Last-Event-ID")!] = ids.dropLast().last
            #expect(try await eventIDs(fleet[2].get("\(Self.path)/diary", headers: headers)) == ids.suffix(1))
        }
    }

    /// The ids of the events of a stream.
    private func eventIDs(_ stream: Answer) -> [String] {
        stream.text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }

    @Test("One that runs is stopped through another server")
    func cancel() async throws {
        try await run { fleet in
            #expect(try await begin("long", fleet[1], Self.long).status == 201)
            let cancelled = try await fleet[2].post("\(Self.path)/long/cancel", "{}")
            #expect(cancelled.status == 200 && cancelled["status"] == "cancelled" && cancelled.server == "s1")
        }
    }

    @Test("What is wrong is the same problem through each server")
    func refusals() async throws {
        try await run { fleet in
            #expect(try await begin("diary", fleet[1]).status == 201)
            _ = try await ended("diary", fleet[1])
            let wrong: [(HTTPRequest.Method, String, String?, String)] = [
                (.get, "/diary?coverage=zz", nil, "invalid-value"), (.get, "/diary?a=b", nil, "unknown-field"),
                (.get, "/diary/failures/9/scenario", nil, "unknown-exploration"),
                (.get, "/diary/failures/x/scenario", nil, "unknown-exploration"),
                (.patch, "/diary", #"{"seed": 1}"#, "unknown-field"), (.post, "/diary/cancel", "[", "malformed-body"),
                (.post, "/diary/plays", "{}", "not-possible-now"),
                (.post, "/diary/failures/1/device", #"{"id": "A"}"#, "invalid-value"),
                (.post, "/diary/failures/1/device", #"{"id": "tablet"}"#, "not-possible-now"),
                (.get, "/other", nil, "unknown-exploration"), (.get, "/Other%2F", nil, "unknown-exploration"),
                (.delete, "/other", nil, "unknown-exploration"), (.post, "/other/plays", "{}", "unknown-exploration"),
                (.get, "?status=idle", nil, "invalid-value"), (.get, "?cursor=zz", nil, "invalid-value"),
            ]
            for (method, path, body, code) in wrong {
                var details: Set<String> = []
                for server in fleet.servers {
                    let answer = try await server.send(method, Self.path + path, body)
                    #expect(answer.code == code, "\(method) \(path) at \(server.number): \(answer.text)")
                    details.insert("\(answer.status) \(answer["detail"]?.text ?? "") \(answer["field"]?.text ?? "")")
                }
                #expect(details.count == 1, "\(details)")
            }
            #expect(try await fleet[2].get("/v1/devices/tablet").status == 404)
        }
    }

    @Test("The list has those of all servers in one order, page by page", arguments: [1, 2, 3, 100])
    func list(limit: Int) async throws {
        try await run { fleet in
            let ids = ["a", "b", "c", "d", "e", "f", "g"]
            for (index, id) in ids.enumerated() {
                #expect(try await begin(id, fleet[Int64([2, 2, 1, 3, 3, 3, 1][index])]).status == 201)
            }
            var found: [String] = []
            var cursor: String?
            var server: Int64 = 1
            repeat {
                let query = "?limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await fleet[server].get(Self.path + query)
                #expect(page.status == 200 && page["explorations"]!.elements.count <= limit)
                found += page["explorations"]!.elements.compactMap { $0["id"]?.text }
                cursor = page["next"]?.text
                server = server % 3 + 1
            } while cursor != nil && found.count <= ids.count
            #expect(found == ids)
        }
    }

    @Test("An id is that of one exploration of all servers, also where two begin at the same time")
    func ids() async throws {
        try await run { fleet in
            #expect(try await begin("diary", fleet[1]).status == 201)
            let again = try await begin("diary", fleet[2])
            #expect(again.code == "not-possible-now" && again["field"] == "id")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for server in fleet.servers { group.addTask { try await begin("same", server) } }
                return try await group.reduce(into: [Answer]()) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 201 } <= 1)
            #expect(answers.allSatisfy { $0.status == 201 || $0.code == "not-possible-now" })
            // An id that was refused is free for the next one.
            if answers.allSatisfy({ $0.status != 201 }) { #expect(try await begin("same", fleet[2]).status == 201) }
        }
    }

    @Test("While a server cannot be asked, only what is known here is answered")
    func unavailable() async throws {
        try await TestFleet.run(hold: .milliseconds(100)) { fleet in
            fleet.assign(Halves.owner)
            #expect(try await begin("here", fleet[1]).status == 201)
            #expect(try await begin("there", fleet[2]).status == 201)
            fleet[2].view.update { $0.secret = [1] }
            #expect(try await fleet[1].get("\(Self.path)/here").status == 200)
            for answer in [
                try await fleet[1].get("\(Self.path)/there"), try await fleet[1].get("\(Self.path)/nowhere"),
                try await fleet[1].send(.delete, "\(Self.path)/there"), try await fleet[1].get(Self.path),
                try await begin("there", fleet[1]),
            ] {
                #expect(answer.status == 503 && answer.code == "owner-unavailable")
                #expect(answer.headers[.retryAfter] == "1")
            }
            let file = #"{"file": \#(Self.search)}"#
            #expect(try await fleet[1].post(Self.path, file).status == 201)
            fleet[2].view.update { $0.secret = TestFleet.secret }
            #expect(try await fleet[1].send(.delete, "\(Self.path)/there").status == 204)
            #expect(try await begin("there", fleet[1]).status == 201)
        }
    }

    @Test("One that begins with a device begins at the owner of the device")
    func fromDevice() async throws {
        try await run { fleet in
            let body = #"{"id": "tablet", "clock": {"mode": "manual"}, "apps": [\#(Self.diary)]}"#
            #expect(try await fleet[1].post("/v1/devices", body).server == "s2")
            let from = #"{"id": "a", "from": {"device": "tablet"}, "limits": {"interruptions": 0}}"#
            let begun = try await fleet[1].post(Self.path, from)
            #expect(begun.status == 201 && begun.server == "s2")
            #expect(try await fleet[3].post(Self.path, from).code == "not-possible-now")
            #expect(try await ended("a", fleet[3])["status"] == "finished")
            let nowhere = try await fleet[3].post(Self.path, #"{"from": {"device": "phone"}}"#)
            #expect(nowhere.code == "unknown-device")
        }
    }

    @Test("A client plays one through any server")
    func plays() async throws {
        try await TestFleet.run(3) { fleet in
            let file = #"{"explore": "x", "apps": [{"bundleID": "com.example.diary"}], "limits": {"interruptions": 0}}"#
            let begun = try await fleet[1].post(Self.path, #"{"id": "a", "played": true, "file": \#(file)}"#)
            #expect(begun.status == 201)
            let plays = "\(Self.path)/a/plays"
            let first = try await fleet[2].post(plays, "{}")
            #expect(first.status == 200 && first["play"] == 1 && first.server == "s1")
            let device = try await fleet[3].get("/v1/devices/\(first["device"]?.text ?? "")")
            #expect(device.status == 200 && device["labels"] == ["exploration": "a"])
            let second = try await fleet[3].post(plays, #"{"play": 1, "situation": "empty"}"#)
            #expect(second.status == 200 && second["play"] == 2)
            #expect(try await fleet[2].post(plays, #"{"play": 1}"#).code == "unknown-play")
            #expect(try await fleet[2].post("\(Self.path)/a/cancel", "{}")["status"] == "cancelled")
        }
    }
}
