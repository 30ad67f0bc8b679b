/// What the user does with a notification. Source: facts 1.3.
extension Device {
    /// The user taps a notification, or chooses one of its actions.
    ///
    /// A tap opens the app, and so does an action with the foreground option; any other is heard in the background.
    mutating func respond(to notification: String?, with action: String?, opens: Bool, _ index: Int) {
        let response = LaunchPayload.notificationResponse(notificationID: notification, actionIdentifier: action)
        if opens || action == nil || action == LaunchPayload.defaultAction {
            open(index, with: response)
        } else {
            hearInBackground(response, index)
        }
    }

    /// The delegate of the notification centre is told where the app is; one that does not run is launched or resumed
    /// in the background, and one that is not in front has the grace of one that has just left.
    private mutating func hearInBackground(_ response: LaunchPayload, _ index: Int) {
        if !apps[index].hasLaunched {
            launch(index, reason: .notification, inBackground: true, options: response.launchOptions)
        } else if apps[index].process.state == .suspended {
            apps[index].resume(wokenFor: .notification, in: &system)
        }
        // The memory that a launch takes may have cost it its life.
        guard apps[index].hasProcess else { return }
        if apps[index].process.state == .background, !apps[index].installation.isInFront(in: system) {
            apps[index].holdForTransitionAnew(in: &system)
        }
        apps[index].enqueue(response.deliverySteps(lifecycle: apps[index].lifecycle, scene: 0))
        pump(index)
    }
}
