/// What Apple's servers keep for an app while nothing can reach the device. Sources: facts 2.3; rules 4.24.
struct APNsStore: Hashable, Codable, Sendable {
    /// Notifications, oldest first: one for each app, unless a rule says more.
    private(set) var notifications: [HeldPush] = []
    /// PushKit pushes, oldest first. Their limit is that of notifications.
    private(set) var voipPushes: [HeldVoIPPush] = []
    /// ActivityKit pushes, oldest first: one for each token.
    private(set) var activityPushes: [ActivityPush] = []

    /// Whether nothing is kept.
    var isEmpty: Bool { notifications.isEmpty && voipPushes.isEmpty && activityPushes.isEmpty }
}

extension APNsStore: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("notifications", notifications)
        f.field("voipPushes", voipPushes)
        f.field("activityPushes", activityPushes)
    }
}

extension APNsStore {
    /// A notification that is kept no longer, since another one takes its place.
    struct Replaced {
        let push: HeldPush
        let reason: Verdict.Reason
    }

    /// Removes the notifications that a new one replaces: those with its collapse id, and the oldest ones beyond the
    /// limit. A background push replaces no alert.
    ///
    /// - Returns: What was removed, and whether there is room for the new one.
    fileprivate mutating func makeRoom(
        for notification: RemoteNotification,
        keeping limit: Int
    ) -> (replaced: [Replaced], isRoom: Bool) {
        var replaced: [Replaced] = []
        if let older = notifications.firstIndex(where: { $0.notification.isCollapsed(into: notification) }) {
            replaced.append(Replaced(push: notifications.remove(at: older), reason: .collapsed))
        }
        while notifications.count >= limit {
            let replaceable = notifications.firstIndex { notification.isVisible || !$0.notification.isVisible }
            guard let replaceable else { return (replaced, false) }
            replaced.append(Replaced(push: notifications.remove(at: replaceable), reason: .newerPush))
        }
        return (replaced, true)
    }

    /// Removes the oldest PushKit pushes, so that there is room for one more.
    fileprivate mutating func makeRoomForVoIPPush(keeping limit: Int) -> [HeldVoIPPush] {
        let removed = voipPushes.prefix(max(0, voipPushes.count - limit + 1))
        voipPushes.removeFirst(removed.count)
        return Array(removed)
    }

    mutating func keep(_ held: HeldPush) { notifications.append(held) }

    mutating func keep(_ held: HeldVoIPPush) { voipPushes.append(held) }

    /// Keeps an ActivityKit push.
    ///
    /// - Returns: The older one for the same token whose place it takes.
    mutating func keep(_ push: ActivityPush) -> ActivityPush? {
        let older = activityPushes.firstIndex { $0.hasToken(of: push) }.map { activityPushes.remove(at: $0) }
        activityPushes.append(push)
        return older
    }

    /// Removes and returns the oldest notification.
    fileprivate mutating func takeNotification() -> HeldPush? {
        notifications.isEmpty ? nil : notifications.removeFirst()
    }

    /// Removes and returns the oldest PushKit push.
    fileprivate mutating func takeVoIPPush() -> HeldVoIPPush? { voipPushes.isEmpty ? nil : voipPushes.removeFirst() }

    /// Removes and returns the oldest ActivityKit push that fits.
    fileprivate mutating func takeActivityPush(where fits: (ActivityPush) -> Bool) -> ActivityPush? {
        activityPushes.firstIndex(where: fits).map { activityPushes.remove(at: $0) }
    }

    /// Removes an ActivityKit push.
    ///
    /// - Returns: Whether it was kept.
    mutating func remove(_ push: ActivityPush) -> Bool {
        guard let index = activityPushes.firstIndex(of: push) else { return false }
        activityPushes.remove(at: index)
        return true
    }

    /// Removes an expired push, which the record of its verdict identifies.
    ///
    /// - Returns: The record of its end; nil when there is no such push.
    fileprivate mutating func takeExpired(_ cause: SequenceNumber) -> Record.Body? {
        if let index = notifications.firstIndex(where: { $0.cause == cause }) {
            return notifications.remove(at: index).notification.verdict(.dropped, Refusal(.expired))
        }
        guard let index = voipPushes.firstIndex(where: { $0.cause == cause }) else { return nil }
        return voipPushes.remove(at: index).push.verdict(.dropped, Refusal(.expired))
    }
}

/// A PushKit push that waits with Apple's servers.
struct HeldVoIPPush: Hashable, Codable, Sendable {
    var push: VoIPPush
    /// The record of its verdict.
    var cause: SequenceNumber
}

extension HeldVoIPPush: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("push", push)
        f.field("cause", ordinal: cause, of: .push)
    }
}

