/// Events of the user inside an app, on their way along the responder chain. Source: facts 8.
extension Device {
    func check(_ event: InputEvent, _ bundleID: BundleID) throws(Rejection) {
        if case .touch = event { try system.checkUnlocked() }
        let index = try requireRunning(bundleID)
        let responders = apps[index].manifest.responders
        let isKnown = responders.contains { $0.name.hasSameBytes(as: event.target) }
        guard isKnown || Responder.builtIn.contains(exactly: event.target) else {
            throw Rejection(
                .invalidValue,
                "\(bundleID) has no responder \(event.target.prefix(bytes: 64))",
                field: "target",
                accepted: responders.map(\.name) + Responder.builtIn
            )
        }
    }
}
