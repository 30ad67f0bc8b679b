/// What an app asks of its device, because it concerns other apps too or ends its process.
///
/// A method of an app returns it where the app cannot go on by itself; `Device.carryOut(_:of:)` carries it out at once.
enum AppEffect: Hashable, Sendable {
    /// The process ends.
    indirect case end(Termination)
    /// The main thread has something to do.
    case runMainThread
    /// A handler of a simulated app has begun: what it does comes next, and then what watches it.
    indirect case runHandler(callback: UInt64, HandlerWatch?)
    /// The handler in flight goes on.
    case continueHandler
    /// The process takes more memory.
    case footprintGrew
    /// The process takes less memory.
    case memoryChanged
    /// The system has purged memory of a process that has left the screen.
    case purgedMemory
    /// A window comes to the screen, beside those that are there.
    case showWindow(SceneNumber)
    /// Something of the system comes over the screen.
    case present(DeactivationReasons)
    /// A window closes.
    case closeSession(SceneNumber)
    /// A call rings, which may interrupt audio.
    case interruptionChanged(from: Bool)
    /// The app has become active: the push that was held for it is delivered.
    case deliverHeldPush
}
