/// Notifications from APNs, and the verdicts on them. Sources: facts 1.3, 2.3, 2.4, 6.4.
extension App {
    /// The length of the window in which deliveries are counted.
    private static let budgetWindow: Milliseconds = 3_600_000

    // MARK: The verdict table

    /// What the decision about a push depends on.
    func pushFacts(_ notification: RemoteNotification, in system: SystemState) -> PushPolicy.Facts {
        PushPolicy.Facts(
            isForceQuit: installation.isForceQuit && !installation.wasRebootedSinceForceQuit,
            isInFront: isInFront(in: system),
            declaresMode: declares(.remoteNotification),
            isRefreshOn: isRefreshOn(in: system),
            hasNetwork: system.isReachable,
            isEnding: isEnding,
            mayLaunch: system.mayLaunchInBackground,
            isLowPowerMode: system.conditions.isLowPowerMode,
            isAwake: hasLaunched && runs,
            priority: notification.priority,
            isBudgetSpent: isBudgetSpent(in: system)
        )
    }

    /// Returns the reason for which a push is dropped now; nil if it is not.
    func reasonToDrop(_ notification: RemoteNotification, in system: SystemState) -> Refusal? {
        PushPolicy.reasonToDrop(pushFacts(notification, in: system)).map { pushRefusal($0, in: system) }
    }

    /// Returns a refusal with its detail.
    func pushRefusal(_ obstacle: PushPolicy.Obstacle, in system: SystemState) -> Refusal {
        let reason = obstacle.reason
        return switch obstacle {
        case .missingBackgroundMode: .missing(.remoteNotification)
        case .backgroundRefreshOff: Refusal(reason, refreshSwitch(in: system))
        case .noNetwork: system.reasonForNoReach ?? Refusal(reason)
        case .terminating: Refusal(reason, "the app is told of it when its process has ended")
        case .lowPriority: Refusal(reason, "priority 1 wakes no app")
        case .hourlyBudgetSpent:
            Refusal(
                reason,
                "\(system.rulebook.count(.backgroundPushesPerHour)) were delivered within the last hour"
            )
        case .forceQuit, .beforeFirstUnlock, .lowPowerMode: Refusal(reason)
        }
    }

    func isBudgetSpent(in system: SystemState) -> Bool {
        deliveriesInWindow(in: system).count >= system.rulebook.count(.backgroundPushesPerHour)
    }

    func deliveriesInWindow(in system: SystemState) -> [Instant] {
        background.pushDeliveries.filter { $0 + Self.budgetWindow > system.now }
    }

    // MARK: Holding

    /// Holds a push on the device; it replaces an older one.
    mutating func hold(
        _ notification: RemoteNotification,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        in system: inout SystemState
    ) {
        let older = takeHeldPush(in: &system)
        if let older { write(older.notification.verdict(.replaced, Refusal(.replaced)), in: &system) }
        write(notification.verdict(decision, refusal), in: &system)
        let held = HeldPush(notification: notification, cause: system.lastSequence, reason: refusal.reason)
        background.heldPush = Box(held)
        system.setExpiry(ofHeld: held.cause, at: notification.expiresAt)
        // Reported once, not for each push that replaces a held one.
        if refusal.reason == .hourlyBudgetSpent, older == nil { reportBudgetSpent(in: &system) }
    }

    private mutating func reportBudgetSpent(in system: inout SystemState) {
        let budget = system.rulebook.count(.backgroundPushesPerHour)
        report(
            .silentPushBudgetExceeded,
            "more than \(budget) silent pushes came in an hour: the next one waits",
            evidence: [system.lastSequence],
            in: &system
        )
    }

    /// Returns whether only the hourly budget prevents the delivery of a held push.
    func mayDeliver(_ held: HeldPush, in system: SystemState) -> Bool {
        guard !isEnding, system.isReachable || held.isOnDevice else { return false }
        let waitsForOther: [Verdict.Reason?] = [.noNetwork, .lowPriority, .terminating]
        return !waitsForOther.contains(held.reason)
            && PushPolicy.reasonToHold(pushFacts(held.notification, in: system)) == nil
    }

    mutating func takeHeldPush(in system: inout SystemState) -> HeldPush? {
        guard let held = background.heldPush?.value else { return nil }
        background.heldPush = nil
        system.cancelExpiry(ofHeld: held.cause)
        return held
    }

    /// Returns when a throttled push is delivered, and the record of its verdict; nil if none waits, or conditions
    /// prevent it.
    func windowForHeldPush(in system: SystemState) -> (at: Instant, cause: SequenceNumber)? {
        guard let held = background.heldPush?.value, mayDeliver(held, in: system), !isAtWakeLimit
        else { return nil }
        let limit = system.rulebook.count(.backgroundPushesPerHour)
        guard limit > 0 else { return nil }
        let deliveries = deliveriesInWindow(in: system)
        guard deliveries.count >= limit else { return (system.now, held.cause) }
        return (deliveries[deliveries.count - limit] + Self.budgetWindow, held.cause)
    }

    /// Drops the push that the device holds for an app.
    mutating func dropHeldPush(_ reason: Verdict.Reason, in system: inout SystemState) {
        guard let held = takeHeldPush(in: &system) else { return }
        write(held.notification.verdict(.dropped, Refusal(reason)), in: &system)
    }

    /// Drops the push that the device holds. One that waits for a network is with Apple's servers and decided when it
    /// arrives; one that waits for the end of a process is delivered then. Source: facts 2.3.
    mutating func dropPushOnDevice(_ reason: Verdict.Reason, in system: inout SystemState) {
        guard let held = background.heldPush?.value else { return }
        // One without a reason was held by a version that did not store it.
        let isOnDevice = held.isOnDevice || held.reason == nil && system.isReachable
        if isOnDevice, held.reason != .terminating { dropHeldPush(reason, in: &system) }
    }
}

/// A silent push that waits for its conditions, or for the hour's budget.
struct HeldPush: Hashable, Codable, Sendable {
    var notification: RemoteNotification
    /// The record of its verdict.
    var cause: SequenceNumber
    /// The reason for which it is held; nil in states of versions that did not store it.
    var reason: Verdict.Reason?

    /// Whether it has reached the device; if not, or if that is not known, it is with Apple's servers while nothing can.
    var isOnDevice: Bool { reason != nil && reason != .noNetwork }

    private enum CodingKeys: String, CodingKey {
        case notification, cause
        case reason = "why"
    }
}

extension RemoteNotification {
    var isSilent: Bool { payload["aps"]?["content-available"] == 1 }

    var isVisible: Bool {
        ["alert", "badge", "sound"].contains { payload["aps"]?[$0] != nil }
    }

    /// What is wrong with it, if something is. Apple names a background push with priority 10 an error. Source: facts 6.4.
    var brokenRule: String? {
        guard case .object? = payload["aps"] else { return "the payload has no object aps" }
        if isSilent, pushType == .background, priority == 10 {
            return "priority 10 with pushType background: the priority of a background push is 5 or 1"
        }
        return isSilent || isVisible ? nil : "aps has none of alert, badge, sound, and content-available: 1"
    }

    func hasExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    var arguments: [Value.Member] { [Value.Member("userInfo", payload)] }

    func verdict(_ decision: Verdict.Decision, _ refusal: Refusal? = nil) -> Record.Body {
        .verdict(
            Verdict(
                subject: .push,
                decision: decision,
                reason: refusal?.reason,
                identifier: collapseID,
                detail: refusal?.detail,
                apnsID: apnsID
            )
        )
    }
}
