/// Notifications from APNs, and the verdicts on them. Sources: facts 1.3, 2.3, 2.4, 6.4.
extension Device {
    /// The length of the window in which deliveries are counted.
    private static let budgetWindow: Milliseconds = 3_600_000

    /// Refuses a push that would wake an app that can be woken for no more.
    func check(_ notification: RemoteNotification) throws(Rejection) {
        let index = try known(notification.bundleID)
        if notification.isSilent { try checkMayWake(index) }
    }

    /// Shows a notification, delivers it to the app's code, keeps it or drops it; what becomes of it is a verdict.
    mutating func deliver(_ notification: RemoteNotification, _ index: Int) {
        if let rule = notification.brokenRule {
            write(notification.verdict(.dropped, Refusal(.malformed, rule)), app: index)
            return
        }
        if notification.hasExpired(at: now) {
            write(notification.verdict(.dropped, Refusal(.expired)), app: index)
            return
        }
        if notification.isVisible { show(notification, index) }
        if notification.isSilent { deliverSilently(notification, index) }
    }

    /// A visible notification wakes no code; the app in front is asked whether to show it.
    private mutating func show(_ notification: RemoteNotification, _ index: Int) {
        guard isInFront(index), installed[index].process != nil else {
            write(notification.verdict(.shown), app: index)
            return
        }
        write(notification.verdict(.delivered), app: index)
        enqueue([.call(.willPresentNotification, scene: 0, arguments: notification.arguments)], index)
        pump(index)
    }

    private mutating func deliverSilently(_ notification: RemoteNotification, _ index: Int) {
        noteUse(of: .remoteNotification, index)
        switch PushPolicy.decide(pushFacts(notification, index)) {
        case .deliver: handOver(notification, index)
        case .drop(let why): write(notification.verdict(.dropped, pushRefusal(why, index)), app: index)
        case .hold(let why): hold(notification, .held, pushRefusal(why, index), index)
        case .throttle: hold(notification, .throttled, pushRefusal(.hourlyBudgetSpent, index), index)
        }
    }

    // MARK: The verdict table

    /// What the decision about a push depends on.
    private func pushFacts(_ notification: RemoteNotification, _ index: Int) -> PushPolicy.Facts {
        let app = installed[index]
        return PushPolicy.Facts(
            isForceQuit: app.isForceQuit && !app.wasRebootedSinceForceQuit,
            isRegistered: app.background.isRegisteredForPushes || !rulebook.holds(.pushNeedsRegistration),
            isInFront: isInFront(index),
            declaresMode: declares(.remoteNotification, index),
            isRefreshOn: isRefreshOn(index),
            hasNetwork: conditions.network != .none,
            isEnding: isEnding(index),
            mayLaunch: mayLaunchInBackground,
            isLowPowerMode: conditions.isLowPowerMode,
            isAwake: hasLaunched(index) && runs(index),
            priority: notification.priority,
            isBudgetSpent: isBudgetSpent(index)
        )
    }

    /// Why a push is dropped now, with what there is to say about it; nil when it is not.
    private func reasonToDrop(_ notification: RemoteNotification, _ index: Int) -> Refusal? {
        PushPolicy.reasonToDrop(pushFacts(notification, index)).map { pushRefusal($0, index) }
    }

    /// A reason with what there is to say about it.
    private func pushRefusal(_ why: Verdict.Why, _ index: Int) -> Refusal {
        switch why {
        case .forceQuit: .forceQuit
        case .missingBackgroundMode: .missing(.remoteNotification)
        case .backgroundRefreshOff: Refusal(why, refreshSwitch(index))
        case .terminating: Refusal(why, "the app is told of it when its process has ended")
        case .lowPriority: Refusal(why, "priority 1 wakes no app")
        case .hourlyBudgetSpent:
            Refusal(why, "\(rulebook.count(.backgroundPushesPerHour)) were delivered within the last hour")
        default: Refusal(why)
        }
    }

