/// Notifications from APNs, and the verdicts on them. Sources: facts 1.3, 2.3, 2.4, 6.4.
extension Device {
    /// The length of the window in which deliveries are counted.
    private static let budgetWindow: Milliseconds = 3_600_000

    /// Shows a notification, delivers it to the app's code, keeps it or drops it; what becomes of it is a verdict.
    mutating func deliver(_ notification: RemoteNotification, _ index: Int) {
        guard let aps = notification.payload["aps"], case .object = aps, !notification.isSelfContradictory else {
            write(notification.verdict(.dropped, .malformed), app: index)
            return
        }
        if let end = notification.expiresAt, end <= now {
            write(notification.verdict(.dropped, .expired), app: index)
            return
        }
        if notification.isVisible { show(notification, index) }
        if notification.isSilent, installed.indices.contains(index) { deliverSilently(notification, index) }
        if !notification.isVisible, !notification.isSilent {
            write(notification.verdict(.dropped, .malformed), app: index)
        }
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
        if let why = reasonToDrop(index) {
            write(notification.verdict(.dropped, why), app: index)
        } else if isInFront(index) {
            handOver(notification, index)
        } else if let why = reasonToHold(index) {
            hold(notification, .held, why, index)
        } else if isBudgetSpent(index) {
            hold(notification, .throttled, .hourlyBudgetSpent, index)
        } else {
            handOver(notification, index)
        }
    }

    // MARK: The verdict table

    private func reasonToDrop(_ index: Int) -> Verdict.Why? {
        if installed[index].isForceQuit, !installed[index].wasRebootedSinceForceQuit { return .forceQuit }
        if rulebook.holds(.pushNeedsRegistration), !installed[index].background.isRegisteredForPushes {
            return .notRegistered
        }
        if isInFront(index) { return nil }
        if !declares(.remoteNotification, index) { return .missingBackgroundMode }
        if !isRefreshOn(index) { return .backgroundRefreshOff }
        return nil
    }

    private func reasonToHold(_ index: Int) -> Verdict.Why? {
        if conditions.network == .none { return .noNetwork }
        if !mayLaunchInBackground { return .beforeFirstUnlock }
        if conditions.isLowPowerMode { return .lowPowerMode }
        return nil
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
        _ why: Verdict.Why,
        _ index: Int
    ) {
        let older = installed[index].background.heldPush?.value
        if let older { write(older.notification.verdict(.replaced, .replaced), app: index) }
        write(notification.verdict(decision, why), app: index)
        installed[index].background.heldPush = Boxed(HeldPush(notification: notification, cause: lastSequence))
        // While one waits for the hour to be over, the next one tells nothing new.
        if why == .hourlyBudgetSpent, older == nil { foundBudgetSpent(index) }
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

    /// Conditions have changed: what they held goes out, unless the hour is spent.
    mutating func deliverHeldPushes() {
        for index in installed.indices where installed[index].background.heldPush != nil {
            if reasonToHold(index) == nil, !isBudgetSpent(index) { deliverHeldPush(index) }
        }
    }

    /// The held push is looked at again: it may have expired, or be forbidden by now.
    mutating func deliverHeldPush(_ index: Int) {
        guard let held = installed[index].background.heldPush?.value else { return }
        installed[index].background.heldPush = nil
        if let end = held.notification.expiresAt, end <= now {
            write(held.notification.verdict(.dropped, .expired), app: index)
        } else if let why = reasonToDrop(index) {
            write(held.notification.verdict(.dropped, why), app: index)
        } else {
            handOver(held.notification, index)
        }
    }

    /// When a throttled push goes out, and the record of its verdict; nil when none waits, or conditions hold it besides.
    func windowForHeldPush(_ index: Int) -> (at: Instant, cause: UInt64)? {
        guard installed[index].background.heldPush != nil, reasonToHold(index) == nil,
            let held = installed[index].background.heldPush?.value
        else { return nil }
        let limit = rulebook.count(.backgroundPushesPerHour)
        guard limit > 0 else { return nil }
        let deliveries = deliveriesInWindow(index)
        guard deliveries.count >= limit else { return (now, held.cause) }
        return (deliveries[deliveries.count - limit] + Self.budgetWindow, held.cause)
    }

    mutating func dropHeldPush(_ why: Verdict.Why, _ index: Int) {
        guard let held = installed[index].background.heldPush?.value else { return }
        installed[index].background.heldPush = nil
        write(held.notification.verdict(.dropped, why), app: index)
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
            then: .call(.didReceiveRemoteNotification, scene: 0, arguments: notification.arguments)
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
}

extension RemoteNotification {
    fileprivate var isSilent: Bool { payload["aps"]?["content-available"] == 1 }

    fileprivate var isVisible: Bool {
        ["alert", "badge", "sound"].contains { payload["aps"]?[$0] != nil }
    }

    /// Apple names a background push with priority 10 an error. Source: facts 6.4.
    fileprivate var isSelfContradictory: Bool { isSilent && pushType == .background && priority == 10 }

    fileprivate var arguments: [Value.Member] { [Value.Member("userInfo", payload)] }

    fileprivate func verdict(_ decision: Verdict.Decision, _ why: Verdict.Why? = nil) -> Record.Body {
        .verdict(Verdict(subject: .push, decision: decision, why: why, identifier: collapseID))
    }
}
