import LifecycleKernel

/// The situations that a pass has met, each with the least interruptions with which it was met.
///
/// A table with open addressing: a situation is a hash already, so its first bits are its place. It takes 17 bytes an entry,
/// and is between three and six eighths full: 23 to 46 bytes a situation.
struct KnownStates: Sendable {
    /// What is known of a situation that is met.
    enum Note {
        /// It was met before with as few interruptions.
        case known
        /// It was met before, but only with more.
        case withFewer
        /// It was never met.
        case new
    }

    private static let free: UInt8 = .max
    private var situations: [AbstractState]
    /// The least interruptions of each; `free` where there is none.
    private var fewest: [UInt8]
    private(set) var count = 0

    init() {
        situations = Array(repeating: AbstractState(0, 0), count: Self.smallest)
        fewest = Array(repeating: Self.free, count: Self.smallest)
    }

    /// How many places there are at first, a power of two.
    private static let smallest = 1_024

    /// The least interruptions with which a situation was met; nil for one that was not.
    subscript(situation: AbstractState) -> Int? {
        let fewest = fewest[slot(of: situation)]
        return fewest == Self.free ? nil : Int(fewest)
    }

    /// Called when a situation is met with so many interruptions, fewer than 255.
    mutating func note(_ situation: AbstractState, interruptions: Int) -> Note {
        let slot = slot(of: situation)
        let before = fewest[slot]
        if before <= interruptions { return .known }
        fewest[slot] = UInt8(interruptions)
        guard before == Self.free else { return .withFewer }
        situations[slot] = situation
        count += 1
        if count * 8 > situations.count * 6 { grow() }
        return .new
    }

    /// Where a situation is, or would be.
    private func slot(of situation: AbstractState) -> Int {
        let mask = situations.count - 1
        var slot = Int(truncatingIfNeeded: situation.first) & mask
        while fewest[slot] != Self.free, situations[slot] != situation { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let old = (situations, fewest)
        situations = Array(repeating: AbstractState(0, 0), count: old.0.count * 2)
        fewest = Array(repeating: Self.free, count: old.0.count * 2)
        for index in old.0.indices where old.1[index] != Self.free {
            let slot = slot(of: old.0[index])
            situations[slot] = old.0[index]
            fewest[slot] = old.1[index]
        }
    }
}
