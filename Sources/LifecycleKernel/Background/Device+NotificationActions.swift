/// What the user does with a notification. Source: facts 1.3.
extension Device {
    /// The user taps a notification, or chooses one of its actions.
    ///
    /// A tap opens the app, and so does an action with the foreground option; any other is delivered to the
    /// delegate of the notification centre in the background: an app that does not run is launched or resumed, and the
    /// suspension of one that is not in front is delayed as after leaving.
    mutating func respond(to notification: String?, with action: String?, opens: Bool, _ index: Int) {
        if let notification { apps[index].forgetShown(tapped: notification) }
        let response = LaunchPayload.notificationResponse(notificationID: notification, actionIdentifier: action)
        guard !opens, action != nil, action != LaunchPayload.defaultAction else { return open(index, with: response) }
        if !apps[index].hasLaunched {
            apps[index].launch(
                reason: .notification,
                inBackground: true,
                options: response.launchOptions,
                in: &system
            )
            footprintGrew(index)
        } else if apps[index].process.state == .suspended {
            apps[index].resume(wokenFor: .notification, in: &system)
        }
        // The launched process may have been killed for memory.
        guard apps[index].hasProcess else { return }
        if apps[index].process.state == .background, !apps[index].installation.isInFront(in: system) {
            apps[index].holdForTransitionAnew(in: &system)
        }
        apps[index].enqueue(response.deliverySteps(lifecycle: apps[index].lifecycle, scene: 0))
        pump(index)
    }
}
