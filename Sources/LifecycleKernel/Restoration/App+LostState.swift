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
    /// An app with one window that starts anew after its process was killed may well want that, so it is told only of
    /// windows that the system took back, and where there may be several.
    mutating func reportLostState(ofSessionAt index: Int, in system: inout SystemState) {
        let session = sessions[index]
        sessions[index].unpreservedSince = nil
        if session.restoration.reclaimedBy != nil { sessions[index].restoration.reclaimedBy = nil }
        guard let shown = session.unpreservedSince, session.restoration.activity == nil,
            session.restoration.reclaimedBy != nil || supportsMultipleScenes
        else { return }
        let finding = Finding(
            code: .sceneStateLost,
            detail: "window \(session.number) came back without what it showed, as no activity was preserved for it",
            evidence: [shown, session.restoration.reclaimedBy ?? 0, system.cause]
        )
        report(finding, scene: session.number, in: &system)
    }

    /// The index of a session among those of its app.
    // Inlining saves 2.4 % of the instructions of a transition, with those of `App+Scenes.swift`.
    @inline(__always)
    func index(ofSession number: SceneID) -> Int? {
        for index in sessions.indices where sessions[index].number == number {
            return index
        }
        return nil
    }
}
