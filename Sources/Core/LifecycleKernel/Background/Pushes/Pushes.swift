// Notifications from APNs: how they are shown, delivered, held and dropped.
//
// A visible notification is shown, or first handed to the app's notification service extension. A silent one wakes the app,
// waits on the device, or is dropped (`PushPolicy`); at most one waits for each app. While nothing can reach the
// device, Apple's servers store some of them (APNsStore). PushDelivery has what the app and the user do with a
// notification that has arrived. Sources: facts 1.3, 2.3, 2.4, 6.4.
//
// Callbacks: `didReceiveRemoteNotification`, `willPresentNotification`, `didReceiveNotificationResponse`. Records: `verdict` of
// `push`, `assertion` of `remoteNotification`.

/// What becomes of a silent push: the first condition that applies decides. Sources: facts 2.3, 2.4; rules 4.24.
enum PushPolicy {
    /// What the decision depends on. The defaults are those that permit it.
    struct Facts: Hashable, Sendable {
        /// Whether the user has ended the app in the switcher, and neither opened it nor restarted the device since.
        var isForceQuit = false
        var isInFront = false
        /// Whether the Info.plist declares the background mode `remote-notification`.
        var declaresMode = true
        var isRefreshOn = true
        var hasNetwork = true
        /// Whether the process is terminating.
        var isEnding = false
        /// Whether the app may be woken: false if it has to wait until the device is first unlocked after its start.
        var mayLaunch = true
        var isLowPowerMode = false
        /// Whether code of the app runs.
        var isAwake = false
        /// The header `apns-priority`.
        var priority = 5
        /// Whether the system's limit of pushes within one hour is reached.
        var isBudgetSpent = false
    }

    /// What prevents a delivery, for ever or for now.
    enum Obstacle: Hashable, CaseIterable, Sendable {
        case forceQuit, missingBackgroundMode, backgroundRefreshOff
        case noNetwork, terminating, beforeFirstUnlock, lowPowerMode, lowPriority, hourlyBudgetSpent

        var reason: Verdict.Reason {
            switch self {
            case .forceQuit: .forceQuit
            case .missingBackgroundMode: .missingBackgroundMode
            case .backgroundRefreshOff: .backgroundRefreshOff
            case .noNetwork: .noNetwork
            case .terminating: .terminating
            case .beforeFirstUnlock: .beforeFirstUnlock
            case .lowPowerMode: .lowPowerMode
            case .lowPriority: .lowPriority
            case .hourlyBudgetSpent: .hourlyBudgetSpent
            }
        }
    }

    enum Decision: Hashable, Sendable {
        case deliver
        case drop(Obstacle)
        case hold(Obstacle)
        /// It waits for the hour to be over.
        case throttle
    }

    /// Returns the decision about a push that arrives now.
    static func decide(_ facts: Facts) -> Decision {
        // Everything else is decided on the device, once the push has arrived there.
        if !facts.hasNetwork { return .hold(.noNetwork) }
        if let obstacle = reasonToDrop(facts) { return .drop(obstacle) }
        if facts.isInFront { return .deliver }
        if let obstacle = reasonToHold(facts) { return .hold(obstacle) }
        return facts.isBudgetSpent ? .throttle : .deliver
    }

    /// Returns why a push is never delivered; nil if it is, now or later.
    static func reasonToDrop(_ facts: Facts) -> Obstacle? {
        if facts.isForceQuit { return .forceQuit }
        if facts.isInFront { return nil }
        if !facts.declaresMode { return .missingBackgroundMode }
        return facts.isRefreshOn ? nil : .backgroundRefreshOff
    }

    /// Returns why the device holds a push that has reached it; nil if only the hourly budget can hold it. A push with
    /// priority 1 never wakes an app.
    fileprivate static func reasonToHold(_ facts: Facts) -> Obstacle? {
        if facts.isEnding { return .terminating }
        if !facts.mayLaunch { return .beforeFirstUnlock }
        if facts.isLowPowerMode { return .lowPowerMode }
        return facts.priority == 1 && !facts.isAwake ? .lowPriority : nil
    }
}

