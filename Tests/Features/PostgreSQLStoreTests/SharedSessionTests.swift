import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Metrics
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import DeviceHost
@testable import PostgreSQLStore
@testable import WebDriver

private let phone = DeviceID("phone")!
private let notes: BundleID = "com.example.notes"

/// A server that shares a database, to which clients of Appium and WebDriverAgent speak.
private final class SessionServer: Sendable {
    let store: PostgreSQLStore
    let registry: DeviceRegistry
    let core: DriverCore
    private let clock = SharedWallClock()
    private let stop = Promise<Void>()

    init(_ place: PostgreSQLPlace) async throws {
        store = try await place.open { $0.stepAge = .seconds(3_600) }
        registry = DeviceRegistry(limits: limits(), wall: clock, store: store)
        let dependencies = APIDependencies(
            registry: registry,
            version: ServiceVersion(service: "1", kernel: "1"),
            readiness: { .ready },
            metricsText: { "" },
            metricsFactory: NOOPMetricsHandler.instance
        )
        let drivers = DriverServer(
            InternalAPI(dependencies, settings: HTTPServerSettings()),
            sessions: SessionStore(in: registry, metrics: NOOPMetricsHandler.instance, logger: quietLogger),
            agentDevice: phone,
            logger: quietLogger
        )
        core = drivers.core
        try await clock.begin(by: store)
        _ = try await registry.recover(logger: quietLogger)
    }

    func run() async {
        guard let commits = CommitService(registry: registry, logger: quietLogger) else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { await commits.run() }
            let sharing = SharingService(registry: registry, clock: clock, logger: quietLogger)
            group.addTask { try? await sharing?.run() }
            group.addTask { [core] in try? await SessionExpiry(core: core).run() }
            await stop.value(whenCancelled: ())
            group.cancelAll()
        }
    }

    /// Ends it as if it was killed: the database hears nothing more of it.
    func kill() async {
        await store.close()
        stop.fulfill(())
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        in dialect: Dialect = .appium,
        key: String? = nil
    ) async -> Answer {
        let request = DriverRequest(
            dialect,
            method,
            DriverPath(path, in: dialect, agentDevice: phone),
            query: "",
            key: key,
            body: Array(body.utf8)
        )
        return Answer(await CommandRunner(dialect, core).answer(request, quietLogger))
    }

    /// Opens a session of Appium.
    func open(_ capabilities: String, key: String? = nil) async throws -> String {
        let body = #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", \#(capabilities)}}}"#
        let answer = await send(.post, "/session", body, key: key)
        return try #require(answer.value["sessionId"]?.text, "\(answer.document)")
    }

    /// Carries a script out.
    func script(_ session: String, _ name: String, _ arguments: String = "") async -> Answer {
        await send(.post, "/session/\(session)/execute/sync", #"{"script": "\#(name)", "args": [\#(arguments)]}"#)
    }

    func createPhone(_ mode: ClockSettings.Mode = .manual) async throws {
        let settings = DeviceSettings(clock: ClockSettings(mode: mode))
        _ = try await registry.create(NewDevice(id: phone, settings: settings, apps: [AppManifest(bundleID: notes)]))
    }
}

private struct Answer: Sendable {
    let status: Int
    let document: Value

    init(_ answer: DriverAnswer) {
        status = answer.status.code
        document = (try? JSONText.parse(answer.body)) ?? .null
    }

    var value: Value { document["value"] ?? .null }
    var error: String? { value["error"]?.text }
}

@Suite("Servers that share a database share sessions of Appium and WebDriverAgent", .timeLimit(.minutes(2)))
struct SharedSessionTests {
    private let place = PostgreSQLPlace()
    private static let onPhone = #""appium:udid": "phone", "appium:newCommandTimeout": 0"#
    private static let underTest = onPhone + #", "appium:bundleId": "com.example.notes""#

