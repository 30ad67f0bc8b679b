/// Events of the user inside an app, on their way along the responder chain. Source: facts 8.
extension Device {
    func check(_ event: InputEvent, _ bundleID: BundleID) throws(Rejection) {
        if case .touch = event { try checkUnlocked() }
        let index = try checkRuns(bundleID)
        let names = installed[index].manifest.responders.map(\.name)
        guard names.contains(event.target) || Responder.builtIn.contains(event.target) else {
            throw Rejection(
                .invalidValue,
                "\(bundleID) has no responder \(event.target.prefix(64))",
                field: "target",
                accepted: names + Responder.builtIn
            )
        }
    }

    /// An event of the user waits in the queue of the main thread; an app that is to be asked nothing is sent none.
    mutating func perform(_ event: InputEvent, _ index: Int) {
        guard hears(event, index) else {
            dispatch(event, index)
            return
        }
        enqueue([.dispatch(event)], index)
        pump(index)
    }

    /// Whether an event reaches the responders of a running app: a touch when it is active, remote control also when it
    /// plays or was interrupted, in the background and on the lock screen too. Source: Apple, Remote Control Events.
    private func hears(_ event: InputEvent, _ index: Int) -> Bool {
        switch event {
        case .touch: self[process: index].state == .active
        case .remoteControl: self[process: index].state == .active || self[process: index].work.playsAudio
        }
    }

    /// Asks the responders from the target on; nobody while the app is not to be asked.
    mutating func dispatch(_ event: InputEvent, _ index: Int) {
        var dispatch = Dispatch(target: event.target, asked: [], handledBy: nil)
        if hears(event, index) {
            let responders = installed[index].manifest.responders
            let hasScenes = installed[index].lifecycle == .scenes
            for name in ResponderChain.from(event.target, responders, hasScenes: hasScenes)
            where dispatch.handledBy == nil {
                dispatch.asked.append(name)
                let handles = responders.first { $0.name == name }?.handles ?? []
                if handles.contains(event.kind) { dispatch.handledBy = name }
            }
        }
        write(.dispatch(dispatch), app: index)
    }
}