/// A push that ActivityKit handles, on its way to the device. Source: facts 10.4.
enum ActivityPush: Hashable, Codable, Sendable {
    /// It starts the Live Activity of this identifier.
    case start(String)
    /// It ends that Live Activity.
    case end(String)
    /// It wakes the app for a token.
    case wake(SystemWake)

    /// Whether it ends an activity, which wakes no app.
    var isEnd: Bool { if case .end = self { true } else { false } }

    /// Whether another one is sent to the same token: an app has one token to start activities, and each activity one
    /// for its updates and its end.
    fileprivate func hasToken(of other: ActivityPush) -> Bool {
        switch (self, other) {
        case (.start, .start), (.wake, .wake): true
        case (.end(let one), .end(let other)): one == other
        case (.start, _), (.end, _), (.wake, _): false
        }
    }

    /// The record of what becomes of it.
    func verdict(_ decision: Verdict.Decision, _ refusal: Refusal) -> Record.Body {
        switch self {
        case .start(let identifier), .end(let identifier): .verdict(.liveActivity, decision, refusal, identifier)
        case .wake(let wake): .verdict(.wake, decision, refusal, wake.reason.rawValue)
        }
    }
}

extension ActivityPush: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .start(let identifier):
            f.choice("start")
            f.write(identifier)
        case .end(let identifier):
            f.choice("end")
            f.write(identifier)
        case .wake(let wake):
            f.choice("wake")
            f.write(wake)
        }
    }
}

/// What Apple's servers keep for an app, and how it comes to the device. Sources: facts 2.3; rules 4.24.
extension App {
    /// What Apple's servers keep for the app; nil for nothing.
    var apnsStore: APNsStore? {
        get { background.isBlank ? nil : background.apnsStore?.value }
        set {
            guard newValue != nil || !background.isBlank else { return }
            background.apnsStore = newValue.flatMap { $0.isEmpty ? nil : Box($0) }
        }
    }

    /// Keeps a notification that cannot reach the device, if its sender permits that. Apple's servers keep one for each
    /// app, the newest; but a background push replaces no alert.
    mutating func store(_ notification: RemoteNotification, in system: inout SystemState) {
        let refusal = pushRefusal(.noNetwork, in: system)
        guard notification.isStorable else {
            write(notification.verdict(.dropped, refusal), in: &system)
            return
        }
        var store = apnsStore ?? APNsStore()
        let (replaced, isRoom) = store.makeRoom(for: notification, keeping: system.storedPushesPerApp)
        for older in replaced {
            system.cancelExpiry(ofHeld: older.push.cause)
            write(older.push.notification.verdict(.replaced, Refusal(older.reason)), in: &system)
        }
        if isRoom {
            write(notification.verdict(.held, refusal), in: &system)
            let held = HeldPush(notification: notification, cause: system.lastSequence, reason: .noNetwork)
            store.keep(held)
            system.setExpiry(ofHeld: held.cause, at: notification.expiresAt)
        } else {
            write(notification.verdict(.dropped, Refusal(.alertStored)), in: &system)
        }
        apnsStore = store
    }

    /// Keeps a PushKit push that cannot reach the device.
    mutating func store(_ push: VoIPPush, in system: inout SystemState) {
        var store = apnsStore ?? APNsStore()
        for older in store.makeRoomForVoIPPush(keeping: system.storedPushesPerApp) {
            system.cancelExpiry(ofHeld: older.cause)
            write(older.push.verdict(.replaced, Refusal(.newerPush)), in: &system)
        }
        write(push.verdict(.held, pushRefusal(.noNetwork, in: system)), in: &system)
        let held = HeldVoIPPush(push: push, cause: system.lastSequence)
        store.keep(held)
        system.setExpiry(ofHeld: held.cause, at: push.expiresAt)
        apnsStore = store
    }

    /// Keeps an ActivityKit push that cannot reach the device; it replaces an older one for the same token.
    mutating func store(_ push: ActivityPush, in system: inout SystemState) {
        var store = apnsStore ?? APNsStore()
        if let older = store.keep(push) { write(older.verdict(.replaced, Refusal(.newerPush)), in: &system) }
        write(push.verdict(.held, pushRefusal(.noNetwork, in: system)), in: &system)
        apnsStore = store
    }

    /// Removes and returns the oldest notification that Apple's servers keep.
    mutating func takeStoredNotification(in system: inout SystemState) -> HeldPush? {
        guard let stored = apnsStore?.takeNotification() else { return nil }
        system.cancelExpiry(ofHeld: stored.cause)
        return stored
    }

    /// Removes and returns the oldest PushKit push that Apple's servers keep.
    mutating func takeStoredVoIPPush(in system: inout SystemState) -> VoIPPush? {
        guard let stored = apnsStore?.takeVoIPPush() else { return nil }
        system.cancelExpiry(ofHeld: stored.cause)
        return stored.push
    }

