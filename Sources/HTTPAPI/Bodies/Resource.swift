import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

extension Request {
    /// A resource as the client wants it: whole, or only the word that it has not changed.
    ///
    /// - Parameters:
    ///   - object: The resource.
    ///   - sequence: The sequence of its device, which is part of its entity tag.
    func answer(_ object: some FieldWritable, at sequence: UInt64) -> Response {
        answer(JSONText.write(object), as: MediaType.json, at: sequence)
    }

    /// A resource that was read from a device.
    func answer(_ reading: Reading<some FieldWritable>) -> Response {
        answer(reading.value, at: reading.sequence)
    }

    /// A list that was read from a device, given whole.
    func answer(_ name: StaticString, _ reading: Reading<[some FieldWritable]>) -> Response {
        answer(WholeList(name, reading.value), at: reading.sequence)
    }

    /// The bytes of a resource as the client wants them: all, or only the word that they have not changed.
    func answer(_ bytes: [UInt8], as type: String, at sequence: UInt64) -> Response {
        let tag = EntityTag(sequence, body: bytes)
        // A cache may keep it, and asks each time whether it is still so.
        let cacheControl = HTTPField(name: .cacheControl, value: "no-cache")
        guard !alreadyHas(tag: tag.header) else {
            return Response(status: .notModified, headers: [.eTag: tag.header, .cacheControl: cacheControl.value])
        }
        var headers = HTTPFields(type: type, tag: tag)
        headers.append(cacheControl)
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Refuses every query parameter, where there are none.
    func refuseQuery() throws(Problem) {
        guard uri.query != nil else { return }
        try QueryReader(self).finish()
    }
}

extension DeviceRegistry {
    /// The sequence at which a device must stand for a request to be carried out; nil when it may stand anywhere.
    ///
    /// Of several tags the one counts at which the device stands; should it move before the request comes to it, the
    /// request is refused, as if it had come later.
    ///
    /// - Throws: `precondition-failed` for tags that no resource here can have; `unknownDevice`.
    func expectedSequence(of request: Request, on id: DeviceID) async throws -> UInt64? {
        guard let sequences = try request.expectedSequences() else { return nil }
        guard sequences.count > 1 else { return sequences.first }
        let sequence = try await device(id).sequence
        return sequences.contains(sequence) ? sequence : sequences.first
    }
}
