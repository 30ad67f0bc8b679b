import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore

// A copy of a device is made by the owner of the copy's id, which asks the device's owner for what the copy takes along.
extension PeerRouting {
    /// Gets what a copy takes along from the owner of the device.
    ///
    /// - Throws: What a fork throws, for what is not about the copy; `not-possible-now` if that server has another version of the
    ///   kernel; `owner-unavailable`.
    func copy(of id: DeviceID, at sequence: SequenceNumber?) async throws -> DeviceCopy {
        let owner = Target.owner(peers.partition(of: id))
        var copyHere: DeviceCopy?
        let response = try await deliver(to: owner) {
            .copy(of: id, at: sequence)
        } here: {
            copyHere = try await registry.copy(of: id, at: sequence)
            return Response(status: .ok)
        }
        if let copyHere { return copyHere }
        guard response.status == .ok else { throw await response.problem ?? ownerUnavailable(owner) }
        let collected = CollectedBody()
        do { try await response.body.write(collected) } catch { throw ownerUnavailable(owner) }
        do throws(DeviceCopy.DecodingError) {
            return try DeviceCopy(encoded: collected.bytes)
        } catch .otherKernel(let version) {
            throw Problem.kernelsDiffer(id, version)
        } catch .damaged(let reason) {
            throw Problem(
                .ownerUnavailable,
                "The server of the device \(id) has sent what cannot be copied: \(reason).",
                headers: [.retryAfter: "1"]
            )
        }
    }

    /// An id for a copy of a device, in the device's partition.
    func newID(beside id: DeviceID) -> DeviceID? { peers.newID(in: [peers.partition(of: id)]) }

    /// Answers another server's request for what a copy takes along.
    func answerWithCopy(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        let sequence = try query.sequence("at")
        try query.finish()
        let id = try context.device()
        return try await deliver(to: .owner(peers.partition(of: id)), forwarding: nil) {
            let copy = try await registry.copy(of: id, at: sequence)
            return Response(
                status: .ok,
                headers: [.contentType: MediaType.binary],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: copy.encoded()))
            )
        }
    }
}

extension PeerRequest {
    /// The longest copy that is asked for again when it breaks off, in bytes.
    private static let copyLimit = 268_435_456

    fileprivate static func copy(of id: DeviceID, at sequence: SequenceNumber?) -> PeerRequest {
        let query = sequence.map { "?at=\($0)" } ?? ""
        var request = PeerRequest(
            .get,
            "\(InternalRoutes.prefix)/devices/\(id)/state\(query)",
            timeout: .seconds(60)
        )
        request.collectedBytes = copyLimit
        return request
    }
}

extension Problem {
    /// A device cannot be copied to this server, because the one that has it has another version of the kernel.
    fileprivate static func kernelsDiffer(_ id: DeviceID, _ version: String) -> Problem {
        Problem(
            .notPossibleNow,
            "The device \(id) is on a server with version \(version) of the kernel, and this one has \(KernelVersion.current). "
                + "Leave the id out to get a copy on that server.",
            field: "id"
        )
    }
}
