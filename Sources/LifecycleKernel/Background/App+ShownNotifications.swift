/// A notification that the user sees, as far as a newer one may take its place.
struct ShownNotification: Hashable, Codable, Sendable {
    let collapseID: String
    let apnsID: String?
}

/// Notifications of one `apns-collapse-id` are one for the user: the newest. Source: facts 2.3; rules 4.24.
extension App {
    /// How many shown notifications are remembered.
    private static let shownLimit = 32

    /// Remembers a notification that is shown, if another one may take its place.
    mutating func rememberShown(_ notification: RemoteNotification) {
        guard let id = notification.collapseID else { return }
        let shown = ShownNotification(collapseID: id, apnsID: notification.apnsID)
        background.shownNotifications = ((background.shownNotifications ?? []) + [shown]).suffix(Self.shownLimit)
    }

    /// A visible notification comes to the device: the one that is shown with its collapse id, or held there, is replaced.
    mutating func collapseOlder(than notification: RemoteNotification, in system: inout SystemState) {
        guard let id = notification.collapseID, !background.isBlank else { return }
        if let held = background.heldPush?.value.notification, held.isCollapsed(into: notification) {
            _ = takeHeldPush(in: &system)
            write(held.verdict(.replaced, Refusal(.collapsed)), in: &system)
        }
        for older in background.shownNotifications ?? [] where older.collapseID == id {
            let verdict = Verdict(
                subject: .push,
                decision: .replaced,
                reason: .collapsed,
                identifier: id,
                apnsID: older.apnsID
            )
            write(.verdict(verdict), in: &system)
        }
        forgetShown { $0.collapseID == id }
    }

    /// The user has tapped a notification, which goes away: the one of this `apns-id` or `apns-collapse-id`.
    mutating func forgetShown(tapped id: String) { forgetShown { $0.apnsID == id || $0.collapseID == id } }

    private mutating func forgetShown(where isGone: (ShownNotification) -> Bool) {
        guard !background.isBlank, let shown = background.shownNotifications else { return }
        let left = shown.filter { !isGone($0) }
        background.shownNotifications = left.isEmpty ? nil : left
    }
}

extension RemoteNotification {
    /// Whether a newer notification takes its place, as both have one collapse id.
    func isCollapsed(into newer: RemoteNotification) -> Bool {
        newer.isVisible && newer.collapseID != nil && collapseID == newer.collapseID
    }
}
