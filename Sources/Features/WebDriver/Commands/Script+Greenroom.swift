import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

// What Appium has no word for: the calls of the interface, with the same bodies, queries, answers and problems.
extension Script {
    static let greenroom: [Script] = [
        Script("greenroom: event", optional: ["type", "events"]) { call in
            let (body, _) = try call.list("events", injecting: true)
            return try await call.post("events", body)
        },
        Script("greenroom: action", optional: ["action", "actions", "bundleID"]) { call in
            let (body, app) = try call.list("actions", injecting: false)
            return try await call.post("apps/\(try call.segment(app))/actions", body)
        },
        Script("greenroom: advance", optional: ["seconds", "to", "untilIdle", "until", "limitSeconds"]) { call in
            try await call.post("clock/advance", call.arguments.value)
        },
        Script("greenroom: clock", optional: ["mode", "rate", "paused"]) { call in
            guard !call.arguments.names.isEmpty else { return try await call.get("clock") }
            return try await call.core.api.call(.patch, call.root + "clock", body: call.arguments.value)
        },
        Script("greenroom: wait", ["until"], optional: ["after", "timeoutSeconds"], waits: true, run: wait),
        Script("greenroom: app", optional: ["bundleID"]) { try await $0.getOfApp("") },
        Script("greenroom: explain", optional: ["bundleID"]) { try await $0.getOfApp("/explain") },
        Script("greenroom: audit", optional: ["bundleID"]) { try await $0.getOfApp("/audit") },
        Script("greenroom: energy", optional: ["bundleID"]) { try await $0.getOfApp("/energy") },
        Script("greenroom: metrickit", optional: ["bundleID"]) { try await $0.getOfApp("/metrickit") },
        Script("greenroom: callbacks", optional: ["bundleID"]) { try await $0.getOfApp("/callbacks") },
        Script(
            "greenroom: timeline",
            optional: ["after", "limit", "last", "kind", "bundleID", "vocabulary"]
        ) { try await $0.get("timeline", query: $0.arguments) },
        Script("greenroom: device") { call in
            try call.refuse(besides: [])
            return try await call.core.api.call(.get, "/v1/devices/\(call.device)")
        },
        Script("greenroom: processes") { try await $0.get("processes", query: $0.arguments) },
        Script("greenroom: pushes", optional: ["bundleID", "apnsID", "verdict", "user", "code", "after", "limit"]) {
            call in
            try await call.get("pushes", query: call.arguments)
        },
        Script("greenroom: complete", ["sequence"], optional: ["actions", "returns", "bundleID"], run: complete),
        Script("greenroom: fork", optional: ["id", "at"]) { try await $0.post("fork", $0.arguments.value) },
        Script("greenroom: scenario", optional: ["after", "asItShouldBe"]) {
            try await $0.get("scenario", query: $0.arguments)
        },
    ]

    /// Waits on the device's clock; the answer is that of the interface.
    ///
    /// The longest timeout is that of every command that waits, not that of the interface, which waits for real time.
    @Sendable private static func wait(_ call: Call) async throws -> Value {
        let timeout = try call.arguments.optionalSeconds("timeoutSeconds")
        guard timeout ?? 0 >= 0 else {
            throw DriverError(.invalidArgument, "The argument 'timeoutSeconds' must not be negative.")
        }
        let request = try WaitRequest(call.arguments.without("timeoutSeconds").value, at: "")
        let outcome = try await call.driver.wait(
            until: request.condition,
            after: request.after,
            timeout: timeout ?? request.timeout
        )
        guard outcome.met else {
            throw DriverError(.timeout, "The condition was not met in time.", data: outcome.value)
        }
        return outcome.value
    }

    @Sendable private static func complete(_ call: Call) async throws -> Value {
        let (arguments, named) = try call.takingApp()
        guard case .integer(let sequence)? = arguments["sequence"] else {
            throw DriverError(.invalidArgument, "The argument 'sequence' must be a whole number.")
        }
        guard case .object(let members) = arguments.value else { return .null }
        let body = Value.object(members.filter { $0.name != "sequence" })
        return try await call.post("apps/\(try call.segment(named))/callbacks/\(sequence)/complete", body)
    }
}

