import DeviceHost
import LifecycleKernel
import WireFormat

// The scripts about the device.
extension Script {
    static let device: [Script] = [
        Script("mobile: lock", optional: ["seconds"], waits: true, run: lock),
        Script("mobile: unlock") { call in
            try await call.driver.unlock()
            return .null
        },
        Script("mobile: isLocked") { .bool(try await $0.driver.situation().isLocked) },
        Script("mobile: pressButton", ["name"], optional: ["durationSeconds"], run: pressButton),
        Script("mobile: performIoHidEvent", ["page", "usage"], optional: ["durationSeconds"], run: pressByUsage),
        Script("mobile: deepLink", ["url"], optional: ["bundleId"], run: deepLink),
        Script(
            "mobile: expectNotification",
            ["name"],
            optional: ["type", "timeoutSeconds", "timeout"],
            waits: true,
            run: expect
        ),
        Script("mobile: alert", ["action"], optional: ["buttonLabel"], run: alert),
        Script("mobile: batteryInfo") { call in
            try await Self.battery(call).setting("advanced", to: .object([]))
        },
        Script("mobile: deviceInfo", run: deviceInfo),
        Script("mobile: getDeviceTime", optional: ["format"], run: time),
        Script("mobile: configureLocalization", optional: ["language", "locale", "keyboard"], run: localize),
        Script("mobile: siriCommand", ["text"], run: siri),
        Script("mobile: source", optional: ["format", "excludedAttributes"]) {
            try await Self.source($0, $0.arguments.optionalString("format"))
        },
        Script("mobile: getContexts", optional: ["waitForWebviewMs"]) { _ in [["id": "NATIVE_APP"]] },
        Script("mobile: isKeyboardShown") { _ in .bool(false) },
        Script("mobile: hideKeyboard", optional: ["keys"]) { _ in .null },
        Script("mobile: deviceScreenInfo", run: screen),
        Script("mobile: viewportScreenshot") { try await $0.driver.picture(of: nil) },
        Script("mobile: tap", ["x", "y"], optional: ["elementId", "element"]) { try await $0.tap() },
        Script("mobile: doubleTap", optional: ["elementId", "element", "x", "y"]) { try await $0.tap(count: 2) },
        Script("mobile: touchAndHold", ["duration"], optional: ["elementId", "element", "x", "y"]) {
            try await $0.tap()
        },
        Script("mobile: twoFingerTap", optional: ["elementId", "element"]) { try await $0.tap() },
        Script(
            "mobile: tapWithNumberOfTaps",
            ["numberOfTaps", "numberOfTouches"],
            optional: ["elementId", "element"]
        ) { call in
            let count = try call.arguments.number("numberOfTaps")
            guard (1...10).contains(count) else {
                throw DriverError(.invalidArgument, "The argument 'numberOfTaps' must be a number from 1 to 10.")
            }
            return try await call.tap(count: Int(count))
        },
        Script("mobile: viewportRect") { call in
            let size = try await call.driver.situation().screenSize
            return ["left": 0, "top": 0, "width": .integer(size.width), "height": .integer(size.height)]
        },
    ]

    @Sendable private static func lock(_ call: Call) async throws -> Value {
        let seconds = try call.arguments.optionalSeconds("seconds") ?? 0
        let end = seconds > 0 ? try await call.driver.end(after: seconds) : nil
        try await call.driver.lock()
        guard let end else { return .null }
        try await call.driver.pass(until: end)
        guard try await !call.hasEnded else { return .null }
        try await call.driver.unlock()
        return .null
    }

    /// The buttons that do nothing to processes.
    private static let silentButtons = ["volumeup", "volumedown", "action", "camera"]

    @Sendable static func pressButton(_ call: Call) async throws -> Value {
        let name = try call.arguments.string("name")
        switch name.lowercased() {
        case "home": try await call.driver.send(.home)
        case let button where silentButtons.contains(button): break
        default:
            throw DriverError(
                .unknownError,
                "There is no button '\(name.prefix(bytes: 60))'; the buttons are home, volumeUp, volumeDown, action, camera."
            )
        }
        return .null
    }

    /// Presses a button that is named by its usage on the page of consumer devices (HID Usage Tables, 15).
    @Sendable static func pressByUsage(_ call: Call) async throws -> Value {
        switch (try call.arguments.number("page"), try call.arguments.number("usage")) {
        case (0x0C, 0x30): try await call.driver.lock()
        case (0x0C, 0x40): try await call.driver.send(.home)
        // A screenshot, and the volume.
        case (0x0C, 0x65), (0x0C, 0xE9), (0x0C, 0xEA): break
        default:
            throw DriverError(
                .unsupportedOperation,
                """
                Of the usages, these of page 12 are simulated: 48 (power: it locks the device), 64 (Home), 101 (a screenshot), \
                233 and 234 (volume).
                """
            )
        }
        return .null
    }

    @Sendable static func deepLink(_ call: Call) async throws -> Value {
        let url = try call.arguments.string("url")
        let bundleID = try call.arguments.optionalString("bundleId").map { BundleID($0) }
        try await call.driver.open(url, in: bundleID)
        try call.session?.change { $0.url = url }
        return .null
    }

