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

    /// Keeps a notification that cannot reach the device, if it is to be kept. Apple's servers choose one for an app: the
    /// newest, but a background push takes the place of no alert.
    mutating func store(_ notification: RemoteNotification, in system: inout SystemState) {
        let refusal = pushRefusal(.noNetwork, in: system)
        guard notification.isStorable else {
            return write(notification.verdict(.dropped, refusal), in: &system)
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
            write(older.push.verdict(.replaced, Refusal(.replaced)), in: &system)
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
        if let older = store.keep(push) { write(older.verdict(.replaced, Refusal(.replaced)), in: &system) }
        write(push.verdict(.held, pushRefusal(.noNetwork, in: system)), in: &system)
        apnsStore = store
    }

    /// Removes and returns the oldest notification that Apple's servers keep.
    mutating func takeStoredNotification(in system: inout SystemState) -> HeldPush? {
        guard let stored = apnsStore?.takeNotification() else { return nil }
        system.cancelExpiry(ofHeld: stored.cause)
        return stored
    }

    /// PushKit pushes have come to the device while the process is terminating: they are handled in the next one.
    mutating func holdVoIPPushesUntilEnd(in system: inout SystemState) {
        guard isEnding, var store = apnsStore, !store.voipPushes.isEmpty else { return }
        for push in store.awaitEnd() { write(push.verdict(.held, pushRefusal(.terminating, in: system)), in: &system) }
        apnsStore = store
    }

    /// Removes and returns the oldest PushKit push that Apple's servers keep.
    mutating func takeStoredVoIPPush(in system: inout SystemState) -> VoIPPush? {
        guard !isEnding, let stored = apnsStore?.takeVoIPPush() else { return nil }
        system.cancelExpiry(ofHeld: stored.cause)
        return stored.push
    }

    /// Removes and returns the oldest ActivityKit push that Apple's servers keep. While the process is terminating only one
    /// that ends an activity arrives: what wakes the app is handled in the next process.
    mutating func takeStoredActivityPush() -> ActivityPush? {
        let isEnding = self.isEnding
        return apnsStore?.takeActivityPush { !isEnding || $0.isEnd }
    }

    /// Drops the push that is to end an activity which has ended otherwise: its token is valid no more.
    mutating func dropStoredEnd(of identifier: String, in system: inout SystemState) {
        let push = ActivityPush.end(identifier)
        guard apnsStore?.remove(push) == true else { return }
        write(push.verdict(.dropped, Refusal(.unknownActivity)), in: &system)
    }

    /// Drops all that Apple's servers keep.
    mutating func dropStoredPushes(_ reason: Verdict.Reason, in system: inout SystemState) {
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

    /// An ActivityKit push is sent: it waits with Apple's servers while it cannot reach the device.
    mutating func send(_ push: ActivityPush, in system: inout SystemState) -> AppEffect? {
        if let refusal = refusalOfToken(for: push, in: system) {
            write(push.verdict(.dropped, refusal), in: &system)
            return nil
        }
        if system.isReachable { return receive(push, in: &system) }
        store(push, in: &system)
        return nil
    }

    /// An ActivityKit push comes to the device.
    mutating func receive(_ push: ActivityPush, in system: inout SystemState) -> AppEffect? {
        switch push {
        case .start(let identifier): startLiveActivityByPush(identifier, in: &system)
        case .end(let identifier): endLiveActivity(identifier, by: .push, in: &system)
        case .wake(let wake): receive(wake, in: &system)
        }
    }

    /// The reason for which there is no token that a push could be sent to; nil when there is one.
    private func refusalOfToken(for push: ActivityPush, in system: SystemState) -> Refusal? {
        switch push {
        case .start: refusalOfStartToken(in: system)
        case .end: nil
        case .wake(let wake): reasonForNoToken(wake, in: system)
        }
    }
}
