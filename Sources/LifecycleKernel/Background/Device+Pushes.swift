/// Notifications from APNs, and the verdicts on them. Sources: facts 1.3, 2.3, 2.4, 6.4.
extension Device {
    /// Refuses a push whose payload APNs does not take, or that would wake an app that can be woken for no more.
    func check(_ notification: RemoteNotification) throws(Rejection) {
        let index = try requireInstalled(notification.bundleID)
        let size = notification.payload.compactJSONByteCount
        let limit = system.rulebook.count(.pushPayloadLimitBytes)
        guard size <= limit else {
            throw Rejection.tooLarge(payload: size, limit: limit)
        }
        if notification.isSilent || notification.pushType.wake != nil { try apps[index].checkMayWake() }
    }

    /// Shows a notification, delivers it to the app's code, keeps it or drops it; what becomes of it is a verdict.
    mutating func deliver(_ notification: RemoteNotification, _ index: Int) {
        guard notification.pushType.isForApp else {
            return carryOut(apps[index].receiveForFramework(notification, in: &system), of: index)
        }
        if let refusal = apps[index].refusal(ofSending: notification, in: system) {
            apps[index].write(notification.verdict(.dropped, refusal), in: &system)
            return
        }
        if notification.isVisible {
            guard system.isReachable else { return apps[index].store(notification, in: &system) }
            apps[index].collapseOlder(than: notification, in: &system)
            present(notification, index)
        }
        if notification.isSilent { wake(index, for: apps[index].receiveSilently(notification, in: &system)) }
    }

    /// Called when conditions have changed: delivers held pushes, unless the hourly budget is spent, and what waited with
    /// Apple's servers. Those with priority 1 wait for the user, those for a terminating process for its end.
    mutating func deliverHeldPushes() {
        for index in apps.indices where !apps[index].background.isBlank {
            if let held = apps[index].background.heldPush?.value, apps[index].mayDeliver(held, in: system),
                !apps[index].isBudgetSpent(in: system)
            {
                wake(index, for: apps[index].takeDeliverablePush(in: &system))
            }
            receiveStoredPushes(index)
        }
    }

    /// What waited with Apple's servers comes to the device.
    mutating func receiveStoredPushes(_ index: Int) {
        guard system.isReachable, !apps[index].background.isBlank else { return }
        apps[index].holdVoIPPushesUntilEnd(in: &system)
        while system.isReachable, let push = apps[index].takeStoredVoIPPush(in: &system) {
            wake(index, for: apps[index].receive(push, in: &system))
        }
        while let stored = apps[index].takeStoredNotification(in: &system) { deliver(stored.notification, index) }
        while let push = apps[index].takeStoredActivityPush() {
            carryOut(apps[index].receive(push, in: &system), of: index)
        }
    }
}

extension App {
    /// The reason for which a notification is worth nothing now: it breaks a rule of APNs, has expired, or the app has no
    /// token to which it could be sent.
    fileprivate func refusal(ofSending notification: RemoteNotification, in system: SystemState) -> Refusal? {
        if let rule = notification.brokenRule { return Refusal(.malformed, rule) }
        if notification.hasExpired(at: system.now) { return Refusal(.expired) }
        let needsToken = system.rulebook.holds(.pushNeedsRegistration)
        return needsToken && !background.isRegisteredForPushes ? Refusal(.notRegistered) : nil
    }
}

extension Rejection {
    /// The rejection of a payload that APNs refuses.
    static func tooLarge(payload size: Int, limit: Int) -> Rejection {
        Rejection(
            .invalidValue,
            "the payload takes \(size) bytes as JSON, and APNs refuses one of more than \(limit)",
            field: "payload"
        )
    }
}

extension SystemState {
    /// Whether anything from the network can reach the device.
    var isReachable: Bool { screen.isOn && conditions.network != .none }

    /// The reason for which nothing from the network can; nil when it can.
    var reasonForNoReach: Refusal? {
        if !screen.isOn { return Refusal(.poweredOff) }
        return conditions.network == .none ? Refusal(.noNetwork) : nil
    }
}

extension RemoteNotification.PushType {
    /// Whether the app or the user gets it, and not a framework.
    var isForApp: Bool { self == .alert || self == .background }

    /// What an app is woken for by a push of this type, if it has asked for that; nil where none is.
    var wake: SystemWake.Reason? {
        switch self {
        case .liveactivity: .liveActivityToken
        case .pushtotalk: .pushToTalk
        case .alert, .background, .voip, .complication, .fileprovider, .location, .widgets, .mdm: nil
        }
    }
}
