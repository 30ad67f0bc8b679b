import LifecycleKernel

/// A script of `execute/sync`: a row of a table.
struct Script: Sendable {
    /// Its name, such as `mobile: launchApp`.
    let name: String
    /// The arguments that it needs.
    let required: [String]
    /// Those that it may have, as an inspector is told.
    let optional: [String]
    /// Whether it may wait, so that it counts as a wait and not as a request.
    let waits: Bool
    /// What it does.
    let run: @Sendable (Call) async throws -> Value

    /// Makes a row.
    init(
        _ name: String,
        _ required: [String] = [],
        optional: [String] = [],
        waits: Bool = false,
        run: @escaping @Sendable (Call) async throws -> Value
    ) {
        self.name = name
        self.required = required
        self.optional = optional
        self.waits = waits
        self.run = run
    }

    /// Every script that does something.
    static let all = apps + device + conditions + greenroom

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The script of a name.
    ///
    /// - Throws: `unsupported operation` for one of Appium that means nothing for processes; `unknown method` for any other.
    static func named(_ text: String) throws(DriverError) -> Script {
        let name = canonical(text)
        if let script = byName[name] { return script }
        if let refusal = UnsupportedCommands.refusal(ofScript: name) { throw refusal }
        let hint = all.map(\.name).hint(for: String(name.prefix(bytes: 120)))
        throw DriverError(
            .unknownMethod,
            "There is no script '\(text.prefix(bytes: 120))'.\(hint.isEmpty ? listHint : hint)"
        )
    }

    private static let listHint =
        " Scripts are called 'mobile: ...' or 'greenroom: ...'; GET /session/{session}/appium/extensions lists them."

    /// Arguments that clients of two platforms send along, which mean something on the other one.
    private static let ofOtherPlatforms = [
        "appId", "keepData", "timeout", "replace", "allowTestPackages", "useSdcard", "grantPermissions",
    ]

    /// Refuses arguments that the script does not have. Those of `greenroom:` are refused by the interface.
    ///
    /// - Throws: `invalid argument`.
    func requireKnown(_ arguments: Arguments) throws(DriverError) {
        guard name.hasPrefix("mobile: ") else { return }
        let known = required + optional
        for given in arguments.names where !known.contains(given) && !Self.ofOtherPlatforms.contains(given) {
            let accepted = known.isEmpty ? "none" : known.joined(separator: ", ")
            throw DriverError(
                .invalidArgument,
                """
                unknown-field: '\(name)' has no argument '\(given.prefix(bytes: 60))'.\(known.hint(for: given)) Accepted: \
                \(accepted).
                """
            )
        }
    }

    /// The name with one space after the colon, however many there were.
    static func canonical(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return text }
        return "\(text[..<colon]): \(text[text.index(after: colon)...].drop { $0 == " " })"
    }

    /// Looks at the arguments, then carries the script out.
    func perform(_ call: Call) async throws -> Value {
        try call.arguments.require(required)
        return try await run(call)
    }

    /// The script and its arguments in the body of `execute/sync`.
    ///
    /// - Throws: `invalid argument`, and as `named`.
    static func parse(_ body: Arguments) throws(DriverError) -> (script: Script, arguments: Arguments) {
        let name = try body.string("script")
        let script = try named(name)
        switch body["args"] {
        case nil: return (script, .none)
        case .array(let elements)?:
            if elements.isEmpty { return (script, .none) }
            if elements.count == 1, case .object = elements[0] { return (script, Arguments(elements[0])) }
        case .null?, .bool?, .integer?, .number?, .string?, .object?: break
        }
        throw DriverError(.invalidArgument, "'args' of '\(script.name)' must be a list of at most one object.")
    }
}
