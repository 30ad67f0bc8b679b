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
}

/// Who is in front, as an app sees it.
package enum Front: String, CaseIterable, Sendable {
    /// No app: the Home Screen, a call, a locked device, or one that is switched off.
    case nobody
    /// The app alone.
    case app
    /// Others.
    case others
    /// The app, beside others.
    case both
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
        var assertions = AssertionKinds()
        if let index = index(of: bundleID), apps[index].hasLaunched, !apps[index].process.assertions.isEmpty {
            for assertion in apps[index].process.assertions.held { assertions.insert(AssertionKinds(assertion.kind)) }
        }
        return AppHold(assertions: assertions, front: front(of: bundleID))
    }

    private func front(of bundleID: BundleID) -> Front {
        guard !system.screen.isCovered else { return .nobody }
        var (hasApp, hasOthers) = (false, false)
        for window in system.screen.windows {
            if window.bundleID == bundleID { hasApp = true } else { hasOthers = true }
        }
        return hasApp ? (hasOthers ? .both : .app) : hasOthers ? .others : .nobody
    }

    /// What a search asks of an app; nil when it is not installed.
    package func glance(at bundleID: BundleID) -> AppGlance? { index(of: bundleID).map { apps[$0].glance } }

    /// When something is due next; nil for never.
    ///
    /// - Parameter countsIdleness: Whether it counts that the device becomes idle, which changes nothing where no app
    ///   is scheduled.
    package func nextDeadline(countsIdleness: Bool) -> Instant? {
        countsIdleness ? nextDeadline : system.deadlines.first { $0.kind != .deviceBecomesIdle }?.at
    }

    /// The numbers of an app's windows, in the order in which they were made.
    package func windows(of bundleID: BundleID) -> [SceneID] {
        guard let index = index(of: bundleID) else { return [] }
        return apps[index].sessions.filter { $0.otherRole == nil }.map(\.number)
    }
}
