import Foundation
public import LifecycleKernel
import WireFormat

/// What a file holds, or a request or its response carries: bytes, or JSON, which may be a text.
public enum Content: Hashable, Sendable {
    /// Bytes, as they are.
    case bytes([UInt8])
    /// JSON; a text is a string of it.
    case json(Value)

    /// Copies a value: `[UInt8]` and `Data` as bytes, anything else as the JSON that it is encoded as.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - what: What it is, for the message of the error.
    /// - Throws: `AttachedAppError` if the value is no JSON, such as a number that is none.
    init(_ value: any Encodable, of what: String) throws(AttachedAppError) {
        // An empty array of anything could be cast.
        if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] {
            self = .bytes(bytes)
        } else if let data = value as? Data {
            self = .bytes([UInt8](data))
        } else {
            do {
                self = .json(try Self.json(of: value))
            } catch {
                let reason =
                    switch error {
                    case EncodingError.invalidValue(_, let context): context.debugDescription
                    default: "\(error)"
                    }
                throw AttachedAppError(description: "\(what) must be bytes, text or JSON: \(reason)")
            }
        }
    }

    /// Returns the value, of a type that it can be decoded as.
    ///
    /// - Parameter type: The type: `[UInt8]` or `Data` for bytes; for JSON, `Value` or what can be decoded from it.
    /// - Throws: `DecodingError` if it is no such value.
    public func decoded<Result: Decodable>(as type: Result.Type = Result.self) throws -> Result {
        switch self {
        case .bytes(let bytes):
            if let bytes = bytes as? Result { return bytes }
            if let data = Data(bytes) as? Result { return data }
            let reason = "these are bytes, and no \(type)"
            throw DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: reason))
        case .json(let value):
            if let value = value as? Result { return value }
            return try JSONDecoder().decode(type, from: Data(JSONText.write(value)))
        }
    }

    /// What it is, as JSON, for explorations.
    var abstractState: Value {
        switch self {
        case .bytes(let bytes): ["bytes": .string(bytes.hexadecimal)]
        case .json(let value): value
        }
    }

    private static func json(of value: any Encodable) throws -> Value {
        if let value = value as? Value {
            guard value.hasOnlyNumbers else {
                throw AttachedAppError(description: "a number in it is not finite")
            }
            return value
        }
        return try JSONText.parse(JSONEncoder().encode(value))
    }
}

extension Value {
    /// Whether JSON can have all numbers in it.
    fileprivate var hasOnlyNumbers: Bool {
        switch self {
        case .number(let number): number.isFinite
        case .array(let elements): elements.allSatisfy(\.hasOnlyNumbers)
        case .object(let members): members.allSatisfy(\.value.hasOnlyNumbers)
        default: true
        }
    }
}
