import LifecycleKernel

extension [Record] {
    /// The callbacks, in order.
    package var callbacks: [CallbackName] {
        compactMap { if case .callback(let callback) = $0.body { callback.name } else { nil } }
    }

    /// The callbacks with the scenes that they are about.
    package var sceneCallbacks: [String] {
        compactMap { record in
            guard case .callback(let callback) = record.body else { return nil }
            return "\(callback.name) \(record.scene ?? 0)"
        }
    }

    /// The notifications, in order.
    package var notifications: [NotificationName] {
        compactMap { if case .notification(let name, _) = $0.body { name } else { nil } }
    }

    /// The states that a process went to, in order.
    package var states: [ProcessState] {
        compactMap { if case .process(let change) = $0.body { change.to } else { nil } }
    }

    /// The end of a process.
    package var exit: ExitRecord? {
        for case .exit(let exit) in map(\.body) { return exit }
        return nil
    }

    /// The verdicts, in order.
    package var verdicts: [Verdict] {
        compactMap { if case .verdict(let verdict) = $0.body { verdict } else { nil } }
    }

    /// What happened to assertions, in order.
    package var assertions: [String] {
        compactMap { if case .assertion(let change) = $0.body { "\(change.kind) \(change.change)" } else { nil } }
    }
}

extension RemoteNotification {
    /// A background push as Apple wants it.
    package static func silent(
        _ id: String? = nil,
        _ app: BundleID = "a",
        expiresAt: Instant? = nil
    ) -> RemoteNotification {
        RemoteNotification(
            bundleID: app,
            payload: ["aps": ["content-available": 1]],
            pushType: .background,
            priority: 5,
            collapseID: id,
            expiresAt: expiresAt
        )
    }
}

extension PendingCallback {
    /// The method or handler that was called; nil for the observers of a notification.
    package var name: CallbackName? { if case .callback(let name) = called { name } else { nil } }
}
