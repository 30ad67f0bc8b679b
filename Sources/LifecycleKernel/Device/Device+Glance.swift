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

extension App {
    /// What a search asks of the app.
    fileprivate var glance: AppGlance {
        guard hasLaunched else {
            return AppGlance(state: .notRunning, isInHandler: false, callbackInFlight: nil, hasUnsavedChanges: false)
        }
        return AppGlance(
            state: process.state,
            isInHandler: process.runLoop.inFlight != nil,
            callbackInFlight: process.runLoop.inFlight?.name,
            hasUnsavedChanges: process.unsavedChanges > 0
        )
    }

    /// The kinds of the assertions that its process holds.
    fileprivate var assertionKinds: AssertionKinds {
        guard hasLaunched else { return [] }
        return process.assertions.held.reduce(into: []) { $0.insert(AssertionKinds($1.kind)) }
    }
}

/// What an app holds on to and who is in front: what people tell its situations apart by, besides its state.
package struct AppHold: Hashable, Sendable {
    /// The kinds of the assertions that its process holds.
    package var assertions: AssertionKinds
    /// Who is in front.
    package var front: Front
}

extension Device {
    /// What an app holds on to and who is in front. A search asks for it with every input that it takes.
    package func hold(of bundleID: BundleID) -> AppHold {
        let assertions = index(of: bundleID).map { apps[$0].assertionKinds } ?? []
        return AppHold(assertions: assertions, front: system.screen.front(of: bundleID))
    }

    /// What a search asks of an app; nil when it is not installed.
    package func glance(at bundleID: BundleID) -> AppGlance? { index(of: bundleID).map { apps[$0].glance } }

    /// When something other than the device's becoming idle is due next; nil for never.
    package var nextDeadlineBesidesIdleness: Instant? { system.deadlines.first { $0.kind != .deviceBecomesIdle }?.at }

    /// The numbers of an app's windows, in the order in which they were made.
    package func windows(of bundleID: BundleID) -> [SceneID] {
        guard let index = index(of: bundleID) else { return [] }
        return apps[index].sessions.filter { $0.otherRole == nil }.map(\.number)
    }
}
