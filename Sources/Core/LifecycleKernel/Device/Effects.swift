/// An effect that an app requests of its device, because it concerns other apps or ends its process.
///
/// A method of an app returns it; `Device.carryOut(_:of:)` carries it out at once.
enum AppEffect: Hashable, Sendable {
    /// Ends the process.
    indirect case end(Termination)
    /// Ends the process after the callbacks of a plan.
    indirect case requestTermination(TerminationPlan)
    /// Ends the process of the app's notification service extension.
    indirect case endService(Termination)
    /// Launches or resumes the app in the background.
    indirect case wake(WakeUp)
    /// Launches or resumes the app for a task that it requested.
    indirect case launchTask(String)
    /// Launches or resumes the app for a session whose transfers have ended.
    indirect case wakeForSession(String)
    /// Performs a step on the main thread: at once if it is idle.
    indirect case perform(Step)
    /// The main thread has something to do.
    case runMainThread
    /// A handler of a simulated app has begun: runs it, then sets its watchdog.
    case runHandler(callback: SequenceNumber)
    /// The same with a watchdog of its own.
    indirect case runWatchedHandler(callback: SequenceNumber, HandlerWatch)
    /// Continues the handler in flight.
    case continueHandler
    /// The process uses more memory.
    case footprintGrew
    /// The process uses less memory.
    case memoryChanged
    /// The system has purged memory of a process that has left the screen.
    case purgedMemory
    /// Shows a window beside those on screen.
    case showWindow(SceneID)
    /// Presents an overlay of the system.
    case present(DeactivationReasons)
    /// A window closes.
    case closeSession(SceneID)
    /// A call rings, which may interrupt audio.
    case interruptionChanged(from: Bool)
    /// A task is requested that runs at once or not at all.
    indirect case runOrRefuse(TaskRequest)
    /// The app has become active: the push that was held for it is delivered.
    case deliverHeldPush
}

/// Effects that apps request, and the loops that carry them out.
extension Device {
    /// Runs the main thread of a process until it waits for time to pass, for a completion, or for work.
    mutating func pump(_ index: Int) {
        while apps[index].hasProcess, let effect = apps[index].runMainThread(in: &system) {
            carryOut(effect, of: index)
        }
    }

    /// Performs a step on the main thread of a running process: at once, and without an array for it, if the thread is
    /// idle; otherwise after what is queued.
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
            if apps[index].hasProcess { carryOut(apps[index].endAfterLeavingScreen(in: &system), of: index) }
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

    /// Runs a handler of a simulated app that has begun. Sets its watchdog if it stays in flight.
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
