import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

extension Request {
    /// Answers with a resource, or with 304 if the client has its present version.
    ///
    /// - Parameters:
    ///   - object: The resource.
    ///   - sequence: The sequence of its device, which is part of its entity tag.
    ///   - language: The language of its texts for people, where it has any.
    package func answer(
        _ object: some FieldWritable,
        at sequence: SequenceNumber,
        in language: Language = .english
    ) -> Response {
        answer(JSONText.write(object, in: language), as: MediaType.json, at: sequence)
    }

    /// A resource that was read from a device.
    package func answer(_ reading: Reading<some FieldWritable>) -> Response {
        answer(reading.value, at: reading.sequence)
    }

    /// Answers with a whole list that was read from a device.
    package func answer(_ name: StaticString, _ reading: Reading<[some FieldWritable]>) -> Response {
        answer(WholeList(name, reading.value), at: reading.sequence)
    }

    /// Answers with the bytes of a resource, or with 304 if the client has its present version.
    package func answer(_ bytes: [UInt8], as type: String, at sequence: SequenceNumber) -> Response {
        let tag = EntityTag(sequence, body: bytes).header
        // A cache may keep it, but must revalidate it each time.
        let cacheControl = HTTPField(name: .cacheControl, value: "no-cache")
        guard !alreadyHas(tag: tag) else {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: cacheControl.value])
        }
        var headers = HTTPFields(type: type, tag: tag)
        headers.append(cacheControl)
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Refuses every query parameter.
    package func refuseQuery() throws(Problem) {
        guard uri.query != nil else { return }
        try QueryReader(self).finish()
    }
}

extension DeviceRegistry {
    /// The sequence that a device must be at for a request to be carried out; nil if any will do.
    ///
    /// Of several tags, the one of the device's present sequence is used. If the device changes before the request is
    /// applied, the request is refused.
    ///
    /// - Throws: `precondition-failed` for tags that this service does not make; `unknownDevice`.
    package func expectedSequence(of request: Request, on id: DeviceID) async throws -> SequenceNumber? {
        guard let sequences = try request.expectedSequences() else { return nil }
        guard sequences.count > 1 else { return sequences.first }
        let sequence = try await device(id).sequence
        return sequences.contains(sequence) ? sequence : sequences.first
    }
}
