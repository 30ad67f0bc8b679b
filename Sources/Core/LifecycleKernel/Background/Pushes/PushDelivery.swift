/// What an app does with the notifications that reach it.
extension App {
    /// Shows a visible notification. It wakes no app, and the system asks the app in front whether to show it. If that app
    /// has no delegate of the notification centre, the system does not show it and gives it to the app delegate. Source:
    /// facts 1.3.
    mutating func show(_ notification: RemoteNotification, in system: inout SystemState) -> AppEffect? {
        guard isInFront(in: system), hasProcess else {
            write(notification.verdict(.shown), in: &system)
            addShownNotification(notification)
            return nil
        }
        write(notification.verdict(.delivered), in: &system)
        if manifest.implements(.willPresentNotification) {
            // The app may present it, so that the user can tap it.
            addShownNotification(notification)
            enqueue([.call(.willPresentNotification, arguments: CallbackArguments(notification.arguments))])
        } else if !notification.isSilent {
            enqueue([deliveryToAppDelegate(ofPush: notification.payload, in: &system)])
        }
        return .runMainThread
    }

    /// Returns the step that gives the app delegate a push, with an assertion until the app calls the completion
    /// handler.
    mutating func deliveryToAppDelegate(ofPush userInfo: Value, in system: inout SystemState) -> Step {
        let name = CallbackName.didReceiveRemoteNotification
        let arguments: CallbackArguments = [Value.Member("userInfo", userInfo)]
        guard manifest.implements(name), !isAtWakeLimit else { return .call(name, arguments: arguments) }
        let length = system.rulebook.remoteNotificationLimitSeconds
        let assertion = acquire(.remoteNotification, lasting: length, in: &system)
        return .callToComplete(name, arguments: arguments, assertion.id)
    }

    /// Receives a push of a type that a framework handles: it wakes the app, if the framework wakes apps for that type.
    mutating func receiveForFramework(
        _ notification: RemoteNotification,
        in system: inout SystemState
    ) -> AppEffect? {
        guard let wake = notification.pushType.wake, missingTokenReason(SystemWake(wake), in: system) == nil else {
            write(notification.verdict(.dropped, Refusal(.unsupportedPushType)), in: &system)
            return nil
        }
        if notification.hasExpired(at: system.now) {
            write(notification.verdict(.dropped, Refusal(.expired)), in: &system)
        } else if let reason = system.unreachableReason, !notification.isStorable {
            write(notification.verdict(.dropped, reason), in: &system)
        } else {
            write(notification.verdict(.accepted), in: &system)
            let payload: CallbackArguments? =
                wake == .pushToTalk ? [Value.Member("pushPayload", notification.payload)] : nil
            return send(SystemWake(wake), arguments: payload, in: &system)
        }
        return nil
    }

    /// Decides about a silent push.
    ///
    /// - Returns: The wake-up; nil if the app is not woken, which a verdict says.
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
    /// - Returns: The wake-up; nil if the app is not woken, which a verdict says.
    mutating func retryHeldPush(in system: inout SystemState) -> WakeUp? {
        guard let held = takeHeldPush(in: &system) else { return nil }
        guard !held.notification.hasExpired(at: system.now) else {
            write(held.notification.verdict(.dropped, Refusal(.expired)), in: &system)
            return nil
        }
        return receiveSilently(held.notification, in: &system)
    }

    /// Takes the held push to deliver it: the user has opened the app, or the hourly budget permits it again. Drops it
    /// if it has expired or is forbidden by now. A push that cannot reach the device stays with Apple's servers.
    ///
    /// - Returns: The wake-up; nil if the app is not woken.
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
            length: system.rulebook.remoteNotificationLimitSeconds,
            verdict: Verdict(
                subject: .push,
                decision: .delivered,
                identifier: notification.collapseID,
                apnsID: notification.apnsID
            ),
            step: .call(.didReceiveRemoteNotification, arguments: CallbackArguments(notification.arguments)),
            options: [Value.Member("remoteNotification", notification.payload)],
            countsAsPushDelivery: !isInFront(in: system)
        )
    }

    /// Counts a delivery of a push towards the hourly budget.
    mutating func countPushDelivery(in system: SystemState) {
        background.pushDeliveries = deliveriesInWindow(in: system) + [system.now]
    }
}

/// What is kept of a notification that the user sees, so that a tap delivers its payload and a newer one can replace it.
struct ShownNotification: Hashable, Codable, Sendable {
    let collapseID: String?
    let apnsID: String?
    /// What the app is given when the user taps it; nil for one without an alert, which shows nothing to tap.
    let payload: Value?

