import LifecycleKernel

extension OwnProperty {
    private enum FormName: String, CaseIterable {
        case always, never, eventually
    }

    /// Reads a property from an object with exactly one of `always`, `never` and `eventually`.
    ///
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads the fields of a property.
    ///
    /// - Throws: What is wrong, with the path of the field.
    package init(reading fields: inout FieldReader) throws(Rejection) {
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
    }
}

extension OwnProperty: FieldWritable {
    /// Puts the property as it is read.
    package func write(to sink: inout some FieldSink) {
        sink.put("name", name)
        sink.put("severity", severity.rawValue)
        switch form {
        case .always(let condition, let scope):
            sink.put("always", condition)
            if let scope { sink.put("while", scope) }
        case .never(let patterns, let after, let until):
            sink.put("never", value: .array(patterns.map(\.source)))
            if let after { sink.put("after", value: after.source) }
            if let until { sink.put("until", value: until.source) }
        case .eventually(let pattern, let after, let within, let unless):
            sink.put("after", value: after.source)
            sink.put("eventually", value: pattern.source)
            sink.put("within", seconds: within)
            if !unless.isEmpty { sink.put("unless", value: .array(unless.map(\.source))) }
        }
    }
}

extension FieldReader {
    /// How many patterns a field may have.
    private static var mostPatterns: Int { 32 }

    /// A pattern, or a list of patterns.
    fileprivate mutating func patterns(_ name: String) throws(Rejection) -> [RecordPattern] {
        try oneOrMore(name, count: 1...Self.mostPatterns, RecordPattern.readable(_:at:))
    }

    fileprivate mutating func optionalPattern(_ name: String) throws(Rejection) -> RecordPattern? {
        try has(name) ? nested(name, RecordPattern.readable(_:at:)) : nil
    }
}

extension RecordPattern {
    /// Fields that a property cannot read, because abstract states leave out or rename their values.
    package static let unreadable: [String] = [
        "sequence", "time", "cause", "pid", "sceneID", "evidence", "explanation", "detail", "startedAt", "endedAt",
    ]

    /// Reads a pattern that does not depend on when something happened or how it is numbered.
    ///
    /// - Throws: What is wrong, with the path of the field.
    fileprivate static func readable(_ value: Value, at path: String) throws(Rejection) -> RecordPattern {
        try check(value, at: path)
        if case .object(let members) = value {
            let isReturned = value["kind"] == "returned"
            for member in members
            where unreadable.contains(exactly: member.name) || isReturned && member.name == "callback" {
                throw Rejection(
                    .invalidValue,
                    """
                    A property cannot read \(member.name, as: "name"): it differs between runs that an exploration treats \
                    as the same.
                    """,
                    field: "\(path).\(member.name)"
                )
            }
        }
        return RecordPattern(value)
    }
}
