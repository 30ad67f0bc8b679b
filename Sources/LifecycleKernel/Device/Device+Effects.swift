/// Effects that apps request, and the loops that carry them out.
extension Device {
    /// Runs the main thread of a process until it waits for time, for its harness, or for work.
    mutating func pump(_ index: Int) {
        while apps[index].hasProcess, let effect = apps[index].runMainThread(in: &system) {
            carryOut(effect, of: index)
        }
    }

    /// Performs a step on the main thread of a running process: at once if it is idle, without an array for it, else
    /// after what is queued.
    mutating func pump(_ index: Int, with step: Step) {
        if apps[index].process.runLoop.isIdle {
            carryOut(apps[index].perform(step, in: &system), of: index)
        } else {
            apps[index].enqueue([step])
        }
        pump(index)
    }

    /// Performs an action of an app's code.
    mutating func perform(_ action: Action, by index: Int) {
        carryOut(apps[index].perform(action, in: &system), of: index)
    }

    /// Carries out an effect that an app has returned, if any.
    mutating func carryOut(_ effect: AppEffect?, of index: Int) {
        switch effect {
        case nil: break
        case .end(let termination): end(index, termination)
        case .runMainThread: pump(index)
        case .runHandler(let callback): runHandler(index, callback: callback, watch: nil)
        case .runWatchedHandler(let callback, let watch): runHandler(index, callback: callback, watch: watch)
        case .continueHandler: continueHandler(index)
        case .footprintGrew: footprintGrew(index)
        case .memoryChanged: ledgerChanged()
        case .purgedMemory:
            ledgerChanged()
            if apps[index].hasProcess { carryOut(apps[index].endAfterLeavingScreen(in: &system), of: index) }
        case .showWindow(let number):
            let window = Screen.Window(bundleID: apps[index].manifest.bundleID, scene: number)
            show(apps[index].takesWindowFromScreen(number, in: system) + [window])
            apps[index].requestReconciliation(in: &system)
        case .present(let overlay): cover(with: overlay)
        case .closeSession(let number): closeSession(number, index)
        case .interruptionChanged(let wasInterrupted): updateAudio(from: wasInterrupted)
        case .runOrRefuse(let request): runOrRefuse(request, index)
        case .deliverHeldPush: deliverHeldPush(index)
        }
    }

    /// Runs a handler of a simulated app that has begun; what watches it is set if it stays in flight.
    private mutating func runHandler(_ index: Int, callback: SequenceNumber, watch: HandlerWatch?) {
        continueHandler(index)
        if apps[index].hasProcess { apps[index].watchHandler(callback, by: watch, in: &system) }
    }

    /// Continues the handler in flight of a simulated app until it waits for time or returns.
    private mutating func continueHandler(_ index: Int) {
        let pid = apps[index].process.pid
        while apps[index].hasProcess(withID: pid), let effect = apps[index].continueHandler(in: &system) {
            carryOut(effect, of: index)
        }
    }
}
