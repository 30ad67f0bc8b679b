import LifecycleKernel

/// Something that a stream of an exploration tells.
package struct ExplorationEvent: Hashable, Sendable {
    /// What it is about.
    package enum Name: String, CaseIterable, Sendable {
        /// How far the search is.
        case progress
        /// A pass has ended.
        case pass
        /// A property was broken for the first time.
        case failure
        /// The last: why the exploration has ended.
        case end
    }

    /// What it is about.
    package var name: Name
    /// Its number, from 1 without gaps, with which a client resumes.
    package var number: Int
    /// What is told.
    package var data: Value
}

/// What streams of an exploration tell, so that a client that comes later or again misses nothing: everything but progress
/// that is out of date.
struct ExplorationLog: Sendable {
    private var events: [ExplorationEvent] = []
    private var lastNumber = 0

    /// Appends an event.
    mutating func append(_ name: ExplorationEvent.Name, _ data: Value) {
        lastNumber += 1
        if name == .progress { events.removeAll { $0.name == .progress } }
        events.append(ExplorationEvent(name: name, number: lastNumber, data: data))
    }

    /// The events after a number.
    func events(after number: Int) -> [ExplorationEvent] { events.filter { $0.number > number } }
}
