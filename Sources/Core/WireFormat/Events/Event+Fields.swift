import LifecycleKernel

// An event is an object with `type`, the app where it is an event of one, and the fields of that type.
extension Event: FieldWritable {
    /// Every type of event: its name, what it means, and its own fields.
    package static let descriptions: [InputDescription] =
        DeviceEvent.table.descriptions + AppEvent.table.descriptions + SceneEvent.table.descriptions
        + WakeEvent.table.descriptions + InputEvent.table.descriptions + table.descriptions

    /// Every type of event, as the field `type` names them.
    package static let knownTypes: [String] = descriptions.map(\.name)

    /// The types of events of the device, which name no app or need not.
    package static let typesOfDevice = Set(DeviceEvent.table.descriptions.map(\.name))

    /// The type of this event, as the field `type` names it.
    package var typeName: String {
        switch self {
        case .device(let event): DeviceEvent.table.row(of: event).name
        case .app(_, let event): AppEvent.table.row(of: event).name
        case .scene(_, let event): SceneEvent.table.row(of: event).name
        case .wake(_, let event): WakeEvent.table.row(of: event).name
        case .input(_, let event): InputEvent.table.row(of: event).name
        case .openURL, .push: Self.table.row(of: self).name
        }
    }

    /// Reads an event from an object.
    ///
    /// - Throws: `unknown-event` with the types there are; what is wrong with a field.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path, namedBy: "type", among: Self.knownTypes)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads an event from an object that is open already and may have other fields.
    package init(reading fields: inout FieldReader) throws(Rejection) {
        let name = try fields.string("type")
        if let row = DeviceEvent.table[name] {
            self = .device(try row.read(&fields))
        } else if let row = AppEvent.table[name] {
            self = .app(try fields.bundleID(), try row.read(&fields))
        } else if let row = SceneEvent.table[name] {
            self = .scene(try fields.bundleID(), try row.read(&fields))
        } else if let row = WakeEvent.table[name] {
            self = .wake(try fields.bundleID(), try row.read(&fields))
        } else if let row = InputEvent.table[name] {
            self = .input(try fields.bundleID(), try row.read(&fields))
        } else if let row = Self.table[name] {
            self = try row.read(&fields)
        } else {
            throw Rejection(
                .unknownEvent,
                "There is no event \"\(name.shortened, as: "name")\".",
                then: Self.knownTypes.suggestion(forWords: name),
                field: fields.path(of: "type"),
                accepted: Self.knownTypes
            )
        }
    }

    /// Puts `type`, the app where it is an event of one, and the fields of that type.
    package func write(to sink: inout some FieldSink) {
        switch self {
        case .device(let event): DeviceEvent.table.row(of: event).write(event, to: &sink)
        case .app(let bundleID, let event): AppEvent.table.row(of: event).write(event, of: bundleID, to: &sink)
        case .scene(let bundleID, let event): SceneEvent.table.row(of: event).write(event, of: bundleID, to: &sink)
        case .wake(let bundleID, let event): WakeEvent.table.row(of: event).write(event, of: bundleID, to: &sink)
        case .input(let bundleID, let event): InputEvent.table.row(of: event).write(event, of: bundleID, to: &sink)
        case .openURL, .push: Self.table.row(of: self).write(self, to: &sink)
        }
    }
}

extension CaseDescriptor {
    /// Puts the type of an event, its app, and its fields.
    fileprivate func write(_ event: Subject, of bundleID: BundleID? = nil, to sink: inout some FieldSink) {
        sink.put("type", name)
        if let bundleID { sink.put("bundleID", bundleID) }
        write(event) { sink.put($0, $1) }
    }
}
