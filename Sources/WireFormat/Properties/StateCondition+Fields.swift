import LifecycleKernel

extension StateCondition {
    /// How many conditions one may be made of.
    private static let mostParts = 32

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
        case .all: self = .all(try fields.list("all", count: 1...Self.mostParts, StateCondition.init(_:at:)))
        case .any: self = .any(try fields.list("any", count: 1...Self.mostParts, StateCondition.init(_:at:)))
        }
        try fields.finish()
    }
}

extension StateCondition: FieldWritable {
    /// Puts the condition as it is read.
    package func write(to sink: inout some FieldSink) {
        switch self {
        case .app(let bundleID, let state, let changes, let isForceQuit):
            sink.put("app") { app in
                app.put("bundleID", bundleID)
                if let state { app.put("state", state.rawValue) }
                if let changes { app.put("unsavedChanges", Int64(changes)) }
                if let isForceQuit { app.put("forceQuit", isForceQuit) }
            }
        case .device(let isLocked, let isOn, let apps):
            sink.put("device") { device in
                if let isLocked { device.put("isLocked", isLocked) }
                if let isOn { device.put("isOn", isOn) }
                if let apps { device.put("appsInFront", strings: apps.map(\.rawValue)) }
            }
        case .not(let condition): sink.put("not", condition)
        case .all(let conditions): sink.put("all", list: conditions)
        case .any(let conditions): sink.put("any", list: conditions)
        }
    }
}
