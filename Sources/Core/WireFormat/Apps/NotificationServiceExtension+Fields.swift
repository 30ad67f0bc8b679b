import LifecycleKernel

// The notification service extension of an app.
extension NotificationServiceExtension: FieldWritable {
    /// Reads an extension from an object.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let name = try fields.string("name", orElse: Self.usualName)
        guard FieldReader.isBundleID(name) else {
            throw Rejection(
                .invalidValue,
                "The name is the last part of a bundle identifier: letters, digits, hyphens and dots.",
                field: fields.path(of: "name")
            )
        }
        let footprintBytes = try fields.bytes("footprintBytes", orElse: Self.usualFootprintBytes)
        let behavior = try fields.has("behavior") ? fields.nested("behavior", AppBehavior.init(_:at:)) : AppBehavior()
        try Self.check(behavior, at: fields.path(of: "behavior"))
        try fields.finish()
        self.init(name: name, footprintBytes: footprintBytes, behavior: behavior)
    }

    /// Throws if the behaviour is more than an extension can do.
    private static func check(_ behavior: AppBehavior, at path: String) throws(Rejection) {
        for handler in behavior.handlers {
            let path = "\(path).\(handler.name.rawValue)"
            guard handlers.contains(handler.name) else {
                throw Rejection(
                    .invalidValue,
                    "A notification service extension has no handler \(handler.name.rawValue, as: "name").",
                    field: path,
                    accepted: handlers.map(\.rawValue)
                )
            }
            for (index, entry) in handler.entries.enumerated() {
                try check(entry, at: "\(path)[\(index)]")
            }
        }
    }

    private static func check(_ entry: AppBehavior.Entry, at path: String) throws(Rejection) {
        switch entry {
        case .returns(let content) where content.isNotificationContent: break
        case .returns(.object(let members)):
            let aps = members.first { $0.name == "aps" }?.value ?? .null
            throw Rejection.invalid(at: "\(path).returns.aps", expected: .object, found: aps)
        case .returns(let value):
            throw Rejection.invalid(at: "\(path).returns", expected: .object, found: value)
        case .act(let action, _): try Self.check(action, at: "\(path).action")
        }
    }

    /// Puts what was given or is usual.
    package func write(to sink: inout some FieldSink) {
        sink.put("name", name)
        sink.put("footprintBytes", footprintBytes)
        sink.put("behavior", value: behavior.value)
    }
}
