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
        if let refusal = notification.refusal(at: system.now) {
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
}

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
    fileprivate mutating func receiveForFramework(
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
            return send(SystemWake(wake), in: &system)
        }
        return nil
    }

    /// Decides about a silent push.
    ///
    /// - Returns: What the app is woken for; nil if it is not, which is written.
    fileprivate mutating func receiveSilently(
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

extension RemoteNotification {
    /// The reason for which it is worth nothing at an instant: it breaks a rule of APNs, or has expired.
    fileprivate func refusal(at now: Instant) -> Refusal? {
        if let rule = brokenRule { return Refusal(.malformed, rule) }
        return hasExpired(at: now) ? Refusal(.expired) : nil
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
