import LifecycleKernel
import WireFormat

/// The capabilities that a client asks for, merged as W3C WebDriver says, their names without Appium's prefix unfolded.
struct Capabilities: Hashable, Sendable {
    /// The merged object, as it was asked for.
    let merged: Value

    /// The capabilities that have no prefix (W3C WebDriver 2, 5; BiDi).
    private static let standard = [
        "browserName", "browserVersion", "platformName", "acceptInsecureCerts", "pageLoadStrategy", "proxy",
        "setWindowRect", "timeouts", "strictFileInteractability", "unhandledPromptBehavior", "userAgent",
        "webSocketUrl",
    ]

    /// The capabilities of this service.
    static let ofGreenroom = [
        "greenroom:createDevice", "greenroom:keepDevice", "greenroom:device", "greenroom:rules", "greenroom:clock",
        "greenroom:apps",
    ]

    /// How many bytes the capabilities of a request may have together, as JSON text: a session keeps them.
    static let byteLimit = 65_536
    /// How many capabilities a session may have.
    static let countLimit = 1_000
    /// How many entries `firstMatch` may have: each is merged, whether it fits or not.
    static let entryLimit = 100

    /// Merges the capabilities of a request: the first entry of `firstMatch` that merges and fits counts.
    ///
    /// - Throws: `session not created`.
    init(_ body: Arguments) throws(DriverError) {
        guard let capabilities = body["capabilities"], case .object = capabilities else {
            throw Self.refused("'capabilities' must be an object with 'alwaysMatch' and 'firstMatch'.")
        }
        try Self.requireFitting(capabilities)
        let always = try Self.object(capabilities["alwaysMatch"], "alwaysMatch")
        var entries: [Value] = []
        switch capabilities["firstMatch"] {
        case nil, .null?: entries = [.object([])]
        case .array(let given)? where given.count > Self.entryLimit:
            throw Self.refused("'firstMatch' may have \(Self.entryLimit) entries; it has \(given.count).")
        case .array(let given)? where !given.isEmpty: entries = given
        default: throw Self.refused("'firstMatch' must be a list of objects that is not empty.")
        }
        var refusal: DriverError?
        for entry in entries {
            do throws(DriverError) {
                let merged = try Self.merge(always, try Self.object(entry, "firstMatch"))
                try Self.check(merged)
                self.merged = merged
                return
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? Self.refused("'firstMatch' must be a list of objects that is not empty.")
    }

    /// Refuses capabilities that would take too much memory for as long as the session lives.
    ///
    /// - Throws: `session not created`.
    static func requireFitting(_ capabilities: Value) throws(DriverError) {
        let size = JSONText.write(capabilities).count
        guard size <= byteLimit else {
            throw refused(
                "too-large: The capabilities of a session may have \(byteLimit) bytes together, as JSON text; these have \(size)."
            )
        }
    }

    /// What a capability is refused with.
    static func refused(_ message: String) -> DriverError { DriverError(.sessionNotCreated, message) }

    private static func object(_ value: Value?, _ name: String) throws(DriverError) -> Value {
        switch value {
        case nil, .null?: return .object([])
        case .object?: return value!
        default: throw refused("'\(name)' must have objects.")
        }
    }

    private static func merge(_ always: Value, _ first: Value) throws(DriverError) -> Value {
        guard case .object(let base) = always, case .object(let more) = first else { return .object([]) }
        // Merging takes time by the square of their number.
        try requireFew(base.count + more.count)
        var merged = base.filter { $0.value != .null }
        for member in more where member.value != .null {
            guard !merged.contains(where: { $0.name == member.name }) else {
                throw refused("'\(member.name)' is in 'alwaysMatch' and in 'firstMatch'.")
            }
            merged.append(member)
        }
        return withoutPrefix(try unfold(merged))
    }

    /// Takes Appium's prefix off the standard capabilities, as Appium does. Of both, the one without it counts.
    private static func withoutPrefix(_ capabilities: Value) -> Value {
        guard case .object(let members) = capabilities else { return capabilities }
        let given = Set(members.map(\.name))
        let prefix = "appium:"
        return .object(
            members.compactMap { member in
                let name = String(member.name.dropFirst(prefix.count))
                guard member.name.hasPrefix(prefix), standard.contains(name) else { return member }
                return given.contains(name) ? nil : Value.Member(name, member.value)
            }
        )
    }

    private static func requireFew(_ count: Int) throws(DriverError) {
        guard count <= countLimit else {
            throw refused("A session may have \(countLimit) capabilities; these are \(count).")
        }
    }

    /// Puts the members of `appium:options` beside it, with its prefix where they have none.
    private static func unfold(_ members: [Value.Member]) throws(DriverError) -> Value {
        guard let options = members.first(where: { $0.name == "appium:options" }),
            case .object(let inner) = options.value
        else { return .object(members) }
        try requireFew(members.count + inner.count)
        var unfolded: Value = .object(members.filter { $0.name != options.name })
        for member in inner {
            let name = member.name.contains(":") ? member.name : "appium:" + member.name
            unfolded = unfolded.setting(name, to: member.value)
        }
        return unfolded
    }

    private static func check(_ merged: Value) throws(DriverError) {
        guard case .object(let members) = merged else { return }
        for member in members {
            guard member.name.contains(":") || standard.contains(member.name) else {
                throw refused("The capability '\(member.name)' needs a prefix, such as 'appium:\(member.name)'.")
            }
            guard !member.name.hasPrefix("greenroom:") || ofGreenroom.contains(member.name) else {
                throw refused(
                    "There is no capability '\(member.name)'; those of Greenroom: \(ofGreenroom.joined(separator: ", "))."
                )
            }
        }
        guard merged["platformName"]?.text?.lowercased() == "ios" else {
            throw refused("'platformName' must be 'iOS'.")
        }
        if let driver = merged["appium:automationName"], driver.text?.lowercased() != "xcuitest" {
            throw refused("'appium:automationName' must be 'XCUITest'.")
        }
        if let browser = merged["browserName"], browser.text?.isEmpty != true {
            throw refused(
                """
                There is no browser, and web pages are not simulated: 'browserName' must be absent or empty. To drive Safari as \
                an app, set 'appium:bundleId' to '\(SystemApp.safari)'; 'mobile: deepLink' opens links.
                """
            )
        }
    }
}
