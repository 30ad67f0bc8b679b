import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// An answer in memory, so that it can be kept and sent again.
package struct Answer: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package var body: [UInt8]

    /// An answer that is one JSON object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - status: The status.
    ///   - sequence: The sequence of the device afterwards, which becomes the entity tag.
    ///   - language: The language of its texts for people, where it has any.
    package init(
        _ object: some FieldWritable,
        status: HTTPResponse.Status = .ok,
        sequence: SequenceNumber? = nil,
        in language: Language = .english
    ) {
        self.status = status
        self.headers = HTTPFields(type: MediaType.json, tag: sequence.map { EntityTag($0).header })
        self.body = JSONText.write(object, in: language)
    }

    /// An answer that is text, with the entity tag of the device's sequence afterwards.
    package init(text: String, sequence: SequenceNumber) {
        self.status = .ok
        self.headers = HTTPFields(type: MediaType.text, tag: EntityTag(sequence).header)
        self.body = Array(text.utf8)
    }

    /// An answer with the present state of a resource, and the entity tag that a GET of it would have.
    package init(resource: some FieldWritable, status: HTTPResponse.Status = .ok, sequence: SequenceNumber) {
        self.status = status
        self.body = JSONText.write(resource)
        self.headers = HTTPFields(type: MediaType.json, tag: EntityTag(sequence, body: body).header)
    }

    /// The response to send, with the body in one buffer.
    consuming func response() -> Response {
        Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

// MARK: Idempotency

extension Answer {
    /// The answer as it is kept.
    package var stored: StoredAnswer {
        StoredAnswer(
            status: status.code,
            fields: headers.map { StoredAnswer.Field(name: $0.name.rawName, value: $0.value) },
            body: body
        )
    }

    /// An answer that was kept, with a header that says that it is repeated.
    package init(replaying stored: StoredAnswer) {
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
    package static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    /// Says that the answer is the one that the first request with the key got.
    package static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
