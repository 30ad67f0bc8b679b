/// Notifications from APNs, and the verdicts on them. Sources: facts 1.3, 2.3, 2.4, 6.4.
extension App {
    /// The length of the window in which deliveries are counted.
    private static let budgetWindow: Milliseconds = 3_600_000

    // MARK: The verdict table

    /// What the decision about a push depends on.
    func pushFacts(_ notification: RemoteNotification, in system: SystemState) -> PushPolicy.Facts {
        PushPolicy.Facts(
            isForceQuit: installation.isForceQuit && !installation.wasRebootedSinceForceQuit,
            isRegistered: background.isRegisteredForPushes || !system.rulebook.holds(.pushNeedsRegistration),
            isInFront: isInFront(in: system),
            declaresMode: declares(.remoteNotification),
            isRefreshOn: isRefreshOn(in: system),
            hasNetwork: system.conditions.network != .none,
            isEnding: isEnding,
            mayLaunch: system.mayLaunchInBackground,
            isLowPowerMode: system.conditions.isLowPowerMode,
            isAwake: hasLaunched && runs,
            priority: notification.priority,
            isBudgetSpent: isBudgetSpent(in: system)
        )
    }

    /// Why a push is dropped now, with what there is to say about it; nil when it is not.
    func reasonToDrop(_ notification: RemoteNotification, in system: SystemState) -> Refusal? {
        PushPolicy.reasonToDrop(pushFacts(notification, in: system)).map { pushRefusal($0, in: system) }
    }

    /// A reason with what there is to say about it.
    func pushRefusal(_ why: Verdict.Why, in system: SystemState) -> Refusal {
        switch why {
        case .forceQuit: .forceQuit
        case .missingBackgroundMode: .missing(.remoteNotification)
        case .backgroundRefreshOff: Refusal(why, refreshSwitch(in: system))
        case .terminating: Refusal(why, "the app is told of it when its process has ended")
        case .lowPriority: Refusal(why, "priority 1 wakes no app")
        case .hourlyBudgetSpent:
            Refusal(
                why,
                "\(system.rulebook.count(.backgroundPushesPerHour)) were delivered within the last hour"
            )
        default: Refusal(why)
        }
    }

    func isBudgetSpent(in system: SystemState) -> Bool {
        deliveriesInWindow(in: system).count >= system.rulebook.count(.backgroundPushesPerHour)
    }

    func deliveriesInWindow(in system: SystemState) -> [Instant] {
        background.pushDeliveries.filter { $0 + Self.budgetWindow > system.now }
    }

    // MARK: Holding

    /// One push is held for an app; a newer one takes its place.
    mutating func hold(
        _ notification: RemoteNotification,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        in system: inout SystemState
    ) {
        let older = background.heldPush?.value
        if let older { write(older.notification.verdict(.replaced, Refusal(.replaced)), in: &system) }
        write(notification.verdict(decision, refusal), in: &system)
        let held = HeldPush(notification: notification, cause: system.lastSequence, why: refusal.why)
        background.heldPush = Box(held)
        // While one waits for the hour to be over, the next one tells nothing new.
        if refusal.why == .hourlyBudgetSpent, older == nil { foundBudgetSpent(in: &system) }
    }

    private mutating func foundBudgetSpent(in system: inout SystemState) {
        let budget = system.rulebook.count(.backgroundPushesPerHour)
        report(
            .silentPushBudgetExceeded,
            "more than \(budget) silent pushes came in an hour: the next one waits",
            evidence: [system.lastSequence],
            in: &system
        )
    }

    /// Whether nothing but the hour's budget keeps a held push.
    func mayDeliver(_ held: HeldPush, in system: SystemState) -> Bool {
        guard !isEnding else { return false }
        switch held.why {
        case .noNetwork?, .lowPriority?, .terminating?: return false
        default: return PushPolicy.reasonToHold(pushFacts(held.notification, in: system)) == nil
        }
    }

    mutating func takeHeldPush() -> HeldPush? {
        guard let held = background.heldPush?.value else { return nil }
        background.heldPush = nil
        return held
    }

    /// When a throttled push goes out, and the record of its verdict; nil when none waits, or conditions hold it besides.
    func windowForHeldPush(in system: SystemState) -> (at: Instant, cause: UInt64)? {
        guard let held = background.heldPush?.value, mayDeliver(held, in: system), !isAtWakeLimit
        else { return nil }
        let limit = system.rulebook.count(.backgroundPushesPerHour)
        guard limit > 0 else { return nil }
        let deliveries = deliveriesInWindow(in: system)
        guard deliveries.count >= limit else { return (system.now, held.cause) }
        return (deliveries[deliveries.count - limit] + Self.budgetWindow, held.cause)
    }

    /// Drops the push that is held for an app, wherever it is.
    mutating func dropHeldPush(_ why: Verdict.Why, in system: inout SystemState) {
        guard let held = takeHeldPush() else { return }
        write(held.notification.verdict(.dropped, Refusal(why)), in: &system)
    }

    /// Drops the push that the device holds. One that waits for a network is with Apple's servers, and is judged when it
    /// comes; one that waits for the end of a process waits for just that. Source: facts 2.3.
    mutating func dropPushOnDevice(_ why: Verdict.Why, in system: inout SystemState) {
        guard let held = background.heldPush?.value else { return }
        switch held.why {
        case .noNetwork?, .terminating?: return
        // Held by a version that did not say why.
        case nil where system.conditions.network == .none: return
        default: dropHeldPush(why, in: &system)
        }
    }

    /// A token that stays the same for an app on a device.
    func pushToken(in system: SystemState) -> String {
        var hash = FNV1a.hash(manifest.bundleID, from: FNV1a.start ^ system.initialSettings.seed)
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
                why: refusal?.why,
                identifier: collapseID,
                detail: refusal?.detail
            )
        )
    }
}