/// Notifications from APNs, and the verdicts on them. Sources: facts 1.3, 2.3, 2.4, 6.4.
extension Device {
    /// Refuses a push if APNs does not accept its payload, or if it would wake an app whose process holds the maximum
    /// number of wake assertions.
    ///
    /// - Returns: The index of its app.
    func check(_ notification: RemoteNotification) throws(Rejection) -> Int {
        let index = try requireInstalled(notification.bundleID)
        let size = notification.payload.compactJSONByteCount
        let limit = system.rulebook.pushPayloadLimitBytes
        guard size <= limit else {
            throw Rejection.tooLarge(payload: size, limit: limit)
        }
        if notification.isSilent || notification.pushType.wake != nil { try apps[index].checkMayWake() }
        return index
    }

    /// Shows a notification, delivers it to the app's code, keeps it or drops it, and writes a verdict.
    mutating func deliver(_ notification: RemoteNotification, _ index: Int) {
        guard notification.pushType.isForApp else {
            return carryOut(apps[index].receiveForFramework(notification, in: &system), of: index)
        }
        let refusal = apps[index].refusal(ofSending: notification, in: system)
        if refusal != nil || system.isReachable {
            for mismatch in notification.mismatches(under: system.rulebook) {
                apps[index].report(.pushTypeMismatch, mismatch, evidence: [system.lastSequence], in: &system)
            }
        }
        if let refusal {
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

    /// Called when conditions have changed: delivers held pushes, unless the hourly budget is spent, and the pushes
    /// that waited with Apple's servers. Pushes with priority 1 still wait for the user, and pushes for a terminating
    /// process still wait for its end.
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

    /// Receives the pushes that waited with Apple's servers.
    mutating func receiveStoredPushes(_ index: Int) {
        guard system.isReachable, !apps[index].background.isBlank else { return }
        while system.isReachable, let push = apps[index].takeStoredVoIPPush(in: &system) {
            carryOut(apps[index].receive(push, in: &system), of: index)
        }
        while let stored = apps[index].takeStoredNotification(in: &system) { deliver(stored.notification, index) }
        while let push = apps[index].takeStoredActivityPush() {
            carryOut(apps[index].receive(push, in: &system), of: index)
        }
    }
}

extension App {
    /// Returns why APNs does not take a notification: it breaks a rule of APNs, has expired, or the app has no token to
    /// which it could be sent.
    fileprivate func refusal(ofSending notification: RemoteNotification, in system: SystemState) -> Refusal? {
        if let rule = notification.brokenRule(in: system.rulebook) { return Refusal(.malformed, rule) }
        if notification.hasExpired(at: system.now) { return Refusal(.expired) }
        let needsToken = system.rulebook.pushNeedsRegistration
        return needsToken && !background.isRegisteredForPushes ? Refusal(.notRegistered) : nil
    }
}

extension Rejection {
    /// The rejection of a payload that APNs refuses.
    static func tooLarge(payload size: Int, limit: Int) -> Rejection {
        Rejection(
            .invalidValue,
            """
            the payload has \(size, as: "size") bytes as JSON, and APNs accepts at most \(limit, as: "limit")
            """,
            field: "payload"
        )
    }
}

extension RemoteNotification.PushType {
    /// Whether it is for the app or the user, and not for a framework.
    fileprivate var isForApp: Bool { self == .alert || self == .background }

    /// Why a push of this type wakes an app that has registered for it; nil if it wakes none.
    var wake: SystemWake.Reason? {
        switch self {
        case .liveactivity: .liveActivityToken
        case .pushtotalk: .pushToTalk
        default: nil
        }
    }
}

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
            mayLaunch: mayBeWoken(for: .remoteNotification, in: system),
            isLowPowerMode: system.conditions.isLowPowerMode,
            isAwake: hasLaunched && runs,
            priority: notification.priority,
            isBudgetSpent: isBudgetSpent(in: system)
        )
    }

    /// Returns why a push is dropped now; nil if it is not.
    func reasonToDrop(_ notification: RemoteNotification, in system: SystemState) -> Refusal? {
        PushPolicy.reasonToDrop(pushFacts(notification, in: system)).map { pushRefusal($0, in: system) }
    }

    /// Returns a refusal with its detail.
    func pushRefusal(_ obstacle: PushPolicy.Obstacle, in system: SystemState) -> Refusal {
        let reason = obstacle.reason
        return switch obstacle {
        case .missingBackgroundMode: .missing(.remoteNotification)
        case .backgroundRefreshOff: Refusal(reason, refreshSwitch(in: system))
        case .noNetwork: system.unreachableReason ?? Refusal(reason)
        case .terminating: Refusal(reason, "the push waits until the process has ended")
        case .lowPriority: Refusal(reason, "priority 1 wakes no app")
        case .hourlyBudgetSpent:
            Refusal(
                reason,
                "\(system.rulebook.backgroundPushesPerHour, as: "limit") were delivered within the last hour"
            )
        case .forceQuit, .beforeFirstUnlock, .lowPowerMode: Refusal(reason)
        }
    }

    func isBudgetSpent(in system: SystemState) -> Bool {
        deliveriesInWindow(in: system).count >= system.rulebook.backgroundPushesPerHour
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
        if let older { write(older.notification.verdict(.replaced, Refusal(.newerPush)), in: &system) }
        write(notification.verdict(decision, refusal), in: &system)
        let held = HeldPush(notification: notification, cause: system.lastSequence, reason: refusal.reason)
        background.heldPush = Box(held)
        system.setExpiry(ofHeld: held.cause, at: notification.expiresAt)
        // Reported once, not for each push that replaces a held one.
        if refusal.reason == .hourlyBudgetSpent, older == nil { reportBudgetSpent(in: &system) }
    }

    private mutating func reportBudgetSpent(in system: inout SystemState) {
        let budget = system.rulebook.backgroundPushesPerHour
        report(
            .silentPushBudgetExceeded,
            "more than \(budget, as: "limit") silent pushes came in an hour: the next one waits",
            evidence: [system.lastSequence],
            in: &system
        )
    }

    /// Returns whether only the hourly budget prevents the delivery of a held push.
    fileprivate func mayDeliver(_ held: HeldPush, in system: SystemState) -> Bool {
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
        let limit = system.rulebook.backgroundPushesPerHour
        guard limit > 0 else { return nil }
        let deliveries = deliveriesInWindow(in: system)
        guard deliveries.count >= limit else { return (system.now, held.cause) }
        return (deliveries[deliveries.count - limit] + Self.budgetWindow, held.cause)
    }

    /// Drops the push that the device holds for an app.
    mutating func discardHeldPush(_ reason: Verdict.Reason, in system: inout SystemState) {
        guard let held = takeHeldPush(in: &system) else { return }
        write(held.notification.verdict(.dropped, Refusal(reason)), in: &system)
    }

    /// Drops the push that the device holds for an app.
    ///
    /// A push that waits for a network stays: Apple's servers have it. A push that waits for the end of a process stays,
    /// too, and is delivered then. Source: facts 2.3.
    mutating func discardPushOnDevice(_ reason: Verdict.Reason, in system: inout SystemState) {
        guard let held = background.heldPush?.value else { return }
        if held.isOnDevice, held.reason != .terminating { discardHeldPush(reason, in: &system) }
    }
}

