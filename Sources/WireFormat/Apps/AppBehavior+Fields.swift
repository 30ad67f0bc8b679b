import LifecycleKernel

// A behaviour is an object with an array of entries for each handler that does something.
extension AppBehavior {
    /// How many entries a behaviour may have, in all its handlers.
    private static let maximumEntries = 1_000

    /// Reads a behaviour from an object.
    ///
    /// - Throws: `invalid-value` for a handler that there is not; what is wrong with an entry.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        var handlers: [Handler] = []
        var left = Self.maximumEntries
        for member in fields.members {
            guard let name = CallbackName(exactly: member.name) else {
                let names = CallbackName.allCases.map(\.rawValue)
                throw Rejection(
                    .invalidValue,
                    "There is no handler \(member.name.quotedBriefly).\(names.suggestion(for: member.name))",
                    field: fields.path(of: member.name.shortened),
                    accepted: names
                )
            }
            let entries = try fields.list(member.name, count: 0...left, Entry.init(_:at:))
            try Self.refuseEntriesAfterReturn(entries, at: fields.path(of: member.name))
            left -= entries.count
            handlers.append(Handler(name: name, entries: entries))
        }
        self.init(handlers: handlers.sorted { $0.name.rawValue < $1.name.rawValue })
    }

    private static func refuseEntriesAfterReturn(_ entries: [Entry], at path: String) throws(Rejection) {
        for (index, entry) in entries.dropLast().enumerated() {
            guard case .returns = entry else { continue }
            throw Rejection(
                .invalidValue,
                "A handler returns with its last entry, and others follow this one.",
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
        var fields = try FieldReader(value, at: path)
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