    /// The seconds that a notification is waited for unless said otherwise.
    private static let usualPatience: Milliseconds = 60_000

    @Sendable private static func expect(_ call: Call) async throws -> Value {
        let name = try call.arguments.string("name")
        let patience =
            try call.arguments.optionalSeconds("timeoutSeconds") ?? call.arguments.optionalSeconds("timeout")
            ?? usualPatience
        guard try call.arguments.optionalString("type")?.lowercased() != "darwin" else {
            throw DriverError(
                .unsupportedOperation,
                "Darwin notifications are not simulated; notifications of an app are."
            )
        }
        let pattern = RecordPattern(["kind": "notification", "name": .string(name)] as Value)
        let outcome = try await call.driver.wait(until: .record(pattern), after: nil, timeout: max(0, patience))
        guard outcome.met else {
            throw DriverError(.timeout, "The notification '\(name.prefix(bytes: 120))' was not posted in time.")
        }
        return .null
    }

    @Sendable private static func alert(_ call: Call) async throws -> Value {
        let action = try call.arguments.string("action")
        switch action {
        case "getButtons":
            return .array(try await call.driver.requireAlert().buttons.map(Value.string))
        case "accept", "dismiss":
            try await call.driver.closeAlert(button: call.arguments.optionalString("buttonLabel"))
            return .null
        default:
            throw DriverError(.invalidArgument, "The action must be accept, dismiss or getButtons.")
        }
    }

    /// The battery: the level from 0 to 1, and UIKit's number of its state.
    @Sendable static func battery(_ call: Call) async throws -> Value {
        let conditions = try await call.driver.situation().conditions
        let level = Double(conditions.batteryLevel) / 1_000
        let state: Int64 = !conditions.isCharging ? 1 : conditions.batteryLevel == 1_000 ? 3 : 2
        return ["level": Value(level), "state": .integer(state)]
    }

    @Sendable static func deviceInfo(_ call: Call) async throws -> Value {
        let situation = try await call.driver.situation()
        let model = situation.settings.model
        return [
            "currentLocale": .string(situation.conditions.locale), "timeZone": "UTC",
            "name": .string(call.device.description), "model": .string(model.rawValue),
            "uuid": .string(call.device.uuid), "userInterfaceIdiom": model == .iPad ? 2 : 1,
            "userInterfaceStyle": "light", "isSimulator": true,
            "thermalState": .integer(
                Int64(ThermalState.allCases.firstIndex(of: situation.conditions.thermalState) ?? 0)
            ),
        ]
    }

    @Sendable static func time(_ call: Call) async throws -> Value {
        let format = try call.arguments.optionalString("format") ?? TimeFormat.usual
        guard format.utf8.count <= 256 else {
            throw DriverError(.invalidArgument, "The argument 'format' may have at most 256 bytes.")
        }
        return .string(TimeFormat.text(try await call.driver.situation().now, format))
    }

    @Sendable private static func localize(_ call: Call) async throws -> Value {
        let language = try Arguments(call.arguments.optionalObject("language") ?? .object([])).optionalString("name")
        let locale = try Arguments(call.arguments.optionalObject("locale") ?? .object([])).optionalString("name")
        for event in try DeviceDriver.localization(language: language, locale: locale) {
            try await call.driver.send(event)
        }
        return .bool(true)
    }

    @Sendable static func siri(_ call: Call) async throws -> Value {
        _ = try call.arguments.string("text")
        guard let siri = Overlay.named("siri") else { throw DriverError(.unknownError, "There is no Siri.") }
        try await call.driver.send(.present(siri))
        return .null
    }

    /// The source of the screen, as XML or as JSON.
    static func source(_ call: Call, _ format: String?) async throws -> Value {
        try await call.requireNoCrash()
        let source = try await call.driver.source()
        switch format ?? "xml" {
        case "xml": return .string(source.xml(in: call.dialect == .appium ? "AppiumAUT" : nil))
        case "json": return source.json
        default: throw DriverError(.invalidArgument, "The format must be xml or json.")
        }
    }

    /// The screen, which is made up.
    @Sendable static func screen(_ call: Call) async throws -> Value {
        let size = try await call.driver.situation().screenSize
        return [
            "screenSize": ["width": .integer(size.width), "height": .integer(size.height)],
            "statusBarSize": ["width": .integer(size.width), "height": 47], "scale": 3,
        ]
    }
}

extension DeviceSituation {
    /// The size of the screen in points, made up by the model, as the device is held.
    var screenSize: (width: Int64, height: Int64) {
        let (short, long): (Int64, Int64) = settings.model == .iPad ? (820, 1_180) : (393, 852)
        return isLandscape ? (long, short) : (short, long)
    }
}

extension DeviceID {
    /// A UUID made of the id alone: the same on every server.
    var uuid: String {
        let hashes = [FNV1a.hash(description), FNV1a.hash(description, from: 0x8422_2325_cbf2_9ce4)]
        let digits = hashes.map { ($0 | 1 << 63).hexadecimal }.joined().uppercased()
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
            String(Array(digits)[range])
        }
        return parts.joined(separator: "-")
    }
}
