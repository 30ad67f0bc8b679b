import DeviceHost
import HTTPTypes
import LifecycleKernel

// The routes of a session that both dialects have.
extension DriverRoute {
    static let shared: [DriverRoute] =
        elements + [
            .inSession(.get, "orientation") { .string(try await $0.driver.orientation($0.dialect)) },
            .inSession(.post, "orientation") { call in
                try await call.driver.rotate(call.arguments.string("orientation"))
                return .null
            },
            .inSession(.get, "alert/text") { .string(try await $0.driver.requireAlert().text) },
            .inSession(.post, "actions") { try await $0.performActions() },
            .inSession(.delete, "actions") { _ in .null },
            .inSession(.post, "alert/accept", run(closeAlert)),
            .inSession(.post, "alert/dismiss", run(closeAlert)),
            .inSession(.get, "source") { try await Script.source($0, $0.query["format"]) },
            .inSession(.get, "screenshot", run(screenshot)),
            .inSession(.get, "element/{element}/screenshot") { call in
                try await call.driver.picture(of: call.path["element"])
            },
            .inSession(.get, "window/rect") { try await $0.windowRectangle() },
            .inSession(.get, "window/size") { try await $0.windowSize() },
            .inSession(.get, "appium/settings") { .object(try $0.settings) },
            .inSession(.post, "appium/settings") { call in
                guard case .object(let members) = try call.arguments.object("settings") else { return .null }
                let settings = try call.requireSession().change { state in
                    try state.keep(settings: members)
                    return state.settings
                }
                // WebDriverAgent answers with all of them, Appium with nothing.
                return call.dialect == .wda ? settings : .null
            },
            .inSession(.get, "timeouts") { call in
                let timeouts = try call.requireSession().withState(\.timeouts)
                return [
                    "implicit": .integer(timeouts.implicit), "pageLoad": .integer(timeouts.pageLoad),
                    "script": .integer(timeouts.script),
                ]
            },
            .inSession(.post, "timeouts", run(setTimeouts)),
        ]

    private static let elements: [DriverRoute] = [
        .inSession(.post, "element", waits: true) { try await $0.findFirst() },
        .inSession(.post, "elements", waits: true) { try await $0.findAll() },
        .inSession(.post, "element/{element}/element", waits: true) { try await $0.findFirst() },
        .inSession(.post, "element/{element}/elements", waits: true) { try await $0.findAll() },
        .inSession(.post, "element/{element}/click") { call in
            try await call.driver.touch(element: call.path["element"] ?? "")
            return .null
        },
        .inSession(.get, "element/{element}/text") { call in
            let element = try await call.element()
            return .string(element.value ?? element.label ?? element.name)
        },
        .inSession(.get, "element/{element}/selected") { call in
            _ = try await call.element()
            return false
        },
        .inSession(.get, "element/{element}/name") { .string(try await $0.element().className) },
        .inSession(.get, "element/{element}/enabled") { .bool(try await $0.element().isEnabled) },
        .inSession(.get, "element/{element}/displayed") { .bool(try await $0.element().isVisible) },
        .inSession(.get, "element/{element}/rect") { try await $0.element().rect.value },
        .inSession(.get, "element/{element}/attribute/{name}") { call in
            try await call.element().attribute(call.path["name"] ?? "")
        },
    ]

    private static func run(
        _ body: @escaping @Sendable (Call) async throws -> Value
    ) -> @Sendable (Call) async throws -> Value { body }

    @Sendable static func closeAlert(_ call: Call) async throws -> Value {
        try await call.driver.closeAlert(button: call.arguments.optionalString("name"))
        return .null
    }

    @Sendable static func screenshot(_ call: Call) async throws -> Value {
        try await call.driver.picture(of: nil)
    }

    /// The types of timeouts that clients from before W3C WebDriver send, with `ms`, and what they are called now.
    private static let oldTimeouts = [
        "implicit": "implicit", "page load": "pageLoad", "pageLoad": "pageLoad", "script": "script",
    ]

    /// A number of milliseconds, if it is given.
    ///
    /// - Throws: `invalid argument`.
    private static func milliseconds(_ name: String, _ arguments: Arguments) throws(DriverError) -> Int64? {
        guard let number = try arguments.optionalNumber(name) else { return nil }
        guard (0...9_007_199_254_740_991).contains(number) else {
            throw DriverError(.invalidArgument, "The argument '\(name)' must be a number of milliseconds.")
        }
        return Int64(number)
    }

    @Sendable private static func setTimeouts(_ call: Call) async throws -> Value {
        var numbers: [String: Int64] = [:]
        for name in ["implicit", "pageLoad", "script"] {
            numbers[name] = try milliseconds(name, call.arguments)
        }
        if let type = try call.arguments.optionalString("type") {
            guard let name = oldTimeouts[type] else {
                let types = oldTimeouts.keys.sorted().joined(separator: ", ")
                throw DriverError(
                    .invalidArgument,
                    "The type must be one of \(types); not '\(type.prefix(bytes: 60))'."
                )
            }
            try call.arguments.require(["ms"])
            numbers[name] = try milliseconds("ms", call.arguments)
        }
        try call.requireSession().change { [numbers] state in
            state.timeouts.implicit = numbers["implicit"] ?? state.timeouts.implicit
            state.timeouts.pageLoad = numbers["pageLoad"] ?? state.timeouts.pageLoad
            state.timeouts.script = numbers["script"] ?? state.timeouts.script
        }
        return .null
    }
}

extension Call {
    /// The element of the path, as it is on the screen.
    fileprivate func element() async throws -> ScreenNode { try await driver.node(path["element"] ?? "") }

    /// The elements that the arguments look for, of which an implicit wait waits for the first.
    private func find() async throws -> [ElementID] {
        let locator = try Locator(arguments.string("using"), arguments.string("value"))
        let patience = session?.withState(\.timeouts.implicit) ?? 0
        let found = try await driver.poll(for: Milliseconds(patience)) {
            try await requireNoCrash()
            let elements = try await driver.elements(locator, below: path["element"])
            return elements.isEmpty ? nil : elements
        }
        return found ?? []
    }

    fileprivate func findFirst() async throws -> Value {
        guard let first = try await find().first else {
            let value = try arguments.string("value")
            let other = "XCUIElementTypeOther"
            let namesAnotherType = value.contains("XCUIElementType") && !value.contains(other)
            let hint =
                namesAnotherType
                ? " A responder has the type that its 'elementType' names; without one, it is an \(other)." : ""
            throw DriverError(.noSuchElement, "There is no element '\(value.prefix(bytes: 120))' on the screen.\(hint)")
        }
        return first.value
    }

    fileprivate func findAll() async throws -> Value { .array(try await find().map(\.value)) }

    /// The settings that the session keeps.
    fileprivate var settings: [Value.Member] {
        get throws {
            guard case .object(let members) = try requireSession().withState(\.settings) else { return [] }
            return members
        }
    }

    /// The size of the window, which is made up.
    func windowSize() async throws -> Value {
        let size = try await driver.situation().screenSize
        return ["width": .integer(size.width), "height": .integer(size.height)]
    }

    /// The window, which fills the screen.
    func windowRectangle() async throws -> Value {
        try await windowSize().setting("x", to: 0).setting("y", to: 0)
    }
}
