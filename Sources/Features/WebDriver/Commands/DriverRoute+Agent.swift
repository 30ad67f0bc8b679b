import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel

// The routes of WebDriverAgent. Some can be asked for without a session too.
extension DriverRoute {
    static let agent: [DriverRoute] =
        agentSupported
        + UnsupportedCommands.agent.flatMap { commands in
            [session, ""].flatMap { unsupported(commands, below: $0, among: agentNames) }
        }

    private static let agentSupported = agentService + agentApps + agentTouches + agentEither + shared

    /// The routes that do something, each once: WebDriverAgent has no scripts.
    private static let agentNames: [String] = {
        var names: [String] = []
        for route in agentSupported where route.path.contains("/wda/") {
            let path = route.path.hasPrefix(session) ? route.path.dropFirst(session.count) : route.path[...]
            let name = "\(route.method.rawValue) \(path)"
            if !names.contains(name) { names.append(name) }
        }
        return names
    }()

    private static let agentService: [DriverRoute] = [
        DriverRoute(.get, "/status") { .value(try await $0.agentStatus()) },
        DriverRoute(.get, "/wda/healthcheck") { _ in .value(.null) },
        DriverRoute(.get, "/health") { _ in .text("I-AM-ALIVE") },
        DriverRoute(.post, newSession) { call in
            .value(try await call.core.openAgentSession(call.arguments, on: call.device).agentDocument)
        },
        DriverRoute(.get, session) { .value(try $0.requireSession().agentDocument) },
        DriverRoute(.delete, session) { call in
            try await call.core.endAgentSession(try call.requireSession())
            return .value(.null)
        },
        DriverRoute(.post, "/wda/homescreen") { call in
            guard try await !call.driver.situation().isLocked else {
                throw DriverError(.unknownError, "The device is locked.")
            }
            try await call.driver.send(.home)
            return .value(.null)
        },
    ]

    private static let agentApps: [DriverRoute] = [
        .script(.post, session + "/wda/apps/launch", "mobile: launchApp"),
        .script(.post, "/wda/apps/launchUnattached", "mobile: launchApp"),
        .script(.post, session + "/wda/apps/activate", "mobile: activateApp"),
        .script(.post, session + "/wda/apps/terminate", "mobile: terminateApp"),
        .script(.post, session + "/wda/apps/state", "mobile: queryAppState"),
        .inSession(.get, "wda/apps/list") { call in
            let situation = try await call.driver.situation()
            return .array(
                situation.appsInFront.map { bundleID in
                    let pid = situation.apps.first { $0.bundleID == bundleID }?.pid?.rawValue ?? 0
                    return ["pid": .integer(Int64(pid)), "bundleId": .string(bundleID.rawValue)]
                }
            )
        },
        DriverRoute(.post, session + "/wda/deactivateApp", waits: true) { call in
            // Three seconds unless said otherwise, as WebDriverAgent has it.
            let seconds = call.arguments["duration"] ?? 3
            guard let script = Script.all.first(where: { $0.name == "mobile: backgroundApp" }) else {
                return .value(.null)
            }
            return .value(try await script.perform(call.with(Arguments(["seconds": seconds]))))
        },
        .script(.post, session + "/wda/pressButton", "mobile: pressButton"),
        .script(.post, session + "/wda/performIoHidEvent", "mobile: performIoHidEvent"),
        .inSession(.get, "wda/batteryInfo") { try await Script.battery($0) },
        .script(.post, session + "/wda/expectNotification", "mobile: expectNotification"),
        .script(.post, session + "/wda/siri/activate", "mobile: siriCommand"),
        .inSession(.post, "url") { try await Script.deepLink($0) },
        .script(.get, session + "/wda/simulatedLocation", "mobile: getSimulatedLocation"),
        .script(.post, session + "/wda/simulatedLocation", "mobile: setSimulatedLocation"),
        .script(.delete, session + "/wda/simulatedLocation", "mobile: resetSimulatedLocation"),
        .inSession(.get, "wda/alert/buttons") { call in
            .array(try await call.driver.requireAlert().buttons.map(Value.string))
        },
    ]

