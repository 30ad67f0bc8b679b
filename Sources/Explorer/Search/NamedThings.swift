import LifecycleKernel
import StateCoding

/// What inputs name by a number or an instant of its own.
///
/// For them it matters which scene is number 2 and how late it is, and not only which scene is the second and how long ago
/// something was.
struct NamedThings {
    private(set) var numbers: NamedNumbers = []
    private(set) var instants: Set<Instant> = []

    /// Looks through an input, or a handler of an app. Every field of it is looked at, so that no type of input is missed.
    mutating func look(through part: Any) {
        switch part {
        case is SceneID: numbers.insert(.scenes)
        case is AssertionID: numbers.insert(.tasks)
        case is SequenceNumber: numbers.insert(.callbacks)
        case let instant as Instant: instants.insert(instant)
        case is Value, is String: break
        default: for field in Mirror(reflecting: part).children { look(through: field.value) }
        }
    }
}
