/// Which displays a device can have.
extension SystemState {
    /// Refuses a scene in a car on an iPad: CarPlay needs an iPhone. A display beside the device can be connected to both.
    /// Source: Apple, CarPlay; facts 10.1 has reports of iPhones only.
    ///
    /// - Throws: `invalidValue` for the field `role`, with the roles that remain.
    func checkHasDisplay(of role: SceneRole) throws(Rejection) {
        guard role == .carTemplateApplication, initialSettings.model == .iPad else { return }
        let others = SceneRole.allCases.filter { $0 != .carTemplateApplication }
        throw Rejection(
            .invalidValue,
            "CarPlay needs an iPhone, and this device is an iPad",
            field: "role",
            accepted: others.map(\.rawValue)
        )
    }
}
