/// SplitMix64, a small generator of pseudo-random numbers: the same seed gives the same numbers on every machine.
package struct SplitMix64: RandomNumberGenerator, Hashable, Codable, Sendable {
    /// What the next number is made from. A generator with this state as its seed continues with that number.
    package private(set) var state: UInt64

    /// By how much the state grows with each number.
    package static let increment: UInt64 = 0x9e37_79b9_7f4a_7c15

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= Self.increment
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
