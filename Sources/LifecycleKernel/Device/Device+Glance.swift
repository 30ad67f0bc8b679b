/// What a search asks of an app in every situation: little, and without copying what is large.
package struct AppGlance: Hashable, Sendable {
    /// The state of the app.
    package var state: ProcessState
    /// Whether a handler of its process is in flight.
    package var isInHandler: Bool
    /// The callback whose handler is in flight.
    package var callbackInFlight: CallbackName?
    /// Whether its process has unsaved changes.
    package var hasUnsavedChanges: Bool
}

extension Device {
    /// What a search asks of an app; nil when it is not installed.
    package func glance(at bundleID: BundleID) -> AppGlance? {
        guard let index = index(of: bundleID) else { return nil }
        guard apps[index].hasLaunched else {
            return AppGlance(state: .notRunning, isInHandler: false, callbackInFlight: nil, hasUnsavedChanges: false)
        }
        return AppGlance(
            state: apps[index].process.state,
            isInHandler: apps[index].process.runLoop.inFlight != nil,
            callbackInFlight: apps[index].process.runLoop.inFlight?.name,
            hasUnsavedChanges: apps[index].process.unsavedChanges > 0
        )
    }

    /// The numbers of an app's windows, in the order in which they were made.
    package func windows(of bundleID: BundleID) -> [SceneID] {
        guard let index = index(of: bundleID) else { return [] }
        return apps[index].sessions.filter { $0.otherRole == nil }.map(\.number)
    }
}