    private func isBudgetSpent(_ index: Int) -> Bool {
        deliveriesInWindow(index).count >= rulebook.count(.backgroundPushesPerHour)
    }

    private func deliveriesInWindow(_ index: Int) -> [Instant] {
        installed[index].background.pushDeliveries.filter { $0 + Self.budgetWindow > now }
    }

    // MARK: Holding

    /// One push is held for an app; a newer one takes its place.
    private mutating func hold(
        _ notification: RemoteNotification,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        _ index: Int
    ) {
        let older = installed[index].background.heldPush?.value
        if let older { write(older.notification.verdict(.replaced, Refusal(.replaced)), app: index) }
        write(notification.verdict(decision, refusal), app: index)
        let held = HeldPush(notification: notification, cause: lastSequence, why: refusal.why)
        installed[index].background.heldPush = Boxed(held)
        // While one waits for the hour to be over, the next one tells nothing new.
        if refusal.why == .hourlyBudgetSpent, older == nil { foundBudgetSpent(index) }
    }

    private mutating func foundBudgetSpent(_ index: Int) {
        let budget = rulebook.count(.backgroundPushesPerHour)
        found(
            .silentPushBudgetExceeded,
            "more than \(budget) silent pushes came in an hour: the next one waits",
            evidence: [lastSequence],
            index
        )
    }

    /// Conditions have changed: what they held goes out, unless the hour is spent. What has priority 1 waits for the
    /// user, and what came to an ending process for its end.
    mutating func deliverHeldPushes() {
        for index in installed.indices {
            guard let held = installed[index].background.heldPush?.value else { continue }
            if held.why == .noNetwork {
                if conditions.network != .none { arrive(held, index) }
            } else if mayDeliver(held, index), !isBudgetSpent(index) {
                deliverHeldPush(index)
            }
        }
    }

    /// A push that waited for a network comes to the device. What the device keeps it for besides it says with the verdict
    /// that ends it.
    private mutating func arrive(_ held: HeldPush, _ index: Int) {
        var held = held
        switch PushPolicy.decide(pushFacts(held.notification, index)) {
        case .hold(let why) where !held.notification.hasExpired(at: now): held.why = why
        case .throttle where !held.notification.hasExpired(at: now): held.why = .hourlyBudgetSpent
        case .deliver, .drop, .hold, .throttle:
            judgeHeldPush(index)
            return
        }
        installed[index].background.heldPush = Boxed(held)
    }

    /// A push that had not come to the device, or came to an ending process, is judged as if it came now.
    mutating func judgeHeldPush(_ index: Int) {
        guard let held = takeHeldPush(index) else { return }
        if held.notification.hasExpired(at: now) {
            write(held.notification.verdict(.dropped, Refusal(.expired)), app: index)
        } else {
            deliverSilently(held.notification, index)
        }
    }

    /// Whether nothing but the hour's budget keeps a held push.
    private func mayDeliver(_ held: HeldPush, _ index: Int) -> Bool {
        guard !isEnding(index) else { return false }
        switch held.why {
        case .noNetwork?, .lowPriority?, .terminating?: return false
        default: return PushPolicy.reasonToHold(pushFacts(held.notification, index)) == nil
        }
    }

    /// The held push goes out, unless it has expired or is forbidden by now: the user has opened the app, or the hour's
    /// window has opened.
    mutating func deliverHeldPush(_ index: Int) {
        guard !isEnding(index), let held = takeHeldPush(index) else { return }
        if held.notification.hasExpired(at: now) {
            write(held.notification.verdict(.dropped, Refusal(.expired)), app: index)
        } else if let refusal = reasonToDrop(held.notification, index) {
            write(held.notification.verdict(.dropped, refusal), app: index)
        } else {
            handOver(held.notification, index)
        }
    }

    private mutating func takeHeldPush(_ index: Int) -> HeldPush? {
        guard let held = installed[index].background.heldPush?.value else { return nil }
        installed[index].background.heldPush = nil
        return held
    }

