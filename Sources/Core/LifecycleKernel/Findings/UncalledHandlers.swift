/// Which methods with declared behavior are never called.
extension App {
    /// Returns the handlers whose declared behaviour never runs: those of the other life cycle, those that the app does
    /// not implement, and those that its Info.plist or the system keeps from being called.
    func behaviorNeverCalled(under rulebook: Rulebook) -> [CallbackName] {
        declaredHandlers.filter {
            !$0.isCalled(in: lifecycle) || !manifest.implements($0)
                || manifest.infoPlist.obstacle(to: $0, under: rulebook) != nil
        }
    }

    /// The declared handlers that the app's life cycle never calls.
    var handlersOfOtherLifecycle: [CallbackName] { declaredHandlers.filter { !$0.isCalled(in: lifecycle) } }

    /// The handlers of the other life cycle that have no counterpart with code in this one. An app for several versions
    /// of the system has both, and each version calls one of them.
    ///
    /// Source: TN3187: the methods of the app delegate stay for earlier versions of the system.
    var handlersWithoutCounterpart: [CallbackName] {
        let declared = declaredHandlers
        return handlersOfOtherLifecycle.filter { name in
            !declared.contains { $0.sceneCounterpart == name || name.sceneCounterpart == $0 }
        }
    }

    /// Returns the declared handlers that the Info.plist or the system keeps from being called, and why.
    func handlersKeptFromCalls(under rulebook: Rulebook) -> [(name: CallbackName, obstacle: Sentence)] {
        declaredHandlers.compactMap { name in
            manifest.infoPlist.obstacle(to: name, under: rulebook).map { (name, $0) }
        }
    }

    private var declaredHandlers: [CallbackName] { manifest.behavior.handlers.map(\.name) }
}

extension InfoPlist {
    /// Returns what prevents every call of a callback; nil if nothing does.
    ///
    /// Sources: facts 2.3 (`fetch`, `voip`), 6.1 (TN3115: state restoration of Core Bluetooth), 6.2
    /// (`BGTaskSchedulerPermittedIdentifiers`, which turns background fetch off).
    package func obstacle(to callback: CallbackName, under rulebook: Rulebook) -> Sentence? {
        if let mode = callback.neededMode, !declares(mode) {
            return "without \(mode.rawValue, as: "mode") in UIBackgroundModes"
        }
        if callback == .performFetch { return obstacleToFetch(under: rulebook) }
        if callback == .launchHandler || callback == .taskExpirationHandler {
            return obstacleToTasks(under: rulebook)
        }
        return nil
    }

    private func obstacleToFetch(under rulebook: Rulebook) -> Sentence? {
        guard rulebook.profile.replacesFetchByTasks, permittedTaskIdentifiers != nil else { return nil }
        return "with BGTaskSchedulerPermittedIdentifiers, which turns background fetch off"
    }

    private func obstacleToTasks(under rulebook: Rulebook) -> Sentence? {
        guard rulebook.processingTaskLimitSeconds != nil else { return "without BGTaskScheduler on this system" }
        guard permittedTaskIdentifiers?.isEmpty == false else {
            return "without an identifier in BGTaskSchedulerPermittedIdentifiers"
        }
        // Continued processing needs no background mode.
        let hasTasks = declares(.fetch) || declares(.processing) || rulebook.continuedProcessingAvailable == true
        return hasTasks ? nil : "without fetch or processing in UIBackgroundModes"
    }
}

extension Device {
    /// The apps with handlers whose declared behaviour never runs, and which these are.
    package var behaviorNeverCalled: [(bundleID: BundleID, handlers: [CallbackName])] {
        apps.indices.compactMap { index in
            let handlers = apps[index].behaviorNeverCalled(under: system.rulebook)
            return handlers.isEmpty ? nil : (apps[index].manifest.bundleID, handlers)
        }
    }
}
