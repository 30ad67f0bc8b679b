import LifecycleKernel
import StateCoding

/// A format in which states are encoded. A store that servers of several versions share names the format of each state.
package struct StateFormat: Sendable {
    /// Its number, which a store keeps. Newer formats have larger ones.
    package let number: Int64
    let encode: @Sendable (borrowing Device) -> [UInt8]
    let decode: @Sendable ([UInt8]) throws(StateCodingError) -> Device

    /// The format of this version, which `StateCoding` describes.
    package static let newest = StateFormat(
        number: 1,
        encode: { $0.encodedState() },
        decode: { bytes throws(StateCodingError) in try Device(encodedState: bytes) }
    )
    /// The formats that this version reads and writes: the newest, and the one before, once there is one. The older one is written as
    /// long as a server shares the store that does not know the newer one.
    package static let known = [newest]
}

extension StateFormat: Hashable {
    package static func == (one: StateFormat, other: StateFormat) -> Bool { one.number == other.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
