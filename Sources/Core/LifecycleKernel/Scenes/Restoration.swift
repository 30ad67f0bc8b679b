/// The interface that an app without scenes has preserved. It outlives the process. Source: facts 1.7.
struct StateArchive: Hashable, Codable, Sendable {
    /// The version of the app that wrote it. An update of the app does not change it.
    var version: String

    /// The coder that a callback gets to read it with.
    var coder: [Value.Member] { [Value.Member("stateRestorationBundleVersionKey", .string(version))] }
}

extension StateArchive: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("version", version)
    }
}

/// The preserved state of a window whose scene was disconnected. Source: facts 1.4.
struct SceneRestoration: Blank {
    /// The activity in which the app has preserved the window's state.
    var activity: Value?
    /// The record at which the system reclaimed its scene; nil once a scene has connected again.
    var reclaimedBy: SequenceNumber?
}

extension SceneRestoration: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("activity", activity)
        f.field("reclaimedBy", reclaimedBy != nil)
    }
}

/// State restoration: what apps preserve of their interface when they leave the screen, and when it is restored or
/// dropped.
///
/// An app takes part if it has the method with which that begins: `application(_:shouldSaveSecureApplicationState:)` of
/// an app delegate, `stateRestorationActivity(for:)` of a scene delegate. Without scenes, the app has one
/// `StateArchive`, which a launch to the screen restores between the launch methods; with scenes, each session keeps an
/// activity, which its scene gets when it connects. A force quit drops both; a crash during a launch to the screen
/// drops the archive.
///
/// Callbacks: those of `CallbackName.continuesRestoration`, the coding methods of the view controller, and the methods
/// of restoring. Records: a `verdict` for each part that is dropped, and a finding if a window that the system
/// reclaimed had not been preserved. Sources: facts 1.4, 1.7.
extension App {
    /// Asks the app for the state to preserve, once a window has left the screen and its snapshots are taken.
    mutating func preserveState(of scene: SceneID) {
        let begins: CallbackName = scene == .implicit ? .shouldSaveApplicationState : .stateRestorationActivity
        guard mayPreserveState(), manifest.optsInto(begins) else { return }
        process.runLoop.insert([.call(begins, scene: scene)])
    }

    /// Whether the system keeps what the process preserves now. It does not if the process is terminating, unless the
    /// reason is only that the app exits instead of being suspended.
    private func mayPreserveState() -> Bool {
        guard let ending = process.ending else { return true }
        return ending.reason == .exitsOnSuspend
    }

    /// Called when a handler has returned. If it is one of the methods of preservation and restoration
    /// (`CallbackName.continuesRestoration`), its result decides what the system does next.
    mutating func continueRestoration(after handler: HandlerInFlight) {
        let name = handler.name
        let isAgreed = handler.result != false
        if name == .willEncodeRestorableState {
            keepArchive()
        } else if name == .stateRestorationActivity, mayPreserveState() {
            if let scene = handler.scene.scene { keep(activity: handler.result, of: scene) }
        } else if name == .shouldSaveApplicationState, isAgreed {
            process.runLoop.insert([
                .call(.encodeRestorableState),
                .call(.willEncodeRestorableState),
            ])
        } else if name == .shouldRestoreApplicationState, isAgreed {
            process.runLoop.insert(restorationSteps())
        }
    }

    /// Keeps the interface that the app has encoded.
    mutating func keepArchive() {
        if mayPreserveState() { history.archive = StateArchive(version: manifest.version) }
    }

    /// Keeps the activity that the app has returned, in the session. If the app declares no result, it counts as an
    /// empty activity; `null` and `false` mean none.
    private mutating func keep(activity: Value?, of scene: SceneID) {
        guard let index = self.index(ofSession: scene) else { return }
        let isNone = activity == .null || activity == false
        let kept = isNone ? nil : activity ?? [:]
        if kept != sessions[index].restoration.activity {
            sessions[index].restoration.activity = kept
        }
        guard let kept else { return }
        sessions[index].unpreservedSince = nil
        process.runLoop.insert([
            .call(.sceneDidUpdateUserActivity, scene: scene, arguments: [Value.Member("userActivity", kept)])
        ])
    }

    // MARK: Restoring

