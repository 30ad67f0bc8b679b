/// Events of the user inside an app, on their way along the responder chain. Source: facts 8.
extension App {
    /// Enqueues an event of the user on the main thread, unless the app does not receive it.
    mutating func perform(_ event: InputEvent, in system: inout SystemState) -> AppEffect? {
        guard receives(event) else {
            dispatch(event, in: &system)
            return nil
        }
        enqueue([.dispatch(event)])
        return .runMainThread
    }

    /// Whether an event reaches the responders of a running app: a touch when it is active, remote control also when it
    /// plays or was interrupted, in the background and on the lock screen too. None reaches one that is terminating. Source:
    /// Apple, Remote Control Events.
    func receives(_ event: InputEvent) -> Bool {
        guard process.ending == nil else { return false }
        return switch event {
        case .touch: process.state == .active
        case .remoteControl: process.state == .active || process.work.playsAudio
        }
    }

    /// Asks the responders from the target on; none while the app does not receive the event.
    mutating func dispatch(_ event: InputEvent, in system: inout SystemState) {
        var dispatch = Dispatch(target: event.target, asked: [], handledBy: nil)
        if receives(event) {
            let chain = ResponderChain(manifest.responders, hasScenes: lifecycle == .scenes)
            dispatch = chain.dispatch(event.kind, to: event.target)
        }
        write(.dispatch(dispatch), in: &system)
    }
}
