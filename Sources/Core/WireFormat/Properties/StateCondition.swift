import LifecycleKernel

/// Something about the state of a device.
public indirect enum StateCondition: Hashable, Sendable {
    /// The app is in this state, has so many unsaved changes, was force-quit or not; what is nil does not matter.
    case app(BundleID, state: ProcessState?, unsavedChanges: Int?, isForceQuit: Bool?)
    /// The device is locked, is on, has these apps in front; what is nil does not matter.
    case device(isLocked: Bool?, isOn: Bool?, appsInFront: [BundleID]?)
    case not(StateCondition)
    case all([StateCondition])
    case any([StateCondition])

    package func holds(on device: some ConditionSubject) -> Bool {
        switch self {
        case .app(let bundleID, let state, let changes, let isForceQuit):
            guard let app = device.observedApp(bundleID) else { return false }
            return (state.map { ($0 == .terminated ? .notRunning : $0) == app.state } ?? true)
                && (changes.map { $0 == app.unsavedChanges } ?? true)
                && (isForceQuit.map { $0 == app.isForceQuit } ?? true)
        case .device(let isLocked, let isOn, let appsInFront):
            return (isLocked.map { $0 == device.isLocked } ?? true) && (isOn.map { $0 == device.isOn } ?? true)
                && (appsInFront.map { $0 == device.appsInFront } ?? true)
        case .not(let condition): return !condition.holds(on: device)
        case .all(let conditions): return conditions.allSatisfy { $0.holds(on: device) }
        case .any(let conditions): return conditions.contains { $0.holds(on: device) }
        }
    }

    package var apps: Set<BundleID> {
        switch self {
        case .app(let bundleID, _, _, _): [bundleID]
        case .device: []
        case .not(let condition): condition.apps
        case .all(let conditions), .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.apps) }
        }
    }

    /// Whether it reads the number of unsaved changes, so that a search has to tell the numbers apart.
    package var countsUnsavedChanges: Bool {
        switch self {
        case .app(_, _, let changes, _): changes.map { $0 > 1 } ?? false
        case .device: false
        case .not(let condition): condition.countsUnsavedChanges
        case .all(let conditions), .any(let conditions): conditions.contains { $0.countsUnsavedChanges }
        }
    }
}

/// A device as conditions read it: a device of the kernel, or the status of a device on a server.
package protocol ConditionSubject {
    var isLocked: Bool { get }
    var isOn: Bool { get }
    /// The apps with a window on screen, in the order in which the windows came.
    var appsInFront: [BundleID] { get }
    /// An app as conditions read it; nil if it is not installed.
    func observedApp(_ bundleID: BundleID) -> ObservedApp?
}

package struct ObservedApp: Hashable, Sendable {
    /// The state of its process; `notRunning` after the process has ended.
    package let state: ProcessState
    /// How many changes are not saved.
    package let unsavedChanges: Int
    /// Whether the user has force-quit it since it was opened.
    package let isForceQuit: Bool

    package init(state: ProcessState, unsavedChanges: Int, isForceQuit: Bool) {
        self.state = state
        self.unsavedChanges = unsavedChanges
        self.isForceQuit = isForceQuit
    }
}

extension Device: ConditionSubject {
    /// What conditions read of an app; nil when it is not installed.
    package func observedApp(_ bundleID: BundleID) -> ObservedApp? {
        app(bundleID).map { app in
            ObservedApp(state: app.state, unsavedChanges: app.unsavedChanges, isForceQuit: app.forceQuit)
        }
    }
}

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
