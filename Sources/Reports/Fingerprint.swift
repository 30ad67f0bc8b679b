/// Identifiers that a real device draws at random, derived from what the simulation knows: the same facts give the same
/// identifier, others give another.
struct Fingerprint {
    private var state: UInt64

    /// What an identifier stands for, part by part.
    init(_ parts: String...) {
        // FNV-1a, with a byte between parts that no UTF-8 text has.
        state = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for byte in part.utf8 { mix(byte) }
            mix(0xff)
        }
    }

    private mutating func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

    /// 64 bits of it; with another number, other bits (SplitMix64).
    private func bits(_ number: UInt64) -> UInt64 {
        var mixed = state &+ (number &+ 1) &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to a bound, without it.
    func number(below bound: UInt64) -> UInt64 { bits(0) % bound }

    /// Digits in base 16.
    func hexadecimal(_ count: Int) -> String {
        let words = (0..<UInt64((count + 15) / 16)).map { bits($0) }
        return String(words.map(Self.hexadecimal).joined().prefix(count))
    }

    /// A UUID in small letters, of version 4 by its form (RFC 9562).
    var uuid: String {
        let digits = Array(hexadecimal(32))
        let variant = ["8", "9", "a", "b"][Int(bits(2) % 4)]
        return String(digits[0..<8]) + "-" + String(digits[8..<12]) + "-4" + String(digits[13..<16]) + "-" + variant
            + String(digits[17..<20]) + "-" + String(digits[20..<32])
    }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
