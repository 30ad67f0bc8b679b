/// Updates that the system asks of scenes in the background: when the device is locked, when the appearance changes, and for
/// new snapshots for the app switcher.
///
/// The main thread answers as soon as it is free; that calls no method of the app. While the main thread is busy, the
/// watchdog `scene-update` counts from the request. A suspended process is not resumed for it, and has no watchdog.
/// Source: facts 2.1.
///
/// Records: `snapshot`, if snapshots are asked for.
extension Device {
    /// Asks every scene in the background for an update.
    mutating func requestSceneUpdates() {
        for index in apps.indices { carryOut(apps[index].requestSceneUpdate(in: &system), of: index) }
    }

    /// Throws if an app has no scene in the background of which snapshots can be taken.
    func checkTakesSnapshots(_ bundleID: BundleID) throws(Rejection) {
        let index = try requireRunning(bundleID)
        guard apps[index].updatesScenesInBackground(in: system) else {
            throw Rejection.notNow(
                "\(bundleID, as: "bundleID") has no scene in the background",
                state: apps[index].state.rawValue
            )
        }
    }
}

extension App {
    /// Asks the scenes for an update, if they are in the background. If the main thread is free, it answers at once.
    ///
    /// - Parameter takesSnapshots: Whether snapshots are taken when it answers.
    mutating func requestSceneUpdate(takesSnapshots: Bool = false, in system: inout SystemState) -> AppEffect? {
        guard updatesScenesInBackground(in: system), takesSnapshots || !process.runLoop.isIdle else { return nil }
        guard takesSnapshots || !isUpdatingScenes else { return nil }
        enqueue([.updateScenes(takesSnapshots: takesSnapshots)])
        if process.runLoop.isInHandler, !isUpdatingScenes { process.work.sceneUpdateRequestedAt = system.now }
        watchMainThread(in: &system)
        return .runMainThread
    }

    /// The main thread is free, and answers a request for an update.
    mutating func updateScenes(takesSnapshots: Bool, in system: inout SystemState) {
        if isUpdatingScenes { process.work.sceneUpdateRequestedAt = nil }
        guard takesSnapshots, !process.isEnding else { return }
        for scene in process.scenes where scene.state == .background && otherRole(ofSession: scene.number) == nil {
            takeSnapshots(of: scene.number, in: &system)
        }
    }

    /// When the system has asked for an update that the main thread has not answered; nil if it waits for none.
    var sceneUpdateRequest: Instant? { process.work.isBlank ? nil : process.work.sceneUpdateRequestedAt }

    private var isUpdatingScenes: Bool { sceneUpdateRequest != nil }

    /// Whether the process runs in the background, and has scenes there. False during a launch, which has its own
    /// watchdog.
    fileprivate func updatesScenesInBackground(in system: SystemState) -> Bool {
        hasLaunched && process.state == .background && !process.isEnding && !process.isLaunching
            && !isInFront(in: system) && process.scenes.contains { $0.state == .background }
    }
}
