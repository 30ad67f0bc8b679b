/// An overlay: something that the system or another process shows over the screen and that deactivates the app in
/// front.
///
/// An overlay is one row of `rows`. Its two events, when they are accepted, and their effects follow from that row.
/// Source: facts 1.2.
public struct Overlay: Hashable, Sendable {
    /// Its index among the rows.
    private let index: UInt8

    /// The description of an overlay that is presented and dismissed by an event without fields.
    private struct Row {
        var name: String
        /// Its name at the start of a sentence.
        var title: String
        var verbs: Verbs
        /// The bit of its reason among `DeactivationReasons`. It is part of encoded states and never changes.
        var bit: UInt16
        var closesOnLeaving = true
        var reactivation: Rules.Row<Bool>?
    }

    /// In the order in which they are described.
    private static let rows = [
        Row(
            name: "notificationCenter",
            title: "The notification centre",
            verbs: .openClose,
            bit: 1,
            reactivation: Rules.table.notificationCenterReactivates
        ),
        Row(name: "controlCenter", title: "The control centre", verbs: .openClose, bit: 2),
        Row(name: "siri", title: "Siri", verbs: .beginEnd, bit: 3),
        Row(name: "airDropSheet", title: "The AirDrop sheet", verbs: .presentDismiss, bit: 10),
    ]

    /// The verbs for presenting and dismissing an overlay.
    public enum Verbs: Sendable {
        case openClose, beginEnd, presentDismiss
    }

    package static let all: [Overlay] = rows.indices.map { Overlay(index: UInt8($0)) }

    /// The overlay with a name; nil if there is none.
    package static func named(_ name: String) -> Overlay? { all.first { $0.name == name } }

    private var row: Row { Self.rows[Int(index)] }

    /// Its name in camel case, as it appears among the deactivation reasons.
    package var name: String { row.name }

    /// Its name at the start of a sentence.
    package var title: String { row.title }

    /// The verbs for presenting and dismissing it.
    package var verbs: Verbs { row.verbs }

    /// The reason why the app in front is not active while it is shown.
    var reason: DeactivationReasons { DeactivationReasons(rawValue: 1 << row.bit) }

    /// Whether leaving the app or opening another one dismisses it.
    var closesOnLeaving: Bool { row.closesOnLeaving }

    /// The rule that says whether the app in front becomes active for a moment when it is presented; nil for no.
    var reactivation: Rules.Row<Bool>? { row.reactivation }
}

/// The reasons why an app on screen is not active. An app is active only while it is on screen and none of them
/// applies.
///
/// Source: facts 1.0, UIKit's own bookkeeping of numbered deactivation reasons.
package struct DeactivationReasons: OptionSet, Hashable, Codable, Sendable {
    package let rawValue: UInt16

    /// Makes a set from its bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let appSwitcher = DeactivationReasons(rawValue: 1 << 0)
    // Bits 1 to 3, and from 10 on, are those of `Overlay.all`.
    /// An alert of the system is shown.
    package static let systemAlert = DeactivationReasons(rawValue: 1 << 4)
    /// The system's alert that is shown ends when the device locks. This reason is only set together with
    /// `systemAlert`, so it has no name.
    static let systemAlertUntilLock = DeactivationReasons(rawValue: 1 << 14)
    /// A call rings on the full screen.
    package static let call = DeactivationReasons(rawValue: 1 << 5)
    /// The app's own alert is shown.
    package static let ownAlert = DeactivationReasons(rawValue: 1 << 6)
    /// The app's own share sheet is shown.
    package static let shareSheet = DeactivationReasons(rawValue: 1 << 7)
    package static let launching = DeactivationReasons(rawValue: 1 << 8)
    package static let notOnScreen = DeactivationReasons(rawValue: 1 << 9)

    /// The side button dims an always-on display. This reason ends within the event that causes it: no state contains
    /// it, so it has no name.
    static let sideButton = DeactivationReasons(rawValue: 1 << 15)

    /// The overlays that are closed by leaving the app or by opening another one.
    static let closedByLeaving: DeactivationReasons = Overlay.all.filter(\.closesOnLeaving).reduce(.appSwitcher) {
        $0.union($1.reason)
    }

    /// The names of the reasons in the set, in the order of their bits.
    package var names: [String] {
        Self.named.filter { contains($0.0) }.map(\.1)
    }

    /// The names of everything that can lie over a screen: of all reasons except those that concern only a process.
    package static let overlayNames = named.filter { $0.0 != .launching && $0.0 != .notOnScreen }.map(\.1)

    private static let named: [(DeactivationReasons, String)] =
        ([
            (.appSwitcher, "appSwitcher"), (.systemAlert, "systemAlert"), (.call, "call"), (.ownAlert, "ownAlert"),
            (.shareSheet, "shareSheet"), (.launching, "launching"), (.notOnScreen, "notOnScreen"),
        ] + Overlay.all.map { ($0.reason, $0.name) }).sorted { $0.0.rawValue < $1.0.rawValue }
}

extension DeactivationReasons: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.put(UInt64(rawValue))
    }
}

extension SystemAlert {
    /// The reasons why the app in front is not active while the alert is shown. Source: facts 10.2.
    var reasons: DeactivationReasons {
        switch self {
        case .faceID, .webAuthentication: [.systemAlert, .systemAlertUntilLock]
        case .permission, .lowBattery, .applePay, .signInWithApple, .other: .systemAlert
        }
    }
}

extension Device {
    mutating func cover(with overlay: DeactivationReasons) {
        system.screen.cover(with: overlay)
        reconcileAll()
    }

    mutating func uncover(_ overlay: DeactivationReasons) {
        system.screen.uncover(overlay)
        reconcileAll()
    }

    /// Presents an overlay. On a real phone, the notification centre first deactivates the app in front, which is then
    /// active again for a moment. Source: facts 1.2.
    mutating func present(_ overlay: Overlay) {
        if let rule = overlay.reactivation, system.rulebook[rule] { deactivateForAMoment(for: overlay.reason) }
        cover(with: overlay.reason)
    }

    /// Deactivates the app in front and activates it again, before it is deactivated for good.
    mutating func deactivateForAMoment(for reason: DeactivationReasons) {
        cover(with: reason)
        uncover(reason)
    }
}

extension SystemState {
    func check(overlay: DeactivationReasons, opens: Bool) throws(Rejection) {
        let isOpen = screen.overlays.contains(overlay)
        guard isOpen == opens else { return }
        let name = overlay.names.joined()
        throw Rejection.notNow(
            isOpen ? "\(name, as: "name") is open already" : "\(name, as: "name") is not open",
            state: isOpen ? "open" : "closed"
        )
    }
}
