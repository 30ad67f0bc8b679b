import DeviceHost
import Fleet
import FleetServer
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Sessions of Appium, each of whose requests may come to another server", .timeLimit(.minutes(1)))
struct AppiumRoutingTests {
    private static let key = HTTPField.Name("X-Idempotency-Key")!

    @Test("A session on a device of another server works through every server") func named() async throws {
        try await CommandFleet.run { servers in
            let (fleet, notes) = (servers.fleet, CommandFleet.notes)
            try await fleet[2].makePhone("phone")
            let phone = CommandFleet.capabilities(#", "appium:udid": "PHONE", "appium:bundleId": "\#(notes)""#)
            let made = try await servers.send(1, .post, "/wd/hub/session", phone)
            #expect(made.status == 200)
            #expect(made.server == "s2")
            let id = try #require(made.value["sessionId"]?.text, "\(made.text)")
            #expect(Partition.of(id) == Partition.of("phone"))
            for number in 1...3 as ClosedRange<Int64> {
                let told = try await servers.send(number, .get, "/session/\(id)/")
                #expect(told.value["appium:udid"] == "phone")
                #expect(told.server == "s2")
                #expect(told.headers[HTTPField.Name("Greenroom-Command")!] == nil)
                #expect(told.headers[values: HTTPField.Name("X-Request-Id")!].count == 1)
                let state = try await servers.script(number, id, "mobile: queryAppState", #"{"bundleId": "\#(notes)"}"#)
                #expect(state.value == 4)
                let settings = #"{"settings": {"by\#(number)": true}}"#
                #expect(try await servers.send(number, .post, "/session/\(id)/appium/settings", settings).status == 200)
                let source = try await servers.send(number, .get, "/session/\(id)/source?format=xml")
                #expect(source.status == 200)
                #expect(try await servers.send(number, .head, "/session/\(id)").text == "")
            }
            let kept = try await servers.send(3, .get, "/session/\(id)/appium/settings")
            #expect(kept.value == ["by1": true, "by2": true, "by3": true])
            // A command that waits, on a manual clock.
            let background = try await servers.script(3, id, "mobile: backgroundApp", #"{"seconds": 5}"#)
            #expect(background.status == 200, "\(background.text)")
            #expect(try await servers.send(3, .delete, "/session/\(id)").status == 200)
            for number in 1...3 as ClosedRange<Int64> {
                let gone = try await servers.send(number, .get, "/session/\(id)")
                #expect((gone.status, gone.error) == (404, "invalid session id"))
            }
            #expect(try await fleet[1].get("/v1/devices/phone").status == 200)
        }
    }

    @Test("A session with a device of its own is where that is, and takes it along when it ends") func own()
        async throws
    {
        try await CommandFleet.run { servers in
            let fleet = servers.fleet
            fleet.assign { Int64($0.number % 3) + 1 }
            for number in 1...3 as ClosedRange<Int64> {
                for _ in 0..<4 {
                    let id = try await servers.open(number)
                    #expect(Partition.of(id) == Partition.of("appium-\(id)"))
                    #expect(Int64(Partition.of(id).number % 3) + 1 == number)
                    #expect(
                        try await fleet[number].registry.device(DeviceID("appium-\(id)")!).id.description
                            == "appium-\(id)"
                    )
                    let other = number % 3 + 1
                    #expect(try await servers.script(other, id, "mobile: isLocked").value == false)
                    #expect(try await servers.send(other, .delete, "/session/\(id)").status == 200)
                    #expect(fleet[number].registry.deviceCount == 0)
                }
            }
            // Who owns nothing has another server open it.
            fleet.assign { _ in 3 }
            let id = try await servers.open(1)
            #expect(try await servers.send(2, .get, "/session/\(id)").server == "s3")
            #expect(fleet[3].registry.deviceCount == 1)
        }
    }

    @Test("A device that is named and does not exist is made by its owner, or refused") func notYet() async throws {
        try await CommandFleet.run { servers in
            let refused = try await servers.send(
                1,
                .post,
                "/session",
                CommandFleet.capabilities(#", "appium:udid": "phone""#)
            )
            #expect((refused.status, refused.error) == (500, "session not created"))
            let creating = CommandFleet.capabilities(#", "appium:udid": "phone", "greenroom:createDevice": true"#)
            let made = try await servers.send(1, .post, "/session", creating)
            #expect(made.value["capabilities"]?["greenroom:createdDevice"] == true, "\(made.text)")
            #expect(servers.fleet[2].registry.deviceCount == 1)
            #expect(servers.fleet[1].registry.deviceCount == 0)
            let id = try #require(made.value["sessionId"]?.text)
            #expect(try await servers.send(3, .delete, "/session/\(id)").status == 200)
            #expect(servers.fleet[2].registry.deviceCount == 1)
        }
    }

    @Test("Each server lists the sessions of all") func lists() async throws {
        try await CommandFleet.run { servers in
            let fleet = servers.fleet
            fleet.assign { Int64($0.number % 3) + 1 }
            var ids: [String] = []
            for number in [2, 1, 3, 1] as [Int64] { ids.append(try await servers.open(number)) }
            for number in 1...3 as ClosedRange<Int64> {
                let listed = try await servers.send(number, .get, "/appium/sessions").value.elements
                #expect(Set(listed.compactMap { $0["id"]?.text }) == Set(ids))
                #expect(listed.count == 4)
                let page = try await fleet[number].get("/v1/webdriver/sessions?limit=3")
                #expect(page["count"] == 4)
                #expect(page["sessions"]?.elements.count == 3)
                let all = try await fleet[number].get("/v1/webdriver/sessions")
                #expect(all.text == (try await fleet[1].get("/v1/webdriver/sessions").text))
                let one = try await fleet[number].get("/v1/webdriver/sessions?device=appium-\(ids[0])")
                #expect(one["count"] == 1)
                #expect(one["sessions"]?.elements.first?["id"] == .string(ids[0]))
                #expect(try await fleet[number].get("/v1/webdriver/sessions?limit=0").status == 422)
            }
            // A list without a part would look like the whole.
            fleet[1].view.update { $0.details[2]!.address = "http://127.0.0.1:1" }
            #expect(try await fleet[1].get("/v1/webdriver/sessions").code == "owner-unavailable")
            #expect(try await servers.send(1, .get, "/appium/sessions").message.hasPrefix("owner-unavailable: "))
        }
    }

    @Test("A key is one key on all servers") func keys() async throws {
        try await CommandFleet.run { servers in
            let fleet = servers.fleet
            fleet.assign { Int64($0.number % 3) + 1 }
            for round in 0..<6 {
                let key = "key-\(round)"
                var ids: Set<String> = []
                for number in 1...3 as ClosedRange<Int64> {
                    ids.insert(try await servers.open(number, headers: [Self.key: key]))
                }
                #expect(ids.count == 1)
            }
            #expect(fleet.servers.reduce(0) { $0 + $1.registry.deviceCount } == 6)
            let id = try await servers.open(1)
            let event = #"{"vendor": "test", "event": "once"}"#
            for number in 1...3 as ClosedRange<Int64> {
                let path = (number == 2 ? "/wd/hub" : "") + "/session/\(id)/appium/log_event"
                let sent = try await servers.send(number, .post, path, event, headers: [Self.key: "event"])
                #expect(sent.status == 200)
            }
            let events = try await servers.send(3, .post, "/session/\(id)/appium/events", "{}")
            #expect(events.value["test:once"]?.elements.count == 1)
            for number in 1...3 as ClosedRange<Int64> {
                let long = [Self.key: String(repeating: "k", count: 257)] as HTTPFields
                let refused = try await servers.send(
                    number,
                    .post,
                    "/session/\(id)/appium/log_event",
                    event,
                    headers: long
                )
                #expect((refused.status, refused.error) == (400, "invalid argument"))
            }
        }
    }

    @Test("What is wrong is told in the same words by every server") func refusals() async throws {
        try await CommandFleet.run { servers in
            try await servers.fleet[2].makePhone("phone")
            let session = try await servers.open(3, #", "appium:udid": "phone""#)
            #expect(!session.isEmpty)
            let script = "/session/\(session)/execute/sync"
            let named = CommandFleet.capabilities(#", "appium:udid": "phone", "greenroom:clock": "manual""#)
            for (method, path, body, status) in [
                (.get, "/session/nope/url", nil, 404), (.get, "/session/not%20an%20id/url", nil, 404),
                (.get, "/session/00000000-0000-0000-0000-000000000000/url", nil, 404),
                (.delete, "/session/nope", nil, 404), (.get, "/nothing/here", nil, 404),
                (.get, "/session/\(session)/nothing", nil, 404), (.put, "/session/\(session)/url", nil, 405),
                (.post, "/session/\(session)/url", "{", 400), (.post, "/session/\(session)/url", "[]", 400),
                (.post, "/session/\(session)/url", "\u{0}", 400), (.get, "/session/\(session)/url", "{", 400),
                (.post, script, #"{"script": "mobile: teleport"}"#, 405),
                (.post, script, #"{"script": "mobile: queryAppState", "args": [{}]}"#, 400),
                (.post, script, #"{"script": "mobile: launchApp", "args": [{"bundleId": "none"}]}"#, 400),
                (.post, script, #"{"script": "greenroom: event", "args": [{"type": "nope"}]}"#, 400),
                (.post, "/session/\(session)/back", nil, 500), (.post, "/session", "{}", 500),
                (.post, "/session", "{", 400), (.post, "/session", named, 500),
                (.post, "/session", CommandFleet.capabilities(#", "appium:udid": "no device""#), 500),
                (.post, "/session", CommandFleet.capabilities(#", "appium:udid": "nobody""#), 500),
                (.post, "/session/\(session)/element", #"{"using": "accessibility id", "value": "x"}"#, 404),
            ] as [(HTTPRequest.Method, String, String?, Int)] {
                let answers = [
                    try await servers.send(1, method, path, body), try await servers.send(2, method, path, body),
                    try await servers.send(3, method, path, body),
                ]
                #expect(answers.map(\.status) == [status, status, status], "\(method) \(path) \(answers[0].text)")
                #expect(Set(answers.map(\.text)).count == 1, "\(method) \(path)")
                #expect(answers[0].error != nil)
                #expect(Set(answers.map { $0.headers[.contentType] }) == ["application/json; charset=utf-8"])
                #expect(Set(answers.map { $0.headers[.cacheControl] }) == ["no-cache"])
            }
            let full = #"{"url": "\#(String(repeating: "x", count: 1_048_000))"}"#
            let texts = [
                try await servers.send(1, .post, "/session/\(session)/url", full),
                try await servers.send(2, .post, "/session/\(session)/url", full),
            ]
            #expect(texts[0].text == texts[1].text)
            // The last one on this connection: the server closes it, as the rest of the body is not read.
            let large = String(repeating: " ", count: 1_100_000)
            #expect(try await servers.send(1, .post, "/session/\(session)/url", large).message.hasPrefix("too-large: "))
        }
    }
}
