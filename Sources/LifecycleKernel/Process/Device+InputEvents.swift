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
}
