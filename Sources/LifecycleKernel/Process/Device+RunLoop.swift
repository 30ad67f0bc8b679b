/// What a process does on its main thread: one callback at a time.
extension Device {
    /// How many callbacks one main thread may begin without any time passing or an input coming in. An app whose
    /// handlers wake each other for ever would never let time go on; such a process uses the processor without end and
    /// is ended for it.
    static let callbacksAtOnce: UInt32 = 10_000

    /// Lets the main thread of a process do what it has to, as far as it gets at this instant.
    mutating func pump(_ index: Int) {
        while installed[index].process != nil, self[process: index].runLoop.inFlight == nil {
            if self[process: index].runLoop.isInScript {
                perform(self[process: index].runLoop.nextStep(), index)
            } else if self[process: index].runLoop.comesToReconciliation {
                reconcile(index)
            } else if !self[process: index].runLoop.beginNextScript() {
                break
            }
        }
        suspendIfNothingHolds(index)
    }

    /// Lets the main thread of a running process come to a step: at once if it is idle, without a list for it, else
    /// behind what it already has to do.
    mutating func pump(_ index: Int, with step: Step) {
        if self[process: index].runLoop.isIdle { perform(step, index) } else { enqueue([step], index) }
        pump(index)
    }

    /// Begins the next transition that the process has to make; when there is none, it is where it is wanted.
    private mutating func reconcile(_ index: Int) {
        var steps = self[process: index].runLoop.takeScript()
        addNextTransition(of: index, to: &steps)
        if steps.isEmpty, self[process: index].losesProtectedData == true, self[process: index].state == .background {
            steps = losingProtectedData(index)
        }
        if steps.isEmpty { awaitNothing(index) }
        let isThere = steps.isEmpty
        self[process: index].runLoop.begin(consume steps)
        guard isThere else { return }
        self[process: index].runLoop.removeNextWork()
        awaitHomeTransition(index)
    }

    /// Puts steps behind what the main thread of a running process already has to do.
    mutating func enqueue(_ steps: consuming [Step], _ index: Int) {
        self[process: index].runLoop.enqueue(steps)
    }

    private mutating func perform(_ step: Step, _ index: Int) {
        switch step {
        case .call(let name, let scene, let arguments):
            call(name, scene: scene, arguments: arguments, index)
        case .expire(let task):
            guard let place = self[process: index].work.tasks.firstIndex(where: { $0.number == task }) else { return }
            // The callback's record is the next one.
            self[process: index].work.tasks[place].expiredBy = lastSequence + 1
            let name = self[process: index].work.tasks[place].name
            call(.expirationHandler, scene: 0, arguments: [Value.Member("name", .string(name))], index)
        case .launchTask(let identifier):
            guard mayCallLaunchHandler(identifier, index) else { return }
            call(.launchHandler, scene: 0, arguments: [Value.Member("identifier", .string(identifier))], index)
        case .expireTask(let identifier):
            guard self[process: index].work.runningTasks.contains(where: { $0.identifier == identifier }) else {
                return
            }
            write(verdict(.taskRequest, .expired, nil, identifier), app: index)
            call(.taskExpirationHandler, scene: 0, arguments: [Value.Member("identifier", .string(identifier))], index)
        case .fireLateTimers(let names): fireLateTimers(named: names, index)
        case .dispatch(let event): dispatch(event, index)
        case .deliverHeldPush: deliverHeldPush(index)
        case .tellTransfers: tellTransfers(index)
        case .post(let name, let scene):
            write(.notification(name), app: index, scene: scene)
        case .move(let scene, let state, let why):
            move(scene, to: state, why: why, index)
        case .finishLaunch:
            finishLaunch(index)
        case .leftScreen(let scene):
            leftScreen(scene, index)
        case .preserveState(let scene):
            preserveState(of: scene, index)
        case .returnsToScreen:
            takeBackPurgedMemory(index)
        case .attach(let scene):
            attach(scene, index)
        case .connected:
            endLaunch(index)
        case .detach(let scene):
            move(scene, to: .unattached, why: .leftScreen, index)
            self[process: index].scenes.removeAll { $0.number == scene }
        case .discard(let scene):
            installed[index].sessions.removeAll { $0.number == scene }
        case .deliver(let payload):
            // Of several that are alike each is told for itself.
            if let place = self[process: index].payloads.firstIndex(of: payload) {
                self[process: index].payloads.remove(at: place)
            }
        case .end(let reason):
            end(index, reason)
        }
    }