    /// When a throttled push goes out, and the record of its verdict; nil when none waits, or conditions hold it besides.
    func windowForHeldPush(_ index: Int) -> (at: Instant, cause: UInt64)? {
        guard let held = installed[index].background.heldPush?.value, mayDeliver(held, index), !isAtWakeLimit(index)
        else { return nil }
        let limit = rulebook.count(.backgroundPushesPerHour)
        guard limit > 0 else { return nil }
        let deliveries = deliveriesInWindow(index)
        guard deliveries.count >= limit else { return (now, held.cause) }
        return (deliveries[deliveries.count - limit] + Self.budgetWindow, held.cause)
    }

    /// Drops the push that is held for an app, wherever it is.
    mutating func dropHeldPush(_ why: Verdict.Why, _ index: Int) {
        guard let held = takeHeldPush(index) else { return }
        write(held.notification.verdict(.dropped, Refusal(why)), app: index)
    }

    /// Drops the push that the device holds. One that waits for a network is with Apple's servers, and is judged when it
    /// comes; one that waits for the end of a process waits for just that. Source: facts 2.3.
    mutating func dropPushOnDevice(_ why: Verdict.Why, _ index: Int) {
        guard let held = installed[index].background.heldPush?.value else { return }
        switch held.why {
        case .noNetwork?, .terminating?: return
        // Held by a version that did not say why.
        case nil where conditions.network == .none: return
        default: dropHeldPush(why, index)
        }
    }

    // MARK: Delivering

    private mutating func handOver(_ notification: RemoteNotification, _ index: Int) {
        let counts = !isInFront(index)
        let isDelivered = wake(
            index,
            for: .remoteNotification,
            holding: .remoteNotification,
            lasting: rulebook.milliseconds(.remoteNotificationLimitSeconds),
            verdict: Verdict(
                subject: .push,
                decision: .delivered,
                why: nil,
                identifier: notification.collapseID
            ),
            then: .call(.didReceiveRemoteNotification, scene: 0, arguments: notification.arguments),
            options: [Value.Member("remoteNotification", notification.payload)]
        )
        if counts, isDelivered { installed[index].background.pushDeliveries = deliveriesInWindow(index) + [now] }
    }

    /// A token that stays the same for an app on a device.
    func pushToken(_ index: Int) -> String {
        var hash = FNV1a.hash(installed[index].manifest.bundleID, from: FNV1a.start ^ madeWith.seed)
        var text = ""
        for _ in 0..<4 {
            hash = (hash ^ (hash >> 29)) &* 0xbf58_476d_1ce4_e5b9
            text += hash.hexadecimal
        }
        return text
    }
}

/// A silent push that waits for its conditions, or for the hour's budget.
struct HeldPush: Hashable, Codable, Sendable {
    var notification: RemoteNotification
    /// The record of its verdict.
    var cause: UInt64
    /// What keeps it; nil where a version held it that did not say so.
    var why: Verdict.Why?
}

extension RemoteNotification {
    fileprivate var isSilent: Bool { payload["aps"]?["content-available"] == 1 }

    fileprivate var isVisible: Bool {
        ["alert", "badge", "sound"].contains { payload["aps"]?[$0] != nil }
    }

    /// What is wrong with it, if something is. Apple names a background push with priority 10 an error. Source: facts 6.4.
    fileprivate var brokenRule: String? {
        guard case .object? = payload["aps"] else { return "the payload has no object aps" }
        if isSilent, pushType == .background, priority == 10 {
            return "priority 10 with pushType background: the priority of a background push is 5 or 1"
        }
        return isSilent || isVisible ? nil : "aps has none of alert, badge, sound, and content-available: 1"
    }

    fileprivate func hasExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    fileprivate var arguments: [Value.Member] { [Value.Member("userInfo", payload)] }

    fileprivate func verdict(_ decision: Verdict.Decision, _ refusal: Refusal? = nil) -> Record.Body {
        .verdict(
            Verdict(
                subject: .push,
                decision: decision,
                why: refusal?.why,
                identifier: collapseID,
                detail: refusal?.detail
            )
        )
    }
}
