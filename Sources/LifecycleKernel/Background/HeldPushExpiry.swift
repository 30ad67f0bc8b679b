/// The end of what is held for a device: a push that was not delivered by then is worth nothing. Source: facts 2.3.
extension SystemState {
    /// Sets when a held push is dropped: when it expires, or when Apple's servers have kept it as long as they do.
    ///
    /// - Parameter cause: The record of its verdict.
    mutating func setExpiry(ofHeld cause: SequenceNumber, at expiry: Instant?) {
        cancelExpiry(ofHeld: cause)
        let latest = now + rulebook.milliseconds(.pushStoreLimitSeconds)
        let instant = expiry.map { min($0, latest) } ?? latest
        deadlines.set(.heldPushExpires(cause), at: instant, pid: 0, cause: cause)
    }

    /// A push is held no longer.
    mutating func cancelExpiry(ofHeld cause: SequenceNumber) {
        deadlines.cancel(pid: 0) { $0 == .heldPushExpires(cause) }
    }

    /// How many pushes of a kind Apple's servers keep for an app, at least one.
    var storedPushesPerApp: Int { min(max(1, rulebook.count(.pushesStoredPerApp)), BackgroundLimits.storedPushes) }
}

extension App {
    /// Drops the push that is held since a record, and that has expired.
    ///
    /// - Returns: Whether there was one.
    fileprivate mutating func dropExpired(_ cause: SequenceNumber, in system: inout SystemState) -> Bool {
        guard let expired = takeExpired(cause) else { return false }
        write(expired, in: &system)
        return true
    }

    private mutating func takeExpired(_ cause: SequenceNumber) -> Record.Body? {
        if let held = background.heldPush?.value, held.cause == cause {
            background.heldPush = nil
            return held.notification.verdict(.dropped, Refusal(.expired))
        }
        return apnsStore?.takeExpired(cause)
    }
}

extension Device {
    /// A push is held since a record, and it has expired.
    mutating func heldPushExpires(_ cause: SequenceNumber) {
        for index in apps.indices where !apps[index].background.isBlank {
            if apps[index].dropExpired(cause, in: &system) { return }
        }
    }
}
