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
    /// A handler of a simulated app has begun: runs it, then sets what watches it.
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
