/// Something of the system or of another process that lies over the screen and deactivates the app in front.
///
/// A row of `rows` is all that one needs: its two events, when they make sense, and what they do follow from it. Source:
/// facts 1.2.
public struct Overlay: Hashable, Sendable {
    /// Its place among the rows.
    private let place: UInt8

    /// What there is to say about an overlay that comes and goes by an event without fields.
    private struct Row {
        var name: String
        /// What it is called at the start of a sentence.
        var title: String
        var verbs: Verbs
        /// The bit of its reason among `DeactivationReasons`. It stands in encoded states: it never changes.
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

    /// What the coming and the going of an overlay are called.
    public enum Verbs: Sendable {
        case openClose, beginEnd, presentDismiss
    }

    /// Every overlay.
    public static let all: [Overlay] = rows.indices.map { Overlay(place: UInt8($0)) }

    /// The overlay with a name; nil where none has it.
    public static func named(_ name: String) -> Overlay? { all.first { $0.name == name } }

    private var row: Row { Self.rows[Int(place)] }

    /// Its name in camel case, as deactivation reasons have it.
    public var name: String { row.name }

    /// What it is called at the start of a sentence.
    public var title: String { row.title }

    /// What its coming and its going are called.
    public var verbs: Verbs { row.verbs }

    /// The reason why the app in front is not active while it is shown.
    var reason: DeactivationReasons { DeactivationReasons(rawValue: 1 << row.bit) }

    /// Whether leaving the app or opening another one closes it.
    var closesOnLeaving: Bool { row.closesOnLeaving }

    /// The rule that says whether the app in front becomes active for a moment as it comes; nil for no.
    var reactivation: RuleKey? { row.reactivation }
}
