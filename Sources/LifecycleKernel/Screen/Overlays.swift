/// Something of the system or of another process that lies over the screen and deactivates the app in front.
///
/// A row of `rows` is all that one needs: its two events, when they make sense, and what they do follow from it. Source:
/// facts 1.2.
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
        var reactivation: RuleKey?
    }

    /// In the order in which they are described.
    private static let rows = [
        Row(
            name: "notificationCenter",
            title: "The notification centre",
            verbs: .openClose,
            bit: 1,
            reactivation: .notificationCenterReactivates
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

    /// The overlay with a name; nil where none has it.
    package static func named(_ name: String) -> Overlay? { all.first { $0.name == name } }

    private var row: Row { Self.rows[Int(index)] }

    /// Its name in camel case, as deactivation reasons have it.
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
    var reactivation: RuleKey? { row.reactivation }
}