/// A silent push that waits for its conditions, or for the hour's budget.
struct HeldPush: Hashable, Codable, Sendable {
    var notification: RemoteNotification
    /// The record of its verdict.
    var cause: SequenceNumber
    var reason: Verdict.Reason

    /// Whether it has reached the device. If not, it waits with Apple's servers.
    var isOnDevice: Bool { reason != .noNetwork }
}

extension HeldPush: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("notification", notification)
        f.field("cause", ordinal: cause, of: .push)
        f.field("reason", reason.name)
    }
}

extension Value {
    /// Whether a payload has something for the user: an alert, a badge or a sound.
    var hasContentForUser: Bool {
        ["alert", "badge", "sound"].contains { self["aps"]?[$0] != nil }
    }

    /// Whether a payload is to wake the app.
    var wantsToWake: Bool { self["aps"]?["content-available"] == 1 }
}

/// The push type decides what becomes of a payload. A push of type `background` shows nothing to the user. A push of type
/// `alert` wakes the app only if it also has something to show. Source: facts 6.4.
extension RemoteNotification {
    /// Whether it is shown to the user.
    var isVisible: Bool { pushType == .alert && payload.hasContentForUser }

    /// Whether the app is woken for it.
    var isSilent: Bool { payload.wantsToWake && (pushType == .background || isVisible) }

