/// What the future of a device depends on, as a hash of 128 bits. A search uses it to recognize states.
///
/// Two states of one search have the same abstract state if they differ only in when they were reached and in how
/// things are numbered. The kernel uses only differences of instants, and only the order and the equality of numbers.
/// So the same inputs cause the same records from both states, except for times, numbers and sequences, and lead to the
/// same abstract state again. Among 10^8 different states, the chance that two have the same hash is about 1 in 10^23.
package struct AbstractState: Hashable, Sendable {
    package let first: UInt64
    package let second: UInt64

    /// Makes an abstract state of the halves of its hash.
    package init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }

    init(hashOf words: [UInt64]) {
        var first: UInt64 = 0x9e37_79b9_7f4a_7c15
        var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f
        for word in words {
            first = StateHash.fold(first, word)
            second = StateHash.fold(second, word &+ 0x1656_67b1_9e37_79f9)
        }
        self.init(first, second)
    }

    /// Combines the abstract state with something outside of the device on which the future depends too.
    package func combined(with word: UInt64) -> AbstractState {
        AbstractState(StateHash.fold(first, word), StateHash.fold(second, ~word))
    }
}

/// Makes the abstract states of a search. A search makes one and uses it throughout.
package final class Abstraction {
    private var visitor: FieldVisitor

    /// Makes an abstraction for devices whose rules have the same overrides.
    ///
    /// - Parameter observer: What observes the fields, in tests.
    package init(rules: Rulebook, options: AbstractStateOptions, observer: FieldObserver? = nil) {
        visitor = FieldVisitor(rules: rules, options: options, observer: observer)
    }

    package func state(of device: Device) -> AbstractState { visitor.state(of: device) }

    /// Visits a part of a state, for its observer.
    func visit(_ part: some StateFields) { visitor.write(part) }
}

/// What one search has to distinguish, beyond what every search does.
package struct AbstractStateOptions: Hashable, Sendable {
    /// Whether the number of unsaved changes matters, and not only whether there are some.
    package var countsUnsavedChanges: Bool
    /// Whether the deliveries of silent pushes matter, which a budget limits.
    package var countsPushes: Bool
    /// Whether the state of the random numbers matters: the scheduler's policy draws some.
    package var drawsRandomNumbers: Bool
    /// Whether it matters if the device is idle, and when it becomes so: the scheduler launches an app only then.
    package var countsIdleness: Bool
    /// The things that inputs or properties name by their numbers. These numbers count as they are, and not by their
    /// order.
    package var named: NamedNumbers
    /// Instants that inputs name. Until such an instant has passed, the time until then counts.
    package var instants: [Instant]
    /// Up to which age the beginning of a handler matters, unless a rule has a longer limit.
    package var handlerTime: Milliseconds

    package init(
        countsUnsavedChanges: Bool = false,
        countsPushes: Bool = true,
        drawsRandomNumbers: Bool = false,
        countsIdleness: Bool = true,
        named: NamedNumbers = [],
        instants: [Instant] = [],
        handlerTime: Milliseconds = 60_000
    ) {
        self.countsUnsavedChanges = countsUnsavedChanges
        self.countsPushes = countsPushes
        self.drawsRandomNumbers = drawsRandomNumbers
        self.countsIdleness = countsIdleness
        self.named = named
        self.instants = instants
        self.handlerTime = handlerTime
    }
}

/// Kinds of things that something names by their numbers.
package struct NamedNumbers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    private init(_ kind: FieldVisitor.Numbered) { rawValue = 1 << kind.rawValue }

    package static let scenes = NamedNumbers(.scene)
    /// The numbers of background tasks, which are those of their assertions.
    package static let tasks = NamedNumbers(.assertion)
    package static let callbacks = NamedNumbers(.callback)

    /// Whether things of a kind are named.
    func contains(_ kind: FieldVisitor.Numbered) -> Bool { contains(NamedNumbers(kind)) }
}

/// Observes which fields are visited, and leaves one out: tests show with it that each field is needed.
package final class FieldObserver {
    /// The stored properties of structures that were not mentioned when the structure was visited, as `Screen isLocked`.
    package private(set) var missing: Set<String> = []
    /// What was mentioned and is no stored property.
    package private(set) var unknown: Set<String> = []
    /// The structures that were visited.
    package private(set) var structures: Set<String> = []
    /// The structure and the key of the field that is left out.
    private let leftOut: (structure: String, key: String)?
    private var visited: [(structure: String, properties: Set<String>, keys: Set<String>)] = []

    package init(leavingOut key: String? = nil, of structure: String = "") {
        leftOut = key.map { (structure, $0) }
    }

    func begin(_ part: some StateFields) {
        let mirror = Mirror(reflecting: part)
        let properties = mirror.displayStyle == .struct ? mirror.children.compactMap(\.label) : []
        visited.append((String(describing: type(of: part)), Set(properties), []))
    }

    func visits(_ key: StaticString) -> Bool {
        let key = key.description
        guard let last = visited.indices.last else { return true }
        visited[last].keys.insert(key)
        return leftOut.map { $0 != (visited[last].structure, key) } ?? true
    }

    func end() {
        let (structure, properties, keys) = visited.removeLast()
        // A type that is not a structure with fields writes itself as a whole.
        guard !keys.isEmpty, !properties.isEmpty else { return }
        structures.insert(structure)
        missing.formUnion(properties.subtracting(keys).map { "\(structure) \($0)" })
        unknown.formUnion(keys.subtracting(properties).map { "\(structure) \($0)" })
    }
}