    /// Returns the steps with which a launch begins to restore what the app has preserved. Only a launch that brings
    /// the app to the screen restores, and only if the app implements the method that asks for it.
    func beginningOfRestoration(launchesToForeground: Bool) -> [Step] {
        guard launchesToForeground, lifecycle == .appDelegate,
            manifest.optsInto(.shouldRestoreApplicationState),
            let archive = history.archive
        else { return [] }
        return [.call(.shouldRestoreApplicationState, arguments: CallbackArguments(archive.coder))]
    }

    /// Returns the steps that restore an app that has agreed to it. The model has one view controller.
    private func restorationSteps() -> [Step] {
        guard let coder = history.archive?.coder else { return [] }
        let path = Value.Member("restorationIdentifierPath", ["viewController"])
        return [
            .call(.viewControllerWithRestorationIdentifierPath, arguments: CallbackArguments([path] + coder)),
            .call(.decodeRestorableState, arguments: CallbackArguments(coder)),
            .call(.applicationFinishedRestoringState),
            .call(.didDecodeRestorableState, arguments: CallbackArguments(coder)),
        ]
    }

    // MARK: Losing it

    /// Drops what an app has preserved, with a verdict for each part.
    mutating func discardPreservedState(_ reason: Verdict.Reason, in system: inout SystemState) {
        discardArchive(reason, in: &system)
        for index in sessions.indices
        where sessions[index].restoration.activity != nil {
            sessions[index].restoration.activity = nil
            write(.verdict(.stateRestoration, .dropped, reason), scene: sessions[index].number, in: &system)
        }
    }

    /// Drops the archive after a crash during a launch, since the restored state may have caused it. Source: facts 1.7.
    mutating func discardArchiveAfterCrashAtLaunch(_ exit: ExitRecord, in system: inout SystemState) {
        let process = self.process
        guard process.isRunningLaunchMethods, process.wasLaunchedToScreen,
            exit.report == .crash || exit.report == .processor
        else { return }
        discardArchive(.crashAtLaunch, in: &system)
    }

    private mutating func discardArchive(_ reason: Verdict.Reason, in system: inout SystemState) {
        guard history.archive != nil else { return }
        history.archive = nil
        write(.verdict(.stateRestoration, .dropped, reason), in: &system)
    }
}

extension CallbackName {
    /// Whether preservation or restoration continues when it returns. Its return counts even if it took no time.
    var continuesRestoration: Bool {
        self == .shouldSaveApplicationState || self == .willEncodeRestorableState || self == .stateRestorationActivity
            || self == .shouldRestoreApplicationState
    }
}

/// What windows show and have not preserved, and when that is lost. Source: facts 1.4.
extension App {
    /// Notes that a window has become active, which the last record says: from now on there is something to preserve.
    mutating func noteStateToPreserve(of number: SceneID, in system: inout SystemState) {
        guard let index = self.index(ofSession: number) else { return }
        sessions[index].unpreservedSince = system.lastSequence
    }

    /// Called when the system disconnects a scene: what its window showed is kept only if it was preserved.
    mutating func noteReclaimed(_ number: SceneID, in system: inout SystemState) {
        guard let index = self.index(ofSession: number) else { return }
        sessions[index].restoration.reclaimedBy = system.cause
    }

    /// Called when a window has a new scene: reports state that should have been preserved and was not.
    ///
    /// The finding is reported only for windows that the system reclaimed, and only for apps that may have several
    /// windows. An app with one window may begin afresh on purpose after its process was killed.
    mutating func reportLostState(ofSessionAt index: Int, in system: inout SystemState) {
        let session = sessions[index]
        sessions[index].unpreservedSince = nil
        if session.restoration.reclaimedBy != nil { sessions[index].restoration.reclaimedBy = nil }
        guard let shown = session.unpreservedSince, session.restoration.activity == nil,
            session.restoration.reclaimedBy != nil || supportsMultipleScenes
        else { return }
        let finding = Finding(
            code: .sceneStateLost,
            detail: """
                window \(session.number, as: "scene") came back without what it showed, because no activity was preserved \
                for it
                """,
            evidence: [shown, session.restoration.reclaimedBy ?? 0, system.cause]
        )
        report(finding, scene: session.number, in: &system)
    }

}
