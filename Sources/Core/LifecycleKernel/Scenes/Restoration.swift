/// The interface that an app with an app delegate has preserved; it outlives the process. Source: facts 1.7.
struct StateArchive: Hashable, Codable, Sendable {
    /// The version of the app that wrote it, which an update leaves as it is.
    var version: String

    /// What a callback is given to read it with.
    var coder: [Value.Member] { [Value.Member("stateRestorationBundleVersionKey", .string(version))] }
}

extension StateArchive: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("version", version)
    }
}

/// The preserved state of a window whose scene was disconnected. Source: facts 1.4.
struct SceneRestoration: Blank {
    /// The activity that the app has preserved the window's state in.
    var activity: Value?
    /// The record of what made the system take back its scene, until it connects again.
    var reclaimedBy: SequenceNumber?
}

extension SceneRestoration: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("activity", activity)
        f.field("reclaimedBy", reclaimedBy != nil)
    }
}

/// What apps preserve of their interface when they leave the screen, and what becomes of it.
///
/// An app takes part when it has the method that begins it: `application(_:shouldSaveSecureApplicationState:)`
/// of an app delegate, `stateRestorationActivity(for:)` of scenes. Sources: facts 1.4, 1.7.
extension App {
    /// Asks the app for the state to preserve, once a window has left the screen and its snapshots are taken.
    mutating func preserveState(of scene: SceneID) {
        let begins: CallbackName = scene == 0 ? .shouldSaveApplicationState : .stateRestorationActivity
        guard mayPreserveState(), manifest.optsInto(begins) else { return }
        process.runLoop.insert([.call(begins, scene: scene)])
    }

    /// Whether what the process hands over is kept. Of one that is asked to end it is not, unless it exits only
    /// because it does not want to be suspended.
    private func mayPreserveState() -> Bool {
        guard let ending = process.ending else { return true }
        return ending.reason == .exitsOnSuspend
    }

    /// Called when a handler has returned: those of preservation and restoration (`CallbackName.continuesRestoration`)
    /// decide with their results how that continues.
    mutating func continueRestoration(after handler: HandlerInFlight) {
        let name = handler.name
        let isAgreed = handler.result != false
        if name == .willEncodeRestorableState {
            keepArchive()
        } else if name == .stateRestorationActivity, mayPreserveState() {
            keep(activity: handler.result, of: handler.scene)
        } else if name == .shouldSaveApplicationState, isAgreed {
            process.runLoop.insert([
                .call(.encodeRestorableState, scene: 0),
                .call(.willEncodeRestorableState, scene: 0),
            ])
        } else if name == .shouldRestoreApplicationState, isAgreed {
            process.runLoop.insert(restorationSteps())
        }
    }

    /// Keeps the interface that the app has encoded.
    mutating func keepArchive() {
        if mayPreserveState() { history.archive = StateArchive(version: manifest.version) }
    }

    /// The session keeps the activity that the app has given; nothing returned is one without content, and `null` or
    /// `false` is none.
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

    /// How a launch begins to restore what the app has preserved: only one that brings the app to the screen does, and
    /// only if the app declares that it wants to be asked.
    func beginningOfRestoration(launchesToForeground: Bool) -> [Step] {
        guard launchesToForeground, lifecycle == .appDelegate,
            manifest.optsInto(.shouldRestoreApplicationState),
            let archive = history.archive
        else { return [] }
        return [.call(.shouldRestoreApplicationState, scene: 0, arguments: CallbackArguments(archive.coder))]
    }

    /// What follows when the app wants to be restored. The model has one view controller.
    private func restorationSteps() -> [Step] {
        guard let coder = history.archive?.coder else { return [] }
        let path = Value.Member("restorationIdentifierPath", ["viewController"])
        return [
            .call(.viewControllerWithRestorationIdentifierPath, scene: 0, arguments: CallbackArguments([path] + coder)),
            .call(.decodeRestorableState, scene: 0, arguments: CallbackArguments(coder)),
            .call(.applicationFinishedRestoringState, scene: 0),
            .call(.didDecodeRestorableState, scene: 0, arguments: CallbackArguments(coder)),
        ]
    }

    // MARK: Losing it

    /// What an app has preserved is thrown away, with a verdict for each part.
    mutating func dropPreservedState(_ reason: Verdict.Reason, in system: inout SystemState) {
        dropArchive(reason, in: &system)
        for index in sessions.indices
        where sessions[index].restoration.activity != nil {
            sessions[index].restoration.activity = nil
            write(.verdict(.stateRestoration, .dropped, reason), scene: sessions[index].number, in: &system)
        }
    }

    /// A crash during the launch may come from the restored state, so the next launch does without it. Source: facts
    /// 1.7.
    mutating func dropArchiveAfterCrashAtLaunch(_ exit: ExitRecord, in system: inout SystemState) {
        let process = self.process
        guard process.isRunningLaunchMethods, process.wasLaunchedToScreen,
            exit.report == .crash || exit.report == .processor
        else { return }
        dropArchive(.crashAtLaunch, in: &system)
    }

    private mutating func dropArchive(_ reason: Verdict.Reason, in system: inout SystemState) {
        guard history.archive != nil else { return }
        history.archive = nil
        write(.verdict(.stateRestoration, .dropped, reason), in: &system)
    }
}

extension CallbackName {
    /// Whether preservation or restoration continues when it returns, even if it took no time.
    var continuesRestoration: Bool {
        self == .shouldSaveApplicationState || self == .willEncodeRestorableState || self == .stateRestorationActivity
            || self == .shouldRestoreApplicationState
    }
}

/// What windows show and have not preserved, and where that is lost. Source: facts 1.4.
extension App {
    /// A window is active, its record is the last one: from now on there is something to preserve.
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
    /// An app with one window may want to begin afresh after its process was killed. So a finding is reported only for windows
    /// that the system reclaimed, and for apps that may have several windows.
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
                window \(session.number, as: "scene") came back without what it showed, as no activity was preserved \
                for it
                """,
            evidence: [shown, session.restoration.reclaimedBy ?? 0, system.cause]
        )
        report(finding, scene: session.number, in: &system)
    }

}
