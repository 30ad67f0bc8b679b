import LifecycleKernel
import WireFormat

extension Scenario {
    /// Reads a scenario that is put together already: `include` and `variables` have no effect any more.
    ///
    /// - Parameter path: The path of the object; empty for a whole file.
    /// - Throws: What is wrong, with the path of the field: one of the scenario, of a step or of a check that is unknown, a
    ///   step that does nothing or two things, a check that cannot be read.
    public init(_ value: Value, at path: String = "") throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        self.init(
            name: try fields.lineOfText("scenario"),
            about: try fields.optionalString("about", length: FieldReader.textLength),
            source: try fields.optionalString("source", length: FieldReader.textLength),
            tags: try fields.strings("tags", count: 0...ScenarioLimits.tags),
            device: try fields.optionalObjectValue("device") ?? .object([]),
            apps: try fields.list("apps", count: 0...ScenarioLimits.apps) { value, path throws(Rejection) in
                try value.requireObject(at: path)
            },
            properties: try fields.list(
                "properties",
                count: 0...ScenarioLimits.properties,
                ScenarioProperty.init(_:at:)
            ),
            steps: try fields.list("steps", count: 1...ScenarioLimits.steps, ScenarioStep.init(_:at:))
        )
        if steps.isEmpty {
            throw Rejection(
                .missingField,
                "The field steps is missing: it must be a list of at least one step.",
                field: fields.path(of: "steps")
            )
        }
        _ = try ScenarioVariables.read(fields.optionalValue("variables"), at: fields.path(of: "variables"))
        _ = fields.has("include")
        try fields.finish()
    }
}

extension ScenarioStep {
    /// The fields of which a step has exactly one.
    private enum OperationName: String, CaseIterable {
        case send, act, advance, advanceBefore, advanceUntil, advanceToCallback, complete, install, check
    }

    /// Reads a step.
    ///
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let name = try fields.exactlyOne(of: OperationName.self)
        self.init(try Self.operation(name, reading: &fields), checks: try StepChecks(reading: &fields))
        try fields.finish()
    }

    private static func operation(
        _ name: OperationName,
        reading fields: inout FieldReader
    ) throws(Rejection) -> Operation {
        switch name {
        case .send: .send(try fields.oneOrMore("send"))
        case .act: .act(try appActions(reading: &fields))
        case .advance: .advance(try fields.seconds("advance"))
        case .advanceBefore: .advanceBefore(try fields.seconds("advanceBefore"))
        case .advanceUntil: .advanceUntil(try fields.objectValue("advanceUntil"))
        case .advanceToCallback: .advanceToCallback(try fields.seconds("advanceToCallback"))
        case .complete: .complete(try fields.nested("complete", HandlerReturn.init(_:at:)))
        case .install: .install(try fields.objectValue("install"))
        case .check: try check(reading: &fields)
        }
    }

    /// `check` takes nothing: null, or an empty object.
    private static func check(reading fields: inout FieldReader) throws(Rejection) -> Operation {
        if let given = try fields.optionalObject("check") { try given.finish() }
        return .check
    }

    /// Takes the app out of each action, and puts neighbouring actions of one app together.
    private static func appActions(reading fields: inout FieldReader) throws(Rejection) -> [AppActions] {
        var runs: [AppActions] = []
        let path = fields.path(of: "act")
        for (index, value) in try fields.oneOrMore("act").enumerated() {
            var action = try FieldReader(value, at: "\(path)[\(index)]")
            let bundleID = try action.bundleID()
            let rest = Value.object(action.members.filter { $0.name != "bundleID" })
            if runs.last?.bundleID == bundleID {
                runs[runs.count - 1].actions.append(rest)
            } else {
                runs.append(AppActions(bundleID: bundleID, actions: [rest]))
            }
        }
        return runs
    }
}

extension ScenarioStep.HandlerReturn {
    /// Reads `bundleID`, `callback`, `actions` and `returns`.
    init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        bundleID = try fields.bundleID()
        callback = try fields.string("callback")
        actions = try fields.list("actions", count: 0...ScenarioLimits.elements) { value, path throws(Rejection) in
            try value.requireObject(at: path)
        }
        returns = try fields.optionalValue("returns")
        try fields.finish()
    }
}

extension FieldReader {
    /// A string without line breaks and other control characters: it is printed on a line.
    fileprivate mutating func lineOfText(_ name: String) throws(Rejection) -> String {
        let text = try string(name)
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            let expected: Expectation = "one line of text without control characters"
            throw Rejection.invalid(at: path(of: name), expected: expected, found: .string(text))
        }
        return text
    }

    /// An object that is kept as it is.
    fileprivate mutating func objectValue(_ name: String) throws(Rejection) -> Value {
        try value(name).requireObject(at: path(of: name))
    }

    /// An object that is kept as it is, if it is given.
    mutating func optionalObjectValue(_ name: String) throws(Rejection) -> Value? {
        try optionalValue(name)?.requireObject(at: path(of: name))
    }

    /// One object, or a list of at least one.
    mutating func oneOrMore(_ name: String) throws(Rejection) -> [Value] {
        let path = self.path(of: name)
        guard case .array(let elements) = try value(name) else { return [try objectValue(name)] }
        guard (1...ScenarioLimits.elements).contains(elements.count) else {
            let expected: Expectation = "an object, or a list of 1 to \(ScenarioLimits.elements, as: "most") objects"
            throw Rejection.invalid(at: path, expected: expected, found: .array(elements))
        }
        for (index, element) in elements.enumerated() { _ = try element.requireObject(at: "\(path)[\(index)]") }
        return elements
    }
}