    fileprivate init(_ notification: RemoteNotification) {
        collapseID = notification.collapseID
        apnsID = notification.apnsID
        payload = notification.hasAlert ? notification.payload : nil
    }
}

extension ShownNotification: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("collapseID", collapseID)
        f.field("apnsID", apnsID)
        f.field("payload", payload)
    }
}

/// Of the notifications with one `apns-collapse-id`, the user sees only the newest. Source: facts 2.3; rules 4.24.
extension App {
    /// How many shown notifications are remembered.
    private static let shownLimit = 32

    /// Remembers a notification that is shown, in place of an equal one.
    private mutating func addShownNotification(_ notification: RemoteNotification) {
        let shown = ShownNotification(notification)
        guard shown.payload != nil || shown.collapseID != nil else { return }
        let others = (background.shownNotifications ?? []).filter { $0 != shown }
        background.shownNotifications = (others + [shown]).suffix(Self.shownLimit)
    }

    /// Removes the notification that a visible one replaces: the one with its collapse id that is shown, or held on the
    /// device.
    mutating func collapseOlder(than notification: RemoteNotification, in system: inout SystemState) {
        guard let id = notification.collapseID, !background.isBlank else { return }
        if let held = background.heldPush?.value.notification, held.isCollapsed(into: notification) {
            _ = takeHeldPush(in: &system)
            write(held.verdict(.replaced, Refusal(.collapsed)), in: &system)
        }
        for older in background.shownNotifications ?? [] where older.collapseID == id {
            let verdict = Verdict(
                subject: .push,
                decision: .replaced,
                reason: .collapsed,
                identifier: id,
                apnsID: older.apnsID
            )
            write(.verdict(verdict), in: &system)
        }
        removeShownNotifications { $0.collapseID == id }
    }

    /// Removes the notification that the user has tapped: the newest with this `apns-id` or `apns-collapse-id`, or the
    /// newest of all.
    ///
    /// - Returns: Its payload; nil if no push has brought such a notification.
    fileprivate mutating func takeShownNotification(tapped id: String?) -> Value? {
        guard !background.isBlank else { return nil }
        // A UUID may be written in upper or lower case.
        let apnsID = id?.lowercased()
        let tapped = background.shownNotifications?.last { shown in
            shown.payload != nil && (id == nil || shown.apnsID?.lowercased() == apnsID || shown.collapseID == id)
        }
        guard let tapped else { return nil }
        removeShownNotifications { $0 == tapped }
        return tapped.payload
    }

    fileprivate mutating func removeShownNotifications(where isGone: (ShownNotification) -> Bool) {
        guard !background.isBlank, let shown = background.shownNotifications else { return }
        let left = shown.filter { !isGone($0) }
        background.shownNotifications = left.isEmpty ? nil : left
    }
}

extension RemoteNotification {
    /// Whether a newer notification replaces it, since both have the same collapse id.
    func isCollapsed(into newer: RemoteNotification) -> Bool {
        newer.isVisible && newer.collapseID != nil && collapseID == newer.collapseID
    }
}

/// What the user does with a notification. Source: facts 1.3.
extension Device {
    /// The user taps a notification, or chooses one of its actions.
    ///
    /// A tap opens the app, and so does an action with the foreground option. Any other action is delivered to the
    /// delegate of the notification centre in the background: the system launches or resumes an app that does not run,
    /// and delays the suspension of an app that is not in front, as after leaving the screen.
    mutating func respond(to notification: String?, with action: String?, opens: Bool, _ index: Int) {
        let response = LaunchPayload.notificationResponse(
            notificationID: notification,
            actionIdentifier: action,
            userInfo: apps[index].takeShownNotification(tapped: notification)
        )
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
            apps[index].restartSuspensionGrace(in: &system)
        }
        let steps = apps[index].deliverySteps(of: response, to: 0, in: &system)
        apps[index].enqueue(steps)
        pump(index)
    }
}

extension App {
    /// Grants the grace period before suspension, or restarts it.
    fileprivate mutating func restartSuspensionGrace(in system: inout SystemState) {
        if let assertion = process.assertions.first(of: .transition) {
            let length = system.rulebook.suspendDelaySeconds
            extend(assertion.id, by: length, in: &system)
        } else {
            holdForTransition(in: &system)
        }
    }
}
