/// What a process does on its main thread: one callback at a time.
extension App {
    /// Begins the next transition that the process has to make. If there is none, the process is reconciled with the
    /// screen, and the request for it leaves the queue.
    ///
    /// - Returns: The effect that ends the process, if it has left the screen and still renders; otherwise nil.
    fileprivate mutating func reconcile(in system: inout SystemState) -> AppEffect? {
        var steps = process.runLoop.takeScript()
        addNextTransition(to: &steps, in: &system)
        if steps.isEmpty, process.losesProtectedData, process.state == .background {
            process.losesProtectedData = false
            steps.append(.notifyOfProtectedData)
        }
        // It does not enter the foreground after all.
        if steps.isEmpty { moveOverdueTimers(to: &steps) }
        if steps.isEmpty { awaitNothing() }
        let isReconciled = steps.isEmpty
        process.runLoop.begin(consume steps)
        guard isReconciled else { return nil }
        process.runLoop.removeNextWork()
        awaitHomeTransition(in: &system)
        return endIfRenderingInBackground(in: &system)
    }

    /// Appends steps to what the main thread of a running process already has to do.
    mutating func enqueue(_ steps: consuming [Step]) {
        process.runLoop.enqueue(steps)
    }

    /// Ends the handler in flight. The steps that wait for it continue at the next `Device.pump`.
    ///
    /// - Returns: The effect that ends the process, if the handler should have reported a call but did not; else nil.
    mutating func returnFromHandler(in system: inout SystemState) -> AppEffect? {
        guard let handler = process.runLoop.takeHandler() else { return nil }
        cancelWatchdog(in: &system)
        if handler.counterpart?.watchdog != nil {
            // The time of the next transition, or of an update, counts from here. Only the observers of this transition
            // share its limit.
            awaitNothing()
            if sceneUpdateRequest != nil { process.work.sceneUpdateRequestedAt = system.now }
            if manifest.awaitsObservers { process.work.watchedSince = handler.watchedSince }
        }
        if let returned = handler.returned(at: system.now) { write(returned, scene: handler.scene.scene, in: &system) }
        if handler.name?.decidesOnLaunchPayload == true, handler.result == .bool(false) {
            process.refuseLaunchPayload()
        }
        if handler.name == .configurationForConnecting, let scene = handler.scene.scene, let result = handler.result {
            configure(scene, with: result)
        }
        auditReturn(of: handler, in: &system)
        continueRestoration(after: handler)
        return endWithoutReport(after: handler, system.rulebook)
    }

    /// Runs the main thread of the process until it is idle or waits for a handler, or until a step has an effect on
    /// other apps or ends this process. The caller carries out that effect and calls this again.
    mutating func runMainThread(in system: inout SystemState) -> AppEffect? {
        while !process.runLoop.isInHandler {
            if process.runLoop.isInScript {
                if let effect = perform(process.runLoop.nextStep(), in: &system) { return effect }
            } else if process.runLoop.isReconciliationNext {
                if let effect = reconcile(in: &system) { return effect }
            } else if !process.runLoop.beginNextScript() {
                break
            }
        }
        return suspendIfNothingHolds(in: &system)
    }

    /// Performs a step on the main thread. If the app's code has done too much at one instant, ends the process
    /// instead.
    mutating func perform(_ step: Step, in system: inout SystemState) -> AppEffect? {
        if let excess = workBudget.begin(on: &system.timeline) { return .end(excess.termination) }
        let mark = system.timeline.bytesWritten
        defer { workBudget.count(since: mark, on: system.timeline) }
        return carryOut(step, in: &system)
    }

