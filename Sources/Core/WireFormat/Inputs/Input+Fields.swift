import LifecycleKernel

// An input is an object with exactly one field, which names its kind.
extension Input: FieldWritable {
    private enum Kind: String, CaseIterable {
        case event, action, completion, install, uninstall, clock, advance
    }

    /// Reads an input from an object.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads an input from an object that is open already and may have other fields.
    init(reading fields: inout FieldReader) throws(Rejection) {
        switch try fields.exactlyOne(of: Kind.self) {
        case .event: self = .event(try fields.nested("event", Event.init(_:at:)))
        case .action: self = try fields.nested("action", Input.action(naming:at:))
        case .completion:
            var completion = try fields.object("completion")
            self = .completion(try completion.bundleID(), try Completion(reading: &completion))
            try completion.finish()
        case .install: self = .install(try fields.nested("install", AppManifest.init(_:at:)))
        case .uninstall:
            var uninstall = try fields.object("uninstall")
            self = .uninstall(try uninstall.bundleID())
            try uninstall.finish()
        case .clock: self = .clock(try fields.nested("clock", ClockChange.init(_:at:)))
        case .advance: self = .advance(try fields.nested("advance", Advance.init(recorded:at:)))
        }
    }

    /// Reads an action that names its app in its field `bundleID`.
    package static func action(naming value: Value, at path: String) throws(Rejection) -> Input {
        var fields = try FieldReader(value, at: path)
        return try action(of: fields.bundleID(), reading: &fields)
    }

    /// Reads an action of an app that is named elsewhere, such as in a URL; `extension` says that one of its extensions
    /// takes it.
    package static func action(_ value: Value, of bundleID: BundleID, at path: String) throws(Rejection) -> Input {
        var fields = try FieldReader(value, at: path, namedBy: "action", among: Action.knownNames)
        return try action(of: bundleID, reading: &fields)
    }

    private static func action(of bundleID: BundleID, reading fields: inout FieldReader) throws(Rejection) -> Input {
        let action = try Action(reading: &fields)
        let appExtension = try fields.optionalChoice("extension", as: AppExtension.self)
        try fields.finish()
        return .action(bundleID, action, of: appExtension)
    }

    /// Puts one field, named for the kind of input.
    package func write(to sink: inout some FieldSink) {
        switch self {
        case .event(let event): sink.put("event", event)
        case .action(let bundleID, let action, let appExtension):
            sink.put(
                "action",
                object: { fields in
                    fields.put("bundleID", bundleID)
                    if let appExtension { fields.put("extension", appExtension.rawValue) }
                    action.write(to: &fields)
                }
            )
        case .completion(let bundleID, let completion):
            sink.put(
                "completion",
                object: { fields in
                    fields.put("bundleID", bundleID)
                    completion.write(to: &fields)
                }
            )
        case .install(let manifest): sink.put("install", manifest)
        case .uninstall(let bundleID): sink.put("uninstall", object: { $0.put("bundleID", bundleID) })
        case .clock(let change): sink.put("clock", change)
        case .advance(let advance): sink.put("advance", advance)
        }
    }
}

extension Completion: FieldWritable {
    /// How many actions a handler may take.
    private static let actionCount = 0...1_000

    /// Reads a completion from an object with `callback`, `actions` and `returns`.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads a completion of a callback that is named elsewhere, such as in a URL.
    package init(_ value: Value, at path: String, callback: SequenceNumber) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields, callback: callback)
        try fields.finish()
    }

    /// Reads a completion from an object that is open already and may have other fields.
    ///
    /// - Parameter callback: The callback, when it is named elsewhere; else the field `callback` names it.
    package init(reading fields: inout FieldReader, callback: SequenceNumber? = nil) throws(Rejection) {
        let sequence = if let callback { callback } else { try fields.sequence("callback", from: 1) }
        self.init(
            callback: sequence,
            actions: try fields.list("actions", count: Self.actionCount, Action.init(_:at:)),
            returns: try fields.optionalValue("returns")
        )
    }

    /// Puts the callback, the actions, and what the handler returns.
    package func write(to sink: inout some FieldSink) {
        sink.put("callback", callback)
        sink.put("actions", list: actions)
        if let returns { sink.put("returns", value: returns) }
    }
}

extension Rejection {
    /// What would have been accepted instead, events by their types.
    package var acceptedNames: [String] { accepted + acceptedEvents.map(\.typeName) }
}
