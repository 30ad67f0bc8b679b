/// Text that is equal only to the same bytes, and is hashed by them.
///
/// Swift compares strings by canonical equivalence: "é" as one scalar is equal to "e" with a combining accent, and the
/// Kelvin sign to "K". The names of JSON (RFC 8259, 8.3) and of `NSString` are compared by their code units, so text
/// from outside is looked up as `ExactText`.
package struct ExactText: Hashable, Sendable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    /// Whether both have the same bytes.
    package static func == (left: ExactText, right: ExactText) -> Bool { left.string.hasSameBytes(as: right.string) }

    /// Agrees with `==`.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: string) }
}

extension String {
    /// Whether two texts are the same bytes of UTF-8, and not only canonically equivalent.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Nearly all texts have contiguous storage, and a loop over its bytes is many times as fast as one over the
        // views. `elementsEqual` takes five times as long as the loop.
        return utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { other in
                for index in own.indices where own[index] != other[index] { return false }
                return true
            } ?? own.elementsEqual(other.utf8)
        } ?? utf8.elementsEqual(other.utf8)
    }
}

extension Sequence<String> {
    /// Whether one of the texts is the same, byte for byte.
    package func contains(exactly text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}

extension Hasher {
    /// Adds the bytes of a text, so that only the same bytes have the same hash.
    package mutating func combine(bytesOf text: String) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
        // As between the elements of an array: "a", "bc" differs from "ab", "c".
        combine(0xFF as UInt8)
    }
}

extension RawRepresentable where RawValue == String {
    /// Makes a value from its name, byte for byte; nil for any other text, such as one with a Kelvin sign in the place of
    /// a K, which `init(rawValue:)` takes.
    package init?(exactly name: String) {
        self.init(rawValue: name)
        guard rawValue.hasSameBytes(as: name) else { return nil }
    }
}

/// Finds names in a list of others.
package enum NameSearch {
    /// Up to this many comparisons are made one by one; for more, the names are hashed.
    package static let fewComparisons = 256

    /// Returns the first position of each name among others; nil if one is not among them.
    ///
    /// The number of comparisons grows with the sum of both lengths, and not with their product.
    package static func positions<Name: Hashable>(of names: [Name], in others: [Name]) -> [Int]? {
        let positions = Dictionary(
            others.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        var found: [Int] = []
        found.reserveCapacity(names.count)
        for name in names {
            guard let position = positions[name] else { return nil }
            found.append(position)
        }
        return found
    }
}
