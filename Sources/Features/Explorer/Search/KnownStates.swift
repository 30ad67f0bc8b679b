import LifecycleKernel

/// The abstract states that a pass has met, each with the least number of interruptions with which it was met.
///
/// A table with open addressing: an abstract state is a hash already, so its first bits are its place. The table takes 17
/// bytes an entry, and is between three and six eighths full. So an abstract state takes 23 to 46 bytes.
struct KnownStates: Sendable {
    /// What is known of an abstract state that is met.
    enum Note {
        /// It was met before, with as many interruptions or fewer.
        case known
        /// It was met before, but only with more.
        case withFewer
        /// It was never met.
        case new
    }

    private static let free: UInt8 = .max
    private var states: [AbstractState]
    /// The least number of interruptions of each; `free` in an empty place.
    private var fewest: [UInt8]
    private(set) var count = 0

    init() {
        states = Array(repeating: AbstractState(0, 0), count: Self.smallest)
        fewest = Array(repeating: Self.free, count: Self.smallest)
    }

    /// How many places there are at first, a power of two.
    private static let smallest = 1_024

    /// The least number of interruptions with which an abstract state was met; nil if it was not met.
    subscript(abstractState: AbstractState) -> Int? {
        let fewest = fewest[slot(of: abstractState)]
        return fewest == Self.free ? nil : Int(fewest)
    }

    /// Notes that an abstract state is met with this number of interruptions, which is below 255.
    mutating func note(_ abstractState: AbstractState, interruptions: Int) -> Note {
        let slot = slot(of: abstractState)
        let before = fewest[slot]
        if before <= interruptions { return .known }
        fewest[slot] = UInt8(interruptions)
        guard before == Self.free else { return .withFewer }
        states[slot] = abstractState
        count += 1
        if count * 8 > states.count * 6 { grow() }
        return .new
    }

    /// Where an abstract state is, or would be.
    private func slot(of abstractState: AbstractState) -> Int {
        let mask = states.count - 1
        var slot = Int(truncatingIfNeeded: abstractState.first) & mask
        while fewest[slot] != Self.free, states[slot] != abstractState { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let old = (states, fewest)
        states = Array(repeating: AbstractState(0, 0), count: old.0.count * 2)
        fewest = Array(repeating: Self.free, count: old.0.count * 2)
        for index in old.0.indices where old.1[index] != Self.free {
            let slot = slot(of: old.0[index])
            states[slot] = old.0[index]
            fewest[slot] = old.1[index]
        }
    }
}
