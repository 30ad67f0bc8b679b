/// Events of the user inside an app, on their way along the responder chain. Source: facts 8.
extension Device {
    func check(_ event: InputEvent, _ bundleID: BundleID) throws(Rejection) {
        if case .touch = event { try system.checkUnlocked() }
        let index = try requireRunning(bundleID)
        let names = apps[index].manifest.responders.map(\.name)
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
        guard apps[index].hears(event) else {
            apps[index].dispatch(event, in: &system)
            return
        }
        apps[index].enqueue([.dispatch(event)])
        pump(index)
    }
}