    /// Taps on places and on elements; one without a number of the element has 0 in its place.
    private static let agentTouches: [DriverRoute] = [
        .inSession(.post, "wda/tap") { try await $0.tap() },
        .inSession(.post, "wda/tap/{element}") { call in
            try await call.tap(element: call.path["element"] == "0" ? nil : call.path["element"])
        },
        .inSession(.post, "wda/doubleTap") { try await $0.tap(count: 2) },
        .inSession(.post, "wda/touchAndHold") { try await $0.tap() },
        .inSession(.post, "wda/element/{element}/tap") { try await $0.tap(element: $0.path["element"]) },
        .inSession(.post, "wda/element/{element}/doubleTap") {
            try await $0.tap(element: $0.path["element"], count: 2)
        },
        .inSession(.post, "wda/element/{element}/touchAndHold") { try await $0.tap(element: $0.path["element"]) },
        .inSession(.post, "wda/element/{element}/twoFingerTap") { try await $0.tap(element: $0.path["element"]) },
        .inSession(.get, "wda/element/{element}/accessible") { call in
            try await call.driver.node(call.path["element"] ?? "").attribute("accessible")
        },
    ]

    /// With a session and without.
    private static let agentEither: [DriverRoute] = [
        either(.get, "wda/locked") { .bool(try await $0.driver.situation().isLocked) },
        either(.post, "wda/lock") { call in
            try await call.driver.lock()
            return .null
        },
        either(.post, "wda/unlock") { call in
            try await call.driver.unlock()
            return .null
        },
        either(.get, "wda/activeAppInfo") { try await Script.activeAppInfo($0) },
        either(.get, "wda/device/info") { try await Script.deviceInfo($0) },
        either(.get, "wda/screen") { try await Script.screen($0) },
        // With a session these are among the shared routes.
        [
            DriverRoute(.get, "/orientation") { .value(.string(try await $0.driver.orientation($0.dialect))) },
            DriverRoute(.post, "/orientation") { call in
                try await call.driver.rotate(call.arguments.string("orientation"))
                return .value(.null)
            },
            DriverRoute(.get, "/alert/text") { .value(.string(try await $0.driver.requireAlert().text)) },
            DriverRoute(.post, "/alert/accept") { .value(try await closeAlert($0)) },
            DriverRoute(.post, "/alert/dismiss") { .value(try await closeAlert($0)) },
            DriverRoute(.get, "/source") { .value(try await Script.source($0, $0.query["format"])) },
            DriverRoute(.get, "/screenshot") { .value(try await screenshot($0)) },
        ],
    ].flatMap { $0 }

    private static func either(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ run: @escaping @Sendable (Call) async throws -> Value
    ) -> [DriverRoute] {
        [.inSession(method, path, run), DriverRoute(method, "/" + path) { .value(try await run($0)) }]
    }
}

extension Session {
    /// The session as WebDriverAgent answers it.
    fileprivate var agentDocument: Value { ["sessionId": .string(id), "capabilities": capabilities] }
}

extension Call {
    /// The state of WebDriverAgent.
    fileprivate func agentStatus() async throws -> Value {
        let readiness = core.readiness
        guard readiness != .starting else {
            return [
                "ready": false, "message": .string("\(Readiness.starting.detail)"), "state": "success",
            ]
        }
        let situation = try await driver.situation()
        let version = situation.settings.profile.platformVersion
        return [
            "ready": .bool(readiness == .ready), "message": "WebDriverAgent is ready to accept commands",
            "state": "success",
            "os": ["name": "iOS", "version": .string(version), "sdkVersion": .string(version)],
            "ios": ["ip": .null],
            "build": [
                "version": .string(core.version), "time": "",
                "productBundleIdentifier": "com.facebook.WebDriverAgentRunner",
            ],
            "device": .string(situation.settings.model.rawValue.lowercased()),
        ]
    }
}
