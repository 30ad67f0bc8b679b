/// Whether a notification that is to be shown is handed to the app's notification service extension. Source: facts 10.4.
enum NotificationServicePolicy {
    /// What the decision depends on. The defaults are those of a notification that the extension handles at once.
    ///
    /// What is not here makes no difference: whether the app runs, is in front or was force-quit, Low Power Mode, the
    /// switch of background refresh, and whether the device has been unlocked since it started.
    struct Facts: Hashable, Sendable {
        /// Whether `aps` has `mutable-content: 1`.
        var isMutable = true
        /// Whether an alert is shown, and not only a badge or a sound.
        var hasAlert = true
        /// Whether the extension handles another notification.
        var isBusy = false
        /// How many wait for it.
        var waiting = 0
    }

    /// What becomes of it.
    enum Decision: Hashable, Sendable {
        /// The extension is called with it.
        case handle
        /// The extension is called with it when it is done with those before.
        case wait
        /// It is shown as it came.
        case showUnchanged(Verdict.Reason)
    }

    /// How many notifications of an app wait for its extension at most.
    static let waitingLimit = 100

    /// Returns the decision about a notification that is to be shown now.
    static func decide(_ facts: Facts) -> Decision {
        if !facts.isMutable { return .showUnchanged(.notMutable) }
        if !facts.hasAlert { return .showUnchanged(.noAlert) }
        if !facts.isBusy { return .handle }
        return facts.waiting < waitingLimit ? .wait : .showUnchanged(.extensionBusy)
    }
}
