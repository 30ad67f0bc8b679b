/// What an app does with the notifications that reach it.
extension App {
    /// A visible notification wakes no app; the app in front is asked whether to show it.
    mutating func show(_ notification: RemoteNotification, in system: inout SystemState) -> AppEffect? {
        guard isInFront(in: system), hasProcess else {
            write(notification.verdict(.shown), in: &system)
            rememberShown(notification)
            return nil
        }
        write(notification.verdict(.delivered), in: &system)
        enqueue([.call(.willPresentNotification, scene: 0, arguments: notification.arguments)])
        return .runMainThread
    }

    /// A push of a type that no code of the app handles as a notification wakes the app where a framework does so for it.
    mutating func receiveForFramework(
        _ notification: RemoteNotification,
        in system: inout SystemState
    ) -> AppEffect? {
        guard let wake = notification.pushType.wake, reasonForNoToken(SystemWake(wake), in: system) == nil else {
            write(notification.verdict(.dropped, Refusal(.unsupportedPushType)), in: &system)
            return nil
        }
        if notification.hasExpired(at: system.now) {
            write(notification.verdict(.dropped, Refusal(.expired)), in: &system)
        } else if let reason = system.reasonForNoReach, !notification.isStorable {
            write(notification.verdict(.dropped, reason), in: &system)
        } else {
            write(notification.verdict(.accepted), in: &system)
            let payload = wake == .pushToTalk ? [Value.Member("pushPayload", notification.payload)] : []
            return send(SystemWake(wake), arguments: payload, in: &system)
        }
        return nil
    }

    /// Decides about a silent push.
    ///
    /// - Returns: What the app is woken for; nil if it is not, which is written.
    mutating func receiveSilently(
        _ notification: RemoteNotification,
        in system: inout SystemState
    ) -> WakeUp? {
        noteUse(of: .remoteNotification)
        switch PushPolicy.decide(pushFacts(notification, in: system)) {
        case .deliver: return wakeUp(for: notification, in: system)
        case .drop(let obstacle):
            write(notification.verdict(.dropped, pushRefusal(obstacle, in: system)), in: &system)
        case .hold(.noNetwork): store(notification, in: &system)
        case .hold(let obstacle): hold(notification, .held, pushRefusal(obstacle, in: system), in: &system)
        case .throttle:
            hold(notification, .throttled, pushRefusal(.hourlyBudgetSpent, in: system), in: &system)
        }
        return nil
    }

    /// Decides about a push that reached a terminating process, as if it arrived now.
    ///
    /// - Returns: What the app is woken for; nil if it is not, which is written.
    mutating func judgeHeldPush(in system: inout SystemState) -> WakeUp? {
        guard let held = takeHeldPush(in: &system) else { return nil }
        guard !held.notification.hasExpired(at: system.now) else {
            write(held.notification.verdict(.dropped, Refusal(.expired)), in: &system)
            return nil
        }
        return receiveSilently(held.notification, in: &system)
    }

    /// Takes the held push to deliver it, unless it has expired or is forbidden by now: the user has opened the app, or the
    /// hour's window has opened. One that cannot reach the device stays with Apple's servers.
    ///
    /// - Returns: What the app is woken for; nil if it is not.
    mutating func takeDeliverablePush(in system: inout SystemState) -> WakeUp? {
        guard !isEnding, let waiting = background.heldPush?.value, system.isReachable || waiting.isOnDevice,
            let held = takeHeldPush(in: &system)
        else { return nil }
        if held.notification.hasExpired(at: system.now) {
            write(held.notification.verdict(.dropped, Refusal(.expired)), in: &system)
        } else if let refusal = reasonToDrop(held.notification, in: system) {
            write(held.notification.verdict(.dropped, refusal), in: &system)
        } else {
            return wakeUp(for: held.notification, in: system)
        }
        return nil
    }

    private func wakeUp(for notification: RemoteNotification, in system: SystemState) -> WakeUp {
        WakeUp(
            reason: .remoteNotification,
            assertion: .remoteNotification,
            length: system.rulebook.milliseconds(.remoteNotificationLimitSeconds),
            verdict: Verdict(
                subject: .push,
                decision: .delivered,
                identifier: notification.collapseID,
                apnsID: notification.apnsID
            ),
            step: .call(.didReceiveRemoteNotification, scene: 0, arguments: notification.arguments),
            options: [Value.Member("remoteNotification", notification.payload)],
            countsAsPushDelivery: !isInFront(in: system)
        )
    }

    /// Counts a delivery of a push in the hour's window.
    mutating func countPushDelivery(in system: SystemState) {
        background.pushDeliveries = deliveriesInWindow(in: system) + [system.now]
    }
}
