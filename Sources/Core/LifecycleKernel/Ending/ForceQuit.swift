/// A force quit: the user swipes the app's card away in the app switcher.
///
/// A running process leaves the screen, disconnects its scenes in the order that a rule gives, and receives
/// `applicationWillTerminate(_:)`. A suspended one ends without a callback. Afterwards the system does not launch the
/// app by itself until the user opens it, except where a rule says so. Sources: facts 1.5, 2.4.
extension Device {
    func checkForceQuit(_ bundleID: BundleID) throws(Rejection) {
        try system.screen.checkUnlocked()
        let index = try requireInstalled(bundleID)
        try apps[index].requireOpenable()
        guard apps[index].installation.appearsInAppSwitcher else {
            throw Rejection.notNow(
                """
                \(bundleID, as: "bundleID") has no card in the app switcher: the user has not opened it since it was \
                installed or force-quit
                """,
                state: apps[index].state.rawValue
            )
        }
    }

    /// Force-quits an app: the switcher opens, the app ends, the switcher closes.
    mutating func forceQuit(_ index: Int) {
        let wasOpen = system.screen.overlays.contains(.appSwitcher)
        if !wasOpen { cover(with: .appSwitcher) }
        apps[index].installation.isForceQuit = true
        system.endNowPlaying(apps[index].manifest.bundleID)
        if apps[index].runs {
            let ending = apps[index].endingByForceQuit(in: system)
            if ending.notifiesDiscardedSessions {
                apps[index].discardPreservedState(.forceQuit, in: &system)
                apps[index].discardAllSessions()
            }
            requestTermination(of: index, ending)
        } else if apps[index].hasProcess {
            end(index, Termination(.userForceQuit))
        }
        apps[index].discardPreservedState(.forceQuit, in: &system)
        apps[index].discardAllSessions()
        apps[index].lastWindows = []
        apps[index].cancelBackgroundWork(in: &system)
        if !wasOpen { uncover(.appSwitcher) }
    }
}

extension App {
    /// Returns how a running app terminates on a force quit.
    func endingByForceQuit(in system: SystemState) -> TerminationPlan {
        let order = system.forceQuitSceneOrder
        let skipsBackground = order == .disconnect && lifecycle == .scenes
        return TerminationPlan(
            reason: .userForceQuit,
            disconnectsScenes: order != .enterBackground,
            skipsBackground: skipsBackground,
            notifiesDiscardedSessions: lifecycle == .scenes
                && system.reportsDiscardedSessionsBeforeEnd(skippingBackground: skipsBackground),
            callsWillTerminate: system.rulebook.forceQuitCallsWillTerminate == .whenRunning,
            wasInForeground: isInForeground
        )
    }

    mutating func discardAllSessions() {
        discardSessions(sessions.map(\.number))
    }

    /// Drops what the system would have done for the app in the background: its held push, transfers and task requests.
    /// Source: facts 2.4.
    mutating func cancelBackgroundWork(in system: inout SystemState) {
        installation.wasRebootedSinceForceQuit = false
        discardPushOnDevice(.forceQuit, in: &system)
        cancelTransfersByForceQuit(in: &system)
        let keepsProcessing = system.rulebook.processingTaskAfterForceQuit
        cancelRequests(.forceQuit, in: &system) { $0.kind != .processing || !keepsProcessing }
    }
}

extension SystemState {
    /// The order in force. An iPad has its own, unless the rule is overridden.
    var forceQuitSceneOrder: ForceQuitSceneOrder {
        if initialSettings.value.model == .iPad, !rulebook.isOverridden(.forceQuitSceneOrder) { return .disconnect }
        return rulebook.forceQuitSceneOrder ?? .both
    }

    /// Whether a force quit notifies a running app of its discarded sessions. On an iPad it does if the scenes only
    /// disconnect, without entering the background, unless the rule is overridden.
    fileprivate func reportsDiscardedSessionsBeforeEnd(skippingBackground: Bool) -> Bool {
        if initialSettings.value.model == .iPad, !rulebook.isOverridden(.forceQuitReportsDiscardedSessions) {
            return skippingBackground
        }
        return rulebook.forceQuitReportsDiscardedSessions == .beforeWillTerminate
    }
}