extension Call {
    /// The path of what is below the device.
    fileprivate var root: String { "/v1/devices/\(device)/" }

    fileprivate func post(_ path: String, _ body: Value) async throws -> Value {
        try await core.api.call(.post, root + path, body: body)
    }

    fileprivate func get(_ path: String, query: Arguments = .none) async throws -> Value {
        let (arguments, app) = try Call.takeApp(query)
        var pairs = arguments.names.compactMap { name in
            arguments[name].map { (name: name, value: $0.queryText) }
        }
        if let app { pairs.append((name: "bundleID", value: app)) }
        return try await core.api.call(.get, root + path, query: pairs)
    }

    /// Reads something of the app that is named, or of the app under test.
    fileprivate func getOfApp(_ path: String) async throws -> Value {
        let (arguments, app) = try takingApp()
        try with(arguments).refuse(besides: ["bundleID"])
        return try await core.api.call(.get, "\(root)apps/\(try segment(app))\(path)")
    }

    /// Refuses arguments that are not known.
    ///
    /// - Throws: `invalid argument`.
    fileprivate func refuse(besides known: [String]) throws(DriverError) {
        for name in arguments.names where !known.contains(name) {
            let accepted = known.isEmpty ? "none" : known.joined(separator: ", ")
            throw DriverError(
                .invalidArgument,
                "unknown-field: There is no argument \(name.quotedBriefly) here; accepted: \(accepted)."
            )
        }
    }

    /// The arguments without the app, under whichever of its names, and the app.
    fileprivate func takingApp() throws(DriverError) -> (arguments: Arguments, app: String?) {
        try Call.takeApp(arguments)
    }

    private static func takeApp(_ given: Arguments) throws(DriverError) -> (arguments: Arguments, app: String?) {
        let first = try given.optionalString("bundleID")
        let app = if let first { first } else { try given.optionalString("bundleId") }
        guard case .object(let members) = given.value else { return (given, app) }
        return (Arguments(.object(members.filter { $0.name != "bundleID" && $0.name != "bundleId" })), app)
    }

    /// An app as a segment of a path: the one named, else the app under test.
    ///
    /// - Throws: `invalid argument` if there is none.
    fileprivate func segment(_ named: String?) throws(DriverError) -> String {
        guard let app = named ?? session?.bundleID?.rawValue else {
            throw DriverError(.invalidArgument, "The argument 'bundleID' is missing, and there is no app under test.")
        }
        return PercentEncoding.encode(app)
    }

    /// The body of inputs: one, or the list of them, which stands under a name of its own.
    ///
    /// - Parameter injecting: Whether a single event of an app that names none is one of the app under test; else the app
    ///   stands beside the inputs, and is returned.
    fileprivate func list(_ name: String, injecting: Bool) throws(DriverError) -> (body: Value, app: String?) {
        let (arguments, app) = try takingApp()
        if let inputs = arguments[name] {
            try with(arguments).refuse(besides: [name])
            guard !injecting || app == nil else {
                throw DriverError(.invalidArgument, "'bundleID' belongs in each element of '\(name)', not beside it.")
            }
            guard case .array = inputs else {
                throw DriverError(.invalidArgument, "The argument '\(name)' must be a list.")
            }
            return (inputs, app)
        }
        guard injecting else { return (arguments.value, app) }
        var body = arguments.value
        if let app {
            body = body.setting("bundleID", to: .string(app))
        } else if let type = try arguments.optionalString("type"), type.isEventOfApp, let aut = session?.bundleID {
            body = body.setting("bundleID", to: .string(aut.rawValue))
        }
        return (body, nil)
    }
}

extension String {
    /// Whether this is the type of an event that needs an app: not one of the device, such as `audio.interrupt`, and not a
    /// link, whose scheme says whose it is.
    fileprivate var isEventOfApp: Bool { !Event.typesOfDevice.contains(self) && self != "app.openURL" }
}

extension Value {
    /// The value as a parameter of a query: names of a list are separated by commas.
    fileprivate var queryText: String {
        switch self {
        case .string(let text): text
        case .array(let elements): elements.map(\.queryText).joined(separator: ",")
        case .null, .bool, .integer, .number, .object: String(decoding: JSONText.write(self), as: UTF8.self)
        }
    }
}
