// A scene changes its state, and the process with it: it is as active as the most active of its scenes.
//
// `changeState` is the only place where the state of a running process changes. Its follow-ups come in a fixed order, which
// defines the order of the records: the `process` record; the assertion that delays suspension; the effect of that
// assertion on the clock of background tasks; the findings.

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
        // The energy of a display depends on each scene, not only on the state of the process.
        if !process.work.isBlank, process.work.carScene != nil { settleEnergy(in: &system) }
        process.scenes[index].state = state
        if state == .foregroundInactive {
            process.scenes[index].resignedAt = from == .foregroundActive ? system.now : nil
        }
        if number != .implicit { write(.scene(from: from, to: state), scene: number, in: &system) }
        if state == .foregroundActive { noteStateToPreserve(of: number, in: &system) }
        guard process.state != .suspended else { return }
        let activation = process.scenes.activation
        if ExecutionState(activation) != process.state {
            changeState(to: activation, reason: reason, in: &system)
        } else if from == .unattached, state == .background, reason != .launch, activation == .background {
            // The user has left meanwhile. A launch in the background has an assertion of its own.
            holdForTransition(in: &system)
        }
    }

    /// Changes how active the process is, or resumes it.
    mutating func changeState(
        to activation: AppProcess.Activation,
        reason: ProcessChange.Reason,
        in system: inout SystemState
    ) {
        changeState(to: ExecutionState(activation), reason: reason, in: &system) { process, now, _ in
            process.enter(activation, at: now)
        }
    }

    /// Changes the state of the process, and does what follows from the change, in the order that the top of this file
    /// gives.
    ///
    /// - Parameter enter: Changes the process, given the record of the change.
    mutating func changeState(
        to state: ExecutionState,
        reason: ProcessChange.Reason,
        in system: inout SystemState,
        by enter: (inout AppProcess, Instant, SequenceNumber) -> Void
    ) {
        let from = process.state
        // The energy used up to now belongs to the state before.
        settleEnergy(in: &system)
        // The record comes before those of what follows, and is their evidence.
        let change = ProcessChange(
            from: ProcessState(from),
            to: ProcessState(state),
            reason: reason,
            launchReason: nil
        )
        let record = write(.process(change), in: &system)
        enter(&process, system.now, record)
        // Whether the processor is limited depends on the state alone.
        watchProcessor(from: from, in: &system)
        if from == .inactive, state == .background {
            process.wasWokenInBackground = false
            holdForTransition(in: &system)
        } else if from == .background, state == .inactive {
            release(.transition, in: &system)
            resetTaskClock(in: &system)
            resetTransferDelay(in: &system)
        }
        // The clock runs while only some kinds of assertions are held, so these have to be acquired or released before.
        updateTaskClock(in: &system)
        if state == .active, !background.isBlank, background.heldPush != nil {
            enqueue([.deliverHeldPush])
        }
        // Findings come last: their evidence may be any of the records above.
        auditChange(from: from, to: state, at: record, in: &system)
    }
}
