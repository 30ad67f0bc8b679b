import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel

// The routes of Appium.
extension DriverRoute {
    static let appium: [DriverRoute] =
        appiumService + appiumSession + appiumDevice + shared
        + UnsupportedCommands.appium.flatMap { unsupported($0, below: session, among: Script.all.map(\.name)) }

    private static let appiumService: [DriverRoute] = [
        DriverRoute(.get, "/status") { call in
            let readiness = call.core.readiness
            return .value([
                "ready": .bool(readiness == .ready), "message": .string("The service is \(readiness.rawValue)."),
                "build": ["version": .string(call.core.version)],
            ])
        },
        DriverRoute(.post, newSession) { call in
            let session = try await call.core.open(call.arguments)
            return .value(["sessionId": .string(session.id), "capabilities": session.answeredCapabilities])
        },
        DriverRoute(.get, allSessions, run: listSessions),
        // The path before Appium 3.
        DriverRoute(.get, "/sessions", run: listSessions),
    ]

    @Sendable private static func listSessions(_ call: Call) async throws -> Reply {
        let sessions = try await call.core.sessions.all().filter { $0.dialect == .appium }
        return .value(
            .array(
                sessions.map {
                    [
                        "id": .string($0.id), "created": .integer($0.created),
                        "capabilities": $0.answeredCapabilities,
                    ]
                }
            )
        )
    }

    private static let appiumSession: [DriverRoute] = [
        DriverRoute(.get, session) { .value(try $0.requireSession().answeredCapabilities) },
        DriverRoute(.delete, session) { call in
            try await call.core.end(try call.requireSession())
            return .value(.null)
        },
        .inSession(.get, "appium/capabilities") { ["capabilities": try $0.requireSession().capabilities] },
        // The script decides whether the request counts as a wait; see `DriverRequest.waits`.
        .inSession(.post, "execute/sync") { call in
            guard let script = call.script else { preconditionFailure("the request of execute/sync has no script") }
            try script.requireKnown(call.arguments)
            return try await script.perform(call)
        },
        .inSession(.post, "execute/async") { _ in
            throw DriverError(.unknownMethod, "execute/async is for web pages; scripts are called with execute/sync.")
        },
        .inSession(.post, "url") { try await Script.deepLink($0) },
        .inSession(.get, "location") { call in
            try await Script.location(call).setting("altitude", to: 0)
        },
        .inSession(.post, "location") { call in
            try await Script.setLocation(call.with(Arguments(try call.arguments.object("location"))))
        },
        .inSession(.get, "url") { .string(try $0.requireSession().withState(\.url)) },
        .inSession(.get, "window") { _ in "1" },
        .inSession(.get, "contexts") { _ in ["NATIVE_APP"] },
        .inSession(.get, "appium/contexts") { _ in ["NATIVE_APP"] },
        .inSession(.get, "context") { _ in "NATIVE_APP" },
        .inSession(.get, "appium/context") { _ in "NATIVE_APP" },
        .inSession(.post, "context", setContext),
        .inSession(.post, "appium/context", setContext),
        .inSession(.get, "se/log/types") { _ in logTypes },
        .inSession(.get, "log/types") { _ in logTypes },
        .inSession(.post, "se/log", log),
        .inSession(.post, "log", log),
        .inSession(.post, "appium/events") { call in
            let names = try call.arguments.optionalStrings("type")
            return try call.requireSession().withState { $0.events.value(names) }
        },
        .inSession(.post, "appium/log_event") { call in
            let name = "\(try call.arguments.string("vendor")):\(try call.arguments.string("event"))"
            guard name.utf8.count <= SessionEvents.nameLimit else {
                throw DriverError(
                    .invalidArgument,
                    "'vendor' and 'event' may have \(SessionEvents.nameLimit) bytes together, with the colon between them."
                )
            }
            let now = call.core.wallMilliseconds
            try call.requireSession().change { $0.events.add(name, at: now) }
            return .null
        },
        .inSession(.get, "appium/commands") { _ in ["rest": .object(routeNames)] },
        .inSession(.get, "appium/extensions") { _ in
            [
                "rest": [
                    "driver": .object(
                        Script.all.map { script in
                            let names: (String, Bool) -> Value = { ["name": .string($0), "required": .bool($1)] }
                            let parameters =
                                script.required.map { names($0, true) } + script.optional.map { names($0, false) }
                            return Value.Member(
                                script.name,
                                ["command": .string(script.name), "params": .array(parameters)]
                            )
                        }
                    )
                ]
            ]
        },
    ]

