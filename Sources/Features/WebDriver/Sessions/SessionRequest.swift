import LifecycleKernel
import WireFormat

/// What a session is opened with, whichever the dialect.
struct SessionRequest: Hashable, Sendable {
    /// Which device.
    var device = DeviceChoice.own
    /// The object that a new device is made of, as `POST /v1/devices` takes it, without id, label and expiry.
    var newDevice: Value = .object([])
    /// Whether an own device stays when the session ends.
    var keepsDevice = false
    /// The name of the device that was asked for.
    var deviceName: String?
    /// The apps to install first.
    var apps: [Value] = []
    /// The app of `appium:app`.
    var app: Value?
    /// Apps to install besides.
    var otherApps: [Value] = []
    /// The app under test, if it is named.
    var bundleID: BundleID?
    /// Whether the app under test is launched.
    var launches = true
    /// Whether a locked device is unlocked for it.
    var unlocks = true
    /// Whether it is installed anew.
    var isReset = false
    /// Whether a running one is ended first.
    var isForced = true
    /// Whether it is ended with the session.
    var endsApp = true
    var arguments: [String] = []
    var environment: Value = .object([])
    /// A link to open after the launch.
    var url: String?
    var language: String?
    var locale: String?
    var orientation: String?
    /// After how many seconds without a command the session ends; 0 for never.
    var commandTimeout: Milliseconds = 0
    /// The settings that are kept from the start.
    var settings: Value = .object([])

    /// Which device a session drives.
    enum DeviceChoice: Hashable, Sendable {
        /// A new one with a name of its own, deleted with the session.
        case own
        /// One that exists, or is created with this id if it may be.
        case named(String, creates: Bool)
    }
}

extension SessionRequest {
    /// The seconds after which Appium ends a session without commands.
    private static let usualTimeout: Milliseconds = 60_000

    /// Reads a request of Appium.
    ///
    /// - Throws: `session not created`.
    init(_ capabilities: Capabilities) throws(DriverError) {
        do throws(DriverError) {
            let given = Arguments(capabilities.merged)
            try self.init(reading: given)
        } catch {
            throw error.with(.sessionNotCreated)
        }
    }

    private init(reading given: Arguments) throws(DriverError) {
        deviceName = try given.optionalString("appium:deviceName")
        let creates = try given.optionalBool("greenroom:createDevice") ?? false
        if let udid = try given.optionalString("appium:udid"), udid.lowercased() != "auto" {
            device = .named(udid, creates: creates)
        }
        keepsDevice = try given.optionalBool("greenroom:keepDevice") ?? false
        newDevice = try Self.newDevice(given)
        apps = try Self.apps(given["greenroom:apps"])
        app = given["appium:app"]
        otherApps = try Self.list(given["appium:otherApps"])
        bundleID = try given.optionalString("appium:bundleId").map { BundleID($0) }
        launches = try given.optionalBool("appium:autoLaunch") ?? true
        let keepsState = try given.optionalBool("appium:noReset") ?? false
        isReset = try given.optionalBool("appium:fullReset") ?? false
        guard !(keepsState && isReset) else {
            throw Capabilities.refused("'appium:noReset' and 'appium:fullReset' cannot both be true.")
        }
        let forced = try given.optionalBool("appium:forceAppLaunch") ?? true
        isForced = forced && !keepsState
        let ends = try given.optionalBool("appium:shouldTerminateApp") ?? true
        endsApp = ends && !keepsState
        try readProcessArguments(given)
        url = try given.optionalString("appium:initialDeeplinkUrl")
        language = try given.optionalString("appium:language")
        locale = try given.optionalString("appium:locale")
        orientation = try given.optionalString("appium:orientation")
        let timeout = try given.optionalSeconds("appium:newCommandTimeout") ?? Self.usualTimeout
        guard timeout >= 0 else { throw Capabilities.refused("'appium:newCommandTimeout' must not be negative.") }
        commandTimeout = timeout
    }

    /// The arguments and environment of a launch: an object, or its JSON text.
    private mutating func readProcessArguments(_ given: Arguments) throws(DriverError) {
        guard var process = given["appium:processArguments"] else { return }
        if let text = process.text { process = (try? JSONText.parse(text.utf8)) ?? process }
        guard case .object = process else {
            throw Capabilities.refused("'appium:processArguments' must be an object with 'args' and 'env'.")
        }
        let inner = Arguments(process)
        arguments = try inner.optionalStrings("args") ?? []
        environment = try inner.optionalObject("env") ?? .object([])
    }

