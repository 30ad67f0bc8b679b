/// Why an app on screen is not active. An app is active only while it is on screen and none of these holds.
///
/// Source: facts 1.0, UIKit's own bookkeeping of numbered deactivation reasons.
public struct DeactivationReasons: OptionSet, Hashable, Codable, Sendable {
    /// One bit for each reason.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The app switcher is open.
    public static let appSwitcher = DeactivationReasons(rawValue: 1 << 0)
    /// The notification centre is open.
    public static let notificationCenter = DeactivationReasons(rawValue: 1 << 1)
    /// The control centre is open.
    public static let controlCenter = DeactivationReasons(rawValue: 1 << 2)
    /// Siri listens or answers.
    public static let siri = DeactivationReasons(rawValue: 1 << 3)
    /// An alert of the system is shown.
    public static let systemAlert = DeactivationReasons(rawValue: 1 << 4)
    /// A call rings on the full screen.
    public static let call = DeactivationReasons(rawValue: 1 << 5)
    /// The app's own alert is shown.
    public static let ownAlert = DeactivationReasons(rawValue: 1 << 6)
    /// The app's own share sheet is shown.
    public static let shareSheet = DeactivationReasons(rawValue: 1 << 7)
    /// The process still launches.
    public static let launching = DeactivationReasons(rawValue: 1 << 8)
    /// The app is not on screen.
    public static let notOnScreen = DeactivationReasons(rawValue: 1 << 9)

    /// What leaving the app or opening another one closes.
    static let closedByLeaving: DeactivationReasons = [.appSwitcher, .notificationCenter, .controlCenter, .siri]

    /// The names of the reasons held, in the order of this list.
    public var names: [String] {
        Self.named.filter { contains($0.0) }.map(\.1)
    }

    private static let named: [(DeactivationReasons, String)] = [
        (.appSwitcher, "appSwitcher"), (.notificationCenter, "notificationCenter"), (.controlCenter, "controlCenter"),
        (.siri, "siri"), (.systemAlert, "systemAlert"), (.call, "call"), (.ownAlert, "ownAlert"),
        (.shareSheet, "shareSheet"), (.launching, "launching"), (.notOnScreen, "notOnScreen"),
    ]
}
