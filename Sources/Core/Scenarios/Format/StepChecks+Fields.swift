import LifecycleKernel
import WireFormat

extension StepChecks {
    /// Reads the checks of a step whose object is open already.
    ///
    /// A check that is given is never left out in silence: null is refused, an empty list says "none".
    init(reading fields: inout FieldReader) throws(Rejection) {
        self.init()
        callbacks = try Self.names("callbacks", reading: &fields)
        notifications = try Self.names("notifications", reading: &fields)
        states = try Self.states(reading: &fields)
        records = try Self.patterns("records", reading: &fields)
        never = try Self.patterns("never", reading: &fields)
        exit = try Self.exits(reading: &fields)
        rejected = try Self.code(reading: &fields)
        process = try Self.fieldsByApp("process", of: .process, reading: &fields)
        resource = try Self.fieldsByApp("resource", of: .app, reading: &fields)
        vocabulary = try Self.vocabulary(reading: &fields)
        reports = try Self.reports(reading: &fields)
        metricKit = try Self.fieldsByApp("metricKit", reading: &fields)
    }

    private static func names(_ name: String, reading fields: inout FieldReader) throws(Rejection) -> NameList? {
        guard let value = try fields.optionalValue(name) else { return nil }
        let path = fields.path(of: name)
        if let names = value.strings { return .together(names) }
        guard case .object(let members) = value else {
            let expected: Expectation = "a list of names, or a map from bundle identifiers to such lists"
            throw Rejection.invalid(at: path, expected: expected, found: value)
        }
        var apps: [AppNames] = []
        for member in members {
            let memberPath = try appPath(member, at: path)
            apps.append(
                AppNames(bundleID: BundleID(member.name), names: try member.value.requireStrings(at: memberPath))
            )
        }
        return .byApp(apps)
    }

    private static func states(reading fields: inout FieldReader) throws(Rejection) -> [AppState] {
        var states: [AppState] = []
        for member in try members("states", reading: &fields) {
            let path = try appPath(member, at: fields.path(of: "states"))
            guard case .string(let text) = member.value, let state = ProcessState(exactly: text) else {
                throw Rejection.invalid(
                    at: path,
                    expected: "a state",
                    found: member.value,
                    accepted: ProcessState.allCases.map(\.rawValue)
                )
            }
            states.append(AppState(bundleID: BundleID(member.name), state: state))
        }
        return states
    }

    private static func patterns(_ name: String, reading fields: inout FieldReader) throws(Rejection) -> [Value] {
        guard let value = try fields.optionalValue(name) else { return [] }
        let path = fields.path(of: name)
        guard case .array(let patterns) = value, (1...ScenarioLimits.elements).contains(patterns.count) else {
            let expected: Expectation = "a list of 1 to \(ScenarioLimits.elements, as: "most") records"
            throw Rejection.invalid(at: path, expected: expected, found: value)
        }
        for (index, pattern) in patterns.enumerated() {
            guard pattern != .object([]) else {
                let expected: Expectation = "the fields of a record, at least one"
                throw Rejection.invalid(at: "\(path)[\(index)]", expected: expected, found: pattern)
            }
            try RecordPattern.check(pattern, at: "\(path)[\(index)]")
        }
        return patterns
    }

    /// - Parameter known: The fields that there may be; nil where they are not known.
    private static func fieldsByApp(
        _ name: String,
        of known: ResourceFields? = nil,
        reading fields: inout FieldReader
    ) throws(Rejection) -> [Value.Member] {
        let members = try members(name, reading: &fields)
        for member in members {
            let path = try appPath(member, at: fields.path(of: name))
            let pattern = try member.value.requireObject(at: path)
            try known?.check(pattern, at: path)
        }
        return members
    }

    private static func reports(reading fields: inout FieldReader) throws(Rejection) -> [Value.Member] {
        let members = try members("reports", reading: &fields)
        for member in members {
            let path = try appPath(member, at: fields.path(of: "reports"))
            guard case .array(let reports) = member.value, reports.count <= ScenarioLimits.elements else {
                let expected: Expectation = "a list of at most \(ScenarioLimits.elements, as: "most") reports"
                throw Rejection.invalid(at: path, expected: expected, found: member.value)
            }
            for (index, report) in reports.enumerated() { _ = try report.requireObject(at: "\(path)[\(index)]") }
        }
        return members
    }

    private static func exits(reading fields: inout FieldReader) throws(Rejection) -> [Value.Member] {
        let exits = try fieldsByApp("exit", reading: &fields)
        for exit in exits {
            guard case .object(let members) = exit.value else { continue }
            let kind = Value.Member("kind", .string(Record.Kind.exit.rawValue))
            let path = "\(fields.path(of: "exit")).\(exit.name)"
            try RecordPattern.check(.object([kind] + members.filter { $0.name != "kind" }), at: path)
        }
        return exits
    }

    private static func code(reading fields: inout FieldReader) throws(Rejection) -> String? {
        guard let value = try fields.optionalValue("rejected") else { return nil }
        guard case .string(let code) = value, !code.isEmpty else {
            throw Rejection.invalid(
                at: fields.path(of: "rejected"),
                expected: "the code of a problem, such as not-possible-now",
                found: value
            )
        }
        return code
    }

    private static func vocabulary(reading fields: inout FieldReader) throws(Rejection) -> [FrameworkReports] {
        var frameworks: [FrameworkReports] = []
        for member in try members("vocabulary", reading: &fields) {
            let path = "\(fields.path(of: "vocabulary")).\(member.name)"
            frameworks.append(
                FrameworkReports(framework: member.name, reports: try member.value.requireStrings(at: path))
            )
        }
        return frameworks
    }

    /// The members of a map that is not empty; none when it is not given.
    private static func members(_ name: String, reading fields: inout FieldReader) throws(Rejection) -> [Value.Member] {
        guard let value = try fields.optionalValue(name) else { return [] }
        guard case .object(let members) = value, !members.isEmpty else {
            throw Rejection.invalid(at: fields.path(of: name), expected: "a map that is not empty", found: value)
        }
        return members
    }

    /// The path of what belongs to an app.
    private static func appPath(_ member: Value.Member, at path: String) throws(Rejection) -> String {
        guard FieldReader.isBundleID(member.name) else {
            throw Rejection.invalid(at: path, expected: "a map from bundle identifiers", found: .string(member.name))
        }
        return "\(path).\(member.name)"
    }
}

extension Value {
    /// The strings of an array that has nothing else.
    fileprivate var strings: [String]? {
        guard case .array(let elements) = self else { return nil }
        var strings: [String] = []
        for element in elements {
            guard case .string(let text) = element else { return nil }
            strings.append(text)
        }
        return strings
    }

    /// The strings of an array that has nothing else.
    ///
    /// - Throws: `invalid-value` when it is something else.
    fileprivate func requireStrings(at path: String) throws(Rejection) -> [String] {
        guard let strings else { throw Rejection.invalid(at: path, expected: "a list of names", found: self) }
        return strings
    }
}