    // MARK: Calling the app

    private mutating func call(_ name: CallbackName, scene: SceneNumber, arguments: [Value.Member], _ index: Int) {
        guard self[process: index].runLoop.countCall(at: now, after: lastInput) <= Self.callbacksAtOnce else {
            end(index, .cpuResourceLimit, explanation: "the main thread never became idle")
            return
        }
        let watch = watch(over: name, index)
        let callback = Callback(
            name: name,
            applicationState: self[process: index].state,
            arguments: arguments,
            limit: watch.map { max(0, $0.deadline - now) }
        )
        write(.callback(callback), app: index, scene: scene)
        if watch != nil { awaitNothing(index) }
        // A handler for which nothing is declared returns at once, and nothing about it needs to be kept.
        if installed[index].manifest.returnsAtOnce(from: name), !name.isJudgedByReturning, !name.continuesRestoration {
            return
        }
        keepInFlight(name, scene: scene, arguments: arguments, watch, index)
    }

    /// Keeps the callback just written in flight until its handler returns, watched where something waits for it.
    private mutating func keepInFlight(
        _ name: CallbackName,
        scene: SceneNumber,
        arguments: [Value.Member],
        _ watch: HandlerWatch?,
        _ index: Int
    ) {
        self[process: index].runLoop.inFlight = HandlerInFlight(
            callback: lastSequence,
            name: name,
            scene: scene,
            arguments: arguments,
            startedAt: now,
            cpuTimeBefore: cpuTime(ofProcessAt: index)
        )
        let callbackSequence = lastSequence
        auditCall(name, index)
        if installed[index].manifest.driver == .simulated { continueHandler(index) }
        // Only what is still in flight needs to be watched.
        guard installed[index].process != nil,
            self[process: index].runLoop.inFlight?.callback == callbackSequence
        else { return }
        if let watch {
            set(watch, cause: callbackSequence, index)
        } else {
            watchMainThread(index)
        }
    }

    /// Goes on with the handler in flight of a simulated app: each entry takes its time, then takes effect.
    mutating func continueHandler(_ index: Int) {
        let pid = self[process: index].pid
        while lives(pid, at: index), let handler = self[process: index].runLoop.progress {
            guard let entry = entry(handler.entry, of: handler.name, index) else {
                returnFromHandler(index)
                return
            }
            switch entry {
            case .returns(let value):
                self[process: index].runLoop.finishEntry(returning: value)
            case .act(_, let takes) where takes > 0 && !handler.entryHasTakenItsTime:
                deadlines.set(.handlerEntryEnds, at: now + takes, pid: pid, cause: handler.callback)
                return
            case .act(let action, let takes):
                if takes > 0 { chargeEntry(action, lasting: takes, index) }
                self[process: index].runLoop.finishEntry()
                perform(action, by: index)
            }
        }
    }

    /// One thing that the code of an app does in a handler; nil after the last.
    ///
    /// Looked up from the device each time, since what is kept while others are looked at is counted, and given back.
    @inline(__always)
    private func entry(_ number: Int, of name: CallbackName, _ index: Int) -> AppBehavior.Entry? {
        for place in installed[index].manifest.behavior.handlers.indices
        where installed[index].manifest.behavior.handlers[place].name == name {
            guard number < installed[index].manifest.behavior.handlers[place].entries.count else { return nil }
            return installed[index].manifest.behavior.handlers[place].entries[number]
        }
        return nil
    }

    /// The handler in flight returns: what waited behind it goes on at the next pump.
    mutating func returnFromHandler(_ index: Int) {
        guard let handler = self[process: index].runLoop.inFlight.take() else { return }
        if handler.deadline != nil { callOffWatchdog(index) }
        // What the system waits for next counts from here.
        if handler.name?.watch != nil { awaitNothing(index) }
        if now > handler.startedAt || handler.result != nil {
            write(
                .returned(callback: handler.callback, took: now - handler.startedAt, result: handler.result),
                app: index,
                scene: handler.scene
            )
        }
        if handler.name?.decidesOnLaunchPayload == true, handler.result == .bool(false) {
            self[process: index].acceptsLaunchPayload = false
        }
        auditReturn(of: handler, index)
        continueRestoration(after: handler, index)
    }
}
