import LifecycleKernel
import WireFormat

extension OwnProperty {
    private enum FormName: String, CaseIterable {
        case always, never, eventually
    }

    /// Reads a property from an object with exactly one of `always`, `never` and `eventually`.
    ///
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        name = try fields.string("name")
        severity = try fields.choice("severity", orElse: .error)
        form =
            switch try fields.exactlyOne(of: FormName.self) {
            case .always:
                .always(
                    try fields.nested("always", StateCondition.init(_:at:)),
                    while: try fields.has("while") ? fields.nested("while", StateCondition.init(_:at:)) : nil
                )
            case .never:
                .never(
                    try fields.patterns("never"),
                    after: try fields.optionalPattern("after"),
                    until: try fields.optionalPattern("until")
                )
            case .eventually:
                .eventually(
                    try fields.nested("eventually", RecordPattern.readable(_:at:)),
                    after: try fields.nested("after", RecordPattern.readable(_:at:)),
                    within: try fields.seconds("within"),
                    unless: try fields.has("unless") ? fields.patterns("unless") : []
                )
            }
        try fields.finish()
    }
}

extension FieldReader {
    /// A pattern, or a list of patterns.
    fileprivate mutating func patterns(_ name: String) throws(Rejection) -> [RecordPattern] {
        try oneOrMore(name, count: 1...Exploration.mostPatterns, RecordPattern.readable(_:at:))
    }

    fileprivate mutating func optionalPattern(_ name: String) throws(Rejection) -> RecordPattern? {
        try has(name) ? nested(name, RecordPattern.readable(_:at:)) : nil
    }
}

extension RecordPattern {
    /// Fields whose values are renamed or left out between situations that are taken for one.
    private static let unreadable: Set<String> = [
        "sequence", "time", "cause", "pid", "sceneID", "evidence", "explanation", "detail", "startedAt", "endedAt",
    ]

    /// Reads a pattern that does not depend on when something happened or how it is numbered.
    ///
    /// - Throws: What is wrong, with the path of the field.
    fileprivate static func readable(_ value: Value, at path: String) throws(Rejection) -> RecordPattern {
        try check(value, at: path)
        if case .object(let members) = value {
            let isReturned = value["kind"] == "returned"
            for member in members where unreadable.contains(member.name) || isReturned && member.name == "callback" {
                throw Rejection(
                    .invalidValue,
                    "A property cannot read \(member.name): it differs between situations that the search takes for one.",
                    field: "\(path).\(member.name)"
                )
            }
        }
        return RecordPattern(value)
    }
}

extension StateCondition {
    private enum FormName: String, CaseIterable {
        case app, device, not, all, any
    }

    /// Reads a condition from an object with exactly one of `app`, `device`, `not`, `all` and `any`.
    ///
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        switch try fields.exactlyOne(of: FormName.self) {
        case .app:
            var app = try fields.object("app")
            let bundleID = try app.bundleID()
            self = .app(
                bundleID,
                state: try app.optionalChoice("state", as: ProcessState.self),
                unsavedChanges: try app.optionalInteger("unsavedChanges", in: 0...1_000_000).map(Int.init),
                isForceQuit: try app.optionalBool("forceQuit")
            )
            try app.finish()
        case .device:
            var device = try fields.object("device")
            let isLocked = try device.optionalBool("isLocked")
            let isOn = try device.optionalBool("isOn")
            let apps = device.has("appsInFront") ? try device.strings("appsInFront", count: 0...16) : nil
            self = .device(isLocked: isLocked, isOn: isOn, appsInFront: apps?.map { BundleID($0) })
            try device.finish()
        case .not: self = .not(try fields.nested("not", StateCondition.init(_:at:)))
        case .all: self = .all(try fields.list("all", count: 1...Exploration.mostPatterns, StateCondition.init(_:at:)))
        case .any: self = .any(try fields.list("any", count: 1...Exploration.mostPatterns, StateCondition.init(_:at:)))
        }
        try fields.finish()
    }
}
