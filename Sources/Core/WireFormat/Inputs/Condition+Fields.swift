import LifecycleKernel

// A condition is an object with exactly one of `app`, `record`, `all` and `any`.
extension Condition: FieldWritable {
    private enum Kind: String, CaseIterable {
        case app, record, all, any
    }

    /// How deep conditions may be nested.
    static let maximumDepth = 8
    /// How many conditions one condition may be made of, itself included.
    static let maximumCount = 100

    /// Reads a condition from an object.
    ///
    /// - Throws: What is wrong, also with a pattern that no record can match.
    package init(_ value: Value, at path: String) throws(Rejection) {
        try self.init(recorded: value, at: path)
        try checkPatterns(at: path)
    }

    /// Reads a condition from its record. Its patterns are not checked, because a kernel version with other names may have
    /// accepted them.
    init(recorded value: Value, at path: String) throws(Rejection) {
        var left = Self.maximumCount
        try self.init(value, at: path, depth: 1, left: &left)
    }

    private func checkPatterns(at path: String) throws(Rejection) {
        let prefix = path.isEmpty ? "" : "\(path)."
        switch self {
        case .app: break
        case .record(let pattern): try RecordPattern.check(pattern.source, at: "\(prefix)record")
        case .all(let parts):
            for (index, part) in parts.enumerated() { try part.checkPatterns(at: "\(prefix)all[\(index)]") }
        case .any(let parts):
            for (index, part) in parts.enumerated() { try part.checkPatterns(at: "\(prefix)any[\(index)]") }
        }
    }

    private init(_ value: Value, at path: String, depth: Int, left: inout Int) throws(Rejection) {
        left -= 1
        guard depth <= Self.maximumDepth, left >= 0 else {
            throw Rejection(
                .tooComplex,
                """
                A condition has at most \(Self.maximumCount, as: "limit") parts, nested at most \
                \(Self.maximumDepth, as: "depth") deep.
                """,
                field: path.isEmpty ? nil : path
            )
        }
        var fields = try FieldReader(value, at: path)
        switch try fields.exactlyOne(of: Kind.self) {
        case .app: self = try Self.app(reading: &fields)
        case .record: self = .record(RecordPattern(try Self.pattern(reading: &fields)))
        case .all: self = .all(try Self.parts("all", of: &fields, depth: depth, left: &left))
        case .any: self = .any(try Self.parts("any", of: &fields, depth: depth, left: &left))
        }
        try fields.finish()
    }

    private static func app(reading fields: inout FieldReader) throws(Rejection) -> Condition {
        var app = try fields.object("app")
        let condition = Condition.app(try app.bundleID(), try app.choice("state", as: ProcessState.self))
        try app.finish()
        return condition
    }

    private static func pattern(reading fields: inout FieldReader) throws(Rejection) -> Value {
        let pattern = try fields.value("record")
        guard case .object = pattern else {
            throw Rejection.invalid(at: fields.path(of: "record"), expected: .object, found: pattern)
        }
        return pattern
    }

    private static func parts(
        _ name: String,
        of fields: inout FieldReader,
        depth: Int,
        left: inout Int
    ) throws(Rejection) -> [Condition] {
        var parts: [Condition] = []
        for (index, part) in try fields.list(name, count: 1...maximumCount, { value, _ in value }).enumerated() {
            let path = "\(fields.path(of: name))[\(index)]"
            parts.append(try Condition(part, at: path, depth: depth + 1, left: &left))
        }
        return parts
    }

    /// Puts the one field that the condition is.
    package func write(to sink: inout some FieldSink) {
        switch self {
        case .app(let bundleID, let state):
            sink.put(
                "app",
                object: { app in
                    app.put("bundleID", bundleID)
                    app.put("state", state.rawValue)
                }
            )
        case .record(let pattern): sink.put("record", value: pattern.source)
        case .all(let parts): sink.put("all", list: parts)
        case .any(let parts): sink.put("any", list: parts)
        }
    }
}