    private mutating func carryOut(_ step: Step, in system: inout SystemState) -> AppEffect? {
        switch step {
        case .call(let name, let scene, let arguments):
            return call(name, scene: scene.scene, arguments: arguments, in: &system)
        case .callToComplete(let name, let arguments, let assertion):
            return call(name, arguments: arguments, toComplete: assertion, in: &system)
        case .expire(let task): return callExpirationHandler(ofTask: task, in: &system)
        case .launchTask(let identifier, let assertion):
            return callLaunchHandler(of: identifier, heldBy: assertion, in: &system)
        case .expireTask(let assertion): return callExpirationHandler(ofTaskHeldBy: assertion, in: &system)
        case .deliverWake(let reason, let handler, let arguments, let assertion):
            return deliverWake(reason, handler, arguments: arguments, heldBy: assertion, in: &system)
        case .wakeHandled(let assertion): wakeHandled(assertion, in: &system)
        case .deliverLocation: return deliverLocation(in: &system)
        case .fireLateTimers(let names): fireLateTimers(named: names, in: &system)
        case .dispatch(let event): dispatch(event, in: &system)
        case .deliverHeldPush: return .deliverHeldPush
        case .notifyOfProtectedData: notifyOfProtectedData(in: system)
        case .reportDiscardedSessions(let numbers): reportDiscardedSessions(numbers)
        case .deliverTransfers(let session): deliverTransfers(ofSession: session)
        case .deliverTransfer(let session, let count): deliverTransfer(ofSession: session, of: count)
        case .post(let name, let scene, let arguments): post(name, scene: scene.scene, arguments, in: &system)
        case .move(let scene, let state, let reason): move(scene, to: state, reason: reason, in: &system)
        case .finishLaunch: finishLaunch(in: &system)
        case .leftScreen(let scene): return leftScreen(scene, in: &system)
        case .updateScenes(let takesSnapshots): updateScenes(takesSnapshots: takesSnapshots, in: &system)
        case .preserveState(let scene): preserveState(of: scene)
        case .reusePurgedMemory: return reusePurgedMemory()
        case .attach(let scene): attach(scene, in: &system)
        case .connected: endLaunch(in: &system)
        case .detach(let scene):
            move(scene, to: .unattached, reason: .leftScreen, in: &system)
            removeScene(scene)
        case .discard(let scene): discardSessions([scene])
        case .deliver(let payload):
            // Equal payloads are delivered one by one.
            if let index = process.payloads.firstIndex(of: payload) { process.payloads.remove(at: index) }
        case .trapWithoutScenes: return trapWithoutScenes(in: &system)
        case .end(let reason): return .end(Termination(reason))
        }
        return nil
    }

    // MARK: Calling the app

    /// Calls a method or a handler of the app.
    ///
    /// - Parameters:
    ///   - assertion: The assertion that the app ends by calling the completion handler; nil if there is no completion
    ///     handler.
    ///   - note: Called with the process and the record of the call, to keep that record in the process.
    mutating func call(
        _ name: CallbackName,
        scene: SceneID? = nil,
        arguments: CallbackArguments? = nil,
        toComplete assertion: AssertionID? = nil,
        in system: inout SystemState,
        noting note: (inout AppProcess, SequenceNumber) -> Void = { _, _ in }
    ) -> AppEffect? {
        let members = arguments?.members ?? []
        if !members.isEmpty,
            let excess = workBudget.excess(writing: members.approximateSize, on: system.timeline)
        {
            return .end(excess.termination)
        }
        guard manifest.implements(name) else {
            skip(name, heldBy: assertion, in: &system)
            return nil
        }
        let since =
            manifest.awaitsObservers && followsSceneNotification(name, in: system) ? process.work.watchedSince : nil
        let watch = watch(over: name, since: since, at: system.now, system.rulebook)
        let callback = Callback(
            name: name,
            applicationState: ProcessState(process.state),
            arguments: members,
            limit: (watch ?? mainThreadWatch(in: &system)).map { max(0, $0.deadline - system.now) }
        )
        let record = write(.callback(callback), scene: scene, in: &system)
        note(&process, record)
        if watch != nil { awaitNothing() }
        if let assertion { noteCompletionHandler(arguments, callback: record, ending: assertion) }
        // A handler for which nothing is declared returns at once, and nothing about it needs to be kept.
        if manifest.returnsAtOnce(from: name), !name.isJudgedByReturning, !name.continuesRestoration { return nil }
        process.runLoop.begin(
            HandlerInFlight(
                subject: .callback(name, record: record, arguments),
                scene: SceneReference(scene),
                startedAt: system.now,
                cpuTimeBefore: cpuTime(at: system.now, system.rulebook)
            )
        )
        auditCall(name, in: &system)
        if manifest.isPlayed(name) {
            return watch.map { .runWatchedHandler(callback: record, $0) } ?? .runHandler(callback: record)
        }
        watchHandler(record, by: watch, in: &system)
        return nil
    }

