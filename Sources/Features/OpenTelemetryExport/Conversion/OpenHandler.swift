import LifecycleKernel

/// A handler that was called, and of whose return nothing has been seen yet.
///
/// The kernel writes a record of the return only where time has passed or something is returned. So a handler may have
/// returned although no record says so: the next record that could not be there otherwise tells.
struct OpenHandler: Hashable, Sendable {
    /// What is known of the return.
    enum Return: Hashable, Sendable {
        /// A record will say when it returns.
        case isRecorded
        /// It returns at this instant: whatever happens later on the device, or by another input, shows that it has.
        case at(Instant)
        /// Nothing, since the installation of the app was not seen: the next thing that the main thread does shows that it
        /// has returned, at once.
        case unknown
    }

    var span: OpenSpan
    var awaited: Return

    /// When it returned, given that it did and no record said so; nil for not before it was seen.
    var silentReturn: Instant? {
        switch awaited {
        case .isRecorded: nil
        case .at(let instant): instant
        case .unknown: span.start
        }
    }

    /// Whether a record of the device shows that it has returned, whatever it is about.
    func hasReturned(before record: Record) -> Bool {
        guard case .at(let instant) = awaited else { return false }
        return record.time > instant || record.kind == .input
    }

    /// Whether the end of the process cuts it off.
    func isCutOff(by exit: ExitRecord, _ record: Record) -> Bool {
        if exit.callbackInFlight?.sequence == span.record { return true }
        switch awaited {
        case .isRecorded, .at: return true
        // A watchdog's deadline, or a step of the handler itself.
        case .unknown: return record.cause == span.record
        }
    }
}

extension AppManifest {
    /// What can be known of the return from a callback; nil if it returns at once and nothing can happen meanwhile.
    ///
    /// - Parameter callback: The record of the callback.
    func awaitedReturn(from name: CallbackName, _ callback: Record) -> OpenHandler.Return? {
        // The extension's record of its return is always written.
        guard callback.appExtension == nil, isPlayed(name) else { return .isRecorded }
        let entries = behavior[name]
        if entries.isEmpty { return nil }
        return entries.contains(where: \.takesTime) ? .isRecorded : .at(callback.time)
    }
}

extension AppBehavior.Entry {
    /// Whether the handler does not return at the instant at which it was called.
    fileprivate var takesTime: Bool {
        switch self {
        case .act(.hang, _): true
        case .act(_, let takes): takes > 0
        case .returns: false
        }
    }
}
