import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

// Bodies are read whole, up to a limit, before anything is done with them.
extension Request {
    /// The bytes of the body.
    ///
    /// - Throws: `too-large`, at once when the head already says so.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        if let declared = header(.contentLength).flatMap({ Int($0) }), declared > limit {
            throw Problem.tooLarge(limit: limit)
        }
        do {
            return Array(try await body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge(limit: limit)
        }
    }
}

/// The body of a request that carries JSON.
struct JSONBody: Sendable {
    /// The text as it came.
    let bytes: [UInt8]

    /// Reads the body.
    ///
    /// - Throws: `unsupported-media-type`, `too-large`.
    init(_ request: Request, upTo limit: Int) async throws {
        try request.mediaType(oneOf: [MediaType.json])
        self.bytes = try await request.bytes(upTo: limit)
    }

    /// The value.
    ///
    /// - Throws: `malformed-body`, for an empty body too.
    func value() throws(Rejection) -> Value { try JSONText.parse(bytes) }

    /// The value; an object without fields when there is no body.
    func valueOrEmpty() throws(Rejection) -> Value { bytes.isEmpty ? .object([]) : try value() }

    /// Reads one input, or an array of them.
    ///
    /// - Parameters:
    ///   - limit: How many there may be.
    ///   - read: Reads one of them from its value and path.
    /// - Throws: `malformed-body`; `invalid-value` for an empty array or one that is too long; what `read` throws, with
    ///   the index of the element when the body is an array.
    func inputs<Input: Sendable>(
        atMost limit: Int,
        _ read: (Value, String) throws(Rejection) -> Input
    ) throws -> OneOrList<Input> {
        let value = try value()
        guard case .array(let values) = value else { return .one(try read(value, "")) }
        guard (1...limit).contains(values.count) else {
            throw Problem(.invalidValue, "An array of inputs must have 1 to \(limit) elements, not \(values.count).")
        }
        var inputs: [Input] = []
        inputs.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do throws(Rejection) {
                inputs.append(try read(value, "[\(index)]"))
            } catch {
                throw Problem(error, index: index)
            }
        }
        return .list(inputs)
    }
}

/// Inputs come one by one, or several at once.
enum OneOrList<Element: Sendable>: Sendable {
    case one(Element)
    case list([Element])
}