    /// Called for a method that the app does not implement. The system continues at once, as if the app had called the
    /// completion handler.
    private mutating func skip(_ name: CallbackName, heldBy id: AssertionID?, in system: inout SystemState) {
        if manifest.awaitsObservers, !followsSceneNotification(name, in: system) {
            process.work.watchedSince = nil
        }
        if let id, let assertion = process.assertions[id] { end(assertion, .released, in: &system) }
        // The system preserves the interface without the delegate's additions to it.
        if name == .willEncodeRestorableState { keepArchive() }
    }

    /// Posts a notification. If a program outside observes it, it is in flight until that program completes it.
    private mutating func post(
        _ name: NotificationName,
        scene: SceneID?,
        _ arguments: CallbackArguments?,
        in system: inout SystemState
    ) {
        let record = write(.notification(name, arguments: arguments?.members ?? []), scene: scene, in: &system)
        guard manifest.awaitsObservers(of: name) else {
            // In an app without scenes, a transition begins with the notification of its scene, so the time limit of
            // the transition before it is over.
            if manifest.awaitsObservers, lifecycle == .appDelegate, name.isOfScene { process.work.watchedSince = nil }
            return
        }
        let watch = watch(overObserversOf: name, in: &system)
        if watch != nil { awaitNothing() }
        process.work.watchedSince = nil
        process.runLoop.begin(
            HandlerInFlight(
                subject: .notification(name, record: record, arguments),
                scene: SceneReference(scene),
                startedAt: system.now,
                cpuTimeBefore: cpuTime(at: system.now, system.rulebook)
            )
        )
        watchHandler(record, by: watch, in: &system)
    }

    /// Returns the watchdog of the observers of a notification.
    ///
    /// The observers share the time limit of the callback of their transition: they have the time that the callback has
    /// left over. In an app without scenes, the observers of a scene's notification come first: the limit begins with
    /// them, and the callback has the time that they have left over. Before the launch methods, they have the limit of
    /// the launch.
    private mutating func watch(
        overObserversOf name: NotificationName,
        in system: inout SystemState
    ) -> HandlerWatch? {
        guard let callback = name.counterpart else { return nil }
        guard lifecycle == .appDelegate, name.isOfScene else {
            return watch(over: callback, since: process.work.watchedSince, at: system.now, system.rulebook)
        }
        let first = process.isRunningLaunchMethods ? .willFinishLaunching : callback
        return watch(over: first, at: system.now, system.rulebook)
    }

    /// Whether a method of the app delegate is called after the observers of its scene's notification, with which it shares
    /// the limit of the transition.
    ///
    /// Requires an app whose observers are waited for.
    private func followsSceneNotification(_ name: CallbackName, in system: SystemState) -> Bool {
        !process.isRunningLaunchMethods && name.sceneCounterpart?.watchdog != nil
            && postsSceneNotifications(in: system)
    }

    /// Sets the watchdog of a callback, if the callback is still in flight.
    mutating func watchHandler(_ callback: SequenceNumber, by watch: HandlerWatch?, in system: inout SystemState) {
        guard process.runLoop.isInFlight(callback) else { return }
        if let watch {
            set(watch, cause: callback, in: &system)
        } else {
            watchMainThread(in: &system)
        }
    }

    /// Continues the handler in flight of a simulated app. Each entry takes effect when its time has passed.
    ///
    /// - Returns: The effect of an entry; the caller carries it out and calls this again.
    mutating func continueHandler(in system: inout SystemState) -> AppEffect? {
        while let handler = process.runLoop.progress {
            guard let entry = manifest.behavior.entry(handler.entry, of: handler.name) else {
                let mark = system.timeline.bytesWritten
                let effect = returnFromHandler(in: &system)
                workBudget.count(since: mark, on: system.timeline)
                return effect
            }
            switch entry {
            case .returns(let value):
                if let excess = workBudget.begin(writing: value.approximateSize, on: &system.timeline) {
                    return .end(excess.termination)
                }
                process.runLoop.finishEntry(returning: value)
            case .act(_, let takes) where takes > 0 && !handler.entryHasTakenItsTime:
                let end = system.now + takes
                system.deadlines.set(.handlerEntryEnds, of: process.pid, at: end, cause: handler.callback)
                return nil
            case .act(let action, let takes):
                if takes > 0 { chargeEntry(action, lasting: takes, in: &system) }
                process.runLoop.finishEntry()
                if let effect = perform(action, in: &system) { return effect }
            }
        }
        return nil
    }
}
