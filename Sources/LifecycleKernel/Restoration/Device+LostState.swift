/// What windows show and have not preserved, and where that is lost. Source: facts 1.4.
extension Device {
    /// A window is active, its record is the last one: from now on there is something to preserve.
    mutating func noteStateToPreserve(of number: SceneNumber, _ index: Int) {
        guard let place = place(ofSession: number, index) else { return }
        installed[index].sessions[place].unpreservedSince = lastSequence
    }

    /// The system takes back a scene: what its window showed lives on only if it was preserved.
    mutating func noteReclaimed(_ number: SceneNumber, _ index: Int) {
        guard let place = place(ofSession: number, index) else { return }
        installed[index].sessions[place].restoration.reclaimedBy = cause
    }

    /// A window has a new scene: if there was something to preserve and nothing is, that is found here.
    ///
    /// An app with one window that starts anew after its process was killed may well want that, so it is told only of
    /// windows that the system took back, and where there may be several.
    mutating func tellLostState(ofSessionAt place: Int, _ index: Int) {
        let session = installed[index].sessions[place]
        installed[index].sessions[place].unpreservedSince = nil
        if session.restoration.reclaimedBy != nil { installed[index].sessions[place].restoration.reclaimedBy = nil }
        guard let shown = session.unpreservedSince, session.restoration.activity == nil,
            session.restoration.reclaimedBy != nil || installed[index].supportsMultipleScenes
        else { return }
        let finding = Finding(
            code: .sceneStateLost,
            detail: "window \(session.number) came back without what it showed, as no activity was preserved for it",
            evidence: [shown, session.restoration.reclaimedBy ?? 0, cause]
        )
        found(finding, scene: session.number, index)
    }

    /// The place of a session among those of its app.
    @inline(__always)
    func place(ofSession number: SceneNumber, _ index: Int) -> Int? {
        for place in installed[index].sessions.indices where installed[index].sessions[place].number == number {
            return place
        }
        return nil
    }
}
