/// A small generator of pseudo-random numbers: the same seed gives the same numbers on every machine.
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts from a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number below a bound. (The standard library's way to draw from a range may change; this one may not.)
    public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// One element.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// True once in so many times.
    public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
