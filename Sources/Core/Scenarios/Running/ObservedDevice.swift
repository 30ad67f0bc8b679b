import LifecycleKernel
import WireFormat

/// What properties and passings of time read of a device.
public struct ObservedDevice: Sendable {
    /// What its clock shows.
    var now: Instant
    /// When the next deadline is due; nil for none.
    var nextDeadline: Instant?
    package var isLocked: Bool
    package var isOn: Bool
    /// The apps with a window on screen, in the order in which the windows came.
    package var appsInFront: [BundleID]
    private var apps: [BundleID: ObservedApp] = [:]
}

extension ObservedDevice: ConditionSubject {
    /// What conditions read of an app; nil when it is not installed, or was not asked for.
    package func observedApp(_ bundleID: BundleID) -> ObservedApp? { apps[bundleID] }
}

extension ObservedDevice {
    /// Reads a device of the kernel.
    init(_ device: Device, apps bundleIDs: Set<BundleID>) {
        now = device.now
        nextDeadline = device.nextDeadline
        isLocked = device.isLocked
        isOn = device.isOn
        appsInFront = device.appsInFront
        for bundleID in bundleIDs { apps[bundleID] = device.observedApp(bundleID) }
    }

    /// Reads the resource of a device, and those of apps.
    ///
    /// - Throws: What is wrong with a field.
    package init(_ document: Value, apps documents: [Value]) throws(Rejection) {
        var fields = try FieldReader(document, at: "")
        var clock = try fields.object("clock")
        now = try clock.instant("now")
        nextDeadline = try clock.optionalInstant("nextDeadline")
        isLocked = try fields.bool("locked")
        isOn = try fields.bool("on")
        appsInFront = try fields.strings("appsInFront", count: 0...Self.mostApps).map { BundleID($0) }
        for document in documents {
            var app = try FieldReader(document, at: "")
            apps[try app.bundleID()] = ObservedApp(
                state: try app.choice("state", as: ProcessState.self),
                unsavedChanges: Int(try app.optionalInteger("unsavedChanges", in: 0...Int64.max) ?? 0),
                isForceQuit: try app.bool("forceQuit")
            )
        }
    }

    /// How many apps an answer may name.
    private static let mostApps = 10_000
}