    private func servers(_ count: Int = 3, _ test: ([SessionServer]) async throws -> Void) async throws {
        var servers: [SessionServer] = []
        for _ in 0..<count { servers.append(try await SessionServer(place)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for server in servers { group.addTask { await server.run() } }
            try await test(servers)
        }
    }

    /// How often an event is among those of a session.
    private func count(_ event: String, _ session: String, _ server: SessionServer) async -> Int {
        await server.send(.post, "/session/\(session)/appium/events").value[event]?.elements.count ?? 0
    }

    @Test("What a session remembers is the same at each, until it ends at all")
    func memory() async throws {
        try await servers { servers in
            let launch = #""appium:app": "/builds/com.example.fresh.ipa", "appium:newCommandTimeout": 60, "#
            let id = try await servers[0].open(
                launch + #""appium:processArguments": {"args": ["-x"], "env": {"A": {"B": [1]}}}"#
            )
            let path = "/session/\(id)"
            let capabilities = await servers[0].send(.get, path).value
            #expect(capabilities["appium:udid"] == .string("appium-\(id)"))
            for server in servers {
                #expect(await server.send(.get, path).value == capabilities)
                #expect(await server.send(.get, "/appium/sessions").value.elements.map { $0["id"] } == [.string(id)])
                let info = await server.script(id, "mobile: activeAppInfo").value
                #expect(info["processArguments"] == ["args": ["-x"], "env": ["A": ["B": [1]]]])
            }
            _ = await servers[1].send(.post, path + "/appium/settings", #"{"settings": {"a": {"b": null}}}"#)
            _ = await servers[2].send(.post, path + "/appium/settings", #"{"settings": {"c": 1.5}}"#)
            _ = await servers[0].send(.post, path + "/timeouts", #"{"implicit": 7, "script": 8}"#)
            _ = await servers[1].send(.post, path + "/url", #"{"url": "fresh://x", "bundleId": "com.example.fresh"}"#)
            _ = await servers[2].send(.post, path + "/appium/log_event", #"{"vendor": "v", "event": "é\u0000"}"#)
            #expect(!(await servers[0].send(.post, path + "/log", #"{"type": "syslog"}"#).value.elements.isEmpty))
            for server in servers {
                #expect(await server.send(.get, path + "/appium/settings").value == ["a": ["b": .null], "c": 1.5])
                #expect(await server.send(.get, path + "/timeouts").value["script"] == 8)
                #expect(await server.send(.get, path + "/timeouts").value["implicit"] == 7)
                #expect(await count("v:é\u{0}", id, server) == 1)
                // Each line is told once.
                #expect(await server.send(.post, path + "/log", #"{"type": "syslog"}"#).value.elements.isEmpty)
            }
            let urls = await [servers[0].send(.get, path + "/url").value, servers[2].send(.get, path + "/url").value]
            #expect(urls[0] == urls[1])
            let listed = try await servers[1].core.sessions.listed()
            #expect(listed.map(\.id) == [id] && listed.first?.commandTimeout == 60_000)
            #expect(listed.first?.lastCommand?.name == "GET /session/{session}/url")
            #expect(await servers[2].send(.delete, path).document == ["value": .null])
            for server in servers {
                let answer = await server.send(.get, path)
                #expect((answer.status, answer.error) == (404, "invalid session id"))
                #expect(try await server.core.sessions.listed().isEmpty)
            }
            // Its own device has gone with it.
            #expect(try await servers[0].store.devices(named: [try #require(DeviceID("appium-\(id)"))]).isEmpty)
        }
    }

    @Test("Elements and alerts are found, and a crash is told from an end by a command, at whichever")
    func screen() async throws {
        try await servers { servers in
            try await servers[0].createPhone()
            let id = try await servers[0].open(Self.underTest)
            let find = #"{"using": "class name", "value": "XCUIElementTypeApplication"}"#
            let element =
                await servers[1].send(.post, "/session/\(id)/element", find).value[ElementID.webKey]?.text ?? ""
            let name = await servers[2].send(.get, "/session/\(id)/element/\(element)/name").value
            #expect(name == "XCUIElementTypeApplication")
            _ = try await servers[1].registry.apply(.event(.device(.presentSystemAlert(.other))), to: phone)
            #expect(await servers[2].send(.get, "/session/\(id)/alert/text").value == "Alert")
            #expect(await servers[0].send(.post, "/session/\(id)/alert/accept").status == 200)
            #expect(await servers[1].send(.get, "/session/\(id)/alert/text").error == "no such alert")
            // Ended by a command, also of another session.
            let other = try await servers[1].open(Self.onPhone)
            let app = #"{"bundleId": "com.example.notes"}"#
            #expect(await servers[2].script(other, "mobile: terminateApp", app).value == true)
            #expect(await servers[0].script(id, "mobile: activeAppInfo").value["bundleId"] == "com.apple.springboard")
            #expect(await servers[1].script(id, "mobile: launchApp", app).status == 200)
            _ = try await servers[2].registry.apply(.event(.app(notes, .forceQuit)), to: phone)
            for server in servers {
                #expect(await server.send(.post, "/session/\(id)/element", find).error == "invalid element state")
            }
        }
    }

    @Test("Commands of one session at once lose nothing of what the others have changed")
    func atOnce() async throws {
        try await servers { servers in
            try await servers[0].createPhone()
            let id = try await servers[0].open(Self.onPhone)
            await withDiscardingTaskGroup { group in
                for number in 0..<30 {
                    let server = servers[number % 3]
                    group.addTask {
                        let event = #"{"vendor": "v", "event": "e"}"#
                        let setting = #"{"settings": {"s\#(number)": \#(number)}}"#
                        #expect(await server.send(.post, "/session/\(id)/appium/log_event", event).status == 200)
                        #expect(await server.send(.post, "/session/\(id)/appium/settings", setting).status == 200)
                    }
                }
            }
            for server in servers {
                #expect(await count("v:e", id, server) == 30)
                #expect(await server.send(.get, "/session/\(id)/appium/settings").value.members.count == 30)
            }
            // The newest commands are told.
            #expect(await count("commands", id, servers[1]) > 60)
            for _ in 0..<100 { _ = await servers[2].send(.get, "/session/\(id)/window") }
            #expect(await count("commands", id, servers[0]) == SessionEvents.sharedLimit)
        }
    }

    @Test("A request with a key is carried out once, at whichever servers it arrives, also at once")
    func keys() async throws {
        try await servers { servers in
            try await servers[0].createPhone()
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for server in servers + servers { group.addTask { try await server.open(Self.onPhone, key: "ké 1") } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            let others = [
                try await servers[1].open(Self.onPhone, key: "ké 2"), try await servers[2].open(Self.onPhone),
            ]
            #expect(ids.union(others).count == 3)
            #expect(try await servers[0].core.sessions.all().count == 3)
            // It is another request at another path.
            let id = try #require(ids.first)
            #expect(await servers[1].send(.post, "/session/\(id)/timeouts", "{}", key: "ké 1").value == .null)
            try await servers[2].core.clean()
            #expect(try await servers[0].open(Self.onPhone, key: "ké 1") == id)
            // Half an hour later.
            let old = "UPDATE greenroom.item SET value = convert_to(regexp_replace(convert_from(value, 'UTF8'), "
            try place.connect().run(old + "'\"time\":[0-9]+', '\"time\":1'), 'UTF8') WHERE kind = 7")
            #expect(try await servers[0].open(Self.onPhone, key: "ké 2") != others[0])
            try await servers[2].core.clean()
            let rest = try await servers[0].store.itemPositions(.driverAnswer)
            #expect(rest.count == 1, "\(rest)")
            #expect(try await servers[0].store.itemPositions(.turn).isEmpty)
        }
    }

    @Test("One that has no command for too long ends, once, wherever the last one was; a command in progress counts")
    func timeout() async throws {
        try await servers { servers in
            try await servers[0].createPhone(.realtime)
            let short = #""appium:newCommandTimeout": 1, "appium:app": "/builds/com.example.fresh.ipa""#
            let silent = try await servers[0].open(short)
            let waiting = try await servers[2].open(
                #""appium:newCommandTimeout": 1, "appium:udid": "phone", "appium:bundleId": "com.example.notes""#
            )
            async let answer = servers[0].script(waiting, "mobile: backgroundApp", #"{"seconds": 12}"#)
            await until { (try? await servers[1].core.sessions.listed().last?.commandsInProgress) == 1 }
            // It goes at all servers, with its device; the other is there.
            await until { (try? await servers[2].core.sessions.all().map(\.id)) == [waiting] }
            let device = try #require(DeviceID("appium-\(silent)"))
            await until { (try? await servers[1].store.devices(named: [device]).isEmpty) == true }
            #expect(await answer.status == 200)
            #expect(await servers[1].script(waiting, "mobile: activeAppInfo").value["bundleId"] == "com.example.notes")
            await until { (try? await servers[0].core.sessions.all().isEmpty) == true }
            // Its app is ended after that.
            await until { (try? await servers[0].registry.app(notes, on: phone).value.state) == .notRunning }
        }
    }

    @Test("One goes on when a server is killed that has a command of it, and ends if no other comes")
    func killed() async throws {
        try await servers(2) { servers in
            try await servers[0].createPhone(.realtime)
            let id = try await servers[0].open(
                #""appium:newCommandTimeout": 2, "appium:udid": "phone", "appium:bundleId": "com.example.notes""#
            )
            async let answer = servers[0].script(id, "mobile: backgroundApp", #"{"seconds": 600}"#)
            await until { (try? await servers[1].core.sessions.listed().first?.commandsInProgress) == 1 }
            #expect(await servers[1].script(id, "mobile: isLocked").value == false)
            await servers[0].kill()
            #expect(await servers[1].script(id, "mobile: isLocked").value == false)
            await until { (try? await servers[1].core.sessions.all().isEmpty) == true }
            servers[0].registry.hub.finish()
            for shard in servers[0].registry.shards { await shard.beginShutdown() }
            _ = await answer
        }
    }

    @Test("One ends with its device; another of the same id is not its own")
    func devices() async throws {
        try await servers(2) { servers in
            try await servers[0].createPhone()
            let id = try await servers[0].open(Self.underTest)
            let location = #"{"latitude": 1.5, "longitude": -2}"#
            _ = await servers[0].script(id, "mobile: setSimulatedLocation", location)
            let fair = #"{"conditionID": "ThermalCondition", "profileID": "ThermalFair"}"#
            #expect(await servers[0].script(id, "mobile: enableConditionInducer", fair).value == true)
            #expect(await servers[1].script(id, "mobile: enableConditionInducer", fair).error == "unknown error")
            let kept = await servers[1].script(id, "mobile: getSimulatedLocation").value
            #expect(kept == ["latitude": 1.5, "longitude": -2])
            #expect(await servers[1].script(id, "mobile: disableConditionInducer").value == true)
            #expect(try await servers[0].registry.situation(of: phone).conditions.thermalState == .nominal)
            #expect(await servers[0].script(id, "mobile: disableConditionInducer").value == false)
            try await servers[1].registry.delete(phone)
            #expect(await servers[0].send(.get, "/session/\(id)").error == "invalid session id")
            try await servers[1].createPhone()
            for server in servers {
                #expect(await server.send(.get, "/session/\(id)/timeouts").error == "invalid session id")
                #expect(try await server.core.sessions.all().isEmpty)
            }
            let next = try await servers[0].open(Self.underTest)
            let none = await servers[1].script(next, "mobile: getSimulatedLocation").value
            #expect(none == ["latitude": .null, "longitude": .null])
            try await servers[1].core.clean()
            #expect(try await servers[0].store.itemPositions(.session).count == 1)
            #expect(try await servers[0].store.itemPositions(.simulation).isEmpty)
            #expect(try await servers[0].registry.app(notes, on: phone).value.state == .active)
        }
    }

    @Test(
        "A device of WebDriverAgent has one session, which each server names; of several that are opened at once one stays"
    )
    func agent() async throws {
        try await servers { servers in
            try await servers[0].createPhone()
            let body = #"{"capabilities": {"alwaysMatch": {"bundleId": "com.example.notes"}}}"#
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for server in servers + servers {
                    group.addTask {
                        try #require(await server.send(.post, "/session", body, in: .wda).value["sessionId"]?.text)
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(ids.count == 6)
            let active = await servers[0].send(.get, "/wda/locked", in: .wda).document["sessionId"]?.text ?? ""
            for server in servers {
                for id in ids {
                    #expect((await server.send(.get, "/session/\(id)", in: .wda).status == 200) == (id == active))
                }
                #expect(await server.send(.get, "/status", in: .wda).document["sessionId"] == .string(active))
            }
            #expect(try await servers[1].registry.app(notes, on: phone).value.state == .active)
            // A command without a session is one of the device.
            let launch = #"{"bundleId": "com.example.notes", "arguments": ["-y"]}"#
            #expect(
                await servers[1].send(.post, "/session/\(active)/wda/apps/terminate", launch, in: .wda).value == true
            )
            #expect(await servers[2].send(.post, "/wda/apps/launchUnattached", launch, in: .wda).status == 200)
            let info = await servers[0].send(.get, "/session/\(active)/wda/activeAppInfo", in: .wda).value
            #expect(info["processArguments"]?["args"] == ["-y"])
            #expect(await servers[2].send(.delete, "/session/\(active)", in: .wda).status == 200)
            #expect(await servers[1].send(.get, "/wda/locked", in: .wda).document["sessionId"] == .null)
            #expect(try await servers[0].registry.app(notes, on: phone).value.pid == nil)
        }
    }

    @Test("There are so many in total, and what is in the database of no session does no harm")
    func limit() async throws {
        try await servers(2) { servers in
            try await servers[0].createPhone()
            let id = try await servers[0].open(Self.onPhone)
            try place.connect().run(
                """
                INSERT INTO greenroom.item SELECT 5, 'appium/' || n, 0, '{}'
                FROM generate_series(1, \(SessionStore.limit) - 1) AS n
                """
            )
            let body = #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:udid": "phone"}}}"#
            #expect(await servers[1].send(.post, "/session", body).error == "session not created")
            #expect(try await servers[1].core.sessions.all().map(\.id) == [id])
            try await servers[1].core.expire()
            #expect(await servers[1].send(.delete, "/session/\(id)").status == 200)
            _ = try await servers[0].open(Self.onPhone)
            for odd in ["\u{0}", "%00", String(repeating: "x", count: 5_000), id.uppercased()] {
                #expect(await servers[0].send(.get, "/session/\(odd)").error == "invalid session id")
            }
        }
    }
}
