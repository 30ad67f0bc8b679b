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

    /// Whether it holds.
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

    /// The apps whose state it reads.
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

/// What conditions are about: a device of the kernel, or what a server tells of one.
package protocol ConditionSubject {
    /// Whether it is locked.
    var isLocked: Bool { get }
    /// Whether it is switched on.
    var isOn: Bool { get }
    /// The apps with a window on screen, in the order in which the windows came.
    var appsInFront: [BundleID] { get }
    /// What conditions read of an app; nil when it is not installed.
    func observedApp(_ bundleID: BundleID) -> ObservedApp?
}

/// What conditions read of an app.
package struct ObservedApp: Hashable, Sendable {
    /// Its state; an app whose process has ended does not run.
    package let state: ProcessState
    /// How many changes are not saved.
    package let unsavedChanges: Int
    /// Whether the user has force-quit it since it was opened.
    package let isForceQuit: Bool

    /// Makes what is read of an app.
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
