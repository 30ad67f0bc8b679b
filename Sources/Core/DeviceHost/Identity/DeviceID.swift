import LifecycleKernel

/// The name of a device: a letter or digit, then up to 62 letters, digits and hyphens, all in lower case.
///
/// Such names need no escaping in a URL, a file name or a metric.
public struct DeviceID: Hashable, Sendable, LosslessStringConvertible {
    /// The name as text.
    public let description: String

    /// How many characters a name has at most.
    package static let maximumLength = 63

    /// Reads a name; nil if the text is not a name.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= Self.maximumLength, first != UInt8(ascii: "-"),
            bytes.allSatisfy(Self.isAllowed)
        else { return nil }
        self.description = text
    }

    /// Makes a random name: `device-` and 13 random characters, 65 bits.
    public static func random() -> DeviceID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Makes a random name with a generator.
    static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
        DeviceID(unchecked: "device-" + randomCharacters(using: &generator))
    }

    /// Returns 13 random letters and digits, 65 bits: the end of the names that the server makes.
    package static func randomCharacters() -> String {
        var generator = SystemRandomNumberGenerator()
        return randomCharacters(using: &generator)
    }

    /// The same with a generator.
    package static func randomCharacters(using generator: inout some RandomNumberGenerator) -> String {
        // The alphabet of RFC 4648's base32, in lower case.
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        let characters = (0..<13).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Makes the name of a text that is one.
    init(unchecked text: String) {
        self.description = text
    }

    /// Calls a closure with the characters of the name, in ASCII.
    func withCharacters<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = description
        return text.withUTF8(body)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// A number that depends on nothing but the name, so that every run of every server agrees on it.
    var stableHash: UInt64 { FNV1a.hash(description) }

    /// Which of some shards has the device, now and always. Their number is a power of two.
    func shardIndex(among count: Int) -> Int { Int(truncatingIfNeeded: stableHash) & (count - 1) }
}

extension DeviceID: Comparable {
    /// The order of the names as text.
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.description < right.description }
}

extension DeviceID: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let id = DeviceID(text) else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "this is not the id of a device")
            throw DecodingError.dataCorrupted(context)
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
