import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// A document about all devices that this server answers for.
struct AllDevices<Document: FieldWritable>: FieldWritable {
    let document: Document
    /// Whether the client takes an answer in which some devices are missing. It is told how many partitions that are: none, of a
    /// server alone.
    let isPartial: Bool

    func write(to sink: inout some FieldSink) {
        document.write(to: &sink)
        if isPartial { sink.put("unavailable", Int64(0)) }
    }
}

extension QueryReader {
    /// The name of what says that an answer in which devices are missing will do.
    static let partial = "partial"

    /// Whether an answer in which some devices are missing will do.
    mutating func isPartial() throws(Problem) -> Bool { try bool(Self.partial) ?? false }
}

extension Response {
    /// An answer about all devices that this server answers for.
    ///
    /// - Parameters:
    ///   - claims: The partitions of which it is complete, for the server that puts the answers of all owners together.
    ///   - isPartial: Whether the client takes an answer in which some devices are missing.
    static func ofAllDevices(_ document: some FieldWritable, _ claims: [Claim], isPartial: Bool = false) -> Response {
        var headers = HTTPFields()
        if !claims.isEmpty {
            headers[.partitions] = claims.map { "\($0.partition.number):\($0.epoch)" }.joined(separator: ",")
        }
        return .json(AllDevices(document: document, isPartial: isPartial), headers: headers)
    }
}
