import LifecycleKernel

/// The state of a device as far as what comes next depends on it.
///
/// Two states of one search are the same situation if they differ only by when they were reached and by how things are
/// numbered. The kernel decides by differences of instants, by order and by equality of numbers, so from both the same
/// inputs cause the same records, but for times, numbers and sequences, and lead to one situation again. It is a hash of
/// 128 bits: two situations that differ are taken for one with a chance of about 1 in 10^23 among 10^8 of them.
package struct Situation: Hashable, Sendable {
    package let first: UInt64
    package let second: UInt64

    /// Makes a situation of the halves of its hash.
    package init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }

    /// The situation together with something outside of the device on which what comes next depends, too.
    package func combined(with word: UInt64) -> Situation {
        Situation(StateHash.fold(first, word), StateHash.fold(second, ~word))
    }
}

/// What a search needs to tell apart, beyond what every search does.
package struct SituationOptions: Hashable, Sendable {
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

    private init(_ reference: SituationTable.Reference) { rawValue = 1 << reference.rawValue }

    package static let scenes = NamedNumbers(.scene)
    /// The numbers of background tasks, which are those of their assertions.
    package static let tasks = NamedNumbers(.assertion)
    package static let callbacks = NamedNumbers(.callback)

    /// Whether those of a kind are named.
    func contains(_ reference: SituationTable.Reference) -> Bool { contains(NamedNumbers(reference)) }
}
