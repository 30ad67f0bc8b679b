/// The reasons for which an app on screen is not active. An app is active only while it is on screen and none of these
/// applies.
///
/// Source: facts 1.0, UIKit's own bookkeeping of numbered deactivation reasons.
package struct DeactivationReasons: OptionSet, Hashable, Codable, Sendable {
    /// One bit for each reason.
    package let rawValue: UInt16

    /// Makes a set from its bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The app switcher is open.
    package static let appSwitcher = DeactivationReasons(rawValue: 1 << 0)
    // Bits 1 to 3, and from 10 on, are those of `Overlay.all`.
    /// An alert of the system is shown.
    package static let systemAlert = DeactivationReasons(rawValue: 1 << 4)
    /// A call rings on the full screen.
    package static let call = DeactivationReasons(rawValue: 1 << 5)
    /// The app's own alert is shown.
    package static let ownAlert = DeactivationReasons(rawValue: 1 << 6)
    /// The app's own share sheet is shown.
    package static let shareSheet = DeactivationReasons(rawValue: 1 << 7)
    /// The process still launches.
    package static let launching = DeactivationReasons(rawValue: 1 << 8)
    /// The app is not on screen.
    package static let notOnScreen = DeactivationReasons(rawValue: 1 << 9)

    /// The side button dims an always-on display. It is over before the event is, so no state has it and it has no name.
    static let sideButton = DeactivationReasons(rawValue: 1 << 15)

    /// What leaving the app or opening another one closes.
    static let closedByLeaving: DeactivationReasons = Overlay.all.filter(\.closesOnLeaving).reduce(.appSwitcher) {
        $0.union($1.reason)
    }

    /// The names of the reasons held, in the order of their bits.
    package var names: [String] {
        Self.named.filter { contains($0.0) }.map(\.1)
    }

    private static let named: [(DeactivationReasons, String)] =
        ([
            (.appSwitcher, "appSwitcher"), (.systemAlert, "systemAlert"), (.call, "call"), (.ownAlert, "ownAlert"),
            (.shareSheet, "shareSheet"), (.launching, "launching"), (.notOnScreen, "notOnScreen"),
        ] + Overlay.all.map { ($0.reason, $0.name) }).sorted { $0.0.rawValue < $1.0.rawValue }
}
