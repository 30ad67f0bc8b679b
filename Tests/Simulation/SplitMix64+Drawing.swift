import LifecycleKernel

// Random numbers, elements and flags.
extension SplitMix64 {
    /// A number below a bound. (The standard library's way to draw from a range may change; this one may not.)
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// One element.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// True once in so many times.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
