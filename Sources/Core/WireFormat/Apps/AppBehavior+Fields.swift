import LifecycleKernel

// A behaviour is an object with an array of entries for each handler that does something.
extension AppBehavior {
    /// How many entries a behaviour may have, in all its handlers.
    private static let maximumEntries = 1_000

    /// Reads a behaviour from an object.
    ///
    /// - Throws: `invalid-value` for a handler that there is not, and for too many entries; what is wrong with an entry.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        var handlers: [Handler] = []
        var count = 0
        for member in fields.members {
            guard let name = CallbackName(exactly: member.name) else {
                let names = CallbackName.allCases.map(\.rawValue)
                throw Rejection(
                    .invalidValue,
                    "There is no handler \"\(member.name.shortened, as: "name")\".",
                    then: names.suggestion(forWords: member.name),
                    field: fields.path(of: member.name.shortened),
                    accepted: names
                )
            }
            let entries = try fields.list(member.name, count: 0...Self.maximumEntries, Entry.init(_:at:))
            try Self.refuseEntriesAfterReturn(entries, at: fields.path(of: member.name))
            count += entries.count
            guard count <= Self.maximumEntries else {
                throw Rejection(
                    .invalidValue,
                    "All handlers together have at most \(Self.maximumEntries, as: "limit") entries.",
                    field: path
                )
            }
            handlers.append(Handler(name: name, entries: entries))
        }
        self.init(handlers: handlers.sorted { $0.name.rawValue < $1.name.rawValue })
    }

    private static func refuseEntriesAfterReturn(_ entries: [Entry], at path: String) throws(Rejection) {
        for (index, entry) in entries.dropLast().enumerated() {
            guard case .returns = entry else { continue }
            throw Rejection(
                .invalidValue,
                "A handler returns with its last entry, but entries follow this one.",
                field: "\(path)[\(index)]"
            )
        }
    }

    /// The behaviour as an object, its handlers in the order of their names.
    package var value: Value {
        .object(handlers.map { Value.Member($0.name.rawValue, .array($0.entries.map(\.value))) })
    }
}

// An entry is an action with how long it takes, or what the handler returns.
extension AppBehavior.Entry: FieldWritable {
    private enum Kind: String, CaseIterable {
        case action, returns
    }

    /// Reads an entry from an object.
    init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path, namedBy: "action", among: Action.knownNames)
        switch try fields.exactlyOne(of: Kind.self) {
        case .returns: self = .returns(try fields.value("returns"))
        case .action: self = .act(try Action(reading: &fields), takes: try fields.seconds("takesSeconds", orElse: 0))
        }
        try fields.finish()
    }

    /// Puts the action and how long it takes, or what the handler returns.
    package func write(to sink: inout some FieldSink) {
        switch self {
        case .act(let action, let takes):
            action.write(to: &sink)
            if takes > 0 { sink.put("takesSeconds", seconds: takes) }
        case .returns(let value):
            sink.put("returns", value: value)
        }
    }
}

// An app's own responders, which hang on one another and on the chain that every app has.
extension Responder: FieldWritable {
    /// How many responders an app may have.
    private static let maximumCount = 1_000
    /// How many kinds of events a responder may handle.
    private static let handlesCount = 0...64

    /// Reads the field `responders`.
    ///
    /// - Throws: `invalid-value` for a name used twice, a parent that there is not, one for the end of the chain, and a
    ///   chain that has no end.
    static func tree(reading fields: inout FieldReader) throws(Rejection) -> [Responder] {
        let responders = try fields.list("responders", count: 0...maximumCount, Responder.init(_:at:))
        let path = fields.path(of: "responders")
        var indices: [ExactText: Int] = [:]
        for (index, responder) in responders.enumerated() {
            let isNew = indices.updateValue(index, forKey: ExactText(responder.name)) == nil
            if responder.parent != nil, builtIn.contains(responder.name) {
                throw Rejection(
                    .invalidValue,
                    """
                    \(responder.name, as: "name") cannot have a parent: what follows it in the responder chain is the same \
                    in every app.
                    """,
                    field: "\(path)[\(index)].parent"
                )
            }
            guard isNew else {
                throw Rejection(
                    .invalidValue,
                    """
                    There is a responder "\(responder.name.shortened, as: "name")" already: a name can be used only once.
                    """,
                    field: "\(path)[\(index)].name"
                )
            }
        }
        try refuseLostParents(responders, indices, at: path)
        try refuseCycles(responders, indices, at: path)
        return responders
    }

    private static func refuseLostParents(
        _ responders: [Responder],
        _ indices: [ExactText: Int],
        at path: String
    ) throws(Rejection) {
        for (index, responder) in responders.enumerated() {
            guard let parent = responder.parent, !builtIn.contains(parent), indices[ExactText(parent)] == nil else {
                continue
            }
            throw Rejection(
                .invalidValue,
                """
                There is no responder "\(parent.shortened, as: "name")": a parent must be another responder of the app, or \
                a built-in one.
                """,
                field: "\(path)[\(index)].parent",
                accepted: builtIn
            )
        }
    }

    /// Follows every chain to its end, past each responder once.
    private static func refuseCycles(
        _ responders: [Responder],
        _ indices: [ExactText: Int],
        at path: String
    ) throws(Rejection) {
        /// The chain in which a responder was first met.
        var chain = [Int?](repeating: nil, count: responders.count)
        for start in responders.indices {
            var next: Int? = start
            while let index = next, chain[index] == nil {
                chain[index] = start
                next = responders[index].parent.flatMap { indices[ExactText($0)] }
            }
            guard let index = next, chain[index] == start else { continue }
            throw Rejection(
                .invalidValue,
                """
                The responder chain that begins at "\(responders[index].name.shortened, as: "name")" leads back to it.
                """,
                field: "\(path)[\(index)].parent"
            )
        }
    }

    private init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        self.init(
            name: try fields.string("name"),
            parent: try fields.optionalString("parent"),
            handles: try fields.strings("handles", count: Self.handlesCount),
            elementType: try fields.optionalChoice("elementType", as: ElementType.self),
            alert: try fields.has("alert") ? fields.nested("alert", Alert.init(_:at:)) : nil
        )
        try fields.finish()
    }

    /// Puts the name, the next responder, the kinds of events handled, and what UI tests see of it.
    package func write(to sink: inout some FieldSink) {
        sink.put("name", name)
        if let parent { sink.put("parent", parent) }
        sink.put("handles", strings: handles)
        if let elementType { sink.put("elementType", elementType.rawValue) }
        if let alert { sink.put("alert", alert) }
    }
}

extension Responder.Alert: FieldWritable {
    /// How many buttons an alert may have.
    private static let buttonCount = 1...10

    fileprivate init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        self.init(
            title: try fields.string("title", length: FieldReader.textLength),
            message: try fields.optionalString("message", length: FieldReader.textLength)
        )
        if fields.has("buttons") { buttons = try fields.strings("buttons", count: Self.buttonCount) }
        try fields.finish()
    }

    /// Puts the texts and the buttons.
    package func write(to sink: inout some FieldSink) {
        sink.put("title", title)
        if let message { sink.put("message", message) }
        sink.put("buttons", strings: buttons)
    }
}
