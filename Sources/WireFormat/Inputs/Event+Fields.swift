import LifecycleKernel

// An event is an object with `type` and the fields of that type.
extension Event: FieldWritable {
    /// The types that belong to no family of events.
    enum TypeName: String, CaseIterable {
        case openURL = "app.openURL"
        case push = "push.deliver"
    }

    /// Every type of event, as the field `type` names them.
    public static let knownTypes: [String] =
        DeviceEvent.TypeName.allCases.map(\.rawValue) + AppEvent.TypeName.allCases.map(\.rawValue)
        + SceneEvent.TypeName.allCases.map(\.rawValue) + WakeEvent.TypeName.allCases.map(\.rawValue)
        + InputEvent.TypeName.allCases.map(\.rawValue) + TypeName.allCases.map(\.rawValue)

    /// The type of this event, as the field `type` names it.
    public var typeName: String {
        switch self {
        case .device(let event): event.typeName.rawValue
        case .app(_, let event): event.typeName.rawValue
        case .openURL: TypeName.openURL.rawValue
        case .scene(_, let event): event.typeName.rawValue
        case .push: TypeName.push.rawValue
        case .wake(_, let event): event.typeName.rawValue
        case .input(_, let event): event.typeName.rawValue
        }
    }

    /// Reads an event from an object.
    ///
    /// - Throws: `unknown-event` with the types there are; what is wrong with a field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields)
        try fields.finish()
    }

    /// Reads an event from an object that is open already and may have other fields.
    public init(reading fields: inout FieldReader) throws(Rejection) {
        let name = try fields.string("type")
        if let type = DeviceEvent.TypeName(rawValue: name) {
            self = .device(try DeviceEvent(type, reading: &fields))
        } else if let type = AppEvent.TypeName(rawValue: name) {
            self = .app(try fields.bundleID(), try AppEvent(type, reading: &fields))
        } else if let type = SceneEvent.TypeName(rawValue: name) {
            self = .scene(try fields.bundleID(), try SceneEvent(type, reading: &fields))
        } else if let type = WakeEvent.TypeName(rawValue: name) {
            self = .wake(try fields.bundleID(), try WakeEvent(type, reading: &fields))
        } else if let type = InputEvent.TypeName(rawValue: name) {
            self = .input(try fields.bundleID(), try InputEvent(type, reading: &fields))
        } else if let type = TypeName(rawValue: name) {
            try self.init(type, reading: &fields)
        } else {
            throw Rejection(
                .unknownEvent,
                "There is no event \(name.quotedBriefly).\(Self.knownTypes.suggestion(for: name))",
                field: fields.path(of: "type"),
                accepted: Self.knownTypes
            )
        }
    }

    private init(_ type: TypeName, reading fields: inout FieldReader) throws(Rejection) {
        switch type {
        case .openURL:
            self = .openURL(
                try fields.string("url", length: FieldReader.textLength),
                sourceApplication: try fields.optionalString("sourceApplication"),
                bundleID: try fields.optionalBundleID()
            )
        case .push:
            self = .push(try RemoteNotification(reading: &fields))
        }
    }

    /// Puts `type`, the app where there is one, and the fields of that type.
    public func write(to sink: inout some FieldSink) {
        sink.put("type", typeName)
        switch self {
        case .device(let event):
            event.writeFields(to: &sink)
        case .app(let bundleID, let event):
            sink.put("bundleID", bundleID)
            event.writeFields(to: &sink)
        case .openURL(let url, let source, let bundleID):
            if let bundleID { sink.put("bundleID", bundleID) }
            sink.put("url", url)
            if let source { sink.put("sourceApplication", source) }
        case .scene(let bundleID, let event):
            sink.put("bundleID", bundleID)
            event.writeFields(to: &sink)
        case .push(let notification):
            notification.writeFields(to: &sink)
        case .wake(let bundleID, let event):
            sink.put("bundleID", bundleID)
            event.writeFields(to: &sink)
        case .input(let bundleID, let event):
            sink.put("bundleID", bundleID)
            sink.put("target", event.target)
        }
    }
}
