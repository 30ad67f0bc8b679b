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
        case .requestTermination(let plan): requestTermination(of: index, plan)
        case .endService(let termination): endService(index, termination)
        case .wake(let wakeUp): wake(index, for: wakeUp)
        case .launchTask(let identifier): launchTask(identifier, index)
        case .wakeForSession(let identifier): wake(index, forSession: identifier)
        case .perform(let step): pump(index, with: step)
        case .runMainThread: pump(index)
        case .runHandler(let callback): runHandler(index, callback: callback, watch: nil)
        case .runWatchedHandler(let callback, let watch): runHandler(index, callback: callback, watch: watch)
        case .continueHandler: continueHandler(index)
        case .footprintGrew: footprintGrew(index)
        case .memoryChanged: ledgerChanged()
        case .purgedMemory:
            ledgerChanged()
            if apps[index].hasProcess { carryOut(apps[index].endAfterLeavingScreen(in: system), of: index) }
        case .showWindow(let number):
            let others = apps[index].windowsOnScreen(without: number, in: system)
            show(others + [apps[index].window(ofScene: number)])
            apps[index].requestReconciliation(in: &system)
        case .present(let overlay): cover(with: overlay)
        case .closeSession(let number): closeSession(number, index)
        case .interruptionChanged(let wasInterrupted): updateAudio(from: wasInterrupted)
        case .runOrRefuse(let request):
            let isAtLimit = isAtContinuedTaskLimit
            carryOut(apps[index].runOrRefuse(request, isAtContinuedLimit: isAtLimit, in: &system), of: index)
        case .deliverHeldPush: wake(index, for: apps[index].takeDeliverablePush(in: &system))
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