    /// The routes of old clients, which are scripts by now.
    private static let appiumDevice: [DriverRoute] = {
        let renaming: [(from: String, to: String)] = [("appId", "bundleId"), ("appPath", "app")]
        let scripts = [
            "activate_app": "activateApp", "terminate_app": "terminateApp", "app_state": "queryAppState",
            "app_installed": "isAppInstalled", "remove_app": "removeApp", "install_app": "installApp",
            "system_time": "getDeviceTime", "lock": "lock", "unlock": "unlock", "is_locked": "isLocked",
        ]
        return scripts.sorted { $0.key < $1.key }.map { path, name in
            script(.post, "\(session)/appium/device/\(path)", "mobile: \(name)", renaming: renaming)
        } + [
            script(.get, "\(session)/appium/device/system_time", "mobile: getDeviceTime"),
            script(.post, "\(session)/appium/app/background", "mobile: backgroundApp"),
            inSession(.post, "appium/app/launch") { call in
                let bundleID = try call.bundleID()
                try await call.driver.open(bundleID)
                try await call.launched(bundleID, nil)
                return .null
            },
            inSession(.post, "appium/app/close") { call in
                _ = try await call.terminate(call.bundleID())
                return .null
            },
            inSession(.post, "appium/app/reset") { call in
                let bundleID = try call.bundleID()
                _ = try await call.terminate(bundleID)
                try await call.driver.reinstall(bundleID)
                try await call.driver.open(bundleID)
                try await call.launched(bundleID, nil)
                return .null
            },
        ]
    }()

    private static let logTypes: Value = .array(SystemLog.allCases.map { .string($0.rawValue) })

    @Sendable private static func setContext(_ call: Call) async throws -> Value {
        guard try call.arguments.optionalString("name") ?? "NATIVE_APP" == "NATIVE_APP" else {
            throw DriverError(.unknownError, "No such context found.")
        }
        return .null
    }

    @Sendable private static func log(_ call: Call) async throws -> Value {
        let type = try call.arguments.string("type")
        let session = try call.requireSession()
        switch SystemLog(rawValue: type) {
        case .syslog?:
            let (entries, end) = try await call.driver.syslog(after: session.withState(\.syslogEnd))
            try session.change { $0.syslogEnd = max($0.syslogEnd, end) }
            return .array(entries)
        case .crashlog?:
            let (entries, reports) = try await call.driver.crashlog(besides: session.withState(\.reports))
            try session.change { $0.reports = reports }
            return .array(entries)
        case nil:
            let types = SystemLog.allCases.map(\.rawValue).joined(separator: ", ")
            throw DriverError(.unknownError, "Unsupported log type '\(type.prefix(bytes: 60))'; supported: \(types).")
        }
    }

    /// The routes that do something, each with its methods.
    private static var routeNames: [Value.Member] {
        let routes = appiumService + appiumSession + appiumDevice + shared
        var paths: [String] = []
        for route in routes where !paths.contains(route.path) { paths.append(route.path) }
        return paths.map { path in
            let methods = routes.filter { $0.path == path }.map { route in
                Value.Member(route.method.rawValue, ["command": .string(route.name)])
            }
            return Value.Member(path, .object(methods))
        }
    }
}
