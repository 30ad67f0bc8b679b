/// What windows show and have not preserved, and where that is lost. Source: facts 1.4.
extension Device {
    /// A window is active: from now on there is something to preserve.
    mutating func noteStateToPreserve(of number: SceneNumber, _ index: Int) {
        guard let place = place(ofSession: number, index) else { return }
        installed[index].sessions[place].hasUnpreservedState = true
    }

    /// The system takes back a scene: what its window showed lives on only if it was preserved.
    mutating func noteReclaimed(_ number: SceneNumber, _ index: Int) {
        guard let place = place(ofSession: number, index) else { return }
        installed[index].sessions[place].isReclaimed = true
    }

    /// A window has a new scene: if there was something to preserve and nothing is, that is found here.
    ///
    /// An app with one window that starts anew after its process was killed may well want that, so it is told only of
    /// windows that the system took back, and where there may be several.
    mutating func tellLostState(ofSessionAt place: Int, _ index: Int) {
        let session = installed[index].sessions[place]
        installed[index].sessions[place].hasUnpreservedState = false
        installed[index].sessions[place].isReclaimed = false
        guard session.hasUnpreservedState, session.stateRestorationActivity == nil,
            session.isReclaimed || installed[index].supportsMultipleScenes
        else { return }
        let detail =
            "window \(session.number) came back without what it showed; return an activity from "
            + "\(CallbackName.stateRestorationActivity.rawValue)"
        write(.finding(Finding(code: .sceneStateLost, detail: detail)), app: index, scene: session.number)
    }

    /// The place of a session among those of its app.
    func place(ofSession number: SceneNumber, _ index: Int) -> Int? {
        installed[index].sessions.firstIndex { $0.number == number }
    }
}