extension Value {
    /// The value itself.
    ///
    /// - Throws: `invalid-value` when it is no object.
    func requireObject(at path: String) throws(Rejection) -> Value {
        guard case .object = self else { throw Rejection.invalid(at: path, expected: .object, found: self) }
        return self
    }
}

/// The mistakes in a document, in the order in which they are found.
struct Mistakes {
    private(set) var all: [Rejection] = []

    /// Reads something, and adds what is wrong with it.
    mutating func check(_ read: () throws(Rejection) -> Void) {
        do throws(Rejection) {
            try read()
        } catch {
            all.append(error)
        }
    }
}

extension Scenario {
    /// What cannot be read of the device, the apps and the steps of a scenario. An input that cannot is a mistake in the file,
    /// and nothing that an app has done. How the device's clock runs is left to who carries the scenario out.
    static func mistakes(in value: Value) -> [Rejection] {
        var mistakes = Mistakes()
        if let device = value["device"], device != .null {
            mistakes.check { () throws(Rejection) in
                var fields = try FieldReader(device, at: "device")
                _ = try DeviceSettings(reading: &fields)
                for name in ["clock", "id", "expiresAfterSeconds", "labels"] { _ = fields.has(name) }
                try fields.finish()
            }
        }
        for (index, app) in (value["apps"]?.elements ?? []).enumerated() {
            mistakes.check { () throws(Rejection) in _ = try AppManifest(app, at: "apps[\(index)]") }
        }
        for (index, step) in (value["steps"]?.elements ?? []).enumerated() {
            ScenarioStep.check(step, at: "steps[\(index)]", &mistakes)
        }
        return mistakes.all
    }
}

extension ScenarioStep {
    /// Reads a step, and its inputs unless it expects to be refused.
    fileprivate static func check(_ value: Value, at path: String, _ mistakes: inout Mistakes) {
        let count = mistakes.all.count
        checkParts(of: value, at: path, &mistakes)
        if mistakes.all.count == count {
            mistakes.check { () throws(Rejection) in _ = try ScenarioStep(value, at: path) }
        }
        // An input that is no object is a mistake of the step, and is told once.
        let isInput = mistakes.all[count...].contains { mistake in
            OperationName.allCases.contains { mistake.field?.hasPrefix("\(path).\($0.rawValue)") == true }
        }
        guard value["rejected"] == nil, !isInput else { return }
        for (event, path) in value.oneOrMore("send", at: path) {
            mistakes.check { () throws(Rejection) in _ = try Event(event, at: path) }
        }
        for (action, path) in value.oneOrMore("act", at: path) {
            mistakes.check { () throws(Rejection) in _ = try Input.action(naming: action, at: path) }
        }
        mistakes.check { () throws(Rejection) in
            if let condition = value["advanceUntil"] { _ = try Condition(condition, at: "\(path).advanceUntil") }
            if let app = value["install"] { _ = try AppManifest(app, at: "\(path).install") }
            if let handler = value["complete"] { try checkReturn(of: handler, at: "\(path).complete") }
        }
    }

    /// Reads what a step does, and each of its checks, by itself: a mistake in one hides none in another.
    private static func checkParts(of value: Value, at path: String, _ mistakes: inout Mistakes) {
        guard case .object(let members) = value else { return }
        let operation = members.filter { OperationName(rawValue: $0.name) != nil }
        guard operation.count == 1 else { return }
        let nothing = Value.Member(OperationName.check.rawValue, .object([]))
        let checks = members.filter { OperationName(rawValue: $0.name) == nil }
        for part in [operation] + checks.map({ [nothing, $0] }) {
            mistakes.check { () throws(Rejection) in _ = try ScenarioStep(.object(part), at: path) }
        }
    }

    /// What the handler returns is left to the callback, which is not known before it is called.
    private static func checkReturn(of value: Value, at path: String) throws(Rejection) {
        _ = try Completion(value.keeping { $0 == "actions" }, at: path, callback: 0)
    }
}

extension Value {
    /// The objects of a field that has one, or a list of them, with the path of each; none if the field is not given.
    fileprivate func oneOrMore(_ name: String, at path: String) -> [(value: Value, path: String)] {
        switch self[name] {
        case .array(let elements)?:
            elements.enumerated().map { (value: $0.element, path: "\(path).\(name)[\($0.offset)]") }
        case let value?: [(value: value, path: "\(path).\(name)")]
        case nil: []
        }
    }

    /// This object with some of its members.
    fileprivate func keeping(_ isKept: (String) -> Bool) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { isKept($0.name) })
    }
}
