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
        guard notification.pushType.isForApp else { return deliverToFramework(notification, index) }
        if let rule = notification.brokenRule {
            apps[index].write(notification.verdict(.dropped, Refusal(.malformed, rule)), in: &system)
            return
        }
        if notification.hasExpired(at: system.now) {
            apps[index].write(notification.verdict(.dropped, Refusal(.expired)), in: &system)
            return
        }
        if notification.isVisible {
            guard system.isReachable else { return apps[index].store(notification, in: &system) }
            apps[index].collapseOlder(than: notification, in: &system)
            present(notification, index)
        }
        if notification.isSilent { deliverSilently(notification, index) }
    }

    /// A visible notification wakes no app; the app in front is asked whether to show it.
    mutating func show(_ notification: RemoteNotification, _ index: Int) {
        guard apps[index].installation.isInFront(in: system), apps[index].hasProcess else {
            apps[index].write(notification.verdict(.shown), in: &system)
            apps[index].rememberShown(notification)
            return
        }
        apps[index].write(notification.verdict(.delivered), in: &system)
        apps[index].enqueue([.call(.willPresentNotification, scene: 0, arguments: notification.arguments)])
        pump(index)
    }

    /// A push of a type that no code of the app handles as a notification wakes the app where a framework does so for it.
    private mutating func deliverToFramework(_ notification: RemoteNotification, _ index: Int) {
        guard let wake = notification.pushType.wake,
            apps[index].reasonForNoToken(SystemWake(wake), in: system) == nil
        else {
            return apps[index].write(notification.verdict(.dropped, Refusal(.unsupportedPushType)), in: &system)
        }
        if notification.hasExpired(at: system.now) {
            apps[index].write(notification.verdict(.dropped, Refusal(.expired)), in: &system)
        } else if let reason = system.reasonForNoReach, !notification.isStorable {
            apps[index].write(notification.verdict(.dropped, reason), in: &system)
        } else {
            apps[index].write(notification.verdict(.accepted), in: &system)
            send(SystemWake(wake), index)
        }
    }

    private mutating func deliverSilently(_ notification: RemoteNotification, _ index: Int) {
        apps[index].noteUse(of: .remoteNotification)
        switch PushPolicy.decide(apps[index].pushFacts(notification, in: system)) {
        case .deliver: handOver(notification, index)
        case .drop(let reason):
            let refusal = apps[index].pushRefusal(reason, in: system)
            apps[index].write(notification.verdict(.dropped, refusal), in: &system)
        case .hold(.noNetwork): apps[index].store(notification, in: &system)
        case .hold(let reason):
            apps[index].hold(notification, .held, apps[index].pushRefusal(reason, in: system), in: &system)
        case .throttle:
            let refusal = apps[index].pushRefusal(.hourlyBudgetSpent, in: system)
            apps[index].hold(notification, .throttled, refusal, in: &system)
        }
    }

    /// Called when conditions have changed: delivers held pushes, unless the hourly budget is spent, and what waited with
    /// Apple's servers. Those with priority 1 wait for the user, those for a terminating process for its end.
    mutating func deliverHeldPushes() {
        for index in apps.indices where !apps[index].background.isBlank {
            if let held = apps[index].background.heldPush?.value, apps[index].mayDeliver(held, in: system),
                !apps[index].isBudgetSpent(in: system)
            {
                deliverHeldPush(index)
            }
            receiveStoredPushes(index)
        }
    }

    /// Decides about a push that reached a terminating process, as if it arrived now.
    mutating func judgeHeldPush(_ index: Int) {
        guard let held = apps[index].takeHeldPush(in: &system) else { return }
        if held.notification.hasExpired(at: system.now) {
            apps[index].write(held.notification.verdict(.dropped, Refusal(.expired)), in: &system)
        } else {
            deliverSilently(held.notification, index)
        }
    }

    /// Delivers the held push, unless it has expired or is forbidden by now: the user has opened the app, or the hour's
    /// window has opened. One that cannot reach the device stays with Apple's servers.
    mutating func deliverHeldPush(_ index: Int) {
        guard !apps[index].isEnding, let waiting = apps[index].background.heldPush?.value,
            system.isReachable || waiting.isOnDevice, let held = apps[index].takeHeldPush(in: &system)
        else { return }
        if held.notification.hasExpired(at: system.now) {
            apps[index].write(held.notification.verdict(.dropped, Refusal(.expired)), in: &system)
        } else if let refusal = apps[index].reasonToDrop(held.notification, in: system) {
            apps[index].write(held.notification.verdict(.dropped, refusal), in: &system)
        } else {
            handOver(held.notification, index)
        }
    }

    // MARK: Delivering

    private mutating func handOver(_ notification: RemoteNotification, _ index: Int) {
        let counts = !apps[index].installation.isInFront(in: system)
        let isDelivered = wake(
            index,
            for: .remoteNotification,
            holding: .remoteNotification,
            lasting: system.rulebook.milliseconds(.remoteNotificationLimitSeconds),
            verdict: Verdict(
                subject: .push,
                decision: .delivered,
                reason: nil,
                identifier: notification.collapseID,
                apnsID: notification.apnsID
            ),
            then: .call(.didReceiveRemoteNotification, scene: 0, arguments: notification.arguments),
            options: [Value.Member("remoteNotification", notification.payload)]
        )
        if counts, isDelivered {
            apps[index].background.pushDeliveries = apps[index].deliveriesInWindow(in: system) + [system.now]
        }
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