    /// Removes and returns the oldest ActivityKit push that Apple's servers keep. While the process is terminating,
    /// only a push that ends an activity arrives; the next process handles those that wake the app.
    mutating func takeStoredActivityPush() -> ActivityPush? {
        let isEnding = self.isEnding
        return apnsStore?.takeActivityPush { !isEnding || $0.isEnd }
    }

    /// Drops the push that would end an activity, since something else has ended the activity and its token is no
    /// longer valid.
    mutating func discardStoredEnd(of identifier: String, in system: inout SystemState) {
        let push = ActivityPush.end(identifier)
        guard apnsStore?.remove(push) == true else { return }
        write(push.verdict(.dropped, Refusal(.unknownActivity)), in: &system)
    }

    /// Drops all that Apple's servers keep.
    mutating func discardStoredPushes(_ reason: Verdict.Reason, in system: inout SystemState) {
        guard let store = apnsStore else { return }
        apnsStore = nil
        for held in store.notifications {
            system.cancelExpiry(ofHeld: held.cause)
            write(held.notification.verdict(.dropped, Refusal(reason)), in: &system)
        }
        for held in store.voipPushes {
            system.cancelExpiry(ofHeld: held.cause)
            write(held.push.verdict(.dropped, Refusal(reason)), in: &system)
        }
        for push in store.activityPushes { write(push.verdict(.dropped, Refusal(reason)), in: &system) }
    }

    /// Sends an ActivityKit push. It waits with Apple's servers while it cannot reach the device.
    mutating func send(_ push: ActivityPush, in system: inout SystemState) -> AppEffect? {
        if let refusal = refusalOfToken(for: push, in: system) {
            write(push.verdict(.dropped, refusal), in: &system)
            return nil
        }
        if system.isReachable { return receive(push, in: &system) }
        store(push, in: &system)
        return nil
    }

    /// Receives an ActivityKit push on the device.
    mutating func receive(_ push: ActivityPush, in system: inout SystemState) -> AppEffect? {
        switch push {
        case .start(let identifier): startLiveActivityByPush(identifier, in: &system)
        case .end(let identifier): endLiveActivityByPush(identifier, in: &system)
        case .wake(let wake): receive(wake, in: &system)
        }
    }

    /// Returns why there is no token to which the push could be sent; nil if there is one.
    private func refusalOfToken(for push: ActivityPush, in system: SystemState) -> Refusal? {
        switch push {
        case .start: refusalOfStartToken(in: system)
        case .end: nil
        case .wake(let wake): missingTokenReason(wake, in: system)
        }
    }
}

/// The deadlines of held pushes. A push that is not delivered in time is of no use, and is dropped. Source: facts 2.3.
extension SystemState {
    /// Sets when a held push is dropped: when it expires, or after the longest time that Apple's servers keep a push.
    ///
    /// - Parameter cause: The record of its verdict.
    mutating func setExpiry(ofHeld cause: SequenceNumber, at expiry: Instant?) {
        cancelExpiry(ofHeld: cause)
        let latest = now + rulebook.pushStoreLimitSeconds
        let instant = expiry.map { min($0, latest) } ?? latest
        deadlines.set(.heldPushExpires(cause), at: instant, cause: cause)
    }

    /// Cancels the deadline of a push that is no longer held.
    mutating func cancelExpiry(ofHeld cause: SequenceNumber) {
        deadlines.cancel(.heldPushExpires(cause))
    }

    /// How many pushes of a kind Apple's servers keep for an app, at least one.
    fileprivate var storedPushesPerApp: Int {
        min(max(1, rulebook.pushesStoredPerApp), BackgroundLimits.storedPushes)
    }
}

extension App {
    /// Drops an expired push, which the record of its verdict identifies.
    ///
    /// - Returns: Whether there was one.
    fileprivate mutating func discardExpired(_ cause: SequenceNumber, in system: inout SystemState) -> Bool {
        guard let expired = takeExpired(cause, in: &system) else { return false }
        write(expired, in: &system)
        return true
    }

    fileprivate mutating func takeExpired(
        _ cause: SequenceNumber,
        in system: inout SystemState
    ) -> Record.Body? {
        if let held = background.heldPush?.value, held.cause == cause {
            background.heldPush = nil
            return held.notification.verdict(.dropped, Refusal(.expired))
        }
        return apnsStore?.takeExpired(cause) ?? takeExpiredWake(cause, in: &system)
    }
}

extension Device {
    /// Drops a held push, which the record of its verdict identifies, since it has expired.
    mutating func heldPushExpires(_ cause: SequenceNumber) {
        for index in apps.indices where !apps[index].background.isBlank {
            if apps[index].discardExpired(cause, in: &system) { return }
        }
    }
}
