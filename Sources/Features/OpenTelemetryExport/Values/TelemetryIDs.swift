import DeviceHost
import LifecycleKernel

/// The id of a trace: 16 bytes.
package struct TraceID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    fileprivate init(_ bytes: some Collection<UInt8>) {
        high = UInt64(bigEndian: bytes.prefix(8))
        low = UInt64(bigEndian: bytes.dropFirst(8).prefix(8))
    }

    /// 32 hexadecimal digits, as OTLP's JSON has it.
    package var description: String { high.hexadecimal + low.hexadecimal }
}

/// The id of a span: 8 bytes.
package struct SpanID: Hashable, Sendable, CustomStringConvertible {
    private let bytes: UInt64

    fileprivate init(_ bytes: some Collection<UInt8>) { self.bytes = UInt64(bigEndian: bytes.prefix(8)) }

    /// 16 hexadecimal digits, as OTLP's JSON has it.
    package var description: String { bytes.hexadecimal }

    /// The id of the span that a record of a device begins.
    ///
    /// - Parameters:
    ///   - record: The record's place in the timeline.
    ///   - device: The device.
    init(beginningWith record: SequenceNumber, of device: DeviceID) {
        self.init(digest("span \(device) \(record)"))
    }
}

/// The ids of the life of a process: its trace, and the span that is the root of it.
///
/// They follow from the device's id and the number of the process, which it has from its launch to its end and shares with
/// no other process of the device. So they are known even where the launch has not been seen.
struct ProcessIdentity: Hashable, Sendable {
    let trace: TraceID
    let root: SpanID

    /// The ids of a process of a device.
    init(_ pid: ProcessID, of device: DeviceID) {
        let bytes = digest("process \(device) \(pid)")
        trace = TraceID(bytes.prefix(16))
        root = SpanID(bytes.dropFirst(16))
    }
}

/// The SHA-256 of a text: the same inputs have the same ids.
private func digest(_ text: String) -> [UInt8] { SecureHash.sha256(Array(text.utf8)) }

extension UInt64 {
    fileprivate init(bigEndian bytes: some Collection<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
