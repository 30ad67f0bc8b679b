import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// An answer whose bytes are at hand, so that it can be kept and given again.
struct Answer: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: [UInt8]

    /// An answer that is one JSON object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - status: The status.
    ///   - sequence: The sequence of the device afterwards, which becomes the entity tag.
    init(_ object: some FieldWritable, status: HTTPResponse.Status = .ok, sequence: UInt64? = nil) {
        self.status = status
        self.headers = HTTPFields(type: MediaType.json, tag: sequence.map { EntityTag($0) })
        self.body = JSONText.write(object)
    }

    /// An answer that is a resource as it is now, with the tag that a GET of it would give.
    init(resource: some FieldWritable, status: HTTPResponse.Status = .ok, sequence: UInt64) {
        self.status = status
        self.body = JSONText.write(resource)
        self.headers = HTTPFields(type: MediaType.json, tag: EntityTag(sequence, body: body))
    }

    /// The answer on its way to the client, in one buffer.
    consuming func response() -> Response {
        Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

// MARK: Kept for the same request again

extension Answer {
    /// The answer as it is kept.
    var stored: StoredAnswer {
        StoredAnswer(
            status: status.code,
            fields: headers.map { StoredAnswer.Field(name: $0.name.rawName, value: $0.value) },
            body: body
        )
    }

    /// An answer that was kept, marked as one that was given before.
    init(replaying stored: StoredAnswer) {
        status = HTTPResponse.Status(integerLiteral: stored.status)
        headers = [:]
        for field in stored.fields {
            guard let name = HTTPField.Name(field.name) else { continue }
            headers[name] = field.value
        }
        headers[.idempotencyReplayed] = "true"
        body = stored.body
    }
}

extension HTTPField.Name {
    /// The key under which a request is carried out once.
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    /// Says that the answer is the one that the first request with the key got.
    static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
