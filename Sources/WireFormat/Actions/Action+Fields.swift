import LifecycleKernel

// An action is an object with `action` and the fields of that action.
extension Action: FieldWritable {
    /// Every action: its name, what it means, and its own fields.
    package static let descriptions: [InputDescription] = table.descriptions

    /// Every action's name, as the field `action` gives them.
    package static let knownNames: [String] = descriptions.map(\.name)

    /// The name of this action, as the field `action` gives it.
    package var actionName: String { Self.table.row(of: self).name }

    /// Reads an action from an object.
    ///
    /// - Throws: `unknown-action` with the actions there are; what is wrong with a field.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads an action from an object that is open already and may have other fields.
    package init(reading fields: inout FieldReader) throws(Rejection) {
        let name = try fields.string("action")
        guard let row = Self.table[name] else {
            throw Rejection(
                .unknownAction,
                "There is no action \(name.quotedBriefly).\(Self.knownNames.suggestion(for: name))",
                field: fields.path(of: "action"),
                accepted: Self.knownNames
            )
        }
        self = try row.read(&fields)
    }

    /// Puts `action` and the fields of that action.
    package func write(to sink: inout some FieldSink) {
        let row = Self.table.row(of: self)
        sink.put("action", row.name)
        row.write(self) { sink.put($0, $1) }
    }
}
