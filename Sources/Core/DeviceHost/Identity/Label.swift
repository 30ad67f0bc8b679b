import LifecycleKernel

/// A name and a value by which devices are found and deleted together, such as `run:4711`.
public struct Label: Sendable {
    /// The name.
    public var key: String
    /// The value.
    public var value: String

    /// How many bytes a key has at most.
    package static let maximumKeyLength = 63
    /// How many bytes a value has at most.
    package static let maximumValueLength = 255

    /// Makes a label.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    /// What is wrong with the label; nil when nothing is.
    package var problem: Sentence? {
        if key.isEmpty { return "a label's name must not be empty" }
        if key.unicodeScalars.contains(":") { return "a label's name must not contain a colon" }
        if key.utf8.count > Self.maximumKeyLength {
            return "a label's name has at most \(Self.maximumKeyLength, as: "limit") bytes"
        }
        if value.utf8.count > Self.maximumValueLength {
            return "a label's value has at most \(Self.maximumValueLength, as: "limit") bytes"
        }
        return nil
    }
}

extension Label: Hashable {
    /// Whether both have the same name and the same value, byte for byte.
    public static func == (left: Label, right: Label) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.value.hasSameBytes(as: right.value)
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: key)
        hasher.combine(bytesOf: value)
    }
}

extension Label: LosslessStringConvertible {
    /// Reads `key:value`; the value may have colons of its own. Nil when there is no colon or no key.
    public init?(_ description: String) {
        // A colon is one whatever follows it: what modifies the character before would make another character of both.
        let scalars = description.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":"), colon > scalars.startIndex else { return nil }
        self.key = String(scalars[..<colon])
        self.value = String(scalars[scalars.index(after: colon)...])
    }

    /// `key:value`.
    public var description: String { "\(key):\(value)" }
}
