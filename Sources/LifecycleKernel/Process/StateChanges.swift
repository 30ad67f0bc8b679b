/// How a scene changes its state, and the process with it. Source: facts 1.4.
extension App {
    /// Sets a scene's state, and the state of the process that follows from its scenes.
    mutating func move(
        _ number: SceneID,
        to state: SceneState,
        reason: ProcessChange.Reason,
        in system: inout SystemState
    ) {
        guard let index = self.index(ofScene: number) else { return }
        let from = process.scenes[index].state
        guard from != state else { return }
        // What a display uses depends on the scenes, and not only on the state that follows from them.
        if !process.work.isBlank, process.work.carScene != nil { settleEnergy(in: &system) }
        process.scenes[index].state = state
        if state == .foregroundInactive {
            process.scenes[index].resignedAt = from == .foregroundActive ? system.now : nil
        }
        if number != 0 { write(.scene(from: from, to: state), scene: number, in: &system) }
        if state == .foregroundActive { noteStateToPreserve(of: number, in: &system) }
        guard process.state != .suspended else { return }
        let processState = process.stateOfScenes
        if processState != process.state {
            changeState(to: processState, reason: reason, in: &system)
        } else if from == .unattached, state == .background, reason != .launch, processState == .background {
            // The user has left meanwhile. A launch in the background has an assertion of its own.
            holdForTransition(in: &system)
        }
    }

    /// Sets the state of a process and what depends on it.
    mutating func changeState(to state: ProcessState, reason: ProcessChange.Reason, in system: inout SystemState) {
        let from = process.state
        enter(state, in: &system)
        write(.process(ProcessChange(from: from, to: state, reason: reason, launchReason: nil)), in: &system)
        let record = system.lastSequence
        watchProcessor(from: from, in: &system)
        if from == .inactive, state == .background {
            process.wasWokenInBackground = false
            holdForTransition(in: &system)
        } else if from == .background, state == .inactive {
            release(.transition, in: &system)
            resetTaskClock(in: &system)
            resetTransferDelay(in: &system)
        }
        updateTaskClock(in: &system)
        if state == .active, !background.isBlank, background.heldPush != nil {
            enqueue([.deliverHeldPush])
        }
        auditChange(from: from, to: state, at: record, in: &system)
    }
}
