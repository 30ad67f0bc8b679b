/// The state of a device as far as what comes next depends on it.
///
/// Two states of one search have the same abstract state if they differ only by when they were reached and by how things are
/// numbered. The kernel decides by differences of instants, by order and by equality of numbers, so from both the same
/// inputs cause the same records, but for times, numbers and sequences, and lead to one abstract state again. It is a hash
/// of 128 bits: two that differ are taken for one with a chance of about 1 in 10^23 among 10^8 of them.
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

    /// The abstract state together with something outside of the device on which what comes next depends, too.
    package func combined(with word: UInt64) -> AbstractState {
        AbstractState(StateHash.fold(first, word), StateHash.fold(second, ~word))
    }
}

/// Makes the abstract states of a search. It is made once for a search and used again and again.
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

/// What a search needs to tell apart, beyond what every search does.
package struct AbstractStateOptions: Hashable, Sendable {
    /// Whether the number of unsaved changes matters, and not only whether there are some.
    package var countsUnsavedChanges: Bool
    /// Whether the deliveries of silent pushes matter, which a budget limits.
    package var countsPushes: Bool
    /// Whether the state of the random numbers matters: the scheduler's policy draws some.
    package var drawsRandomNumbers: Bool
    /// Whether it matters if the device is idle, and when it becomes so: the scheduler launches an app only then.
    package var countsIdleness: Bool
    /// What inputs and properties name by its number: that counts as it is, and not by its order.
    package var named: NamedNumbers
    /// Instants that inputs name: until one has passed, it matters how long that takes.
    package var instants: [Instant]
    /// The longest time for which it matters how long ago a handler began, unless rules look at a longer one.
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

    /// Whether those of a kind are named.
    func contains(_ kind: FieldVisitor.Numbered) -> Bool { contains(NamedNumbers(kind)) }
}

/// Observes which fields are visited, and leaves one out: for tests of what the fields are needed for.
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
        // What is no structure of fields writes itself as a whole.
        guard !keys.isEmpty, !properties.isEmpty else { return }
        structures.insert(structure)
        missing.formUnion(properties.subtracting(keys).map { "\(structure) \($0)" })
        unknown.formUnion(keys.subtracting(properties).map { "\(structure) \($0)" })
    }
}
