import LifecycleKernel

/// The state of a device as bytes: what snapshots, recovery and forks are built on.
///
/// The bytes are canonical: devices that will do the same have the same bytes, in every process and on every machine.
/// They hold everything that later records depend on, and nothing else.
extension Device {
    /// Returns the state in the form that `StateFormat` describes.
    ///
    /// Records that have not been taken are not part of it: take them first, or keep the device.
    package func encodedState() -> [UInt8] { StateEncoder.encode(self) }

    /// Makes a device that continues where the encoded one was.
    ///
    /// - Parameter encodedState: What `encodedState()` returned, in this version of the kernel or an earlier one.
    /// - Throws: A `StateCodingError` if it cannot be read. Bytes of any kind are safe to pass: what no kernel can have
    ///   written is refused.
    package init(encodedState: [UInt8]) throws(StateCodingError) {
        self = try StateDecoder.decode(Device.self, from: encodedState)
        if let reason = impossibility {
            throw .notUnderstood(reason: reason, offset: encodedState.count)
        }
    }

    /// The hash of the encoded state.
    ///
    /// It costs as much as encoding.
    package var stateHash: UInt64 { Self.stateHash(of: encodedState()) }

    /// Returns the hash of a state that is encoded already, which stands in its last eight bytes.
    package static func stateHash(of encodedState: [UInt8]) -> UInt64 {
        encodedState.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
