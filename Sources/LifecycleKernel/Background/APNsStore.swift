/// What Apple's servers keep for an app while nothing can reach the device. Sources: facts 2.3; rules 4.24.
struct APNsStore: Hashable, Codable, Sendable {
    /// Notifications, oldest first: one for each app, unless a rule says more.
    private(set) var notifications: [HeldPush] = []
    /// PushKit pushes, oldest first: as many.
    private(set) var voipPushes: [HeldVoIPPush] = []
    /// ActivityKit pushes, oldest first: one for each token.
    private(set) var activityPushes: [ActivityPush] = []

    /// Whether nothing is kept.
    var isEmpty: Bool { notifications.isEmpty && voipPushes.isEmpty && activityPushes.isEmpty }
}

extension APNsStore {
    /// A notification that is kept no longer, since another one takes its place.
    struct Replaced {
        let push: HeldPush
        let reason: Verdict.Reason
    }

    /// Removes what a notification takes the place of: those that it is collapsed with, and the oldest ones beyond what is
    /// kept. A background push takes the place of no alert.
    ///
    /// - Returns: What was removed, and whether there is room now.
    mutating func makeRoom(
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
            replaced.append(Replaced(push: notifications.remove(at: replaceable), reason: .replaced))
        }
        return (replaced, true)
    }

    /// Removes the oldest PushKit pushes, so that there is room for one more.
    mutating func makeRoomForVoIPPush(keeping limit: Int) -> [HeldVoIPPush] {
        let removed = voipPushes.prefix(max(0, voipPushes.count - limit + 1))
        voipPushes.removeFirst(removed.count)
        return Array(removed)
    }

    /// Keeps a notification.
    mutating func keep(_ held: HeldPush) { notifications.append(held) }

    /// Keeps a PushKit push.
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
    mutating func takeNotification() -> HeldPush? { notifications.isEmpty ? nil : notifications.removeFirst() }

    /// Removes and returns the oldest PushKit push.
    mutating func takeVoIPPush() -> HeldVoIPPush? { voipPushes.isEmpty ? nil : voipPushes.removeFirst() }

    /// The PushKit pushes can reach the device, and wait for the end of a process.
    ///
    /// - Returns: Those that did not wait for that before.
    mutating func awaitEnd() -> [VoIPPush] {
        let new = voipPushes.indices.filter { voipPushes[$0].awaitsEnd != true }
        for index in new { voipPushes[index].awaitsEnd = true }
        return new.map { voipPushes[$0].push }
    }

    /// Removes and returns the oldest ActivityKit push that fits.
    mutating func takeActivityPush(where fits: (ActivityPush) -> Bool) -> ActivityPush? {
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

    /// Removes the push that is held since a record, and has expired.
    ///
    /// - Returns: The record of its end; nil when there is no such push.
    mutating func takeExpired(_ cause: SequenceNumber) -> Record.Body? {
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
    /// Whether it could reach the device since, and waits for the end of a process; nil for no.
    var awaitsEnd: Bool?
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
    func hasToken(of other: ActivityPush) -> Bool {
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