    /// Returns the push as this version of iOS treats it. A version without push types looks at the payload alone.
    func asTaken(under rulebook: Rulebook) -> RemoteNotification {
        guard !rulebook.pushTypeDecides, pushType.isForApp else { return self }
        var push = self
        push.pushType = PushType(askedForBy: payload)
        return push
    }

    /// Whether it has something for the user, and whether the app's code or a framework is to get it.
    package func recipients(under rulebook: Rulebook) -> (user: Bool, code: Bool) {
        let push = asTaken(under: rulebook)
        return (push.isVisible, push.isSilent || !push.pushType.isForApp)
    }

    /// Returns the rule of APNs that it breaks; nil if it breaks none. Apple calls a background push with priority 10 an
    /// error. Source: facts 6.4.
    fileprivate func brokenRule(in rulebook: Rulebook) -> Sentence? {
        guard case .object? = payload["aps"] else { return "the payload has no object aps" }
        if isUrgentBackgroundPush, !rulebook.backgroundPushWithPriority10Wakes { return Self.urgentBackgroundPush }
        if isSilent || isVisible { return nil }
        return contradiction ?? "aps has none of alert, badge, sound, and content-available: 1"
    }

    /// Returns how the type and the priority contradict the payload, where that breaks no rule of APNs.
    fileprivate func mismatches(under rulebook: Rulebook) -> [Sentence] {
        var mismatches: [Sentence] = []
        if let contradiction { mismatches.append(contradiction) }
        if isUrgentBackgroundPush, rulebook.backgroundPushWithPriority10Wakes {
            mismatches.append(Self.urgentBackgroundPush)
        }
        return mismatches
    }

    /// Says which part of the payload has no effect under the push type; nil if every part has one.
    private var contradiction: Sentence? {
        switch pushType {
        case .background where payload.hasContentForUser:
            "pushType background with an alert, a badge or a sound: none of them is shown"
        case .alert where payload.wantsToWake && !payload.hasContentForUser:
            "pushType alert with content-available alone: the app is not woken"
        default: nil
        }
    }

    /// Whether it is a background push with priority 10, the priority of pushes for the user. Apple calls that an
    /// error.
    private var isUrgentBackgroundPush: Bool { isSilent && pushType == .background && priority == 10 }

    private static let urgentBackgroundPush: Sentence =
        "priority 10 with pushType background: the priority of a background push is 5 or 1"

    func hasExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    var arguments: [Value.Member] { [Value.Member("userInfo", payload)] }

    func verdict(
        _ decision: Verdict.Decision,
        _ refusal: Refusal? = nil,
        by subject: Verdict.Subject = .push
    ) -> Record.Body {
        .verdict(
            Verdict(
                subject: subject,
                decision: decision,
                reason: refusal?.reason,
                identifier: collapseID,
                detail: refusal?.detail,
                apnsID: apnsID
            )
        )
    }
}
