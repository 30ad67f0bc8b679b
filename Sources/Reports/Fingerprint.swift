import LifecycleKernel

/// Identifiers that a real device draws at random, derived from what the simulation knows: the same facts make the same
/// identifier, others make another.
struct Fingerprint {
    private let state: UInt64

    /// What is identified, part by part.
    init(_ parts: String...) {
        // Parts are separated by a byte that no UTF-8 text has.
        state = FNV1a.hash(parts.flatMap { Array($0.utf8) + [0xff] })
    }

    /// 64 bits of it: the number of this index from the generator.
    private func bits(_ index: UInt64) -> UInt64 {
        var generator = SplitMix64(seed: state &+ index &* SplitMix64.increment)
        return generator.next()
    }

    /// A number from 0 up to a bound, without it.
    func number(below bound: UInt64) -> UInt64 { bits(0) % bound }

    /// Digits in base 16.
    func hexadecimal(_ count: Int) -> String {
        let words = (0..<UInt64((count + 15) / 16)).map { bits($0) }
        return String(words.map(\.hexadecimal).joined().prefix(count))
    }

    /// A UUID in small letters, of version 4 by its form (RFC 9562).
    var uuid: String {
        let digits = Array(hexadecimal(32))
        let variant = ["8", "9", "a", "b"][Int(bits(2) % 4)]
        return String(digits[0..<8]) + "-" + String(digits[8..<12]) + "-4" + String(digits[13..<16]) + "-" + variant
            + String(digits[17..<20]) + "-" + String(digits[20..<32])
    }
}
