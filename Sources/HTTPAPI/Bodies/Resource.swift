import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel

extension Request {
    /// A resource as the client wants it: whole, or only the word that it has not changed.
    ///
    /// - Parameters:
    ///   - object: The resource.
    ///   - sequence: The sequence of its device, which is its entity tag.
    func answer(_ object: some FieldWritable, at sequence: UInt64) -> Response {
        let tag = EntityTag(sequence)
        guard !alreadyHas(tag) else { return Response(status: .notModified, headers: [.eTag: tag.header]) }
        return Response(status: .ok, headers: HTTPFields(type: MediaType.json, tag: tag), body: .json(object))
    }

    /// A resource that was read from a device.
    func answer(_ reading: Reading<some FieldWritable>) -> Response {
        answer(reading.value, at: reading.sequence)
    }

    /// A list that was read from a device, given whole.
    func answer(_ name: StaticString, _ reading: Reading<[some FieldWritable]>) -> Response {
        answer(WholeList(name, reading.value), at: reading.sequence)
    }

    /// Refuses every query parameter, where there are none.
    func refuseQuery() throws(Problem) {
        guard uri.query != nil else { return }
        try QueryReader(self).finish()
    }
}
