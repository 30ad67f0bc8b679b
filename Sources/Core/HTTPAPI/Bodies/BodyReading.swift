import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

// Bodies are read whole, up to a limit, before anything is done with them.
extension Request {
    /// The bytes of the body and its media type, which is nil only for an empty body.
    ///
    /// - Throws: `unsupported-media-type` if the body has none of these types, or no type, because a page of any site may
    ///   send a body without one; `too-large`, before the body is read if `Content-Length` is above the limit.
    package func bytes(upTo limit: Int, oneOf types: [String]) async throws -> (bytes: [UInt8], type: String?) {
        let type = try mediaType(oneOf: types)
        let bytes = try await bytes(upTo: limit)
        guard type != nil || bytes.isEmpty else { throw Problem.withoutMediaType(types) }
        return (bytes, type)
    }

    /// The bytes of the body, whatever its media type.
    ///
    /// - Throws: `too-large`.
    package func bytes(upTo limit: Int) async throws -> [UInt8] {
        if let declared = header(.contentLength).flatMap({ Int($0) }), declared > limit {
            throw Problem.tooLarge(limit: limit)
        }
        do {
            let bytes = Array(try await body.collect(upTo: limit).readableBytesView)
            RequestTrace.current?.note(bytes)
            return bytes
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge(limit: limit)
        }
    }
}

/// The body of a request that carries JSON.
package struct JSONBody: Sendable {
    /// The bytes as received.
    package let bytes: [UInt8]

    /// Reads the body.
    ///
    /// - Parameter types: The media types that are read here as JSON.
    /// - Throws: `unsupported-media-type`, `too-large`.
    package init(_ request: Request, upTo limit: Int, as types: [String] = [MediaType.json]) async throws {
        (bytes, _) = try await request.bytes(upTo: limit, oneOf: types)
    }

    /// The value.
    ///
    /// - Throws: `malformed-body`, for an empty body too.
    package func value() throws(Rejection) -> Value { try JSONText.parse(bytes) }

    /// The value; an object without fields when there is no body.
    package func valueOrEmpty() throws(Rejection) -> Value { bytes.isEmpty ? .object([]) : try value() }

    /// Reads one input, or an array of them.
    ///
    /// - Parameters:
    ///   - limit: How many there may be.
    ///   - read: Reads one of them from its value and path.
    /// - Throws: `malformed-body`; `invalid-value` for an empty array, `too-complex` for one that is too long; what `read`
    ///   throws, with the index of the element when the body is an array.
    package func inputs<Input: Sendable>(
        atMost limit: Int,
        _ read: (Value, String) throws(Rejection) -> Input
    ) throws -> OneOrList<Input> {
        let value = try value()
        guard case .array(let values) = value else { return .one(try read(value, "")) }
        guard !values.isEmpty else { throw Problem(.invalidValue, "An array of inputs must not be empty.") }
        guard values.count <= limit else {
            throw Problem(
                .tooComplex,
                "There may be at most \(limit, as: "limit") inputs in one request, not \(values.count, as: "count")."
            )
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

/// One element, or an array of them.
package enum OneOrList<Element: Sendable>: Sendable {
    case one(Element)
    case list([Element])
}
