/// What windows show and have not preserved, and where that is lost. Source: facts 1.4.
extension App {
    /// A window is active, its record is the last one: from now on there is something to preserve.
    mutating func noteStateToPreserve(of number: SceneNumber, in system: inout SystemState) {
        guard let place = self.place(ofSession: number) else { return }
        sessions[place].unpreservedSince = system.lastSequence
    }

    /// The system takes back a scene: what its window showed lives on only if it was preserved.
    mutating func noteReclaimed(_ number: SceneNumber, in system: inout SystemState) {
        guard let place = self.place(ofSession: number) else { return }
        sessions[place].restoration.reclaimedBy = system.cause
    }

    /// A window has a new scene: if there was something to preserve and nothing is, that is found here.
    ///
    /// An app with one window that starts anew after its process was killed may well want that, so it is told only of
    /// windows that the system took back, and where there may be several.
    mutating func tellLostState(ofSessionAt place: Int, in system: inout SystemState) {
        let session = sessions[place]
        sessions[place].unpreservedSince = nil
        if session.restoration.reclaimedBy != nil { sessions[place].restoration.reclaimedBy = nil }
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

    /// The place of a session among those of its app.
    // Inlining saves 2.4 % of the instructions of a transition, with those of `App+Scenes.swift`.
    @inline(__always)
    func place(ofSession number: SceneNumber) -> Int? {
        for place in sessions.indices where sessions[place].number == number {
            return place
        }
        return nil
    }
}
