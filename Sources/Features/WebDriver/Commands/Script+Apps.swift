import DeviceHost
import LifecycleKernel
import WireFormat

// The scripts about apps.
extension Script {
    static let apps: [Script] = [
        Script("mobile: launchApp", ["bundleId"], optional: ["arguments", "environment"], run: launchApp),
        Script("mobile: activateApp", ["bundleId"], run: activateApp),
        Script("mobile: terminateApp", ["bundleId"]) { .bool(try await $0.terminate($0.arguments.bundleID())) },
        Script("mobile: killApp", ["bundleId"]) { .bool(try await $0.terminate($0.arguments.bundleID())) },
        Script("mobile: queryAppState", ["bundleId"]) {
            .integer(try await $0.driver.state($0.arguments.bundleID()))
        },
        Script("mobile: backgroundApp", optional: ["seconds"], waits: true, run: backgroundApp),
        Script(
            "mobile: installApp",
            optional: ["app", "appPath", "bundleId", "strategy", "timeoutMs", "checkVersion"],
            run: installApp
        ),
        Script("mobile: isAppInstalled", ["bundleId"]) {
            .bool(try await $0.driver.hasApp($0.arguments.bundleID()))
        },
        Script("mobile: removeApp", ["bundleId"], run: removeApp),
        Script("mobile: clearApp", ["bundleId"], run: clearApp),
        Script("mobile: listApps", optional: ["applicationType"], run: listApps),
        Script("mobile: activeAppInfo", run: activeAppInfo),
    ]

    @Sendable private static func launchApp(_ call: Call) async throws -> Value {
        let bundleID = try call.arguments.bundleID()
        let arguments = try call.arguments.optionalStrings("arguments") ?? []
        let environment = try call.arguments.optionalObject("environment") ?? .object([])
        try await call.requireRoom(for: bundleID, arguments, environment)
        guard try await call.driver.prepare(bundleID) else { return .null }
        let isNew = try await call.driver.app(bundleID).pid == nil
        try await call.driver.launch(bundleID, arguments: arguments)
        try await call.launched(bundleID, isNew ? (arguments, environment) : nil)
        return .null
    }

    @Sendable private static func activateApp(_ call: Call) async throws -> Value {
        let bundleID = try call.arguments.bundleID()
        guard try await call.driver.prepare(bundleID) else { return .null }
        let isNew = try await call.driver.app(bundleID).pid == nil
        try await call.driver.activate(bundleID)
        try await call.launched(bundleID, isNew ? ([], .object([])) : nil)
        return .null
    }

    @Sendable private static func backgroundApp(_ call: Call) async throws -> Value {
        let seconds = try call.arguments.optionalSeconds("seconds") ?? -1
        guard seconds >= 0 else {
            try await call.driver.send(.home)
            return .null
        }
        try await call.requireNoCrash()
        let end = try await call.driver.end(after: seconds)
        let front = try await call.driver.situation().front
        try await call.driver.send(.home)
        try await call.driver.pass(until: end)
        guard let front, try await !call.hasEnded else { return .null }
        try await call.driver.launch(front)
        try await call.launched(front, nil)
        return .null
    }

    @Sendable private static func installApp(_ call: Call) async throws -> Value {
        guard let app = call.arguments["app"] ?? call.arguments["appPath"] else {
            throw DriverError(.invalidArgument, "The argument 'app' is missing.")
        }
        let named = try call.arguments.optionalString("bundleId").map { BundleID($0) }
        let source = try AppSource(app, bundleID: named ?? call.session?.bundleIDOfUpdate(app))
        try await call.driver.install(source, updates: true)
        return .null
    }

    @Sendable private static func removeApp(_ call: Call) async throws -> Value {
        let bundleID = try call.arguments.bundleID()
        try await call.core.sessions.removeApp(bundleID, on: call.device)
        return .bool(try await call.driver.uninstall(bundleID))
    }

    @Sendable private static func clearApp(_ call: Call) async throws -> Value {
        let bundleID = try call.arguments.bundleID()
        _ = try await call.driver.app(bundleID)
        _ = try await call.terminate(bundleID)
        try await call.driver.reinstall(bundleID)
        return .bool(true)
    }

    @Sendable private static func listApps(_ call: Call) async throws -> Value {
        let isSystem = try call.arguments.optionalString("applicationType")?.lowercased() == "system"
        let installed = try await call.core.registry.apps(on: call.device).value.map(\.manifest)
        let apps = isSystem ? SystemApp.all.map(\.manifest) : installed.filter { SystemApp.named($0.bundleID) == nil }
        return .object(
            apps.map { app in
                Value.Member(
                    app.bundleID.rawValue,
                    [
                        "CFBundleIdentifier": .string(app.bundleID.rawValue), "CFBundleName": .string(app.name),
                        "CFBundleVersion": .string(app.infoPlist.build ?? app.version),
                        "CFBundleShortVersionString": .string(app.version),
                    ]
                )
            }
        )
    }

    @Sendable static func activeAppInfo(_ call: Call) async throws -> Value {
        try await call.requireNoCrash()
        guard let front = try await call.driver.situation().front,
            let app = try await call.driver.installedApp(front), let pid = app.pid
        else {
            return [
                "pid": 0, "bundleId": .string(SystemApp.springBoard.rawValue), "name": "",
                "processArguments": ["args": [], "env": .object([])],
            ]
        }
        var launch = call.knownSession?.withState { $0.launches[front] }
        if launch?.pid != pid { launch = nil }
        return [
            "pid": .integer(Int64(pid.rawValue)), "bundleId": .string(front.rawValue),
            "name": .string(app.manifest.name),
            "processArguments": [
                "args": .array((launch?.arguments ?? []).map(Value.string)), "env": launch?.environment ?? .object([]),
            ],
        ]
    }
}