    /// A list of apps, or its JSON text.
    private static func apps(_ value: Value?) throws(DriverError) -> [Value] {
        switch value {
        case nil: return []
        case .array(let elements)?: return elements
        case .string(let text)?:
            if case .array(let elements)? = try? JSONText.parse(text.utf8) { return elements }
        case .null?, .bool?, .integer?, .number?, .object?: break
        }
        throw Capabilities.refused(
            "'greenroom:apps' must be a list of apps as PUT .../apps/{bundleID} takes them, with 'bundleID', or its JSON text."
        )
    }

    /// One value, a list, or the JSON text of a list.
    private static func list(_ value: Value?) throws(DriverError) -> [Value] {
        switch value {
        case nil: return []
        case .array(let elements)?: return elements
        case .string(let text)?:
            if case .array(let elements)? = try? JSONText.parse(text.utf8) { return elements }
            return [.string(text)]
        case let other?: return [other]
        }
    }

    /// What a new device is made of, the later counting.
    private static func newDevice(_ given: Arguments) throws(DriverError) -> Value {
        let name = try given.optionalString("appium:deviceName")?.lowercased() ?? ""
        var device: Value = [
            "model": name.contains("ipad") ? "iPad" : "iPhone",
            "rules": .string(RuleProfile(platformVersion: try platformVersion(given)).rawValue),
        ]
        if case .object(let members)? = try given.optionalObject("greenroom:device") {
            for member in members { device = device.setting(member.name, to: member.value) }
            guard device["id"] == nil else {
                throw Capabilities.refused("'greenroom:device' has no id: 'appium:udid' names the device.")
            }
        }
        if let rules = given["greenroom:rules"] { device = device.setting("rules", to: rules) }
        switch given["greenroom:clock"] {
        case nil: break
        case .string(let mode)?: device = device.setting("clock", to: ["mode": .string(mode)])
        case let clock?: device = device.setting("clock", to: clock)
        }
        return device
    }

    private static func platformVersion(_ given: Arguments) throws(DriverError) -> String? {
        // A number is what a configuration file makes of it.
        let version: String? =
            switch given["appium:platformVersion"] {
            case .integer(let number)?: String(number)
            case .number(let number)?: String(number)
            default: try given.optionalString("appium:platformVersion")
            }
        guard let version else { return nil }
        let parts = version.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 3, parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.allSatisfy(\.isASCIIDigit) })
        else {
            throw Capabilities.refused(
                "'appium:platformVersion' must be a version of iOS, such as 18.2; not '\(version.prefix(bytes: 60))'."
            )
        }
        return version
    }

    /// The capabilities that a device that exists cannot be given.
    static let ofNewDevices = ["greenroom:device", "greenroom:rules", "greenroom:clock"]
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension RuleProfile {
    /// The rules of a version of iOS, by its major number; those of iOS 18 if it names none.
    init(platformVersion: String?) {
        guard let major = platformVersion.flatMap({ Int($0.prefix { $0 != "." }) }) else {
            self = .ios18
            return
        }
        switch major {
        case ...12: self = .ios12
        case 13...18: self = .ios18
        case 19...26: self = .ios26
        default: self = .ios27
        }
    }

    /// The version of iOS whose rules these are.
    var platformVersion: String {
        switch self {
        case .documents: "13.0"
        case .ios12: "12.0"
        case .ios18, .simulator: "18.0"
        case .ios26: "26.0"
        case .ios27: "27.0"
        }
    }
}

// MARK: WebDriverAgent

extension SessionRequest {
    /// Reads a request of a client of WebDriverAgent, for a device. What it does not know is ignored.
    ///
    /// - Throws: `session not created`.
    init(agentBody body: Arguments, device: String) throws(DriverError) {
        self.device = .named(device, creates: false)
        unlocks = false
        guard let capabilities = body["capabilities"], case .object = capabilities else {
            throw Capabilities.refused("'capabilities' is missing.")
        }
        try Capabilities.requireFitting(capabilities)
        do throws(DriverError) {
            let given = Arguments(try Arguments(capabilities).optionalObject("alwaysMatch") ?? .object([]))
            bundleID = try given.optionalString("bundleId").map { BundleID($0) }
            arguments = try given.optionalStrings("arguments") ?? []
            environment = try given.optionalObject("environment") ?? .object([])
            isForced = try given.optionalBool("forceAppLaunch") ?? true
            endsApp = try given.optionalBool("shouldTerminateApp") ?? true
            url = try given.optionalString("initialUrl")
        } catch {
            throw error.with(.sessionNotCreated)
        }
    }
}
