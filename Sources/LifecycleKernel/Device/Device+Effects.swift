/// What apps ask for, and the loops in which it is carried out.
extension Device {
    /// Lets the main thread of a process do what it has to, as far as it gets at this instant.
    mutating func pump(_ index: Int) {
        while apps[index].hasProcess, let effect = apps[index].runMainThread(in: &system) {
            carryOut(effect, of: index)
        }
    }

    /// Lets the main thread of a running process come to a step: at once if it is idle, without a list for it, else
    /// behind what it already has to do.
    mutating func pump(_ index: Int, with step: Step) {
        if apps[index].process.runLoop.isIdle {
            carryOut(apps[index].perform(step, in: &system), of: index)
        } else {
            apps[index].enqueue([step])
        }
        pump(index)
    }

    /// Lets the code of an app do something.
    mutating func perform(_ action: Action, by index: Int) {
        carryOut(apps[index].perform(action, in: &system), of: index)
    }

    /// Carries out what an app asks for, if it asks for something.
    mutating func carryOut(_ effect: AppEffect?, of index: Int) {
        switch effect {
        case nil: break
        case .end(let termination): end(index, termination)
        case .runMainThread: pump(index)
        case .runHandler(let callback, let watch):
            continueHandler(index)
            if apps[index].hasProcess { apps[index].watchHandler(callback, by: watch, in: &system) }
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
        case .interruptionChanged(let wasInterrupted): audioFollowsInterruption(from: wasInterrupted)
        case .deliverHeldPush: deliverHeldPush(index)
        }
    }

    /// Lets the handler in flight of a simulated app go on, as far as it gets at this instant.
    private mutating func continueHandler(_ index: Int) {
        let pid = apps[index].process.pid
        while apps[index].lives(pid), let effect = apps[index].continueHandler(in: &system) {
            carryOut(effect, of: index)
        }
    }
}
