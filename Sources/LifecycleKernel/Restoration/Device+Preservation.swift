/// What apps preserve of their interface when they leave the screen, and what becomes of it.
///
/// An app takes part when it declares the handler that begins it: `application(_:shouldSaveSecureApplicationState:)`
/// of an app delegate, `stateRestorationActivity(for:)` of scenes. Sources: facts 1.4, 1.7.
extension Device {
    /// The window has left the screen and its snapshots are taken: the app is asked what it wants to have back.
    mutating func preserveState(of scene: SceneNumber, _ index: Int) {
        let begins: CallbackName = scene == 0 ? .shouldSaveApplicationState : .stateRestorationActivity
        guard mayPreserveState(index), installed[index].manifest.behavior.declares(begins) else { return }
        self[process: index].runLoop.insert([.call(begins, scene: scene, arguments: [])])
    }

    /// Whether what the process hands over is kept. Of one that is asked to end it is not, unless it exits only
    /// because it does not want to be suspended.
    @inline(__always)
    private func mayPreserveState(_ index: Int) -> Bool {
        guard let ending = self[process: index].ending else { return true }
        return ending.reason == .exitsOnSuspend
    }

    /// A handler has returned: those of preservation and restoration (`CallbackName.continuesRestoration`) say by it
    /// how that goes on.
    mutating func continueRestoration(after handler: HandlerInFlight, _ index: Int) {
        switch handler.name {
        case .shouldSaveApplicationState where handler.result != false:
            self[process: index].runLoop.insert([
                .call(.encodeRestorableState, scene: 0, arguments: []),
                .call(.willEncodeRestorableState, scene: 0, arguments: []),
            ])
        case .willEncodeRestorableState where mayPreserveState(index):
            installed[index].past.archive = StateArchive(version: installed[index].manifest.version)
        case .stateRestorationActivity where mayPreserveState(index):
            keep(activity: handler.result, of: handler.scene, index)
        case .shouldRestoreApplicationState where handler.result != false:
            self[process: index].runLoop.insert(restorationSteps(index))
        default: break
        }
    }

    /// The session keeps the activity that the app has given; nothing returned is one without content, and `null` or
    /// `false` is none.
    private mutating func keep(activity: Value?, of scene: SceneNumber, _ index: Int) {
        guard let place = place(ofSession: scene, index) else { return }
        let isNone = activity == .null || activity == false
        let kept = isNone ? nil : activity ?? [:]
        if kept != installed[index].sessions[place].restoration.activity {
            installed[index].sessions[place].restoration.activity = kept
        }
        guard let kept else { return }
        installed[index].sessions[place].unpreservedSince = nil
        self[process: index].runLoop.insert([
            .call(.sceneDidUpdateUserActivity, scene: scene, arguments: [Value.Member("userActivity", kept)])
        ])
    }

    // MARK: Restoring

    /// How a launch begins to restore what the app has preserved: only one that brings the app to the screen does, and
    /// only if the app declares that it wants to be asked.
    func beginningOfRestoration(_ index: Int, comesToScreen: Bool) -> [Step] {
        guard comesToScreen, installed[index].lifecycle == .appDelegate,
            installed[index].manifest.behavior.declares(.shouldRestoreApplicationState),
            let archive = installed[index].past.archive
        else { return [] }
        return [.call(.shouldRestoreApplicationState, scene: 0, arguments: archive.coder)]
    }

    /// What follows when the app wants to be restored. The model has one view controller.
    private func restorationSteps(_ index: Int) -> [Step] {
        guard let coder = installed[index].past.archive?.coder else { return [] }
        let path = Value.Member("restorationIdentifierPath", ["viewController"])
        return [
            .call(.viewControllerWithRestorationIdentifierPath, scene: 0, arguments: [path] + coder),
            .call(.decodeRestorableState, scene: 0, arguments: coder),
            .call(.applicationFinishedRestoringState, scene: 0, arguments: []),
            .call(.didDecodeRestorableState, scene: 0, arguments: coder),
        ]
    }

    // MARK: Losing it

    /// What an app has preserved is thrown away, with a verdict for each part.
    mutating func dropPreservedState(_ why: Verdict.Why, _ index: Int) {
        dropArchive(why, index)
        for place in installed[index].sessions.indices
        where installed[index].sessions[place].restoration.activity != nil {
            installed[index].sessions[place].restoration.activity = nil
            write(
                verdict(.stateRestoration, .dropped, why),
                app: index,
                scene: installed[index].sessions[place].number
            )
        }
    }

    /// A crash while the app launches may come from what it restores: the next launch is without it. Source: facts 1.7.
    mutating func dropArchiveAfterCrashAtLaunch(_ exit: ExitRecord, _ index: Int) {
        let process = self[process: index]
        guard process.isLaunching, process.wasLaunchedToScreen, exit.report == .crash else { return }
        dropArchive(.crashAtLaunch, index)
    }

    private mutating func dropArchive(_ why: Verdict.Why, _ index: Int) {
        guard installed[index].past.archive != nil else { return }
        installed[index].past.archive = nil
        write(verdict(.stateRestoration, .dropped, why), app: index)
    }
}

extension CallbackName {
    /// Whether preservation or restoration goes on when it returns, however quick it was.
    var continuesRestoration: Bool {
        switch self {
        case .shouldSaveApplicationState, .willEncodeRestorableState, .stateRestorationActivity,
            .shouldRestoreApplicationState:
            true
        default: false
        }
    }
}
